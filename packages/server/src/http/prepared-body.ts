import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { type BrotliOptions, brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { acceptedEncodings } from './accept-encoding.ts'
import { type Answer, emptyAnswer, jsonType } from './answer.ts'

/** A body that changes only with the catalogue: serialised, hashed and compressed once. */
export interface PreparedBody {
  readonly plain: Representation
  /** In the order of preference. */
  readonly compressed: readonly Representation[]
  readonly tags: readonly string[]
}

interface Representation {
  readonly encoding: 'br' | 'gzip' | null
  readonly tag: string
  readonly body: Buffer
}

export function prepareBody(value: unknown): PreparedBody {
  const body = Buffer.from(JSON.stringify(value))
  return withTags(body, brotliCompressSync(body, brotliOptions(body)), gzipSync(body, gzipOptions))
}

/** The same beside the event loop: brotli takes half a second for the longest list, which no request should wait for. */
export async function prepareBodyInBackground(value: unknown): Promise<PreparedBody> {
  const body = Buffer.from(JSON.stringify(value))
  const brotli = promisify(brotliCompress)(body, brotliOptions(body))
  return withTags(body, await brotli, await promisify(gzip)(body, gzipOptions))
}

const gzipOptions = { level: 9 }

function brotliOptions(body: Buffer): BrotliOptions {
  return { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }
}

function withTags(body: Buffer, brotli: Buffer, gzipped: Buffer): PreparedBody {
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  const plain: Representation = { encoding: null, tag: `"${digest}"`, body }
  // A strong tag must differ per representation, hence the suffixes.
  const compressed: readonly Representation[] = [
    { encoding: 'br', tag: `"${digest}-br"`, body: brotli },
    { encoding: 'gzip', tag: `"${digest}-gz"`, body: gzipped },
  ]
  return { plain, compressed, tags: [plain, ...compressed].map((representation) => representation.tag) }
}

/** 200 in the best accepted encoding, or 304 when the caller's tag is any of the three. */
export function preparedAnswer(
  prepared: PreparedBody,
  ifNoneMatch: string | undefined,
  acceptEncoding: string | undefined,
  cache: 'private' | 'public' = 'private',
): Answer {
  const accepted = acceptedEncodings(acceptEncoding)
  const { encoding, tag, body } =
    prepared.compressed.find((form) => accepted.has(form.encoding ?? '')) ?? prepared.plain
  const headers = { ETag: tag, Vary: 'Accept-Encoding', 'Cache-Control': `${cache}, max-age=300` }
  if (ifNoneMatch !== undefined && matches(ifNoneMatch, prepared.tags)) return emptyAnswer(304, headers)
  const encoded: Record<string, string> = encoding === null ? {} : { 'Content-Encoding': encoding }
  return { status: 200, headers: { 'Content-Type': jsonType, ...encoded, ...headers }, body }
}

/** Weak comparison, as `If-None-Match` wants: `W/` is ignored, `*` fits everything. */
function matches(ifNoneMatch: string, tags: readonly string[]): boolean {
  if (ifNoneMatch.trim() === '*') return true
  return (ifNoneMatch.match(/"[^"]*"/g) ?? []).some((tag) => tags.includes(tag))
}
