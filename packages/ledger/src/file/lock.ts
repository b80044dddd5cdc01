import { createHash } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { createServer } from 'node:net'
import { platform } from 'node:os'
import { RiftlineError } from '@riftline/base'
import {
  type Fs,
  type FsFile,
  isMissing,
  type RandomBytes,
  type Timers,
  unfinished,
  writeFully,
} from '@riftline/base/node'
import {
  encodeHolder,
  holdLock,
  isSame,
  type Lock,
  type LockFile,
  lockPath,
  parseHolder,
  readLockFile,
} from './lock-file.ts'
import { type Processes, systemProcesses } from './process-identity.ts'

export interface LockOptions {
  readonly fs: Fs
  readonly folder: string
  readonly dataFolder: string
  readonly timers: Timers
  readonly randomBytes: RandomBytes
  readonly processes?: Processes
  /** Claims the folder's name on this machine; returns null when another process has it. */
  readonly claim?: Claim
}

type FreeName = () => Promise<void>
type Claim = (dataFolder: string) => Promise<FreeName | null>

/** Time for which a holder in another container is watched for a beat, and in which it has to notice a takeover. */
const patience = { slices: 10, sliceMs: 250 }

/** Number of lost races against other processes before a start gives up. */
const attempts = 10

/**
 * Makes this process the only writer of a ledger, by an abstract Unix socket, which refuses immediately where it is visible, and
 * by the lock file, which works across namespaces.
 *
 * A lock file of this boot and process namespace shows whether its holder lives. Any other is watched: with a beat it is
 * held; without one it is taken over, and a holder that was only asleep gets the same time to notice before the journal is read.
 * The time is counted in slices, of which a sleep of the machine uses up only one.
 *
 * Safety never depends on time, because either process can be stopped at any moment. For a holder A and its successor B:
 *
 * 1. A acknowledges only after a sync followed by a check of the lock file. B reads the journal after renaming its lock file
 * over A's. So B reads everything that A has acknowledged.
 * 2. B copies the last segment and moves the copy over it (`recover`). Later writes of A go to a file without a name.
 * 3. A moves and removes files, including the lock and EPOCH, only after a check, and moves only files that it prepared under
 * names of its own. B first removes all files prepared by others (`clearUnfinished`). So each move of A came before that, and B
 * sees it; or the move fails.
 *
 * @throws RiftlineError `data_folder_locked`
 */
export async function takeLock(options: LockOptions): Promise<Lock> {
  const { fs, folder, dataFolder, randomBytes, processes = systemProcesses } = options
  const freeName = await (options.claim ?? claimFolder)(dataFolder)
  if (freeName === null) throw locked(dataFolder)
  const path = lockPath(folder)
  const token = Buffer.from(randomBytes(16)).toString('hex')
  try {
    const { file, mayLive } = await takeFile(options, processes, path, token)
    const settle = mayLive ? () => options.timers.wait(patience.slices * patience.sliceMs) : async () => {}
    const { self, held } = processes
    held.add(token)
    const free = (): Promise<void> => {
      held.delete(token)
      return freeName()
    }
    return await holdLock({ fs, path, file, token, self, timers: options.timers, settle, freeName: free })
  } catch (error) {
    await freeName()
    throw error
  }
}

const claimFolder: Claim = async (dataFolder) =>
  platform() === 'linux' ? claimName(await realpath(dataFolder)) : async () => {}

async function takeFile(options: LockOptions, processes: Processes, path: string, token: string) {
  const { fs, dataFolder } = options
  const content = encodeHolder(token, processes.self, 0)
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const found = await readLockFile(fs, path)
    if (found === null) {
      const file = await create(fs, path, content)
      if (file !== null) return { file, mayLive: false }
      continue
    }
    const verdict = await judge(options, processes, path, found)
    const file = verdict === 'gone' ? null : await replace(fs, path, token, content, found)
    if (file !== null) return { file, mayLive: verdict === 'silent' }
  }
  throw locked(dataFolder)
}

/** Decides whether the lock can be taken. @throws RiftlineError `data_folder_locked` when the holder lives */
async function judge(
  { fs, dataFolder, timers }: LockOptions,
  { self, isAlive, held }: Processes,
  path: string,
  found: LockFile,
): Promise<'dead' | 'silent' | 'gone'> {
  const { pid, start, boot, pidNamespace, token } = parseHolder(found)
  const isHere = boot != null && boot === self.boot && pidNamespace != null && pidNamespace === self.pidNamespace
  if (isHere && pid !== undefined && start !== undefined) {
    const lives = pid === self.pid ? held.has(String(token)) : isAlive(pid, start)
    if (lives) throw locked(dataFolder)
    return 'dead'
  }
  for (let slice = 0; slice < patience.slices; slice++) {
    await timers.wait(patience.sliceMs)
    const now = await readLockFile(fs, path)
    if (now === null) return 'gone'
    if (!isSame(found, now)) throw locked(dataFolder, 'is held by a server in another container')
  }
  return 'silent'
}

async function create(fs: Fs, path: string, content: Buffer): Promise<FsFile | null> {
  try {
    return await filled(await fs.open(path, 'create'), content)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null
    throw error
  }
}

/**
 * Moves an own file over the one found, if that is unchanged; otherwise returns null. The own file is made first: a process
 * that takes the lock between check and move removes it, so the move fails.
 */
async function replace(fs: Fs, path: string, token: string, content: Buffer, found: LockFile): Promise<FsFile | null> {
  const beside = `${path}.${token}${unfinished}`
  const file = await filled(await fs.open(beside, 'create'), content)
  let isMoved = false
  try {
    if (isSame(found, await readLockFile(fs, path))) {
      await fs.rename(beside, path)
      isMoved = true
    }
  } catch (error) {
    if (!isMissing(error)) throw error
  } finally {
    if (!isMoved) {
      await file.close().catch(() => {})
      await fs.unlink(beside).catch(() => {})
    }
  }
  return isMoved ? file : null
}

async function filled(file: FsFile, content: Buffer): Promise<FsFile> {
  try {
    await writeFully(file, content, 0)
    return file
  } catch (error) {
    await file.close().catch(() => {})
    throw error
  }
}

export function takenOver(folder: string, cause: unknown): RiftlineError {
  const message = `another server has taken over the data folder ${folder}`
  return new RiftlineError('data_folder_locked', message, { cause })
}

function locked(folder: string, how?: string): RiftlineError {
  const message =
    how === undefined ? `another server holds the data folder ${folder}` : `the data folder ${folder} ${how}`
  return new RiftlineError('data_folder_locked', message)
}

/** Maximum length of a Unix socket address in the kernel, including the leading zero byte. */
const longestName = 107

/**
 * Listens on an abstract Unix socket. One process per network namespace can have its name, and the kernel frees the name when
 * the process ends. Null when another process has it.
 */
async function claimName(realPath: string): Promise<(() => Promise<void>) | null> {
  const server = createServer((socket) => socket.destroy())
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      // Without `exclusive`, the workers of a cluster would share the name.
      server.listen({ path: toSocketName(realPath), exclusive: true }, resolve)
    })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return null
    throw error
  }
  server.unref()
  return () => new Promise((resolve) => server.close(() => resolve()))
}

/** A longer name would be silently cut, and two folders could collide, so a hash replaces the path. */
export function toSocketName(realPath: string): string {
  const name = `\0riftline-ledger:${realPath}`
  if (Buffer.byteLength(name) <= longestName) return name
  return `\0riftline-ledger:${createHash('sha256').update(realPath).digest('hex')}`
}
