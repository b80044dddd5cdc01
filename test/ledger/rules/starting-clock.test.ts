import { randomBytes } from 'node:crypto'
import type { LogEntry } from '@riftline/base/node'
import { seededRandom } from '@riftline/core'
import { createMemoryStore, parseExport } from '@riftline/ledger'
import { readLedger } from '@riftline/ledger/file'
import { describe, expect, it } from 'vitest'
import type { MovableLedger } from '#ledger/document/ledger-content.ts'
import { importIntoFiles } from '#ledger/file/file-store.ts'
import { readRecords } from '#ledger/file/read-journal.ts'
import { hasToTurnBack } from '#ledger/rules/turn-back.ts'
import { createManualClock } from '../../support/clock.ts'
import { createDisk } from '../simulated-disk/disk.ts'
import { openSimulated, simulated } from '../simulated-disk/open-simulated.ts'
import { linesOf } from '../store/exported.ts'

const start = Date.parse('2026-11-21T12:00:00Z')
const [hour, day] = [3_600_000, 86_400_000]

type Look = readonly [turnsBack: boolean, log: readonly LogEntry[]]

async function look(newestAt: number | null, acceptClock?: boolean, firstAt: () => number = () => 1): Promise<Look> {
  const log: LogEntry[] = []
  const options = { clock: createManualClock(), log: (entry: LogEntry) => log.push(entry) }
  const clock = acceptClock === undefined ? options : { ...options, acceptClock }
  return [await hasToTurnBack(clock, newestAt, firstAt), log]
}

describe('the clock at a start', () => {
  it.each([null, start, start - 31 * day + 1, start + 2 * hour])(
    'a clock close enough to the newest record (%s) is accepted without a log line',
    async (newest) => {
      const unasked = (): number => expect.unreachable('the first record is looked for in vain')
      expect(await look(newest, undefined, unasked)).toEqual([false, []])
      expect(await look(newest, true, unasked)).toEqual([false, []])
    },
  )

  it('a clock 31 days past the newest record is logged as a warning', async () => {
    const jump = {
      level: 'warn',
      event: 'clock_jump',
      clockUtc: '2026-11-21T12:00:00',
      newestUtc: '2026-10-21T12:00:00',
    }
    expect(await look(start - 31 * day)).toEqual([false, [jump]])
    expect(await look(start - 31 * day, true)).toEqual([false, [jump]])
  })

  it('a clock over two hours behind the newest record is refused, unless the operator accepts it', async () => {
    await expect(look(start + 2 * hour + 1)).rejects.toThrow(
      'the newest record of the ledger is of 2026-11-21T14:00:00, the clock says 2026-11-21T12:00:00 (UTC): expected at most' +
        ' two hours between them; set the clock, or start once with RIFTLINE_ACCEPT_CLOCK=on if it is right',
    )
    await expect(look(start + 2 * hour + 1, false)).rejects.toThrow(
      expect.objectContaining({ code: 'clock_behind_ledger' }),
    )
    const accepted = {
      level: 'warn',
      event: 'clock_accepted',
      clockUtc: '2026-11-21T12:00:00',
      newestUtc: '2026-11-21T14:00:00',
    }
    expect(await look(start + 2 * hour + 1, true)).toEqual([true, [accepted]])
    expect(await look(start + 2 * hour + 1, true, () => start)).toEqual([true, [accepted]])
  })

  it('a clock before the first record is refused even if the operator accepts it', async () => {
    await expect(look(start + 2 * hour + 1, true, () => start + 1000)).rejects.toThrow(
      expect.objectContaining({
        code: 'clock_behind_ledger',
        message:
          'the first record of the ledger is of 2026-11-21T12:00:01, the clock says 2026-11-21T12:00:00 (UTC): expected a' +
          ' clock that is not before it, whatever is accepted; set the clock',
      }),
    )
  })
})

