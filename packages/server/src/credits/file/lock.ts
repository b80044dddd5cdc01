import { readFileSync } from 'node:fs'
import { open, readFile, realpath, rename, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { RiftlineError } from '@riftline/core'
import { claimName } from './claim-name.ts'

/** Who holds a data folder. A process id alone is reused, above all in containers, so the start of the process counts too. */
interface Holder {
  readonly pid: number
  readonly start: string
}

export interface Lock {
  /** Writes into the lock file in which epoch its holder writes. */
  note(epoch: number): Promise<void>
  release(): Promise<void>
}

/**
 * Makes this process the one writer of a ledger: by an abstract Unix socket where there are some (Linux), and by a lock file
 * with process id and start time. A lock file whose process is gone is taken over. Two containers on one volume share
 * neither names nor process ids; the epoch is there for them.
 *
 * @throws RiftlineError `data_folder_locked`
 */
export async function takeLock(folder: string, dataFolder: string): Promise<Lock> {
  const freeName = process.platform === 'linux' ? await claimName(await realpath(dataFolder)) : async () => {}
  if (freeName === null) throw locked(dataFolder)
  const path = join(folder, 'LOCK')
  const own: Holder = { pid: process.pid, start: startOf(process.pid) ?? String(performance.timeOrigin) }
  try {
    await takeFile(path, own, dataFolder)
  } catch (error) {
    await freeName()
    throw error
  }
  return {
    async note(epoch) {
      await writeFile(`${path}.tmp`, JSON.stringify({ ...own, epoch }), { mode: 0o600 })
      await rename(`${path}.tmp`, path)
    },
    async release() {
      await unlink(path).catch(() => {})
      await freeName()
    },
  }
}

async function takeFile(path: string, own: Holder, shownAs: string): Promise<void> {
  if (await create(path, own)) return
  const holder = await readHolder(path)
  if (holder !== null && isAlive(holder)) throw locked(shownAs)
  await unlink(path).catch(() => {})
  if (!(await create(path, own))) throw locked(shownAs)
}

function locked(folder: string): RiftlineError {
  return new RiftlineError('data_folder_locked', `another server holds the data folder ${folder}`)
}

async function create(path: string, holder: Holder): Promise<boolean> {
  try {
    const handle = await open(path, 'wx', 0o600)
    await handle.writeFile(JSON.stringify(holder))
    await handle.close()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function readHolder(path: string): Promise<Holder | null> {
  try {
    const { pid, start } = JSON.parse(await readFile(path, 'utf8')) as Partial<Holder>
    return typeof pid === 'number' && typeof start === 'string' ? { pid, start } : null
  } catch {
    return null
  }
}

function isAlive({ pid, start }: Holder): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  if (pid === process.pid) return start === (startOf(pid) ?? String(performance.timeOrigin))
  return (startOf(pid) ?? start) === start
}

/** Start of a process in clock ticks since boot (field 22 of /proc/<pid>/stat), or null where there is no /proc. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}
