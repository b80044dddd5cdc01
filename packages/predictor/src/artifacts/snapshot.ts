import { yearOf } from '@riftline/base'
import * as z from 'zod'
import { createForecastState, type ForecastState } from '../league/forecast-state.ts'
import type { SeasonWinsTable } from '../league/records/season-wins.ts'
import { parseWith } from './parse-with.ts'
import { integer, list, number, orNull, row, table, text } from './table-schema.ts'

/**
 * The forecast state as plain JSON: one tuple a league, team, player and champion, so that a file of thousands of ratings
 * stays small. Doubles are written in full and read back to the same bits. `null` is the day of what never happened.
 */
const day = orNull(number())
const id = integer(1)
const count = integer(0)
/** Mean of a rating, an effect or a slope, in logits; learned values stay far inside. */
const mean = number(-1000, 1000)
const variance = number(0, 1000)
const whole = integer(Number.MIN_SAFE_INTEGER)
const seasonWins = table(list(row(id, list(row(whole, count, count))))).default([])
const namedEstimates = table(list(row(text, mean, variance, day)))

const snapshotSchema = z.object({
  format: z.literal('riftline-state'),
  formatVersion: z.literal(1),
  asOfMs: z.int(),
  completeMs: z.int().exactOptional(),
  leagues: namedEstimates,
  teams: table(list(row(id, mean, variance, text, number(), orNull(list(id, { least: 5, most: 5 })), number(), count))),
  players: table(list(row(id, mean, variance, orNull(text), day, count))),
  slopes: z.object({ common: table(row(mean, variance, day)), leagues: namedEstimates }),
  creepScores: table(list(row(id, mean, variance, number()))),
  /** Team, then year, games, sum, published (1 or 0) for each of its seasons. */
  seasonKills: table(list(row(id, list(row(whole, count, number(), integer(0, 1)))))),
  championEffects: table(list(row(id, mean, variance, number(), orNull(text)))),
  /** Team, results, streak, days, league, sum and games of the tournament. Absent in folders of 0.1. */
  records: table(
    list(row(id, list(integer(-1000, 1000)), integer(-8, 8), list(number(), { least: 1 }), text, whole, count)),
  ).default([]),
  /** The smaller id of two teams, then the larger, sum and games for each of its opponents. */
  headToHead: table(list(row(id, list(row(id, whole, count))))).default([]),
  /** Team or player, then year, games, wins. */
  teamWins: seasonWins,
  playerWins: seasonWins,
})

type Snapshot = z.infer<typeof snapshotSchema>

/** @throws ArtifactError `artifact_invalid` */
export function parseSnapshot(file: string, text: string): ForecastState {
  const snapshot = parseWith(snapshotSchema, file, text)
  const state = createForecastState()
  state.asOfMs = snapshot.asOfMs
  state.completeMs = Math.max(snapshot.asOfMs, snapshot.completeMs ?? snapshot.asOfMs)
  const { ratings, slopes } = state
  for (const [code, mean, variance, at] of snapshot.leagues)
    ratings.leagues.set(code, { mean, variance, day: fromJsonDay(at) })
  for (const [teamId, mean, variance, home, at, lineup, lineupDay, series] of snapshot.teams) {
    ratings.teams.set(teamId, { mean, variance, home, day: at, lineup, lineupDay, series })
  }
  for (const [playerId, mean, variance, home, at, games] of snapshot.players) {
    ratings.players.set(playerId, { mean, variance, home, day: fromJsonDay(at), games })
  }
  slopes.common = toEstimate(snapshot.slopes.common)
  for (const [code, ...rest] of snapshot.slopes.leagues) slopes.leagues.set(code, toEstimate(rest))
  for (const [teamId, mean, variance, at] of snapshot.creepScores)
    state.creepScores.set(teamId, { mean, variance, day: at })
  for (const [teamId, seasons] of snapshot.seasonKills) {
    const table = new Map(
      seasons.map(([year, games, sum, published]) => [year, { games, sum, published: published === 1 }]),
    )
    state.seasonKills.set(teamId, table)
  }
  for (const [key, value, variance, at, patch] of snapshot.championEffects) {
    state.championEffects.set(key, { value, variance, day: at, patch })
  }
  for (const [teamId, results, streak, days, league, tournamentSum, tournamentGames] of snapshot.records) {
    state.records.set(teamId, { results, streak, days, league, tournamentSum, tournamentGames })
  }
  for (const [smaller, opponents] of snapshot.headToHead) {
    state.headToHead.set(smaller, new Map(opponents.map(([larger, sum, games]) => [larger, { sum, games }])))
  }
  readSeasonWins(state.teamWins, snapshot.teamWins)
  readSeasonWins(state.playerWins, snapshot.playerWins)
  return state
}

