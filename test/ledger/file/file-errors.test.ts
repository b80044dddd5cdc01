import { seededRandom } from '@riftline/core'
import { describe, expect, it } from 'vitest'
import type { FileLedger } from '#ledger/file/file-store.ts'
import type { LedgerRecord } from '#ledger/rules/ledger-record.ts'
import { amount } from '../../support/amount.ts'
import { createManualClock } from '../../support/clock.ts'
import { type Books, createBooks, settle } from '../simulated-disk/books.ts'
import { work } from '../simulated-disk/callers.ts'
import { createDisk, type Trouble } from '../simulated-disk/disk.ts'
import { openSimulated, takeSimulated } from '../simulated-disk/open-simulated.ts'
import { createMachine } from '../simulated-disk/processes.ts'
import { createFakeTimers } from '../simulated-disk/timers.ts'

/** Small segments, so that faults also hit changes of segment; no snapshots, since their errors do not stop the store. */
const quick = { limits: { segmentBytes: 2000, snapshotRecords: 1000 }, makeSnapshot: async () => {} }

describe.each(['EIO', 'ENOSPC', 'short'] as const)('%s at the k-th call to the disk, k = 1 to 200', (as) => {
  it('a disk error stops charging at once, a partial write does not, and the next start agrees with what callers were told', async () => {
    let stopped = 0
    let tried = 0
    for (let at = 1; at <= 200; at += amount(33, 1)) {
      tried += 1
      if (await survives(at, { fail: { at, as } })) stopped += 1
    }
    expect(stopped).toBe(as === 'short' ? 0 : tried)
  })
})

it('a refused start gives its cause, even when its lock cannot be released', async () => {
  const disk = createDisk(seededRandom(1))
  const clock = createManualClock()
  const first = await openSimulated(disk.start(), seededRandom(1), { clock })
  await first.store.createAccount('test')
  await first.store.close()
  clock.setNow(clock.now() - 3 * 3_600_000)
  const start = openSimulated(disk.start(), seededRandom(2), {
    clock,
    takeLock: async (parts) => ({
      ...(await takeSimulated(parts, createMachine().start())),
      release: () => Promise.reject(new Error('EIO')),
    }),
  })
  await expect(start).rejects.toMatchObject({ code: 'clock_behind_ledger' })
})

/** Runs charges on a faulty disk, restarts and compares; true when the store stopped. */
async function survives(seed: number, trouble: Trouble): Promise<boolean> {
  const random = seededRandom(seed)
  const disk = createDisk(random)
  const books = createBooks()
  // The lock does not beat: a durable batch may be acknowledged at the moment when a beat fails.
  const timers = { ...createFakeTimers(), every: () => () => {} }
  let made = 0
  const world = { random, clock: createManualClock(), books, fireTimers: timers.fire, next: () => ++made }

  const session = disk.start(trouble)
  let syncedAtFault: Buffer = Buffer.alloc(0)
  void session.faulted.then(() => {
    syncedAtFault = disk.syncedBytes()
  })
  const ledger = await openSimulated(session, random, { ...quick, timers }).catch(() => null)
  let isSound = ledger !== null
  if (ledger !== null) {
    for (let round = 0; round < 24 && ledger.store.isSound(); round += 1)
      await work(world, ledger.store, 24).catch(() => {})
    isSound = ledger.store.isSound()
    if (!isSound) {
      await expect(ledger.store.failed).resolves.toMatchObject({ code: trouble.fail?.as })
      for (const name of acknowledged(books)) {
        const wasSynced = syncedAtFault.includes(`"${name}"`)
        expect(wasSynced, `${name} was acknowledged after the error in call ${trouble.fail?.at}`).toBe(true)
      }
    }
    await ledger.store.close().catch(() => {})
  }
  session.end()
  if (seed % 2 === 0) disk.cutPower()

  const next = await openSimulated(disk.start(), random, { ...quick, timers: createFakeTimers() })
  settle(books, next.state, await recordsOf(next))
  return !isSound
}

function acknowledged({ calls, grants, accounts }: Books): readonly string[] {
  const paid = [...calls].flatMap(([requestId, call]) => (call.paid ? [requestId] : []))
  return [...paid, ...accounts, ...Array.from(grants.keys(), (key) => key.split(' ')[1] ?? '')]
}

async function recordsOf({ journal }: FileLedger): Promise<LedgerRecord[]> {
  const records: LedgerRecord[] = []
  for await (const record of journal.records()) records.push(record)
  return records
}
