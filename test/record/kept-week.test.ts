import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ScheduledSeries } from '@riftline/predictor'
import { type KeptStore, matchKept } from '@riftline/record'
import { openKeptFiles, verifyKeptFiles } from '@riftline/record/file'
import { openKeptDatabase, verifyKeptDatabase } from '@riftline/record/postgres'
import { describe, expect, it } from 'vitest'
import { databaseTests, sharedPostgres } from '../support/postgres.ts'
import { stillTimers } from '../support/postgres-store.ts'
import { keepFrom, listed, madeUtcOf, msOf, type ScriptedKeeper, scheduleOf } from './kept-week.ts'

/** A place where forecasts are kept, opened anew after each stop of the server. */
interface Place {
  open(): Promise<KeptStore>
  verify(): Promise<{ readonly sound: boolean; readonly lines: number }>
  remove(): Promise<void>
}

async function folderPlace(): Promise<Place> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'riftline-kept-week-'))
  return {
    open: () => openKeptFiles({ dataFolder, log: () => {} }),
    verify: () => verifyKeptFiles(dataFolder, { timers: stillTimers }),
    remove: async () => rmSync(dataFolder, { recursive: true }),
  }
}

async function databasePlace(): Promise<Place> {
  const databaseUrl = await (await sharedPostgres()).createDatabase()
  return {
    open: () => openKeptDatabase({ databaseUrl, log: () => {}, timers: stillTimers }),
    verify: () => verifyKeptDatabase(databaseUrl),
    remove: async () => {},
  }
}

const week = {
  regular: listed('regular', [1, 2], '2026-11-26T10:00:00'),
  noon: listed('noon', [3, 4], '2026-11-27T12:00:00'),
  evening: listed('evening', [3, 4], '2026-11-27T19:00:00'),
  twice: listed('twice', [5, 6], '2026-11-27T15:00:00'),
  postponed: listed('postponed', [7, 8], '2026-11-28T14:00:00', { bestOf: 5 }),
  late: listed('late', [9, 10], '2026-11-28T18:00:00'),
  early: listed('early', [11, 12], '2026-11-29T15:00:00'),
  earlyUnseen: listed('early-unseen', [13, 14], '2026-11-29T20:00:00'),
  cancelled: listed('cancelled', [15, 16], '2026-11-30T12:00:00'),
  known: listed('known-late', [17, 99], '2026-11-30T15:00:00'),
  unknown: listed('unknown', [18, 99], '2026-11-30T16:00:00'),
  two: listed('best-of-2', [19, 20], '2026-11-30T17:00:00', { bestOf: 2 }),
  month: listed('month', [21, 22], '2026-12-01T00:00:02', { bestOf: 1 }),
  crash: listed('crash', [23, 24], '2026-12-01T16:00:00'),
  after: listed('after', [25, 26], '2026-12-01T18:00:00'),
} as const
type Week = { -readonly [name in keyof typeof week]: ScheduledSeries | null }

/** Lets the week pass; the schedule changes as services report. Time passes in single seconds around every start. */
async function runWeek(
  place: Place,
): Promise<{ readonly keepers: readonly ScriptedKeeper[]; readonly store: KeptStore }> {
  const now: Week = { ...week }
  const doubles = [week.twice, listed('twice-too', [6, 5], week.twice.scheduledUtc)]
  const current = () => scheduleOf([...Object.values(now).flatMap((one) => one ?? []), ...doubles])
  let keeper = keepFrom('2026-11-25T09:00:00', await place.open(), { current: current() })
  const keepers = [keeper]
  const change = (name: keyof Week, fields: Partial<ScheduledSeries> | null) => {
    now[name] = fields && { ...week[name], ...fields }
    keeper.schedule.current = current()
  }
  const pass = async (day: number, time: string) => {
    const at = `2026-${day > 25 ? '11' : '12'}-${String(day).padStart(2, '0')}T${time}`
    const near = (seconds: number) => new Date(msOf(at) + seconds * 1000).toISOString().slice(0, 19)
    await keeper.passTo(near(-10), 30)
    await keeper.passTo(near(10))
  }
  await pass(26, '10:00:00')
  await pass(27, '12:00:00')
  await pass(27, '15:00:00')
  await pass(27, '19:00:00')
  await pass(28, '13:20:00')
  change('postponed', { scheduledUtc: '2026-11-28T16:30:00' })
  await pass(28, '14:00:00')
  await pass(28, '16:30:00')
  await pass(28, '18:00:00')
  change('late', { scheduledUtc: '2026-11-28T20:00:00' })
  await pass(28, '20:00:00')
  await pass(29, '14:52:20')
  change('early', { startedUtc: '2026-11-29T14:40:00' })
  await pass(29, '15:00:00')
  await pass(29, '20:00:00')
  change('earlyUnseen', { startedUtc: '2026-11-29T19:55:00' })
  await pass(30, '11:00:00')
  change('cancelled', null)
  await pass(30, '12:00:00')
  await pass(30, '14:00:00')
  change('known', { team2: { id: 27, name: 'Team 27' } })
  await pass(30, '15:00:00')
  await pass(30, '17:00:00')
  await pass(1, '00:00:02')
  await keeper.passTo('2026-12-01T15:59:50', 30)
  await keeper.passTo('2026-12-01T15:59:59')
  await keeper.close()
  keeper = keepFrom('2026-12-01T16:00:01', await place.open(), { current: current() })
  keepers.push(keeper)
  await pass(1, '16:00:10')
  await pass(1, '18:00:00')
  const store = await place.open()
  return { keepers, store }
}

