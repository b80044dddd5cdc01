import { seededRandom } from '@riftline/core'
import { describe, expect, it } from 'vitest'
import type { FileStoreOptions } from '#ledger/file/file-store.ts'
import { makeSnapshot, type SnapshotTask } from '#ledger/file/make-snapshot.ts'
import { verifyLedger } from '#ledger/file/read-ledger.ts'
import { createMetrics } from '#server/observe/metrics.ts'
import { createManualClock, type ManualClock } from '../../support/clock.ts'
import { until } from '../../support/server.ts'
import { createDisk, type SimulatedDisk } from '../simulated-disk/disk.ts'
import { openSimulated } from '../simulated-disk/open-simulated.ts'

const day = 86_400_000

/** Runs a server for `charges` charges, each on a day of its own, and closes it. */
async function run(disk: SimulatedDisk, clock: ManualClock, charges: number, options: Partial<FileStoreOptions> = {}) {
  const limits = { segmentBytes: 2000, snapshotRecords: 1000 }
  const session = disk.start()
  const { store } = await openSimulated(session, seededRandom(1), { clock, limits, freeCredits: 0, ...options })
  const [known] = await store.accounts()
  const { id } = known ?? (await store.createAccount('test'))
  await store.grant(id, { kind: 'topup', ref: 'payment', credits: 100_000 })
  for (let charge = 0; charge < charges; charge += 1) {
    const requestId = `req_${clock.now()}_${charge}`
    const result = await store.hold({
      requestId,
      accountId: id,
      operation: 'predict',
      model: null,
      keyId: null,
      credits: 1,
    })
    if (result.kind === 'held') await store.capture(result.hold)
    store.delivered(requestId)
    clock.advance(day)
  }
  const months = await Promise.all([0, -1, -2, -3].map((months) => store.statement(id, monthOf(clock, months))))
  const balance = await store.balance(id)
  await store.close()
  return { balance, months: months.map((lines) => lines.filter(({ kind }) => kind === 'capture').length) }
}

function monthOf(clock: ManualClock, months: number): string {
  const now = new Date(clock.now())
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1)).toISOString().slice(0, 7)
}

const namesIn = (disk: SimulatedDisk, pattern: RegExp): string[] =>
  [...disk.files().keys()].filter((path) => pattern.test(path)).sort()

const sound = async (disk: SimulatedDisk) =>
  expect(await verifyLedger('/data', disk.start().fs)).toMatchObject({ violations: [] })

