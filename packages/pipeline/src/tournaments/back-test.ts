import { dayMs } from '@riftline/base'
import { clamp } from '@riftline/core'
import {
  type BestOf,
  simulateTournament,
  type TournamentPlan,
  type TournamentStrengths,
  type TournamentTally,
} from '@riftline/predictor'
import { forecastElo } from '../baselines/baselines.ts'
import type { Knowledge, ReplayWatcher } from '../features/feature-rows.ts'
import { entryOf, recordBy } from '../group-by.ts'
import type { History, HistorySeries } from '../history/types.ts'
import { findBrackets, type PlayedBracket } from './find-brackets.ts'
import { findSeasons, type PastSeason, type Refusal } from './find-seasons.ts'
import { bracketPlan, seasonPlan, upperHalf } from './plans.ts'
import { type Entrants, eloStrengths, ratedChance, ratedStrengths } from './strengths-at.ts'

/** Shares of a season's series after which its rest is simulated. */
export const points = [0.25, 0.5, 0.75] as const

/** Simulated tournaments for each forecast. */
export const simulatedRuns = 1000
/** Asking for the blocks of runs leaves out further runs that only show what can happen, as their number says nothing of a chance. */
const drawn = { seed: 7, firstBlock: 0 } as const

/** The rating with strengths drawn once a run, the rating with each series drawn on its own, and Elo. */
export const simulators = ['joint', 'independent', 'elo'] as const
export type Simulator = (typeof simulators)[number]

/** A team's chances beside what it did: 1 or 0, or its share of a place over which teams stay tied. */
export interface TeamForecast {
  readonly chances: Readonly<Record<Simulator, number>>
  readonly outcome: number
}

/** A season's forecast at one of `points`, by team. */
export interface SeasonForecast {
  readonly season: PastSeason
  readonly point: number
  readonly first: readonly TeamForecast[]
  readonly upper: readonly TeamForecast[]
  /** Series still to play, whose chances the simulation draws from. */
  readonly pairs: readonly PairForecast[]
}

/** A single series at a moment; chances and outcome of its first team. */
export interface PairForecast {
  /** Days until it starts. */
  readonly days: number
  readonly rated: number
  readonly elo: number
  readonly outcome: number
}

/** A bracket's forecast before its first series, by team. */
export interface BracketForecast {
  readonly name: string
  readonly bracket: PlayedBracket
  readonly winner: readonly TeamForecast[]
}

/** Forecasts of past tournaments, each from what was known at its moment. */
export interface BackTest {
  readonly seasons: readonly SeasonForecast[]
  readonly brackets: readonly BracketForecast[]
  /** Series of the seasons from the first of `points` on, each forecast at its own start, to compare with. */
  readonly starts: readonly Pick<SeasonForecast, 'season' | 'pairs'>[]
  /** Numbers of tournaments that the rules left out. */
  readonly refused: { readonly seasons: Readonly<Record<Refusal, number>>; readonly brackets: number }
}

type State = Pick<Knowledge, 'forecast' | 'baselines'>

/** Finds the seasons and brackets of a history; forecasts them while the history is replayed with this watcher. */
export function createBackTest(history: Pick<History, 'series' | 'tournaments'>): BackTest & ReplayWatcher {
  const found = findSeasons(history.series)
  const foundBrackets = findBrackets(history.series)
  const names = new Map(history.tournaments.map(({ id, name }) => [id, name]))
  const seasons: SeasonForecast[] = []
  const brackets: BracketForecast[] = []
  const starts: { season: PastSeason; pairs: PairForecast[] }[] = []
  const settled = new Set<number>()
  const due = new Map<number, ((state: State) => void)[]>()
  const beforeId = (id: number, forecast: (state: State) => void) => entryOf(due, id, () => []).push(forecast)
  for (const season of found.seasons) {
    const placeOf = (point: number): number => Math.floor(point * season.series.length)
    for (const point of points) {
      const { id, startMs } = season.series[placeOf(point)]!
      beforeId(id, (state) => seasons.push(forecastSeason(season, { point, timeMs: startMs }, settled, state)))
    }
    const pairs: PairForecast[] = []
    starts.push({ season, pairs })
    for (const one of season.series.slice(placeOf(points[0]))) {
      beforeId(one.id, (state) => pairs.push(forecastPair(one, one.startMs, state)))
    }
  }
  for (const bracket of foundBrackets.brackets) {
    const name = names.get(bracket.tournamentId) ?? bracket.league
    beforeId(bracket.firstId, (state) => brackets.push({ name, ...forecastBracket(bracket, state) }))
  }
  return {
    seasons,
    brackets,
    starts,
    refused: { seasons: found.refused, brackets: foundBrackets.refused },
    beforeSeries({ id }, state) {
      for (const forecast of due.get(id) ?? []) forecast(state)
    },
    onSettled: (id) => settled.add(id),
  }
}

