import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { silentLog, systemClock } from '@riftline/base/node'
import { openChangeFiles } from '@riftline/changes/file'
import { openChangeDatabase } from '@riftline/changes/postgres'
import { batchOf } from './change-writers.ts'

// A process that counts in the mark `n`, with a change for each number, for `kill -9`. It tells its parent which numbers it kept.
// `torn` names the line in which it kills itself, after writing half of its bytes; 0 for none.
const [, , place = '', torn = '0'] = process.argv

const { write } = fs
let lines = 0
fs.write = ((fd: number, bytes: Uint8Array, from: number, length: number, at: number, done: never) => {
  if (Buffer.from(bytes).toString('latin1', 0, 10) === '{"crc32":"') lines += 1
  if (lines !== Number(torn) || lines === 0) return write(fd, bytes, from, length, at, done)
  fs.writeSync(fd, bytes, from, length >> 1, at)
  process.kill(process.pid, 'SIGKILL')
}) as typeof fs.write
syncBuiltinESMExports()

const store = place.startsWith('postgres:')
  ? await openChangeDatabase({ databaseUrl: place, log: silentLog })
  : await openChangeFiles({ dataFolder: place, clock: systemClock, log: silentLog })
for (;;) {
  try {
    const count = Number((await store.marks('n')).get('n') ?? 0)
    const next = count + 1
    const [isKept] = await store.append([
      batchOf('n', count === 0 ? null : `${count}`, `${next}`, `${next}`, `${next}+`),
    ])
    if (isKept) process.send?.(next)
  } catch {
    // A connection that was cut leaves the outcome unknown; the mark tells it.
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}
