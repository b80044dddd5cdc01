import type { LogEntry } from '@riftline/base/node'
import { seededRandom } from '@riftline/core'
import { readLedger } from '@riftline/ledger/file'
import { describe, expect, it } from 'vitest'
import { createBatchEncoder, encodeHeader, journalStart } from '#ledger/file/batches.ts'
import type { FileLedger, FileStoreOptions } from '#ledger/file/file-store.ts'
import { verifyLedger } from '#ledger/file/read-ledger.ts'
import type { LedgerRecord } from '#ledger/rules/ledger-record.ts'
import { createDisk, type SimulatedDisk } from '../simulated-disk/disk.ts'
import { folder, openSimulated, takeSimulated } from '../simulated-disk/open-simulated.ts'
import { createMachine } from '../simulated-disk/processes.ts'
import { createFakeTimers } from '../simulated-disk/timers.ts'

const noSnapshots = { makeSnapshot: async () => {} }

function open(disk: SimulatedDisk, options: Partial<FileStoreOptions> = {}): Promise<FileLedger> {
  return openSimulated(disk.start(), seededRandom(1), { ...noSnapshots, ...options })
}

async function charge({ store }: FileLedger, accountId: string, requestId: string): Promise<void> {
  const result = await store.hold({
    requestId,
    accountId,
    operation: 'predict',
    model: 'fasttree',
    keyId: null,
    credits: 2,
  })
  if (result.kind === 'held') await store.capture(result.hold)
}

/** Runs a ledger three times on one disk, one segment each, the last ended by a crash; returns its account too. */
async function threeSegments(): Promise<{ disk: SimulatedDisk; id: string; paths: readonly string[] }> {
  const disk = createDisk(seededRandom(1))
  const first = await open(disk)
  const { id } = await first.store.createAccount('test')
  await first.store.close()
  for (const life of [2, 3]) {
    const ledger = await open(disk)
    for (const call of ['a', 'b', 'c']) {
      await charge(ledger, id, `req_${life}${call}`)
      ledger.store.delivered(`req_${life}${call}`)
    }
    if (life === 2) await ledger.store.close()
    else await ledger.store.grant(id, { kind: 'topup', ref: 'payment', credits: 1 })
  }
  const paths = [...disk.files().keys()].filter((path) => path.endsWith('.rlj')).sort()
  expect(paths).toEqual(
    ['journal-1-1.rlj', 'journal-2-3.rlj', 'journal-3-'].map((name) => expect.stringContaining(name)),
  )
  return { disk, id, paths }
}

const change = (disk: SimulatedDisk, path: string, act: (bytes: Buffer) => Buffer): void =>
  disk.put(path, act(Buffer.from(disk.files().get(path)!)))
const endOf = (bytes: Buffer): number => bytes.lastIndexOf(0x7d) + 1