/** Simulates the rest of a season at the start of a series of it. @param settled ids of all series that have ended */
function forecastSeason(
  season: PastSeason,
  { point, timeMs }: { readonly point: number; readonly timeMs: number },
  settled: ReadonlySet<number>,
  state: State,
): SeasonForecast {
  const tallies = simulate(seasonPlan(season, settled), { ...season, timeMs }, state)
  const final = finalPlaces(season)
  const shareOf = (team: number, places: number): number =>
    final[team]!.filter((place) => place < places).length / final[team]!.length
  const half = upperHalf(season)
  return {
    season,
    point,
    first: teamForecasts(season, tallies, 'winner', (team) => shareOf(team, 1)),
    upper: teamForecasts(season, tallies, 'upper', (team) => shareOf(team, half)),
    pairs: season.series.filter(({ id }) => !settled.has(id)).map((series) => forecastPair(series, timeMs, state)),
  }
}

function forecastPair(series: HistorySeries, timeMs: number, { forecast, baselines }: State): PairForecast {
  const { team1Id, team2Id, league, startMs, winnerTeamId } = series
  const bestOf = series.bestOf as BestOf
  return {
    days: (startMs - timeMs) / dayMs,
    rated: ratedChance(forecast, { team1Id, team2Id, bestOf, league, timeMs }).chance,
    elo: forecastElo(baselines.elo, team1Id, team2Id, bestOf),
    outcome: winnerTeamId === team1Id ? 1 : 0,
  }
}

/** Simulates a bracket at the start of its first series. */
function forecastBracket(bracket: PlayedBracket, state: State): Omit<BracketForecast, 'name'> {
  const tallies = simulate(bracketPlan(bracket), bracket, state)
  const outcomeOf = (team: number): number => (bracket.teams[team] === bracket.winnerTeamId ? 1 : 0)
  return { bracket, winner: teamForecasts(bracket, tallies, 'winner', outcomeOf) }
}

type Tallies = Readonly<Record<Simulator, TournamentTally>> & { readonly plan: TournamentPlan }

function simulate(
  plan: TournamentPlan,
  { teams, league, timeMs }: Pick<Entrants, 'teams' | 'league' | 'timeMs'>,
  { forecast, baselines }: State,
): Tallies {
  const field = { teams, league, timeMs, lengths: plan.lengths }
  const rated = ratedStrengths(forecast, field)
  const run = (strengths: TournamentStrengths, joint: boolean): TournamentTally =>
    simulateTournament(plan, strengths, { runs: simulatedRuns, joint, ...drawn })
  return {
    plan,
    joint: run(rated, true),
    independent: run(rated, false),
    elo: run(eloStrengths(baselines.elo, field), true),
  }
}

/** Every team's chances of a column, moved away from 0 and 1 by half a run, so that what no run showed has a finite score. */
function teamForecasts(
  { teams }: Pick<Entrants, 'teams'>,
  tallies: Tallies,
  column: string,
  outcomeOf: (team: number) => number,
): TeamForecast[] {
  const before = tallies.plan.reach.findIndex((reach) => reach.column === column) * teams.length
  const chanceOf = (name: Simulator, team: number): number =>
    clamp(tallies[name].reach[before + team]!, 0.5, simulatedRuns - 0.5) / simulatedRuns
  return teams.map((_, team) => ({
    chances: recordBy(simulators, (name) => chanceOf(name, team)),
    outcome: outcomeOf(team),
  }))
}

/** Places that each team can have in the final table, counted from 0: more than one where lots would decide. */
function finalPlaces(season: PastSeason): readonly (readonly number[])[] {
  const { teams, series, bestOf } = season
  const plan = seasonPlan(season, new Set(series.map(({ id }) => id)))
  const strengths = eloStrengths(new Map(), { ...season, lengths: [bestOf], timeMs: 0 })
  const { places } = simulateTournament(plan, strengths, { runs: lots, ...drawn })
  return teams.map((_, team) => teams.flatMap((_, place) => (places[place * teams.length + team]! > 0 ? [place] : [])))
}

/** Lots that are drawn to find all orders of tied teams: among four, each place is missed once in 10^12. */
const lots = 100
