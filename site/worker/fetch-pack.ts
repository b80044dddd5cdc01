import { withBase } from 'vitepress'
import { packFile } from './pack.ts'

/** Bytes of the pack that have arrived. */
export interface PackProgress {
  readonly bytes: number
  /** Null if the host does not say. */
  readonly of: number | null
}

export type OnPackProgress = (progress: PackProgress) => void

/** State of the visit: pages that are opened one after the other share the pack. */
let pack: Promise<Uint8Array<ArrayBuffer>> | null = null
const listeners = new Set<OnPackProgress>()

/** Fetches the artifacts once in a visit. After a failure the next call tries again. */
export async function fetchPack(onProgress: OnPackProgress): Promise<Uint8Array<ArrayBuffer>> {
  listeners.add(onProgress)
  pack ??= download()
  try {
    return await pack
  } catch (error) {
    pack = null
    throw error
  } finally {
    listeners.delete(onProgress)
  }
}

/** Makes the next call of `fetchPack` fetch anew; for a pack that turned out to be none. */
export function forgetPack(): void {
  pack = null
}

async function download(): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(withBase(`/${packFile}`))
  if (!response.ok) throw new Error(`${packFile}: the server answered with status ${response.status}`)
  const parts: Uint8Array<ArrayBuffer>[] = []
  const progress = { bytes: 0, of: lengthOf(response) }
  for await (const part of partsOf(response)) {
    parts.push(part)
    progress.bytes += part.length
    for (const listener of listeners) listener({ ...progress })
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}

/** Safari cannot iterate over a stream. */
async function* partsOf({ body }: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader()
  for (let read = await reader?.read(); read !== undefined && !read.done; read = await reader?.read()) yield read.value
}

/** The stated length; of a body that the browser decompresses, the number of its bytes is unknown. */
function lengthOf({ headers }: Response): number | null {
  const length = Number(headers.get('content-length') ?? 0)
  return length > 0 && headers.get('content-encoding') === null ? length : null
}
