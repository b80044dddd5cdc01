import { ArtifactError, malformed } from '@riftline/base'

/**
 * Decompresses raw deflate data (RFC 1951) to exactly `size` bytes. The output is counted while it streams: data beyond `size` is
 * refused at once, and memory grows with the data, not with the file's claim.
 *
 * @param path name of the data in errors
 * @throws ArtifactError `artifact_invalid` for damaged data and for any other size
 */
export async function inflateExactly(compressed: Uint8Array, size: number, path: string): Promise<Uint8Array> {
  const inflated = await inflateUpTo(compressed, size, path)
  if (inflated.length !== size) throw malformed(path, `${size} bytes when decompressed`, inflated.length)
  return inflated
}

/** Decompresses data to at most `limit` bytes. */
export async function inflateUpTo(compressed: Uint8Array, limit: number, path: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = openInflater(compressed, path).getReader()
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      const message = cause instanceof Error ? cause.message.slice(0, 120) : 'unreadable'
      throw new ArtifactError('artifact_invalid', path, `not deflate data: ${message}`, { cause })
    })
    if (done) return joined(chunks, size)
    size += value.length
    if (size > limit) {
      reader.cancel().catch(() => {}) // the stream is abandoned, so its errors do not matter
      throw malformed(path, `${limit} bytes at most when decompressed`, 'more')
    }
    chunks.push(value)
  }
}

function openInflater(compressed: Uint8Array, path: string): ReadableStream<Uint8Array> {
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      controller.enqueue(new Uint8Array(compressed)) // a copy, as streams do not accept shared memory
      controller.close()
    },
  })
  try {
    return source.pipeThrough(new DecompressionStream('deflate-raw'))
  } catch (cause) {
    const reason =
      "this runtime has no DecompressionStream('deflate-raw'); browsers have it since 2023, Node since 20.12"
    throw new ArtifactError('artifact_unsupported', path, reason, { cause })
  }
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const all = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.length
  }
  return all
}