describe('a start', () => {
  it('a start takes the next epoch and a new segment each time', async () => {
    const { disk, id } = await threeSegments()
    expect(disk.files().get(`${folder}/EPOCH`)?.toString()).toBe('3\n')
    const ledger = await open(disk)
    expect(disk.files().get(`${folder}/EPOCH`)?.toString()).toBe('4\n')
    expect([...disk.files().keys()].filter((path) => path.includes('journal-4-')).length).toBe(1)
    expect(await ledger.store.balance(id)).toBe(9)
  })

  it('a start without the EPOCH file takes an epoch above those of all segments', async () => {
    const { disk } = await threeSegments()
    disk.put(`${folder}/EPOCH`, null)
    await open(disk)
    expect(disk.files().get(`${folder}/EPOCH`)?.toString()).toBe('4\n')
  })

  it('a start refunds charges without proof of delivery, durably before the first call', async () => {
    const { disk, id } = await threeSegments()
    const before = await open(disk)
    await charge(before, id, 'req_open')
    const session = disk.start()
    const { store, state } = await openSimulated(session, seededRandom(1), noSnapshots)
    expect(state.open.size).toBe(0)
    session.end()
    disk.cutPower()
    const { records, state: after } = await readLedger('/data', disk.start().fs)
    expect(after.open.size).toBe(0)
    const all: LedgerRecord[] = []
    for await (const record of records()) all.push(record)
    expect(all).toContainEqual(expect.objectContaining({ type: 'refund', requestId: 'req_open', reason: 'crash' }))
    expect(await store.balance(id)).toBe(9)
  })

  it('a start cuts a torn tail and logs it', async () => {
    const { disk, id, paths } = await threeSegments()
    const path = paths[2]!
    change(disk, path, (bytes) => {
      const end = endOf(bytes)
      bytes.fill(0x41, end, end + 100)
      return bytes
    })
    const end = endOf(Buffer.from(disk.files().get(path)!))
    expect(await verifyLedger('/data', disk.start().fs)).toMatchObject({ sound: true, tornBytes: 100, accounts: 1 })
    const log: LogEntry[] = []
    const { store } = await open(disk, { log: (entry) => log.push(entry) })
    expect(log).toContainEqual({
      level: 'warn',
      event: 'journal_tail_cut',
      file: path,
      offset: expect.any(Number),
      bytes: 100,
    })
    expect(disk.files().get(path)?.length).toBe(end)
    expect(await store.balance(id)).toBe(9)
  })

  it.each(['', 'RIFTLJ01 and no more', '\0'.repeat(500)])(
    'a start removes a last segment with an unfinished header: %j',
    async (content) => {
      const { disk, id } = await threeSegments()
      const { store } = await open(disk)
      const last = [...disk.files().keys()].find((path) => path.includes('journal-4-'))!
      disk.put(last, Buffer.from(content))
      expect(await verifyLedger('/data', disk.start().fs)).toMatchObject({ sound: true })
      void store
      const next = await open(disk)
      expect(disk.files().has(last)).toBe(false)
      expect(await next.store.balance(id)).toBe(9)
    },
  )

  const damages: readonly [string, number, (bytes: Buffer) => Buffer | null, RegExp][] = [
    [
      'a broken batch that is not the last',
      2,
      flip(80),
      /journal-3-\d+\.rlj: offset 72: the CRC .* is whole behind it$/,
    ],
    ['a broken header before records', 2, flip(30), /journal-3-\d+\.rlj: offset 0: the CRC of the segment header/],
    ['a broken batch in an earlier segment', 1, flip(80), /journal-2-3\.rlj: offset 72: the CRC of a record/],
    [
      'an earlier segment that was cut',
      1,
      (bytes) => bytes.subarray(0, -1),
      /journal-2-3\.rlj: offset \d+: a record is cut off/,
    ],
    [
      'bytes after the end of an earlier segment',
      1,
      (bytes) => Buffer.concat([bytes, Buffer.alloc(9)]),
      /journal-2-3\.rlj: offset \d+: .* goes on behind/,
    ],
    ['a missing first segment', 0, () => null, /ledger: offset 0: the records 1 to 2 are missing/],
    [
      'a missing segment in the middle',
      1,
      () => null,
      /journal-3-(\d+)\.rlj: offset 20: the records 3 to \d+ are missing/,
    ],
  ]
  it.each(damages)('a start refuses %s and names file and offset', async (_name, index, damage, message) => {
    const { disk, paths } = await threeSegments()
    const path = paths[index]!
    disk.put(path, damage(Buffer.from(disk.files().get(path)!)))
    await expect(open(disk)).rejects.toMatchObject({ code: 'journal_damaged', message: expect.stringMatching(message) })
    const { sound, violations } = await verifyLedger('/data', disk.start().fs)
    expect(sound).toBe(false)
    expect(violations.length).toBe(1)
    await expect(readLedger('/data', disk.start().fs)).rejects.toMatchObject({ code: 'journal_damaged' })
  })

  it('a start refuses a segment that continues another history', async () => {
    const { disk, paths } = await threeSegments()
    const last = paths[2]!
    const first = Number(/-(\d+)\.rlj$/.exec(last)?.[1])
    change(disk, last, (bytes) => {
      const after = { q: first - 1, b: Number(bytes.readBigUInt64LE(28)) - 1, h: Buffer.alloc(32, 1) }
      encodeHeader({ epoch: 3, after }).copy(bytes)
      return bytes
    })
    await expect(open(disk)).rejects.toMatchObject({
      message: expect.stringContaining('does not continue the one before'),
    })
  })

  it.each([
    ['a refund of an unknown charge', { t: 'refund', at: 1, r: 'req_a', why: 'crash' }, 'record', 'req_a is not open'],
    ['an unknown record', { t: 'gift', at: 1 }, 'record', 'unknown record "gift"'],
  ])('a start refuses %s even with right checksums', async (_name, record, invariant, message) => {
    const disk = createDisk(seededRandom(1))
    const { bytes } = createBatchEncoder()([{ json: JSON.stringify(record), at: 1 }], journalStart)
    const path = `${folder}/journal-1-1.rlj`
    disk.put(path, Buffer.concat([encodeHeader({ epoch: 1, after: journalStart }), bytes]))
    await expect(open(disk)).rejects.toMatchObject({
      code: 'journal_damaged',
      message: expect.stringContaining(message),
    })
    expect(await verifyLedger('/data', disk.start().fs)).toMatchObject({
      sound: false,
      violations: [{ file: path, offset: 72, invariant, message: expect.stringContaining(message) }],
    })
  })
})

