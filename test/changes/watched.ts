import { toUtc } from '@riftline/base'
import type { LogEntry } from '@riftline/base/node'
import { type ChangeStore, startWatching, type WatchedServing } from '@riftline/changes'
import { createMemoryOddsStore, type OddsSnapshot, toStored } from '@riftline/odds'
import type { Schedule, ScheduledSeries } from '@riftline/predictor'
import type { GradedSeries, KeptLine } from '@riftline/record'
import { inventedRecord } from '../record/invented-record.ts'
import { keptForecast } from '../record/kept-lines.ts'
import { createManualClock } from '../support/clock.ts'

/** Moment at which the clock of `startWatched` begins. */
export const startMs: number = Date.parse('2026-11-21T12:00:00Z')
export const minuteMs = 60_000

/** Announcement of a series, `start` in minutes after `startMs`. */
export function scheduledSeries(
  id: string,
  start: number,
  fields: { readonly teams?: readonly [number, number]; readonly bestOf?: number; readonly started?: boolean } = {},
): ScheduledSeries {
  const { teams = [101, 102], bestOf = 3, started = false } = fields
  const [team1, team2] = teams.map((team) => ({ id: team, name: `Team ${team}` }))
  const scheduledUtc = toUtc(startMs + start * minuteMs)
  return {
    ...{ id, league: 'NL', bestOf, scheduledUtc, startedUtc: started ? scheduledUtc : null },
    ...{ team1: team1!, team2: team2!, stated: [] },
  }
}

export function scheduleOf(checked: number, series: readonly ScheduledSeries[]): Schedule {
  return { format: 'riftline-schedule', formatVersion: 1, checkedUtc: toUtc(startMs + checked * 1000), series }
}

/** A snapshot with one price, `start` in minutes after `startMs`. */
export function priceOf(
  esportsMatchId: string,
  source: string,
  { at, start, odds }: { readonly at: number; readonly start: number; readonly odds: number },
): OddsSnapshot {
  const [team1, team2] = [{ id: 101 }, { id: 102 }]
  const seriesWinner = [
    { team: team1, decimalOdds: odds },
    { team: team2, decimalOdds: 2.4 },
  ]
  const none = { handicap: null, totalMaps: null, correctScore: null, mapTotals: null, matchTotals: null }
  return {
    match: { esportsMatchId, league: 'NL', bestOf: 3, scheduledUtc: toUtc(startMs + start * minuteMs), team1, team2 },
    capturedAtUtc: toUtc(at),
    isClosingLine: false,
    source,
    markets: { seriesWinner, ...none, killHandicap: null },
  }
}

/** Artifacts that know some teams. @param day number of days after `startMs` up to which they have data */
export function servingOf(
  day: number,
  { teams = [101, 102, 103], results = [], id = `a${day}` }: ServingFields = {},
): WatchedServing {
  const known = (ids: readonly number[]) => ids.map((one) => [one, { id: one, name: `Team ${one}` }] as const)
  const record = { results: async () => ({ series: results, formerIds: new Map() }) as never }
  const asOf = toUtc(startMs + day * 24 * 60 * minuteMs)
  return { version: { id }, catalogue: { asOf }, index: { teams: { byId: new Map(known(teams)) } }, record }
}

interface ServingFields {
  readonly teams?: readonly number[]
  readonly results?: readonly GradedSeries[]
  readonly id?: string
}

/** A result that began some minutes after `startMs`. */
export function resultOf(seriesId: number, start: number, team1Id = 101, team2Id = 102): GradedSeries {
  const [one] = inventedRecord({ count: 1, seed: 1 })
  return { ...one!, seriesId, startMs: startMs + start * minuteMs, team1Id, team2Id, outcome: 1, wins1: 2, wins2: 0 }
}

export function lineOf(number: number, fields: Partial<KeptLine> = {}): KeptLine {
  return { seq: number, previousSha256: '0'.repeat(64), ...keptForecast(number), ...fields }
}

/** Watchers of one process, with everything they watch; a test changes it and calls `look`. */
export function startWatched(store: ChangeStore, clock = createManualClock()) {
  const odds = createMemoryOddsStore()
  const serving = { current: servingOf(0) }
  const schedule: { current: Schedule | null } = { current: null }
  const kept: { lines: readonly KeptLine[] } = { lines: [] }
  const log: LogEntry[] = []
  const counted: string[] = []
  const { look, close } = startWatching({
    ...{ store, serving, schedule, odds, clock },
    kept: { read: async () => ({ lines: kept.lines, head: { seq: kept.lines.length, sha256: '' }, fault: null }) },
    timers: { every: () => () => {} },
    log: (entry) => log.push(entry),
    metrics: { count: (_name, { type }) => counted.push(type) },
  })
  return {
    ...{ odds, serving, schedule, kept, clock, log, counted, close },
    /** Looks, after a time in which every watcher reads anew. */
    async look(ms = 5000): Promise<void> {
      clock.advance(ms)
      await look()
    },
    addPrice: (...price: Parameters<typeof priceOf>) => odds.add([toStored(priceOf(...price))]),
  }
}

/** Records of all changes after a place. */
// biome-ignore lint/suspicious/noExplicitAny: changes have many shapes
export function recordsAfter(store: ChangeStore, since: string): readonly any[] {
  const found = store.since(since)
  if (found.kind === 'gone') throw new Error('the place is gone')
  return found.changes.map(({ json }) => JSON.parse(json))
}
