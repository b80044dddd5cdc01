import { createMemoryChangeStore } from '@riftline/changes'
import { shownSeries } from '@riftline/predictor'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createManualClock } from '../support/clock.ts'
import {
  lineOf,
  minuteMs,
  recordsAfter,
  resultOf,
  scheduledSeries,
  scheduleOf,
  servingOf,
  startMs,
  startWatched,
} from './watched.ts'

type Watched = ReturnType<typeof startWatched>

const publicFields = (watched: Watched) =>
  shownSeries(watched.schedule.current!, watched.serving.current.index.teams.byId, watched.clock.now()).map(
    ({ id, league, bestOf, scheduledUtc, team1, team2 }) => {
      return [id, { seriesId: id, league, bestOf, scheduledUtc, team1Id: team1.id, team2Id: team2.id }] as const
    },
  )

/** Applies changes of the schedule to a copy, as a bot does. Throws for a change that does not fit the copy. */
function replay(copy: Map<string, object>, changes: ReturnType<typeof recordsAfter>): void {
  for (const { seq: _, atUtc: __, type, changed, ...fields } of changes) {
    if (!String(type).startsWith('schedule.')) continue
    const { seriesId } = fields
    const before = copy.get(seriesId) as Record<string, unknown> | undefined
    if ((type === 'schedule.added') === (before !== undefined)) throw new Error(`${type} of ${seriesId} twice`)
    if (type === 'schedule.removed') expect(fields).toEqual(before)
    if (type === 'schedule.changed') {
      const differ = Object.keys(fields).filter((name) => fields[name] !== before?.[name])
      expect(differ.sort()).toEqual([...changed].sort())
    }
    if (type === 'schedule.removed') copy.delete(seriesId)
    else copy.set(seriesId, fields)
  }
}

const anySeries = fc.record({
  id: fc.constantFrom('s1', 's2', 's3', 's4', 's5'),
  start: fc.integer({ min: -20, max: 60 }),
  bestOf: fc.constantFrom(1, 3, 5),
  started: fc.boolean(),
  teams: fc.constantFrom<[number, number]>([101, 102], [101, 103], [102, 104]),
})
const anySchedule = fc.uniqueArray(anySeries, { selector: ({ id }) => id, maxLength: 5 })
const anyTeams = fc.constantFrom([101, 102, 103, 104], [101, 102, 103], [101, 103])
const scheduleStep = fc.oneof(
  anySchedule.map((series) => ({ series })),
  anyTeams.map((teams) => ({ teams })),
  fc.integer({ min: 1, max: 20 * 60 }).map((seconds) => ({ seconds })),
)

it('changes of the schedule, replayed, give the served schedule after any sequence of readings, artifacts and times', async () => {
  await fc.assert(
    fc.asyncProperty(anySchedule, fc.array(scheduleStep, { maxLength: 15 }), async (first, steps) => {
      const store = createMemoryChangeStore()
      const watched = startWatched(store)
      let step = 1
      const read = (series: typeof first) => {
        watched.schedule.current = scheduleOf(
          step,
          series.map(({ id, start, ...more }) => scheduledSeries(id, start, more)),
        )
      }
      read(first)
      await watched.look(0)
      const begin = store.head()
      const copy = new Map<string, object>(publicFields(watched))
      let told = begin
      for (const one of steps) {
        step += 1
        if ('series' in one) read(one.series)
        else if ('teams' in one) watched.serving.current = servingOf(step, { teams: one.teams })
        else watched.clock.advance(one.seconds * 1000)
        await watched.look(0)
        replay(copy, recordsAfter(store, told))
        told = store.head()
        expect(Object.fromEntries(copy)).toEqual(Object.fromEntries(publicFields(watched)))
      }
      expect(watched.log).toEqual([])
    }),
  )
})

