import { type Fs, isMissing, unfinished, unlinkIfThere } from '@riftline/base/node'
import type { ProcessIdentity } from './process-identity.ts'

/** Somebody else has the lock now, or removed it. Nothing may be acknowledged or changed any more. */
export class LockLost extends Error {}

export function lockPath(folder: string): string {
  return `${folder}/LOCK`
}

/** The holder that a lock file names: 0.1.0 wrote id and start of its process and no more. */
export interface Holder extends Partial<ProcessIdentity> {
  readonly token?: string
}

/** A lock file at one moment. */
export interface LockFile {
  readonly inode: bigint
  readonly bytes: Buffer
}

/** Where the token is in the file, which begins with it. */
export const tokenAt: number = '{"token":"'.length

/**
 * One line of JSON that is written over itself and never gets shorter: a beat changes digits and no more, so that a
 * reader of half a line sees a beat all the same, and the epoch, which is known later, comes last.
 */
export function encodeHolder(token: string, self: ProcessIdentity, beat: number, epoch?: number): Buffer {
  const { boot, pidNamespace, pid, start } = self
  const digits = String(beat).padStart(12, '0')
  return Buffer.from(`${JSON.stringify({ token, beat: digits, boot, pidNamespace, pid, start, epoch })}\n`)
}

/** An empty or damaged file names no holder. */
export function parseHolder({ bytes }: LockFile): Holder {
  try {
    return Object(JSON.parse(bytes.toString())) as Holder
  } catch {
    return {}
  }
}

/** Null when there is none. */
export async function readLockFile(fs: Fs, path: string): Promise<LockFile | null> {
  try {
    const inode = await fs.inode(path)
    return { inode, bytes: await fs.read(path) }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

export function isSame(a: LockFile, b: LockFile | null): boolean {
  return b !== null && a.inode === b.inode && a.bytes.equals(b.bytes)
}

/** Reads who has the lock, without the open file, in a thread of its own. @throws LockLost */
export async function assertHolder(fs: Fs, folder: string, token: string): Promise<void> {
  const found = await readLockFile(fs, lockPath(folder))
  if (found === null || parseHolder(found).token !== token) throw new LockLost(`the lock of ${folder} is not ours now`)
}

/**
 * The disk as the holder of a lock may use it: nothing is moved to its place or removed without a look at the lock. A
 * process can be stopped between look and move, so the look alone is not enough. But what is to be moved was prepared
 * before that look, under a name with the ending of unfinished files, and the next holder of the lock
 * removes it (`clearUnfinished`): the move then fails.
 */
export function fence(fs: Fs, look: () => Promise<void>): Fs {
  return {
    ...fs,
    async rename(from, to) {
      await look()
      await fs.rename(from, to)
    },
    async unlink(path) {
      await look()
      await fs.unlink(path)
    },
  }
}

/**
 * Removes what others have prepared, or a crash has left: the first thing that a new holder of the lock does. From then on
 * nothing changes its place but by this holder. What is listed before a look that succeeds is no successor's.
 */
export async function clearUnfinished(fenced: Fs, folder: string): Promise<void> {
  for (const name of await fenced.list(folder))
    if (name.endsWith(unfinished)) await unlinkIfThere(fenced, `${folder}/${name}`)
}
