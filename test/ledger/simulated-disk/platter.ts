import type { SeededRandom } from '@riftline/core'

/** A call whose effect has not reached the platter yet. */
type Unsynced =
  | { readonly kind: 'write'; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly size: number }

/** A file: its content as programs see it, its content after a power cut, and the unsynced calls. */
export interface Inode {
  readonly number: bigint
  seen: Buffer
  safe: Buffer
  unsynced: Unsynced[]
}

let inodes = 0n

export function createInode(): Inode {
  inodes += 1n
  return { number: inodes, seen: Buffer.alloc(0), safe: Buffer.alloc(0), unsynced: [] }
}

export function writeTo(inode: Inode, at: number, bytes: Buffer): void {
  inode.seen = put(inode.seen, at, bytes)
  inode.unsynced.push({ kind: 'write', at, bytes })
}

export function truncateTo(inode: Inode, size: number): void {
  inode.seen = resize(inode.seen, size)
  inode.unsynced.push({ kind: 'truncate', size })
}

export function syncInode(inode: Inode): void {
  if (inode.unsynced.length === 0) return
  inode.unsynced = []
  inode.safe = Buffer.from(inode.seen)
}

/** Forgets the dirty pages, as a kernel may after a failed sync: the next sync succeeds without them. */
export function dropUnsynced(inode: Inode): void {
  inode.unsynced = []
}

/** Cuts the power: every unsynced call is kept, dropped, replaced by zeros, torn or garbled, in any order. */
export function cutPower(inode: Inode, random: SeededRandom): void {
  if (inode.unsynced.length > 0) {
    const fate = random.below(8)
    if (fate === 0) {
      inode.safe = Buffer.from(inode.seen)
    } else if (fate > 1) {
      for (const call of inode.unsynced) inode.safe = survive(inode.safe, call, random)
    }
    inode.unsynced = []
  }
  inode.seen = Buffer.from(inode.safe)
}

function survive(safe: Buffer, call: Unsynced, random: SeededRandom): Buffer {
  const fate = random.below(6)
  if (fate === 0) return safe
  if (call.kind === 'truncate') return fate < 4 ? resize(safe, call.size) : safe
  const { at, bytes } = call
  if (fate === 1 || bytes.length === 0) return put(safe, at, bytes)
  if (fate === 2) return put(safe, at, Buffer.allocUnsafe(bytes.length).fill(0))
  const [from, to] = [random.below(bytes.length + 1), random.below(bytes.length + 1)].sort((a, b) => a - b) as [
    number,
    number,
  ]
  if (fate === 3) return put(safe, at, bytes.subarray(0, to))
  if (fate === 4) return put(safe, at + from, bytes.subarray(from))
  const garbled = Buffer.from(bytes)
  for (let i = from; i < to; i += 1) garbled[i] = random.below(256)
  return put(safe, at, garbled)
}

function put(into: Buffer, at: number, bytes: Buffer): Buffer {
  const result = at + bytes.length > into.length ? resize(into, at + bytes.length) : into
  bytes.copy(result, at)
  return result
}

function resize(bytes: Buffer, size: number): Buffer {
  if (size <= bytes.length) return bytes.subarray(0, size)
  // `allocUnsafe` takes memory from Buffer's pool: otherwise most of the time of a seed goes into garbage collection.
  const result = Buffer.allocUnsafe(size).fill(0, bytes.length)
  bytes.copy(result)
  return result
}