it('two processes with clocks minutes apart write each change of the schedule once', async () => {
  const look = fc.record({ process: fc.integer({ min: 0, max: 1 }), seconds: fc.integer({ min: 0, max: 600 }) })
  const steps = fc.array(fc.tuple(fc.option(anySchedule), fc.array(look, { minLength: 2, maxLength: 6 })), {
    maxLength: 8,
  })
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: -120, max: 120 }), steps, async (skewSeconds, all) => {
      const store = createMemoryChangeStore()
      const ahead = new Date(startMs + skewSeconds * 1000).toISOString()
      const processes = [startWatched(store), startWatched(store, createManualClock(ahead))] as const
      const read = (at: number, series: Parameters<typeof scheduleOf>[1]) => {
        for (const { schedule } of processes) schedule.current = scheduleOf(at, series)
      }
      read(0, [scheduledSeries('s1', 10)])
      for (const one of processes) await one.look(0)
      const copy = new Map<string, object>(publicFields(processes[0]))
      const begin = store.head()
      for (const [at, [series, looks]] of all.entries()) {
        if (series !== null)
          read(
            at + 1,
            series.map(({ id, start, ...more }) => scheduledSeries(id, start, more)),
          )
        for (const { process, seconds } of looks) {
          for (const { clock } of processes) clock.advance(seconds * 1000)
          await processes[process]!.look(0)
        }
      }
      for (const { clock } of processes) clock.advance(10 * minuteMs)
      for (const one of [...processes, ...processes]) await one.look(0)
      replay(copy, recordsAfter(store, begin))
      const aheadOfOther = processes[skewSeconds > 0 ? 1 : 0]
      expect(Object.fromEntries(copy)).toEqual(Object.fromEntries(publicFields(aheadOfOther)))
    }),
  )
})