describe.each([
  { where: 'files', skip: false, place: folderPlace },
  { where: `PostgreSQL${databaseTests.why}`, skip: databaseTests.skip, place: databasePlace },
])('a week of kept forecasts in $where', ({ skip, place: make }) => {
  it.skipIf(skip)(
    'each series keeps its last forecast before the start, the last line counts, and the chain verifies',
    async () => {
      const place = await make()
      const { keepers, store } = await runWeek(place)
      const { lines, fault } = await store.read()
      expect(fault).toBeNull()
      expect(
        lines.map(({ seriesId, keptAtUtc, startUtc }) => `${seriesId} ${keptAtUtc.slice(5)} ${startUtc.slice(5)}`),
      ).toEqual([
        'regular 11-26T09:59:55 11-26T10:00:00',
        'noon 11-27T11:59:55 11-27T12:00:00',
        'twice 11-27T14:59:55 11-27T15:00:00',
        'evening 11-27T18:59:55 11-27T19:00:00',
        'postponed 11-28T16:29:55 11-28T16:30:00',
        'late 11-28T17:59:55 11-28T18:00:00',
        'late 11-28T19:59:55 11-28T20:00:00',
        expect.stringMatching(/^early 11-29T14:39:\d\d 11-29T14:40:00$/),
        'early-unseen 11-29T19:59:55 11-29T20:00:00',
        expect.stringMatching(/^early-unseen 11-29T19:54:\d\d 11-29T19:55:00$/),
        'known-late 11-30T14:59:55 11-30T15:00:00',
        'month 11-30T23:59:57 12-01T00:00:02',
        'after 12-01T17:59:55 12-01T18:00:00',
      ])
      for (const line of lines) {
        expect([line.seriesId, madeUtcOf(line)]).toEqual([line.seriesId, line.keptAtUtc])
        expect(line.keptAtUtc <= line.startUtc).toBe(true)
      }
      expect(await place.verify()).toMatchObject({ sound: true, lines: 13 })
      const events = keepers.map(({ log }) => log.filter(({ event }) => event !== 'forecast_kept'))
      const startUtc = '2026-12-01T16:00:00'
      const missed = { level: 'warn', event: 'forecast_not_kept', seriesId: 'crash', startUtc }
      expect(events).toEqual([[], [{ ...missed, reason: 'no forecast was made before the start' }]])
      expect(keepers.map(({ counts }) => counts)).toEqual([
        { forecasts_kept_total: 12, forecasts_not_kept_total: 0 },
        { forecasts_kept_total: 1, forecasts_not_kept_total: 1 },
      ])
      const graded = [
        { team1Id: 10, team2Id: 9, startMs: msOf('2026-11-28T20:03:00') },
        { team1Id: 13, team2Id: 14, startMs: msOf('2026-11-29T19:55:10') },
        { team1Id: 3, team2Id: 4, startMs: msOf('2026-11-27T19:05:00') },
        { team1Id: 3, team2Id: 4, startMs: msOf('2026-11-27T12:05:00') },
        { team1Id: 23, team2Id: 24, startMs: msOf('2026-12-01T16:00:00') },
      ]
      const matched = matchKept(lines, graded)
      const starts = graded.map((series) => matched.get(series)?.line.startUtc.slice(5))
      expect(starts).toEqual(['11-28T20:00:00', '11-29T19:55:00', '11-27T19:00:00', '11-27T12:00:00', undefined])
      await Promise.all([keepers[1]?.close(), store.close()])
      await place.remove()
    },
  )
})

it.skipIf(databaseTests.skip)(`two processes on one database keep each line once${databaseTests.why}`, async () => {
  const place = await databasePlace()
  const series = Array.from({ length: 40 }, (_, index) => {
    return listed(
      `s${index}`,
      [1 + (index % 10), 11 + (index % 40)],
      `2026-11-26T10:00:${String(index >> 1).padStart(2, '0')}`,
    )
  })
  const keepers = await Promise.all(
    [0, 1].map(async () => keepFrom('2026-11-26T09:59:30', await place.open(), { current: scheduleOf(series) })),
  )
  await Promise.all(keepers.map((keeper) => keeper.passTo('2026-11-26T10:01:00')))
  const store = await place.open()
  const { lines } = await store.read()
  expect(lines.map(({ seriesId }) => seriesId).sort()).toEqual(series.map(({ id }) => id).sort())
  expect(await place.verify()).toMatchObject({ sound: true, lines: 40 })
  const kept = keepers.map(({ counts }) => counts.forecasts_kept_total)
  expect(kept.reduce((sum, count) => sum + count, 0)).toBe(40)
  expect(keepers.flatMap(({ log }) => log).filter(({ event }) => event !== 'forecast_kept')).toEqual([])
  await Promise.all([...keepers, store].map((one) => one.close()))
})
