import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Answer, emptyAnswer, jsonType } from './answer.ts'

/** A body that changes only with the catalogue: serialised and hashed once. */
export interface PreparedBody {
  readonly plain: Representation
  /** In the order of preference; empty while it has not been compressed. */
  compressed: readonly Representation[]
  /** Tags of all representations, made or not. A strong tag must differ per representation, hence the suffixes. */
  readonly tags: Readonly<Record<'plain' | 'br' | 'gzip', string>>
}

interface Representation {
  readonly encoding: Encoding
  readonly body: Buffer
}

export function prepareBody(value: unknown): PreparedBody {
  const body = Buffer.from(JSON.stringify(value))
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  const tags = { plain: `"${digest}"`, br: `"${digest}-br"`, gzip: `"${digest}-gz"` }
  return { plain: { encoding: null, body }, compressed: [], tags }
}

/** Adds the compressed forms, made on other threads: brotli takes half a second for the longest list. */
export async function compressBody(prepared: PreparedBody): Promise<PreparedBody> {
  const { body } = prepared.plain
  const sizeHint = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }
  const brotli = promisify(brotliCompress)(body, sizeHint)
  const gzipped = promisify(gzip)(body, { level: 9 })
  prepared.compressed = [
    { encoding: 'br', body: await brotli },
    { encoding: 'gzip', body: await gzipped },
  ]
  return prepared
}

/** 200 in the best accepted encoding, or 304 when the caller's tag is any of the three. */
export function preparedAnswer(
  prepared: PreparedBody,
  { 'if-none-match': ifNoneMatch, 'accept-encoding': acceptEncoding }: IncomingHttpHeaders,
  cache: 'private' | 'public' = 'private',
  maxAgeSeconds: number = 300,
): Answer {
  const forms = [prepared.plain, ...prepared.compressed]
  const wanted = acceptedEncodings(acceptEncoding).map((accepted) => forms.find((form) => form.encoding === accepted))
  const { encoding, body } = wanted.find((form) => form !== undefined) ?? prepared.plain
  const headers = {
    ETag: prepared.tags[encoding ?? 'plain'],
    Vary: 'Accept-Encoding',
    'Cache-Control': `${cache}, max-age=${maxAgeSeconds}`,
  }
  if (ifNoneMatch !== undefined && matches(ifNoneMatch, Object.values(prepared.tags))) return emptyAnswer(304, headers)
  const encoded: Record<string, string> = encoding === null ? {} : { 'Content-Encoding': encoding }
  return { status: 200, headers: { 'Content-Type': jsonType, ...encoded, ...headers }, body }
}

/** Weak comparison, as `If-None-Match` wants: `W/` is ignored, `*` fits everything. */
function matches(ifNoneMatch: string, tags: readonly string[]): boolean {
  if (ifNoneMatch.trim() === '*') return true
  return (ifNoneMatch.match(/"[^"]*"/g) ?? []).some((tag) => tags.includes(tag))
}

/** A content coding that bodies are prepared in; null is none. */
export type Encoding = 'br' | 'gzip' | null

const all: readonly Encoding[] = ['br', 'gzip', null]

/**
 * The encodings that an `Accept-Encoding` header allows, by its qualities, then the shortest first (RFC 9110 12.5.3). No
 * encoding is always allowed, and the last choice where it is not named.
 */
function acceptedEncodings(header: string | undefined): readonly Encoding[] {
  const qualities = new Map<string, number>()
  for (const part of (header ?? '').split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    qualities.set(name === 'x-gzip' ? 'gzip' : name, qualityOf(parameters))
  }
  const any = qualities.get('*') ?? 0
  const quality = (encoding: Encoding): number => qualities.get(encoding ?? 'identity') ?? any
  return all
    .filter((encoding) => encoding === null || quality(encoding) > 0)
    .toSorted((first, second) => quality(second) - quality(first))
}

function qualityOf(parameters: readonly string[]): number {
  const quality = parameters.find((parameter) => parameter.startsWith('q='))
  if (quality === undefined) return 1
  const value = Number(quality.slice(2))
  return value >= 0 && value <= 1 ? value : 0
}
