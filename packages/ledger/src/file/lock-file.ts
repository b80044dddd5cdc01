import { nullIfThrows } from '@riftline/base'
import {
  createSingle,
  type Fs,
  type FsFile,
  ifThere,
  type Timers,
  unfinished,
  unlinkIfThere,
  writeFully,
} from '@riftline/base/node'
import type { ProcessIdentity } from './process-identity.ts'

/** Error of a lost lock: another process holds or removed it, so nothing may be acknowledged or changed any more. */
export class LockLost extends Error {}

export function lockPath(folder: string): string {
  return `${folder}/LOCK`
}

/** Holder named by a lock file. Version 0.1.0 wrote only the id and start of its process. */
export interface Holder extends Partial<ProcessIdentity> {
  readonly token?: string
}

export interface LockFile {
  readonly inode: bigint
  readonly bytes: Buffer
}

/** Offset of the token, at the beginning of the file. */
const tokenAt: number = '{"token":"'.length

/**
 * Encodes a holder as one line of JSON that never gets shorter. A beat changes only digits, so even a torn read shows it. The
 * epoch becomes known later and comes last.
 */
export function encodeHolder(token: string, self: ProcessIdentity, beat: number, epoch?: number): Buffer {
  const { boot, pidNamespace, pid, start } = self
  const digits = String(beat).padStart(12, '0')
  return Buffer.from(`${JSON.stringify({ token, beat: digits, boot, pidNamespace, pid, start, epoch })}\n`)
}

/** Parses a lock file; an empty or damaged file names no holder. */
export function parseHolder({ bytes }: LockFile): Holder {
  return Object(nullIfThrows(() => JSON.parse(bytes.toString())))
}

export async function readLockFile(fs: Fs, path: string): Promise<LockFile | null> {
  const inode = await ifThere(fs.inode(path))
  if (inode === null) return null
  const bytes = await ifThere(fs.read(path))
  return bytes && { inode, bytes }
}

export function isSame(a: LockFile, b: LockFile | null): boolean {
  return b !== null && a.inode === b.inode && a.bytes.equals(b.bytes)
}

/** Checks the holder by reading the file, for a thread without the open file. @throws LockLost */
export async function assertHolder(fs: Fs, folder: string, token: string): Promise<void> {
  const found = await readLockFile(fs, lockPath(folder))
  if (found === null || parseHolder(found).token !== token) throw new LockLost(`the lock of ${folder} is not ours now`)
}

/**
 * Wraps the disk for the holder of a lock: every move or removal first checks the lock. The process may be stopped between check and move;
 * but the next holder first removes the prepared files (`clearUnfinished`), so the move fails.
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
 * First step of a new holder: removes files that others prepared or a crash left. From then on only this holder
 * moves files. A list made before a successful check contains no file of a successor.
 */
export async function clearUnfinished(fenced: Fs, folder: string): Promise<void> {
  for (const name of await fenced.list(folder))
    if (name.endsWith(unfinished)) await unlinkIfThere(fenced, `${folder}/${name}`)
}

/** Interval of beats, by which the holder of a lock shows that it is alive. */
const beatMs = 500

/**
 * Holds the right to write a ledger until another process takes it over. Beats are written to the open file, not to the path: a
 * holder taken over while asleep writes to a file that has no name any more. The open file also keeps its inode from being
 * reused, so one inode means one holder.
 */
export async function holdLock(options: {
  readonly fs: Fs
  readonly path: string
  readonly file: FsFile
  readonly token: string
  readonly self: ProcessIdentity
  readonly timers: Timers
  readonly settle: () => Promise<void>
  readonly freeName: () => Promise<void>
}) {
  const { fs, path, file, token, self } = options
  const own = await file.inode()
  let beats = 0
  let epoch: number | undefined
  let trouble: { readonly cause: unknown } | null = null
  let tell: ((cause: unknown) => void) | null = null
  const beating = createSingle(beat)
  const stopBeating = options.timers.every(beatMs, () => void beating.run())

  /** Checks that the lock is still ours. @throws LockLost */
  async function look(): Promise<void> {
    if ((await ifThere(fs.inode(path))) !== own)
      throw new LockLost(`another server has taken over: ${path} is not ours now`)
    const found = await file.read(token.length, tokenAt)
    if (found.toString('latin1') !== token) throw new LockLost(`somebody has written into ${path}`)
  }

  async function write(): Promise<void> {
    await look()
    beats += 1
    await writeFully(file, encodeHolder(token, self, beats, epoch), 0)
  }

  async function beat(): Promise<void> {
    try {
      await write()
    } catch (cause) {
      stopBeating()
      trouble ??= { cause }
      tell?.(cause)
    }
  }

  return {
    token,
    look,
    /** Calls `lost` once, when a beat finds that the lock is lost or cannot be written. */
    watch(lost: (cause: unknown) => void): void {
      tell = lost
      if (trouble !== null) lost(trouble.cause)
    },
    /** Writes the holder's epoch into the lock file. */
    async note(value: number): Promise<void> {
      await beating.idle()
      epoch = value
      await write()
    },
    /** Waits until a previous holder that may be alive has noticed the takeover. @throws LockLost */
    async settle(): Promise<void> {
      await options.settle()
      await look()
    },
    /** Removes the lock file if it is ours. If another process takes over between check and removal, it finds no lock and stops too. */
    async release(): Promise<void> {
      stopBeating()
      tell = null
      await beating.idle()
      try {
        await look()
        await unlinkIfThere(fs, path)
      } catch {
        // The lock belongs to another process, or the disk is gone and the next start takes the lock over.
      }
      await file.close().catch(() => {})
      await options.freeName()
    },
  }
}

export type Lock = Awaited<ReturnType<typeof holdLock>>
