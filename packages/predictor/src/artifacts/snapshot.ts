import { yearOf } from '@riftline/base'
import type { ForecastState } from '../league/forecast-state.ts'
import type { SeasonWinsTable } from '../league/records/season-wins.ts'
import * as t from '../table-schema.ts'

// The forecast state as plain JSON: one tuple per league, team, player and champion, to keep files of thousands of ratings
// small. Doubles are written in full and read back bit for bit.

interface Form<T> {
  readonly parse: t.Parse<T>
  write(value: T): unknown
}

function plain<T>(parse: t.Parse<T>): Form<T> {
  return { parse, write: (value) => value }
}

/** Form of an object with these parts; other keys are neither read nor written. */
function document<T extends object>(forms: { readonly [Part in keyof T]: Form<T[Part]> }): Form<T> {
  const parts = Object.entries(forms) as [keyof T & string, Form<T[keyof T]>][]
  const parse = t.record(Object.fromEntries(parts.map(([name, form]) => [name, form.parse])))
  return {
    parse: (json) => parse(json) as T,
    write: (value) => Object.fromEntries(parts.map(([name, form]) => [name, form.write(value[name])])),
  }
}

type Fields<T> = { readonly [Field in keyof T]: t.Parse<T[Field]> }

function tuple<T extends object>(fields: Fields<T>): Form<T> {
  const names = Object.keys(fields) as (keyof T)[]
  const parse = t.row(...names.map((name) => fields[name]))
  return { parse: (json) => toValue(names, parse(json)), write: (value) => toCells(names, value) }
}

/** Form of a map: one row per entry, with the key and the fields of its value. */
function rows<Key extends string | number, T extends object>(key: t.Parse<Key>, fields: Fields<T>): Form<Map<Key, T>> {
  const names = Object.keys(fields) as (keyof T)[]
  const parse = t.list(t.row<readonly t.Parse<unknown>[]>(key, ...names.map((name) => fields[name])))
  return {
    parse: (json) => new Map(parse(json).map(([key, ...cells]) => [key as Key, toValue(names, cells)])),
    write: (map) => entries(map).map(([key, value]) => [key, ...toCells(names, value)]),
  }
}

/** Form of a map: one row per entry, with the key and the value in its own form. */
function nested<Key extends string | number, T>(key: t.Parse<Key>, inner: Form<T>): Form<Map<Key, T>> {
  const parse = t.list(t.row(key, inner.parse))
  return {
    parse: (json) => new Map(parse(json)),
    write: (map) => entries(map).map(([key, value]) => [key, inner.write(value)]),
  }
}

function listOf<T>(item: Form<T>): Form<readonly T[]> {
  return { parse: t.list(item.parse), write: (values) => values.map(item.write) }
}

function toValue<T extends object>(names: readonly (keyof T)[], cells: readonly unknown[]): T {
  const value = {} as T
  names.forEach((name, i) => {
    value[name] = cells[i] as T[keyof T]
  })
  return value
}

function toCells<T extends object>(names: readonly (keyof T)[], value: T): readonly unknown[] {
  return names.map((name) => (typeof value[name] === 'boolean' ? Number(value[name]) : value[name]))
}

/** Entries sorted by key, so that equal states give equal text. */
function entries<Key extends string | number, T>(map: ReadonlyMap<Key, T>): [Key, T][] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
}

const finite = t.number()
/** A day. NaN, the day of an event that never happened, is null in JSON. */
const day: t.Parse<number> = (value) => (value === null ? Number.NaN : finite(value))
const bit = t.whole(0, 1)
const flag: t.Parse<boolean> = (value) => bit(value) === 1
const id = t.whole(1)
const count = t.whole(0)
/** Mean of a rating, an effect or a slope, in logits; learned values are far inside these limits. */
const mean = t.number(-1000, 1000)
const variance = t.number(0, 1000)
const lineup: t.Parse<readonly number[] | null> = t.orNull(t.list(id, 5, 5))

const slope = { value: mean, variance, day }
const seasonWins = nested(id, listOf(tuple({ year: t.whole(), games: count, wins: count })))

const snapshot = document({
  format: plain(t.among(['riftline-state'])),
  formatVersion: plain(t.among([1])),
  asOfMs: plain(t.whole()),
  completeMs: plain(t.orElse(t.whole(), undefined)),
  leagues: rows(t.string, { mean, variance, day }),
  teams: rows(id, { mean, variance, home: t.string, day: finite, lineup, lineupDay: finite, series: count }),
  players: rows(id, { mean, variance, home: t.orNull(t.string), day, games: count }),
  slopes: document({ common: tuple(slope), leagues: rows(t.string, slope) }),
  creepScores: rows(id, { mean, variance, day: finite }),
  seasonKills: nested(id, rows(t.whole(), { games: count, sum: finite, published: flag })),
  championEffects: rows(id, { value: mean, variance, day: finite, patch: t.orNull(t.string) }),
  records: rows(id, {
    results: t.list(t.whole(-1000, 1000)),
    streak: t.whole(-8, 8),
    days: t.list(finite, 1),
    league: t.string,
    tournamentSum: t.whole(),
    tournamentGames: count,
  }),
  /** Keys are the smaller id of two teams, then the larger. */
  headToHead: nested(id, rows(id, { sum: t.whole(), games: count })),
  teamWins: seasonWins,
  playerWins: seasonWins,
})

/** @throws ArtifactError `artifact_invalid` */
export function parseSnapshot(file: string, text: string): ForecastState {
  const read = t.parseWith(t.table(snapshot.parse), file, text)
  const { format: _, formatVersion: __, asOfMs, completeMs = asOfMs, leagues, teams, players, ...others } = read
  return {
    ...others,
    asOfMs,
    completeMs: Math.max(asOfMs, completeMs),
    ratings: { leagues, teams, players },
    pending: [],
  }
}

/** Writes a state; it must have no pending series. */
export function writeSnapshot(state: ForecastState): string {
  if (state.pending.length > 0) throw new Error('a snapshot is taken after everything pending has been learned')
  const { ratings, asOfMs, teamWins, playerWins } = state
  const wins = { teamWins: recentWins(teamWins, asOfMs), playerWins: recentWins(playerWins, asOfMs) }
  const json = snapshot.write({ ...state, ...ratings, ...wins, format: 'riftline-state', formatVersion: 1 })
  return `${JSON.stringify(json)}\n`
}

/** Leaves out seasons that forecasts no longer use. */
function recentWins(table: SeasonWinsTable, asOfMs: number): SeasonWinsTable {
  return new Map([...table].filter(([, seasons]) => seasons.some(({ year }) => year >= yearOf(asOfMs) - 1)))
}
