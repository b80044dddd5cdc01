import { seededRandom } from '@riftline/core'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Fs } from '#base/node/fs.ts'
import type { FileLedger } from '#ledger/file/file-store.ts'
import { timesOf } from '#ledger/file/line-finder.ts'
import { type LinesWanted, linesBack, type PlacedLine } from '#ledger/rules/statement.ts'
import { amount } from '../../support/amount.ts'
import { createManualClock, type ManualClock } from '../../support/clock.ts'
import { createDisk, type SimulatedDisk } from '../simulated-disk/disk.ts'
import { folder, openSimulated } from '../simulated-disk/open-simulated.ts'
import { callOf } from '../store/credit-store.fixture.ts'
import { pagedLines } from '../store/paged-lines.ts'

const [minute, day] = [60_000, 86_400_000]
const always = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY, before: Number.POSITIVE_INFINITY }

let disk: SimulatedDisk
let clock: ManualClock
let ledger: FileLedger
/** Segments read since the test emptied the list. */
let read: string[]

async function start(segmentBytes = 2000): Promise<void> {
  const { fs } = disk.start()
  const watched: Fs = {
    ...fs,
    read(path, offset, length) {
      if (path.endsWith('.rlj')) read.push(path.slice(folder.length + 1))
      return fs.read(path, offset, length)
    },
  }
  const limits = { segmentBytes, snapshotRecords: 1000 }
  ledger = await openSimulated({ ...disk.start(), fs: watched }, seededRandom(1), { clock, limits })
}

beforeEach(async () => {
  disk = createDisk(seededRandom(1))
  clock = createManualClock()
  read = []
  await start()
})

async function account(name: string): Promise<string> {
  const { id } = await ledger.store.createAccount(name)
  await ledger.store.grant(id, { kind: 'topup', ref: 'payment', credits: 10_000 })
  return id
}

async function capture(accountId: string, keyId: string | null = null): Promise<string> {
  const result = await ledger.store.hold(callOf(accountId, 1, { keyId }))
  if (result.kind !== 'held') throw new Error(result.kind)
  await ledger.store.capture(result.hold)
  return result.hold.requestId
}

async function charge(accountId: string, count: number, keyId: string | null = null): Promise<void> {
  for (let call = 0; call < count; call += 1) ledger.store.delivered(await capture(accountId, keyId))
}

async function linesOf(lines: AsyncIterable<PlacedLine>): Promise<Omit<PlacedLine, 'place'>[]> {
  const found: PlacedLine[] = []
  for await (const line of lines) found.push(line)
  expect(found.every(({ place }, index) => place < (found[index - 1]?.place ?? Number.POSITIVE_INFINITY))).toBe(true)
  return found.map(({ place, ...line }) => line)
}

async function expectSameAsAll(wanted: LinesWanted): Promise<void> {
  const expected = await linesOf(linesBack(ledger.journal.records(), wanted))
  expect(await linesOf(ledger.journal.linesBack(wanted))).toEqual(expected)
}