function readSeasonWins(wins: SeasonWinsTable, rows: Snapshot['teamWins']): void {
  for (const [id, seasons] of rows)
    wins.set(
      id,
      seasons.map(([year, games, wins]) => ({ year, games, wins })),
    )
}

/** Seasons that no forecast will ask for again are left out. */
function writeSeasonWins(table: SeasonWinsTable, asOfMs: number): Snapshot['teamWins'] {
  const asked = entries(table).filter(([, seasons]) => seasons.some(({ year }) => year >= yearOf(asOfMs) - 1))
  return asked.map(([id, seasons]) => [id, seasons.map(({ year, games, wins }) => [year, games, wins])])
}

/** Writes a state with nothing pending; entries in order of their keys, so that equal states give equal text. */
export function writeSnapshot(state: ForecastState): string {
  if (state.pending.length > 0) throw new Error('a snapshot is taken after everything pending has been learned')
  const { ratings, slopes } = state
  const snapshot: Snapshot = {
    format: 'riftline-state',
    formatVersion: 1,
    asOfMs: state.asOfMs,
    completeMs: state.completeMs,
    leagues: entries(ratings.leagues).map(([code, l]) => [code, l.mean, l.variance, toJsonDay(l.day)]),
    teams: entries(ratings.teams).map(([teamId, t]) => [
      teamId,
      t.mean,
      t.variance,
      t.home,
      t.day,
      t.lineup === null ? null : [...t.lineup],
      t.lineupDay,
      t.series,
    ]),
    players: entries(ratings.players).map(([playerId, p]) => [
      playerId,
      p.mean,
      p.variance,
      p.home,
      toJsonDay(p.day),
      p.games,
    ]),
    slopes: {
      common: [slopes.common.value, slopes.common.variance, toJsonDay(slopes.common.day)],
      leagues: entries(slopes.leagues).map(([code, s]) => [code, s.value, s.variance, toJsonDay(s.day)]),
    },
    creepScores: entries(state.creepScores).map(([teamId, r]) => [teamId, r.mean, r.variance, r.day]),
    seasonKills: entries(state.seasonKills).map(([teamId, seasons]) => [
      teamId,
      entries(seasons).map(([year, s]) => [year, s.games, s.sum, s.published ? 1 : 0]),
    ]),
    championEffects: entries(state.championEffects).map(([key, e]) => [key, e.value, e.variance, e.day, e.patch]),
    records: entries(state.records).map(([teamId, record]) => [
      teamId,
      [...record.results],
      record.streak,
      [...record.days],
      record.league,
      record.tournamentSum,
      record.tournamentGames,
    ]),
    headToHead: entries(state.headToHead).map(([smaller, opponents]) => [
      smaller,
      entries(opponents).map(([larger, { sum, games }]) => [larger, sum, games]),
    ]),
    teamWins: writeSeasonWins(state.teamWins, state.asOfMs),
    playerWins: writeSeasonWins(state.playerWins, state.asOfMs),
  }
  return `${JSON.stringify(snapshot)}\n`
}

function entries<K extends string | number, V>(map: ReadonlyMap<K, V>): [K, V][] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
}

function toEstimate([value, variance, at]: readonly [number, number, number | null]): {
  value: number
  variance: number
  day: number
} {
  return { value, variance, day: fromJsonDay(at) }
}

function fromJsonDay(value: number | null): number {
  return value ?? Number.NaN
}

function toJsonDay(value: number): number | null {
  return Number.isNaN(value) ? null : value
}