describe('snapshots', () => {
  it('snapshots are made when a segment is full and at the close, and the two newest remain', async () => {
    const disk = createDisk(seededRandom(1))
    await run(disk, createManualClock(), 60)
    expect(namesIn(disk, /snapshot/).length).toBe(2)
    expect(namesIn(disk, /\.tmp$/)).toEqual([])
    await sound(disk)
  })

  it('snapshots are made after a number of records, however small these are', async () => {
    const disk = createDisk(seededRandom(1))
    const made: number[] = []
    const makeSnapshot = async ({ upTo }: { upTo: number }) => {
      made.push(upTo)
    }
    await run(disk, createManualClock(), 30, { makeSnapshot, limits: { segmentBytes: 1e6, snapshotRecords: 20 } })
    expect(made.length).toBe(4)
  })

  it('a waiting snapshot is skipped when a later one is requested', async () => {
    const disk = createDisk(seededRandom(1))
    const made: number[] = []
    const makeSnapshot = async ({ upTo }: { upTo: number }) => {
      made.push(upTo)
      if (made.length === 1) await until(() => namesIn(disk, /\.rlj$/).length === 4)
    }
    await run(disk, createManualClock(), 30, { makeSnapshot, limits: { segmentBytes: 1e6, snapshotRecords: 20 } })
    expect(made.length).toBe(2)
  })

  it('no snapshot is made when there are no records since the last one', async () => {
    const disk = createDisk(seededRandom(1))
    const clock = createManualClock()
    await run(disk, clock, 3)
    const before = namesIn(disk, /snapshot/)
    await run(disk, clock, 0)
    await run(disk, clock, 0)
    expect(namesIn(disk, /snapshot/)).toEqual(before)
    await sound(disk)
  })

  it('segments older than the previous three months are deleted after a snapshot, and statements stay complete', async () => {
    const disk = createDisk(seededRandom(1))
    const clock = createManualClock('2026-01-01T00:00:00Z')
    // 300 days from the first of January: the 28th of October at the end.
    const { balance, months } = await run(disk, clock, 300)
    expect(balance).toBe(99_700)
    expect(months).toEqual([27, 30, 31, 31])
    const oldest = Math.min(...namesIn(disk, /\.rlj$/).map((path) => Number(/-(\d+)\.rlj$/.exec(path)?.[1])))
    expect(oldest).toBeGreaterThan(300)
    await sound(disk)
    expect(await run(disk, clock, 0)).toEqual({ balance: 99_700, months: [27, 30, 31, 31] })
  })

  it('a ledger is sound when its older snapshot ends where its oldest segment begins', async () => {
    const disk = createDisk(seededRandom(1))
    const clock = createManualClock()
    await run(disk, clock, 3)
    clock.advance(200 * day)
    await run(disk, clock, 130, { makeSnapshot: async () => {} })
    await run(disk, clock, 0)
    const first = (pattern: RegExp): number => Math.min(...namesIn(disk, pattern).map(numberOf))
    expect(first(/\.rlj$/)).toBe(first(/snapshot/) + 1)
    await sound(disk)
  })

  it('snapshots made while the clock was ahead keep the statements of the months before', async () => {
    const disk = createDisk(seededRandom(1))
    const clock = createManualClock('2026-07-01T00:00:00Z')
    await run(disk, clock, 140)
    const right = clock.now()
    clock.setNow(Date.parse('2036-03-07T00:00:00Z'))
    for (let start = 0; start < 5; start += 1) await run(disk, clock, 2)
    clock.setNow(right)
    const { months } = await run(disk, clock, 0, { acceptClock: true })
    expect(months.slice(0, 3)).toEqual([17, 31, 30])
    await sound(disk)
  })

  it('segments of a clock that was ahead are deleted together with those around them', async () => {
    const disk = createDisk(seededRandom(1))
    const clock = createManualClock('2026-01-01T00:00:00Z')
    await run(disk, clock, 20)
    const right = clock.now()
    clock.setNow(Date.parse('2036-03-07T00:00:00Z'))
    await run(disk, clock, 2)
    clock.setNow(right)
    expect((await run(disk, clock, 70, { acceptClock: true })).months).toEqual([0, 31, 28, 31])
    const { months } = await run(disk, clock, 300)
    expect(months).toEqual([25, 31, 30, 31])
    expect(Math.min(...namesIn(disk, /\.rlj$/).map(numberOf))).toBeGreaterThan(300)
    await sound(disk)
  })

  it('a start and verifyLedger refuse a ledger whose oldest segment is missing', async () => {
    const disk = createDisk(seededRandom(1))
    const clock = createManualClock('2026-01-01T00:00:00Z')
    await run(disk, clock, 300)
    const [first = ''] = namesIn(disk, /\.rlj$/).sort((a, b) => numberOf(a) - numberOf(b))
    disk.put(first, null)
    await expect(run(disk, clock, 0)).rejects.toMatchObject({
      code: 'journal_damaged',
      message: expect.stringMatching(/^\/data\/ledger: offset 0: the records \d+ to \d+ are missing$/),
    })
    expect(await verifyLedger('/data', disk.start().fs)).toMatchObject({
      sound: false,
      violations: [{ invariant: 'segments' }],
    })
    for (const path of namesIn(disk, /\.rlj$/)) disk.put(path, null)
    await expect(run(disk, clock, 0)).rejects.toThrow(/: the records \d+ are missing$/)
    expect(await verifyLedger('/data', disk.start().fs)).toMatchObject({
      sound: false,
      violations: [{ invariant: 'segments' }],
    })
  })

  it.each([
    ['goes on', (bytes: Buffer) => Buffer.concat([bytes, bytes]), /a sealed segment of (\d+) bytes has (?!\1)\d+$/],
    ['is missing', () => null, /the segment that a snapshot was made from is missing$/],
  ])('a start refuses a ledger when the segment that its snapshot was made from %s', async (_, damage, message) => {
    const disk = createDisk(seededRandom(1))
    await run(disk, createManualClock(), 3)
    const [path = ''] = namesIn(disk, /\.rlj$/)
    disk.put(path, damage(disk.files().get(path)!))
    await expect(run(disk, createManualClock(), 0)).rejects.toThrow(message)
  })

  it('a snapshot is refused where no sealed segment ends', async () => {
    const disk = createDisk(seededRandom(1))
    const { fs } = disk.start()
    const refusals: unknown[] = []
    const makeSnapshotBeyond = async (task: SnapshotTask) => {
      refusals.push(await makeSnapshot(fs, { ...task, upTo: task.upTo + 1 }).catch(({ message }) => message))
    }
    await run(disk, createManualClock(), 3, { makeSnapshot: makeSnapshotBeyond })
    expect(refusals).toEqual([expect.stringMatching(/^sealed segments end at record \d+, expected \d+$/)])
    expect(namesIn(disk, /snapshot/)).toEqual([])
  })

  it('a damaged snapshot is skipped, and the older one gives the same state with later segments', async () => {
    const disk = createDisk(seededRandom(1))
    const clock = createManualClock()
    const { balance } = await run(disk, clock, 60)
    const [older = '', newest = ''] = namesIn(disk, /snapshot/).sort((a, b) => numberOf(a) - numberOf(b))
    const bytes = Buffer.from(disk.files().get(newest)!)
    bytes[40]! ^= 1
    disk.put(newest, bytes)
    expect(await verifyLedger('/data', disk.start().fs)).toMatchObject({
      sound: false,
      violations: [{ file: newest, invariant: 'snapshot', message: `the SHA-256 does not fit; a start uses ${older}` }],
    })
    const log: unknown[] = []
    expect((await run(disk, clock, 5, { log: (entry) => log.push(entry) })).balance).toBe(balance - 5)
    expect(log).toContainEqual(
      expect.objectContaining({ event: 'snapshot_damaged', error: 'the SHA-256 does not fit' }),
    )
    await sound(disk)
  })

  it.each([
    ['state', /"captured":\d+/, '"captured":7', 'its state is not what the journal'],
    ['chain hash', /"h":"\w+"/, `"h":"${'0'.repeat(64)}"`, 'its chain hash is not that of the journal'],
  ])('verifyLedger reports a snapshot whose %s differs from that of the journal', async (_, from, to, message) => {
    const disk = createDisk(seededRandom(1))
    await run(disk, createManualClock(), 10)
    const [path = ''] = namesIn(disk, /snapshot/)
    const { hash } = await import('node:crypto')
    const content = disk.files().get(path)!.toString().replace(from, to)
    const text = content.slice(0, content.lastIndexOf('\n', content.length - 2) + 1)
    disk.put(path, Buffer.from(`${text}${hash('sha256', text)}\n`))
    expect(await verifyLedger('/data', disk.start().fs)).toMatchObject({
      sound: false,
      violations: [{ file: path, message: expect.stringContaining(message) }],
    })
  })

  it('a snapshot that finds a damaged closed segment reports it at once, with file and offset', async () => {
    const disk = createDisk(seededRandom(1))
    const log: unknown[] = []
    const session = disk.start()
    const makeSnapshotOfDamage = async (task: SnapshotTask) => {
      const bytes = Buffer.from(disk.files().get('/data/ledger/journal-1-1.rlj')!)
      bytes[100]! ^= 1
      disk.put('/data/ledger/journal-1-1.rlj', bytes)
      await makeSnapshot(session.fs, task)
    }
    const { balance } = await run(disk, createManualClock(), 20, {
      makeSnapshot: makeSnapshotOfDamage,
      log: (entry) => log.push(entry),
    })
    expect(balance).toBe(99_980)
    expect(log).toContainEqual(
      expect.objectContaining({
        level: 'error',
        event: 'snapshot_failed',
        file: '/data/ledger/journal-1-1.rlj',
        offset: 72,
        invariant: 'crc',
        advice: expect.stringContaining('put /data/ledger/journal-1-1.rlj back from a copy'),
      }),
    )
  })

  it('a failed snapshot does not stop charges, since the segments are enough', async () => {
    const disk = createDisk(seededRandom(1))
    const clock = createManualClock()
    const log: unknown[] = []
    const makeSnapshot = async () => {
      throw new Error('no room')
    }
    const metrics = createMetrics()
    const { balance } = await run(disk, clock, 60, { makeSnapshot, metrics, log: (entry) => log.push(entry) })
    expect(log).toContainEqual(expect.objectContaining({ event: 'snapshot_failed', error: 'no room' }))
    expect(metrics.text()).toMatch(/^ledger_snapshots_failed_total [1-9]/m)
    expect((await run(disk, clock, 0)).balance).toBe(balance)
    // The next start makes a snapshot, since a segment's worth of records has none.
    expect(namesIn(disk, /snapshot/).length).toBe(1)
    await sound(disk)
  })
})

function numberOf(path: string): number {
  return Number(/-(\d+)\.\w+$/.exec(path)?.[1])
}