describe('the backward search for lines of a statement', () => {
  it.each(Array.from({ length: amount(1, 20) }, (_, seed) => seed))(
    'the backward search finds the same lines as a read of all records (seed %i)',
    async (seed) => {
      const random = seededRandom(seed)
      const accounts = [await account('one'), await account('other'), await account('third')]
      const keys = ['a', 'b', null]
      const open: string[] = []
      for (let step = 0; step < 150; step += 1) {
        const chance = random.below(20)
        const id = accounts[random.below(chance < 15 ? 2 : 3)]!
        clock.advance(random.below(5) * minute)
        if (chance < 12) open.push(await capture(id, keys[random.below(3)]!))
        else if (chance === 12) clock.advance(random.below(20) * day)
        else if (chance === 13) {
          await ledger.store.close()
          open.length = 0
          await start()
        } else if (open.length > 0) {
          const [requestId = ''] = open.splice(random.below(open.length), 1)
          if (chance < 16) ledger.store.delivered(requestId)
          else if (chance < 18) ledger.store.keep(requestId)
          else await ledger.store.refund(requestId, 'disconnect')
        }
      }
      expect([...disk.files().keys()].filter((path) => path.endsWith('.rlj')).length).toBeGreaterThan(5)
      for (const accountId of accounts) {
        for (const keyId of [...keys, 'c']) {
          // A name that a search of some days does not find is absent from all other days too.
          for (let part = 0; part < 8; part += 1) {
            const from = clock.now() - random.below(60) * day
            await expectSameAsAll({ accountId, keyId, ...always, from, to: from + random.below(3) * day })
          }
          await expectSameAsAll({ accountId, keyId, ...always })
        }
        const month = new Date(clock.now()).toISOString().slice(0, 7)
        for (const limit of [1, 4]) {
          const expected = await ledger.store.statement(accountId, month)
          expect(await pagedLines(ledger.store, accountId, { month, limit })).toEqual(expected)
        }
      }
    },
  )

  it('texts that a caller sends cannot forge lines', async () => {
    const [id, other] = [await account('one'), await account('other')]
    const forged = `{"q":1,"t":"refund","at":5,"a":"${other}","r":"req_x","op":"predict"}`
    const claim = { accountId: id, path: '/v1/predict', key: 'k', fingerprint: 'a'.repeat(64), requestId: forged }
    await ledger.store.claim(claim)
    const result = await ledger.store.hold(callOf(id, 1, { requestId: forged, keyId: `"a":"${other}"` }))
    if (result.kind !== 'held') throw new Error(result.kind)
    await ledger.store.capture(result.hold, { claim, status: 200, body: `${forged}\n"a":"${other}"` })
    for (const accountId of [id, other]) await expectSameAsAll({ accountId, keyId: null, ...always })
    await ledger.store.refund(forged, 'operator')
    for (const accountId of [id, other]) await expectSameAsAll({ accountId, keyId: null, ...always })
  })

  it('a line tells how its charge was closed even when another record names the call in between', async () => {
    const id = await account('one')
    const requestId = await capture(id)
    await ledger.store.useAddress({ accountId: id, address: '192.0.2.1', requestId }, clock.now() - day)
    ledger.store.keep(requestId)
    const { lines } = await ledger.store.statementPage(id, { month: '2026-11', limit: 1 })
    expect(lines).toMatchObject([{ requestId, reason: 'undelivered' }])
  })

  it('the backward search lets other work run after every hundred records', async () => {
    await ledger.store.close()
    await start(1_000_000)
    const id = await account('one')
    await charge(id, 120)
    const lines = ledger.journal.linesBack({ accountId: id, keyId: null, ...always })[Symbol.asyncIterator]()
    // The segment has been read once the first line arrives.
    await lines.next()
    let ran = false
    setImmediate(() => {
      ran = true
    })
    for (let line = 1; line < 120; line += 1) await lines.next()
    expect(ran).toBe(true)
    await lines.return?.()
  })

  it('a page reads only the segments that fill it', async () => {
    const id = await account('one')
    await charge(id, 100)
    read = []
    const page = { month: '2026-11', limit: 3 }
    await ledger.store.statementPage(id, page)
    // Three lines can lie in three segments, the newest of which has just begun.
    expect(new Set(read).size).toBeLessThan(4)
    read = []
    await ledger.store.statementPage(id, { ...page, skip: 30 })
    expect(new Set(read).size).toBeLessThan(12)
  })

  it('a segment without the account or the month is not read a second time', async () => {
    const [id, other] = [await account('one'), await account('other')]
    await charge(other, 60)
    clock.advanceTo(Date.parse('2026-12-01T00:00:00Z'))
    await charge(other, 60)
    await charge(id, 1)
    const all = [...disk.files().keys()].filter((path) => path.endsWith('.rlj')).length
    const pageOf = async (accountId: string, month: string): Promise<number> => {
      read = []
      const { lines } = await ledger.store.statementPage(accountId, { month, limit: 50 })
      expect(lines.length).toBeGreaterThan(0)
      return new Set(read).size
    }
    expect(await pageOf(id, '2026-12')).toBe(all)
    expect(await pageOf(id, '2026-12')).toBeLessThan(4)
    expect(await pageOf(id, '2026-11')).toBeLessThan(all)
    expect(await pageOf(other, '2026-11')).toBeLessThan(all - 10)
  })

  it('a page is refused when a record on the way is damaged', async () => {
    const id = await account('one')
    await charge(id, 40)
    const bytes = Buffer.from(disk.files().get(`${folder}/journal-1-1.rlj`)!)
    bytes[bytes.indexOf('"model":"fasttree"') + 10]! ^= 1
    disk.put(`${folder}/journal-1-1.rlj`, bytes)
    const page = { month: '2026-11', limit: 1000 }
    await expect(ledger.store.statementPage(id, page)).rejects.toMatchObject({ code: 'journal_damaged' })
    expect((await ledger.store.statementPage(id, { ...page, limit: 3 })).lines.length).toBe(3)
  })

  it('concurrent requests for pages all get their lines', async () => {
    const id = await account('one')
    await charge(id, 30)
    const pages = Array.from({ length: 5 }, (_, skip) =>
      ledger.store.statementPage(id, { month: '2026-11', skip, limit: 2 }),
    )
    const statement = (await ledger.store.statement(id, '2026-11')).toReversed()
    for (const [skip, { lines }] of (await Promise.all(pages)).entries())
      expect(lines).toEqual(statement.slice(skip, skip + 2))
  })
})

it('the time range of a segment is that of its records', async () => {
  const id = await account('one')
  const first = clock.now()
  clock.advance(5 * minute)
  await charge(id, 1)
  await ledger.store.close()
  const [bytes] = [...disk.files()].flatMap(([path, bytes]) => (path.endsWith('.rlj') ? [bytes] : []))
  expect(timesOf(bytes ?? Buffer.alloc(0))).toEqual({ from: first, to: clock.now() })
  expect(timesOf(Buffer.alloc(72))).toEqual({ from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY })
})
