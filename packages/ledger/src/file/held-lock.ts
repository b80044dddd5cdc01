import { type Fs, type FsFile, isMissing, type Timers, unlinkIfThere, writeFully } from '@riftline/base/node'
import { encodeHolder, LockLost, tokenAt } from './lock-file.ts'
import type { ProcessIdentity } from './process-identity.ts'

/** Interval at which the holder of a lock writes a beat, which shows that it lives. */
const beatMs = 500

/** The right to write a ledger, as long as nobody has taken it over. */
export interface Lock {
  /** Tells this holder from all others, ever. */
  readonly token: string
  /** Looks whether the lock is still ours. @throws LockLost */
  look(): Promise<void>
  /** Calls `lost` once, when a beat finds that the lock is not ours or cannot be written. */
  watch(lost: (cause: unknown) => void): void
  /** Writes into the lock file in which epoch its holder writes. */
  note(epoch: number): Promise<void>
  /**
   * After a takeover from somebody who may live, gives that one the time to notice.
   * @throws LockLost
   */
  settle(): Promise<void>
  /**
   * Removes the lock file, if it is ours. A removal cannot be fenced: where this process is stopped right between look and
   * removal, and taken over, its successor finds no lock and stops as if it had been taken over itself.
   */
  release(): Promise<void>
}

export interface HeldLockOptions {
  readonly fs: Fs
  readonly path: string
  /** The lock file, open since it was made. */
  readonly file: FsFile
  readonly token: string
  readonly self: ProcessIdentity
  readonly timers: Timers
  readonly settle: () => Promise<void>
  readonly freeName: () => Promise<void>
}

/**
 * Beats go into the open file and never to its name: a holder that was taken over while it slept writes to a file that has
 * no name any more, and can neither hide nor replace its successor's. The open file also keeps its inode from being given
 * to another, so one inode is one holder.
 */
export async function holdLock(options: HeldLockOptions): Promise<Lock> {
  const { fs, path, file, token, self } = options
  const own = await file.inode()
  let beats = 0
  let epoch: number | undefined
  let beating: Promise<void> | null = null
  let trouble: { readonly cause: unknown } | null = null
  let tell: ((cause: unknown) => void) | null = null
  const stopBeating = options.timers.every(beatMs, () => {
    beating ??= beat().finally(() => {
      beating = null
    })
  })

  async function look(): Promise<void> {
    if ((await inodeOf(fs, path)) !== own) throw new LockLost(`another server has taken over: ${path} is not ours now`)
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
    watch(lost) {
      tell = lost
      if (trouble !== null) lost(trouble.cause)
    },
    async note(value) {
      await beating
      epoch = value
      await write()
    },
    async settle() {
      await options.settle()
      await look()
    },
    async release() {
      stopBeating()
      tell = null
      await beating
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

async function inodeOf(fs: Fs, path: string): Promise<bigint | null> {
  try {
    return await fs.inode(path)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
