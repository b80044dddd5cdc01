import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { runsAll } from './amount.ts'

/** Folder in memory on Linux, where a sync takes no time. On a disk, the tests of the ledger wait half a minute for syncs. */
const inMemory = '/dev/shm'
const roomBytes = 4 * 1024 ** 3

/** Makes the folder of a run for all files that tests write, and removes it at the end. A run of test:all writes to a disk. */
export function setup(): () => void {
  const folder = mkdtempSync(join(runsAll ? tmpdir() : fastFolder(), 'riftline-tests-'))
  // The folder has the mode of the system's own: root starts PostgreSQL and other programs as another user.
  chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** The folder in memory if it has enough room: containers often give it 64 MB, and small machines have no memory to spare. */
export function fastFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return Math.min(bavail * bsize, freemem()) >= roomBytes ? inMemory : tmpdir()
  } catch {
    return tmpdir()
  }
}
