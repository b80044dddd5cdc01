import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '@riftline/base/node'
import { noMetrics } from '@riftline/server'
import { quantile } from 'simple-statistics'
import { systemTimers } from '#base/node/clock.ts'
import { replaceFile, writeFully } from '#base/node/fs.ts'
import { nodeFs } from '#base/node/node-fs.ts'
import { journalStart } from '#ledger/file/batches.ts'
import { journalLimits, openFileJournal } from '#ledger/file/file-journal.ts'
import { takeLock } from '#ledger/file/lock.ts'
import type { Lock } from '#ledger/file/lock-file.ts'
import { makeSnapshot } from '#ledger/file/make-snapshot.ts'
import { recover } from '#ledger/file/read-journal.ts'
import { raiseEpoch } from '#ledger/file/segment-writer.ts'
import type { LedgerRecord } from '#ledger/rules/ledger-record.ts'
import type { Journal } from '#ledger/store/live-ledger.ts'

// Measures the journal of the file store on the disk of the temporary folder; TMPDIR selects another disk.

const now = 1_795_000_000_000
const secondsEach = 2

write('append 160 B, synced, one at a time', `${thousands(await rawAppends())} records/s`)
for (const waiting of [1, 8, 32, 128, 512]) {
  await withJournal(async (journal) => {
    await prepare(journal, 1)
    const { count, seconds, latencies } = await appendFor(journal, waiting)
    const p99 = quantile(latencies, 0.99)
    write(`group commit, ${waiting} waiting`, `${thousands(count / seconds)} records/s, p99 ${p99.toFixed(2)} ms`)
  })
}

await withJournal(async (journal, folder, lock) => {
  const charges = 500_000
  await prepare(journal, 100)
  for (let charge = 0; charge < charges; charge += 500) {
    const ids = Array.from({ length: 500 }, (_, i) => `req_${charge + i}`)
    await Promise.all(ids.map((id, i) => journal.append(capture(id, 1 + (i % 100)))))
    journal.appendLazily({ type: 'delivered', at: now, requestIds: ids })
    await Promise.all(ids.map((id) => journal.append(capture(`${id}_`, 1))))
    journal.appendLazily({ type: 'delivered', at: now, requestIds: ids.map((id) => `${id}_`) })
  }
  await journal.close()
  const [, replay] = await timed(() => recover(nodeFs, folder, () => {}, 'bench'))
  write('replay of 1,000,000 charges', `${replay.toFixed(2)} s`)
  const { position } = await recover(nodeFs, folder, () => {}, 'bench')
  const [, first] = await timed(() => makeSnapshot(nodeFs, { folder, upTo: position.q, holder: lock.token }))
  write('snapshot of all of them', `${first.toFixed(2)} s`)
  const [, start] = await timed(() => recover(nodeFs, folder, () => {}, 'bench'))
  write('recovery from that snapshot', `${(start * 1000).toFixed(1)} ms`)
  const cycles = 500
  const [, cycle] = await timed(async () => {
    for (let i = 0; i < cycles; i += 1) await replaceFile(nodeFs, folder, 'cycle', Buffer.alloc(4096, i))
  })
  write('write, sync, rename, sync the folder', `${thousands(cycles / cycle)} cycles/s`)
})

async function withJournal(use: (journal: Journal, folder: string, lock: Lock) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'riftline-bench-'))
  const lock = await takeLock({ fs: nodeFs, folder, dataFolder: folder, timers: systemTimers, randomBytes })
  try {
    const journal = await openFileJournal({
      fs: nodeFs,
      folder,
      lock,
      epoch: await raiseEpoch(nodeFs, folder, lock.token),
      position: journalStart,
      unsnapshotted: { records: 0, bytes: 0 },
      limits: { ...journalLimits, snapshotRecords: Number.POSITIVE_INFINITY },
      clock: systemClock,
      timers: systemTimers,
      metrics: noMetrics,
      snapshot: async () => {},
    })
    await use(journal, folder, lock)
    await journal.close()
  } finally {
    await lock.release()
    await rm(folder, { recursive: true })
  }
}

/** Appends per second on this disk without a journal. */
async function rawAppends(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'riftline-bench-'))
  const file = await nodeFs.open(join(folder, 'raw'), 'create-synced')
  await writeFully(file, Buffer.alloc(16 * 1_048_576), 0)
  await file.sync()
  const record = Buffer.alloc(160, 1)
  const start = performance.now()
  let count = 0
  for (; performance.now() - start < secondsEach * 1000; count += 1) {
    await writeFully(file, record, count * record.length)
  }
  await file.close()
  await rm(folder, { recursive: true })
  return count / secondsEach
}

/** Appends from `waiting` callers, each of which awaits its record before the next. */
async function appendFor(
  journal: Journal,
  waiting: number,
): Promise<{ count: number; seconds: number; latencies: number[] }> {
  const latencies: number[] = []
  const start = performance.now()
  const end = start + secondsEach * 1000
  await Promise.all(
    Array.from({ length: waiting }, async (_, caller) => {
      for (let before = performance.now(); before < end; ) {
        await journal.append(capture(`req_${caller}_${latencies.length}`, 1))
        const after = performance.now()
        latencies.push(after - before)
        before = after
      }
    }),
  )
  return { count: latencies.length, seconds: (performance.now() - start) / 1000, latencies }
}

async function prepare(journal: Journal, accounts: number): Promise<void> {
  for (let grantId = 1; grantId <= accounts; grantId += 1) {
    const accountId = `acc_${grantId}`
    await journal.append({ type: 'account', at: now, accountId, name: `account ${grantId}` })
    const grant = { ref: 'payment', kind: 'topup', credits: 1e9, expiresAt: null } as const
    await journal.append({ type: 'grant', at: now, accountId, grantId, ...grant })
  }
}

function capture(requestId: string, grantId: number): LedgerRecord {
  const call = { requestId, operation: 'predict', model: 'fasttree', credits: 2 }
  return { type: 'capture', at: now, accountId: `acc_${grantId}`, ...call, lines: [[grantId, 2]] }
}

async function timed<T>(work: () => Promise<T>): Promise<[T, seconds: number]> {
  const start = performance.now()
  const result = await work()
  return [result, (performance.now() - start) / 1000]
}

function thousands(count: number): string {
  return count < 10_000 ? count.toFixed(0) : `${(count / 1000).toFixed(0)} k`
}

function write(name: string, figure: string): void {
  process.stdout.write(`${name.padEnd(40)} ${figure}\n`)
}