function flip(offset: number): (bytes: Buffer) => Buffer {
  return (bytes) => {
    bytes[offset]! ^= 4
    return bytes
  }
}

describe('two servers on one folder', () => {
  it('the older of two servers that cannot see each other stops at its next beat', async () => {
    const disk = createDisk(seededRandom(1))
    const timers = createFakeTimers()
    const older = await open(disk, { timers })
    const { id } = await older.store.createAccount('test')
    await open(disk)
    timers.fire()
    expect(String(await older.store.failed)).toMatch(/another server has taken over: \/data\/ledger\/LOCK is not ours/)
    await expect(charge(older, id, 'req_a')).rejects.toThrow('cannot be written')
    expect(older.store.isSound()).toBe(false)
  })

  it('the older of two servers that cannot see each other creates no more segments', async () => {
    const disk = createDisk(seededRandom(1))
    const older = await open(disk, { limits: { segmentBytes: 1500, snapshotRecords: 1000 } })
    const { id } = await older.store.createAccount('test')
    await open(disk)
    const segments = (): readonly string[] => [...disk.files().keys()].filter((name) => name.endsWith('.rlj'))
    const before = segments()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, (_, i) => older.store.grant(id, { kind: 'topup', ref: `${i}`, credits: 1 })),
    )
    expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 'rejected'))
    await older.store.close()
    expect(segments()).toEqual(before)
  })

  it('a start that is taken over while it waits for the previous holder is refused', async () => {
    const disk = createDisk(seededRandom(1))
    const started = open(disk, {
      async takeLock(parts) {
        const lock = await takeSimulated(parts, createMachine().start())
        async function settle(): Promise<void> {
          await open(disk)
          await lock.settle()
        }
        return { ...lock, settle }
      },
    })
    await expect(started).rejects.toMatchObject({
      code: 'data_folder_locked',
      message: 'another server has taken over the data folder /data',
    })
  })

  it.each([
    ['one', async () => {}],
    ['both', (ledger: FileLedger, id: string) => charge(ledger, id, 'req_newer')],
  ])(
    'when %s of two servers wrote on, only the newer acknowledges, and the next start has its records',
    async (_name, act) => {
      const disk = createDisk(seededRandom(1))
      const older = await open(disk)
      const { id } = await older.store.createAccount('test')
      await charge(older, id, 'req_before')
      const newer = await open(disk)
      await act(newer, id)
      await expect(charge(older, id, 'req_older')).rejects.toThrow('cannot be written')
      await newer.store.grant(id, { kind: 'topup', ref: 'payment', credits: 7 })
      expect(await verifyLedger('/data', disk.start().fs)).toMatchObject({ sound: true })
      const { store } = await open(disk)
      const lines = await store.statement(id, '2026-11')
      const captures = lines.flatMap(({ kind, requestId }) => (kind === 'capture' ? [requestId] : []))
      expect(captures).toEqual(['req_before', ...(_name === 'both' ? ['req_newer'] : [])])
      expect(await store.balance(id)).toBe(27)
    },
  )
})
