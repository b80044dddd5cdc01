import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { runsAll } from './amount.ts'

/** On Linux this folder is in memory, where a sync takes no time; on a disk the tests of the ledger wait half a minute for syncs. */
const inMemory = '/dev/shm'
const roomBytes = 4 * 1024 ** 3

/** The whole run's folder for everything that tests write: nothing of it is left behind. test:all writes to a disk. */
export function setup(): () => void {
  const folder = mkdtempSync(join(runsAll ? tmpdir() : fastFolder(), 'riftline-tests-'))
  // As the system's own: root starts PostgreSQL and others as somebody else.
  chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** The folder in memory where that has room: containers often give it 64 MB, and small machines have no memory to spare. */
export function fastFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return Math.min(bavail * bsize, freemem()) >= roomBytes ? inMemory : tmpdir()
  } catch {
    return tmpdir()
  }
}