it('a copy of prices that is read again at each odds.captured has every standing price, and no price is written twice', async () => {
  const price = fc.record({
    match: fc.constantFrom('m1', 'm2'),
    source: fc.constantFrom('kalshi', 'polymarket'),
    odds: fc.constantFrom(1.5, 1.6, 1.7),
    agoSeconds: fc.integer({ min: 0, max: 120 }),
    seconds: fc.integer({ min: 1, max: 15 * 60 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(price, { maxLength: 25 }), async (prices) => {
      const store = createMemoryChangeStore()
      const watched = startWatched(store)
      await watched.look()
      const starts: Record<string, number> = { m1: 30, m2: 90 }
      const standing = new Map<string, { readonly at: number; readonly odds: number }>()
      const copy = new Map<string, number>()
      const closed: string[] = []
      let told = store.head()
      for (const { match, source, odds, agoSeconds, seconds } of prices) {
        const key = `${source} ${match}`
        const at = Math.floor((watched.clock.now() - agoSeconds * 1000) / 1000) * 1000
        const known = standing.get(key)
        const isBefore =
          at < startMs + starts[match]! * minuteMs || watched.clock.now() < startMs + starts[match]! * minuteMs
        await watched.addPrice(match, source, { at, start: starts[match]!, odds })
        if (isBefore && (known === undefined || at > known.at)) standing.set(key, { at, odds })
        await watched.look(0)
        await watched.look(seconds * 1000)
        for (const { type, ...fields } of recordsAfter(store, told)) {
          const changed = `${fields.source} ${fields.esportsMatchId}`
          if (type === 'odds.closed') closed.push(changed)
          else {
            expect(copy.get(changed)).not.toBe(standing.get(changed)!.odds)
            copy.set(changed, standing.get(changed)!.odds)
          }
        }
        told = store.head()
        expect(Object.fromEntries(copy)).toEqual(
          Object.fromEntries([...standing].map(([name, { odds }]) => [name, odds])),
        )
      }
      const now = watched.clock.now()
      const begun = [...standing.keys()].filter((key) => startMs + starts[key.slice(-2)]! * minuteMs <= now)
      expect(closed.toSorted()).toEqual(begun.toSorted())
    }),
  )
})

it('the first look of a log writes nothing, and the next one only what is new', async () => {
  const store = createMemoryChangeStore()
  const watched = startWatched(store)
  watched.schedule.current = scheduleOf(0, [scheduledSeries('s1', 60)])
  watched.kept.lines = [lineOf(1)]
  watched.serving.current = servingOf(0, { results: [resultOf(1, -600)] })
  await watched.addPrice('s1', 'kalshi', { at: startMs, start: 60, odds: 1.5 })
  const begin = store.head()
  await watched.look()
  await watched.look()
  expect(recordsAfter(store, begin)).toEqual([])
  watched.kept.lines = [lineOf(1), lineOf(2, { seriesId: 's2' })]
  watched.serving.current = servingOf(1, { results: [resultOf(2, -60), resultOf(1, -600)] })
  await watched.look()
  expect(recordsAfter(store, begin)).toMatchObject([
    { type: 'artifacts.replaced', artifacts: 'a1', dataThroughUtc: '2026-11-22T12:00:00' },
    { type: 'forecast.kept', seriesId: 's2' },
    { type: 'series.finished', seriesId: null, resultId: 2, team1Id: 101, winnerTeamId: 101, wins1: 2, wins2: 0 },
  ])
  expect(watched.counted).toEqual(['artifacts.replaced', 'forecast.kept', 'series.finished'])
})

it('series of the first schedule of a server without one are new', async () => {
  const store = createMemoryChangeStore()
  const watched = startWatched(store)
  watched.schedule.current = null
  await watched.look(0)
  const begin = store.head()
  watched.schedule.current = scheduleOf(1, [scheduledSeries('s1', 30), scheduledSeries('s2', 40)])
  await watched.look(1)
  const news = recordsAfter(store, begin).map(({ type, seriesId }) => [type, seriesId])
  expect(news).toEqual([
    ['schedule.added', 's1'],
    ['schedule.added', 's2'],
  ])
})

it('a result names the series of the schedule that it was, and is written once, also under another id', async () => {
  const store = createMemoryChangeStore()
  const watched = startWatched(store)
  watched.schedule.current = scheduleOf(0, [scheduledSeries('s1', 10), scheduledSeries('s2', 240)])
  await watched.look()
  const begin = store.head()
  watched.clock.advance(30 * minuteMs)
  await watched.look()
  watched.schedule.current = scheduleOf(1, [])
  await watched.look()
  watched.serving.current = servingOf(1, { results: [resultOf(7, 15, 102, 101)] })
  await watched.look()
  watched.serving.current = servingOf(2, { results: [resultOf(9, 16, 102, 101)] })
  await watched.look()
  const finished = recordsAfter(store, begin).filter(({ type }) => type === 'series.finished')
  expect(finished).toMatchObject([{ seriesId: 's1', resultId: 7, winnerTeamId: 102 }])
})

it('artifacts are written when their data is newer or their id is new, not when former ones return', async () => {
  const store = createMemoryChangeStore()
  const watched = startWatched(store)
  await watched.look()
  const begin = store.head()
  for (const [day, id] of [
    [0, 'b'],
    [1, 'c'],
    [0, 'b'],
    [1, 'c'],
    [1, 'd'],
  ] as const) {
    watched.serving.current = servingOf(day, { id })
    await watched.look()
  }
  expect(recordsAfter(store, begin).map(({ artifacts }) => artifacts)).toEqual(['b', 'c', 'd'])
})

it('an error of the store is logged once, and the change is written as soon as the store works again', async () => {
  const store = createMemoryChangeStore()
  let isFull = false
  const failing = {
    ...store,
    append: (...batches: Parameters<typeof store.append>) =>
      isFull ? Promise.reject(new Error('ENOSPC')) : store.append(...batches),
  }
  const watched = startWatched(failing)
  watched.schedule.current = scheduleOf(0, [])
  await watched.look()
  const begin = store.head()
  isFull = true
  watched.schedule.current = scheduleOf(1, [scheduledSeries('s1', 60)])
  await watched.look()
  await watched.look()
  expect(watched.log).toMatchObject([{ event: 'changes_not_written', of: 'schedule', error: 'ENOSPC' }])
  isFull = false
  await watched.look()
  expect(recordsAfter(store, begin)).toMatchObject([{ type: 'schedule.added', seriesId: 's1' }])
})

it('a process with an older reading, or with older artifacts, writes nothing about the schedule', async () => {
  const store = createMemoryChangeStore()
  const [newer, older] = [startWatched(store), startWatched(store)]
  newer.serving.current = servingOf(1, { teams: [101, 102, 103, 104] })
  newer.schedule.current = scheduleOf(10, [scheduledSeries('s1', 60), scheduledSeries('s2', 60, { teams: [101, 104] })])
  await newer.look()
  const begin = store.head()
  older.schedule.current = newer.schedule.current
  await older.look()
  older.schedule.current = scheduleOf(5, [])
  await older.look()
  expect(recordsAfter(store, begin)).toEqual([])
  // If the process with newer artifacts is gone, the next reading is written by the other one after a minute.
  older.schedule.current = scheduleOf(20, [scheduledSeries('s1', 60)])
  await older.look()
  expect(recordsAfter(store, begin)).toEqual([])
  await older.look(minuteMs)
  expect(recordsAfter(store, begin)).toMatchObject([{ type: 'schedule.removed', seriesId: 's2' }])
})
