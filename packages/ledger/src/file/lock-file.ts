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

/** Another process has the lock or removed it: nothing may be acknowledged or changed any more. */
export class LockLost extends Error {}

export function lockPath(folder: string): string {
  return `${folder}/LOCK`
}

/** The holder that a lock file names: 0.1.0 wrote id and start of its process and no more. */
export interface Holder extends Partial<ProcessIdentity> {
  readonly token?: string
}

export interface LockFile {
  readonly inode: bigint
  readonly bytes: Buffer
}

/** The offset of the token: the file begins with it. */
const tokenAt: number = '{"token":"'.length

/**
 * One line of JSON that never gets shorter: a beat changes digits only, so a reader of half a line sees a beat too. The
 * epoch is known later and comes last.
 */
export function encodeHolder(token: string, self: ProcessIdentity, beat: number, epoch?: number): Buffer {
  const { boot, pidNamespace, pid, start } = self
  const digits = String(beat).padStart(12, '0')
  return Buffer.from(`${JSON.stringify({ token, beat: digits, boot, pidNamespace, pid, start, epoch })}\n`)
}

/** An empty or damaged file names no holder. */
export function parseHolder({ bytes }: LockFile): Holder {
  return Object(nullIfThrows(() => JSON.parse(bytes.toString())))
}

export async function readLockFile(fs: Fs, path: string): Promise<LockFile | null> {
  const inode = await ifThere(fs.inode(path))
  const bytes = inode === null ? null : await ifThere(fs.read(path))
  return inode === null || bytes === null ? null : { inode, bytes }
}

export function isSame(a: LockFile, b: LockFile | null): boolean {
  return b !== null && a.inode === b.inode && a.bytes.equals(b.bytes)
}

/** Reads the holder of the lock without the open file, for a thread of its own. @throws LockLost */
export async function assertHolder(fs: Fs, folder: string, token: string): Promise<void> {
  const found = await readLockFile(fs, lockPath(folder))
  if (found === null || parseHolder(found).token !== token) throw new LockLost(`the lock of ${folder} is not ours now`)
}

/**
 * The disk for the holder of a lock: it moves and removes nothing without a look at the lock. A process can be stopped
 * between look and move; but the next holder removes what was prepared before that look (`clearUnfinished`), so the
 * move fails.
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
 * The first act of a new holder: removes what others have prepared or a crash has left. From then on only this holder
 * moves files. A list made before a look that succeeds has no file of a successor.
 */
export async function clearUnfinished(fenced: Fs, folder: string): Promise<void> {
  for (const name of await fenced.list(folder))
    if (name.endsWith(unfinished)) await unlinkIfThere(fenced, `${folder}/${name}`)
}

/** Interval at which the holder of a lock writes a beat, which shows that it lives. */
const beatMs = 500

/**
 * The right to write a ledger, until another process takes it over. Beats go into the open file and never to its name: a
 * holder that was taken over in its sleep writes to a file without a name. The open file also keeps its inode from being
 * used again, so one inode is one holder.
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

  /** Looks whether the lock is still ours. @throws LockLost */
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
    /** Calls `lost` once, when a beat finds that the lock is not ours or cannot be written. */
    watch(lost: (cause: unknown) => void): void {
      tell = lost
      if (trouble !== null) lost(trouble.cause)
    },
    /** Writes its holder's epoch into the lock file. */
    async note(value: number): Promise<void> {
      await beating.idle()
      epoch = value
      await write()
    },
    /** Gives a previous holder that may live the time to notice the takeover. @throws LockLost */
    async settle(): Promise<void> {
      await options.settle()
      await look()
    },
    /**
     * Removes the lock file if it is ours. If this process is stopped between look and removal and taken over, its
     * successor finds no lock and stops too.
     */
    async release(): Promise<void> {
      stopBeating()
      tell = null
      await beating.idle()
      try {
        await look()
        await unlinkIfThere(fs, path)
      } catch {
        // Not ours, so not ours to remove; or the disk is gone, and the next start takes it over.
      }
      await file.close().catch(() => {})
      await options.freeName()
    },
  }
}

export type Lock = Awaited<ReturnType<typeof holdLock>>
