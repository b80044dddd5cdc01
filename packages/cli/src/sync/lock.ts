import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { RiftlineError } from '@riftline/base'

/** Keeps a second sync out of a folder while the work runs. @throws RiftlineError `sync_running` for a lock whose process lives */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await take(path)
  try {
    return await work()
  } finally {
    await rm(path, { force: true })
  }
}

async function take(path: string): Promise<void> {
  for (let isLast = false; ; isLast = true) {
    const taken = await writeFile(path, String(process.pid), { flag: 'wx', mode: 0o600 }).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return false
        throw error
      },
    )
    if (taken) return
    const holder = Number(await readFile(path, 'utf8').catch(() => ''))
    if (isLast || isAlive(holder)) {
      throw new RiftlineError(
        'sync_running',
        `${path}: expected no other sync on this folder, process ${holder} runs one`,
      )
    }
    await rm(path, { force: true })
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid < 1 || pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // A process of another user is alive too.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