it('a ledger is turned back by a mark of delivery without charges, which version 0.1.0 ignores', async () => {
  const disk = createDisk(seededRandom(1))
  const clock = createManualClock()
  for (const [at, name, seed] of [
    [start, 'early', 1],
    [start + 9 * 365 * day, 'late', 2],
  ] as const) {
    clock.setNow(at)
    const first = await openSimulated(disk.start(), seededRandom(seed), { clock })
    await first.store.createAccount(name)
    await first.store.close()
  }
  clock.setNow(start)
  const second = await openSimulated(disk.start(), seededRandom(3), { clock, acceptClock: true })
  await second.store.close()
  const marks: unknown[] = []
  for await (const record of readRecords(disk.start().fs, '/data/ledger'))
    if (record.type === 'delivered') marks.push(record)
  expect(marks).toMatchObject([{ type: 'delivered', at: start, requestIds: [], turnsBack: true }])
  // Accepting the clock again, with no record ahead of it, changes nothing.
  await (await openSimulated(disk.start(), seededRandom(4), { clock, acceptClock: true })).store.close()
  const { state } = await readLedger('/data', disk.start().fs)
  expect(state.lastAt).toBe(start)
})

describe('an import', () => {
  /** Exports a small ledger whose last key was made `aheadMs` after its account. */
  async function linesWith(aheadMs: number): Promise<string[]> {
    const clock = createManualClock()
    const store = createMemoryStore({ clock, randomBytes, freeCredits: 20 })
    const { id } = await store.createAccount('test')
    await store.grant(id, { kind: 'plan', ref: 'p', credits: 5, name: 'pro', expiresAt: start + 9 * 365 * day })
    clock.advance(aheadMs)
    await store.addKey({ id: 'k', accountId: id, name: 'prod', sha256: 'f'.repeat(64) })
    return linesOf(store)
  }
  const target = (acceptClock = false) => {
    const disk = createDisk(seededRandom(1))
    const log: LogEntry[] = []
    const note = (entry: LogEntry) => void log.push(entry)
    return { disk, log, options: { ...simulated(disk.start(), seededRandom(1)), acceptClock, log: note } }
  }

  it('an import takes records up to an hour ahead, and plans that end years from now', async () => {
    await importIntoFiles(target().options, await parseExport(await linesWith(hour)))
  })

  it('an import logs records further ahead when the operator accepts them', async () => {
    const { options, log } = target(true)
    await importIntoFiles(options, await parseExport(await linesWith(3 * hour)))
    const times = { clockUtc: '2026-11-21T12:00:00', newestUtc: '2026-11-21T15:00:00' }
    expect(log).toEqual([{ level: 'warn', event: 'clock_accepted', ...times }])
  })

  it('an import refuses a document that begins after the clock, even if the operator accepts the clock', async () => {
    const { disk, options } = target(true)
    const document = await parseExport(await linesWith(3 * hour))
    const clock = createManualClock('2026-11-21T11:59:59Z')
    await expect(importIntoFiles({ ...options, clock }, document)).rejects.toMatchObject({
      code: 'clock_behind_ledger',
      message: expect.stringMatching(/first record .* 2026-11-21T12:00:00, the clock says 2026-11-21T11:59:59/),
    })
    expect([...disk.files().keys()]).toEqual([])
  })

  it('an import refuses a record more than an hour ahead, with line, field and both times', async () => {
    const document = await parseExport(await linesWith(hour + 1))
    const { disk, options } = target()
    const refused = {
      code: 'ledger_document_invalid',
      message: expect.stringMatching(/^line 3: createdAt: .*2026-11-21T12:00:00.*2026-11-21T13:00:00.*ACCEPT_CLOCK=on/),
    }
    await expect(importIntoFiles(options, document)).rejects.toMatchObject(refused)
    expect([...disk.files().keys()]).toEqual([])
    const memory = createMemoryStore({ clock: createManualClock(), randomBytes, freeCredits: 20 })
    await expect((memory as unknown as MovableLedger).importLedger(document)).rejects.toMatchObject(refused)
  })
})
