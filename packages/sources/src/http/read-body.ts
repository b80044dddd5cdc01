import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { SourceError } from '../source-error.ts'

/**
 * The bytes of an answer, unpacked. Reading stops at the limit, so that a small answer cannot unpack into a large one.
 *
 * @param maxBytes of what is unpacked
 * @throws SourceError `encoding`, `too_large` and `truncated`; what else the stream throws, such as an abort, comes as it is
 */
export async function readBody(
  body: Readable,
  encoding: string,
  maxBytes: number,
  origin: string,
): Promise<Uint8Array> {
  const packed = encoding === 'gzip' || encoding === 'x-gzip'
  if (!packed && encoding !== 'identity' && encoding !== '') {
    throw new SourceError('encoding', `${origin} answered in an encoding that was not asked for, expected gzip`)
  }
  const chunks: Uint8Array[] = []
  let size = 0
  // Kept aside, because a pipeline sometimes replaces what its last stage throws by an AbortError.
  let excess: SourceError | undefined
  const collect = async (source: AsyncIterable<Uint8Array>): Promise<void> => {
    for await (const chunk of source) {
      size += chunk.length
      if (size > maxBytes) {
        excess = new SourceError('too_large', `${origin} answered more than ${maxBytes} bytes`)
        throw excess
      }
      chunks.push(chunk)
    }
  }
  try {
    if (packed) await pipeline(body, createGunzip(), collect)
    else await pipeline(body, collect)
  } catch (error) {
    throw excess ?? toBodyError(error, origin)
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size)
}

function toBodyError(error: unknown, origin: string): unknown {
  const { code = '', name } = error as NodeJS.ErrnoException
  if (name === 'AbortError') return error
  if (code === 'Z_BUF_ERROR') return new SourceError('truncated', `${origin} answered gzip data without an end`)
  if (code.startsWith('Z_')) return new SourceError('encoding', `${origin} answered damaged gzip data`)
  return new SourceError('truncated', `${origin} ended its answer before the end (${code || name})`)
}

/** @throws SourceError `encoding` for bytes that are not UTF-8 */
export function decodeText(bytes: Uint8Array, origin: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new SourceError('encoding', `${origin} answered what is not UTF-8`)
  }
}

/** @throws SourceError `html` for a page, `truncated` for JSON without its end, `not_json` for anything else */
export function parseJson(text: string, origin: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const trimmed = text.trim()
    const [first = ''] = trimmed
    if (first === '<') throw new SourceError('html', `${origin} answered a page instead of JSON`)
    const end = first === '{' ? '}' : first === '[' ? ']' : null
    if (end !== null && !trimmed.endsWith(end)) {
      throw new SourceError('truncated', `${origin} answered JSON that stops after ${text.length} characters`)
    }
    throw new SourceError(
      'not_json',
      `${origin} answered ${text === '' ? 'nothing' : 'something else'} instead of JSON`,
    )
  }
}
