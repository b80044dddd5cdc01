import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
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
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  const plain: Representation = { encoding: null, tag: `"${digest}"`, body }
  const sizeHint = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }
  // A strong tag must differ per representation, hence the suffixes.
  const compressed: readonly Representation[] = [
    { encoding: 'br', tag: `"${digest}-br"`, body: brotliCompressSync(body, sizeHint) },
    { encoding: 'gzip', tag: `"${digest}-gz"`, body: gzipSync(body, { level: 9 }) },
  ]
  return { plain, compressed, tags: [plain, ...compressed].map((representation) => representation.tag) }
}

/** 200 in the best accepted encoding, or 304 when the caller's tag is any of the three. */
export function preparedAnswer(
  prepared: PreparedBody,
  ifNoneMatch: string | undefined,
  acceptEncoding: string | undefined,
): Answer {
  const accepted = acceptedEncodings(acceptEncoding)
  const { encoding, tag, body } =
    prepared.compressed.find((form) => accepted.has(form.encoding ?? '')) ?? prepared.plain
  const headers = { ETag: tag, Vary: 'Accept-Encoding', 'Cache-Control': 'private, max-age=300' }
  if (ifNoneMatch !== undefined && matches(ifNoneMatch, prepared.tags)) return emptyAnswer(304, headers)
  const encoded: Record<string, string> = encoding === null ? {} : { 'Content-Encoding': encoding }
  return { status: 200, headers: { 'Content-Type': jsonType, ...encoded, ...headers }, body }
}

/** Weak comparison, as `If-None-Match` wants: `W/` is ignored, `*` fits everything. */
function matches(ifNoneMatch: string, tags: readonly string[]): boolean {
  if (ifNoneMatch.trim() === '*') return true
  return (ifNoneMatch.match(/"[^"]*"/g) ?? []).some((tag) => tags.includes(tag))
}
