import { yearOf } from '@riftline/base'
import {
  brierScore,
  type ClusteredMean,
  calibrationSlope,
  clippedLogit,
  clusteredDifference,
  clusteredMean,
  log,
  logLoss,
  sigmoid,
} from '@riftline/core'
import { resampling } from '@riftline/record'
import { recordBy } from '../group-by.ts'
import {
  type BackTest,
  type BracketForecast,
  points,
  type SeasonForecast,
  type Simulator,
  simulators,
  type TeamForecast,
} from '../tournaments/back-test.ts'

/** What a season forecast says of each team: to finish first, or in the upper half. */
export const seasonEvents = ['first', 'upper'] as const
export type SeasonEvent = (typeof seasonEvents)[number]

interface SlopeInterval {
  readonly slope: number
  readonly low: number
  readonly high: number
}

/** Scores of the simulated chances of one event, with intervals over seasons. */
export interface EventScores {
  /** Number of teams, each in each of the forecasts. */
  readonly n: number
  readonly scores: Readonly<
    Record<Simulator, { readonly logLoss: number; readonly brier: number; readonly slope: SlopeInterval }>
  >
  /** Log-loss that joint draws save. */
  readonly over: Readonly<Record<Exclude<Simulator, 'joint'>, ClusteredMean>>
}

export type MeasuredTournaments = NonNullable<ReturnType<typeof measureTournaments>>

/** Scores of a back-test: seasons by event and moment, and by kind of season; brackets by kind of tournament. Null without a season. */
export function measureTournaments({ seasons, brackets, starts, refused }: BackTest) {
  if (seasons.length === 0) return null
  const eventOf = (event: SeasonEvent) => ({
    event,
    all: scoreEvent(seasons, event),
    byPoint: points.map((point) => ({
      point,
      scores: scoreEvent(
        seasons.filter((one) => one.point === point),
        event,
      ),
    })),
    byKind: seasonKinds.flatMap(({ kind, isOne }) => {
      const own = seasons.filter(isOne)
      return own.length === 0 ? [] : [{ kind, seasons: countSeasons(own), scores: scoreEvent(own, event) }]
    }),
  })
  return {
    refused,
    seasons,
    brackets,
    events: seasonEvents.map(eventOf),
    atStart: scorePairs(starts),
    ahead: weeksAhead.flatMap(({ weeks, isOne }) => {
      const own = seasons.map(({ season, pairs }) => ({ season, pairs: pairs.filter(({ days }) => isOne(days)) }))
      return own.every(({ pairs }) => pairs.length === 0) ? [] : [{ weeks, ...scorePairs(own) }]
    }),
    bracketScores: bracketKinds.flatMap(({ kind, isOne }) => {
      const own = brackets.filter(isOne)
      return own.length === 0 ? [] : [{ kind, ...scoreBrackets(own) }]
    }),
  }
}

const largest = ['LCK', 'LPL', 'LEC', 'LCS']
const internationals = ['WLDs', 'MSI', 'FST', 'EWC']

export function isInternational({ bracket }: BracketForecast): boolean {
  return internationals.includes(bracket.league)
}

const seasonKinds = [
  { kind: 'best of 1', isOne: ({ season }: SeasonForecast) => season.bestOf === 1 },
  { kind: 'best of 3', isOne: ({ season }: SeasonForecast) => season.bestOf === 3 },
  { kind: largest.join(', '), isOne: ({ season }: SeasonForecast) => largest.includes(season.league) },
  { kind: 'other leagues', isOne: ({ season }: SeasonForecast) => !largest.includes(season.league) },
  { kind: 'in 2023 and 2024', isOne: isTuned },
  { kind: 'in other years', isOne: (forecast: SeasonForecast) => !isTuned(forecast) },
]

/** Whether the settings of the rating were chosen on the season's years. */
function isTuned({ season }: SeasonForecast): boolean {
  const year = yearOf(season.series[0]!.startMs)
  return year === 2023 || year === 2024
}

const bracketKinds = [
  { kind: 'all', isOne: () => true },
  { kind: 'Worlds, MSI, First Stand, EWC', isOne: isInternational },
  { kind: largest.join(', '), isOne: ({ bracket }: BracketForecast) => largest.includes(bracket.league) },
  {
    kind: 'others',
    isOne: (one: BracketForecast) => !isInternational(one) && !largest.includes(one.bracket.league),
  },
]

const weeksAhead = [
  { weeks: 'in the first week', isOne: (days: number) => days < 7 },
  { weeks: 'in the second week', isOne: (days: number) => days >= 7 && days < 14 },
  { weeks: 'in the third and fourth week', isOne: (days: number) => days >= 14 && days < 28 },
  { weeks: 'later', isOne: (days: number) => days >= 28 },
]

/** Scores of the chances of single series, from which the simulation draws. */
function scorePairs(seasons: readonly Pick<SeasonForecast, 'season' | 'pairs'>[]) {
  const pairs = seasons.flatMap((one) => one.pairs)
  const clusters = seasons.flatMap((one) => one.pairs.map(() => one.season.tournamentId))
  const outcomes = pairs.map(({ outcome }) => outcome)
  const rated = pairs.map((pair) => pair.rated)
  const elo = pairs.map((pair) => pair.elo)
  return {
    n: pairs.length,
    rated: logLoss(rated, outcomes),
    elo: logLoss(elo, outcomes),
    slope: slopeOverClusters(rated, outcomes, clusters),
    eloSlope: slopeOverClusters(elo, outcomes, clusters),
  }
}

export function countSeasons(seasons: readonly SeasonForecast[]): number {
  return new Set(seasons.map(({ season }) => season.tournamentId)).size
}

function scoreEvent(seasons: readonly SeasonForecast[], event: SeasonEvent): EventScores {
  const teams = seasons.flatMap((one) => one[event])
  const clusters = seasons.flatMap((one) => one[event].map(() => one.season.tournamentId))
  const outcomes = teams.map(({ outcome }) => outcome)
  const chances = recordBy(simulators, (name) => teams.map((team) => team.chances[name]))
  const over = (name: Simulator): ClusteredMean =>
    clusteredDifference(chances[name], chances.joint, outcomes, clusters, resampling)
  return {
    n: teams.length,
    scores: recordBy(simulators, (name) => ({
      logLoss: logLoss(chances[name], outcomes),
      brier: brierScore(chances[name], outcomes),
      slope: slopeOverClusters(chances[name], outcomes, clusters),
    })),
    over: { independent: over('independent'), elo: over('elo') },
  }
}

/** Slope of the outcome on the log odds; in each resample of whole clusters it moves by one Newton step. */
function slopeOverClusters(
  chances: readonly number[],
  outcomes: readonly number[],
  clusters: readonly number[],
): SlopeInterval {
  const ofAll = calibrationSlope(chances, outcomes)
  const { slope } = ofAll
  const logits = chances.map(clippedLogit)
  const fitted = logits.map((logit) => sigmoid(slope * logit))
  const information = logits.reduce((sum, logit, i) => sum + logit * logit * fitted[i]! * (1 - fitted[i]!), 0)
  if (information === 0) return ofAll // Chances of one half say nothing of a slope.
  const steps = logits.map((logit, i) => ((outcomes[i]! - fitted[i]!) * logit * logits.length) / information)
  const { low, high } = clusteredMean(steps, clusters, resampling)
  return { slope, low: slope + low, high: slope + high }
}

/** Mean logarithm of the winner's chance by each simulation and by equal chances, and what joint draws gain over Elo and over those. */
function scoreBrackets(brackets: readonly BracketForecast[]) {
  const logs = recordBy(simulators, (name) =>
    brackets.map(({ winner }) => -logLoss([winnerOf(winner).chances[name]], [1])),
  )
  const equal = brackets.map(({ winner }) => -log(winner.length))
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  const gain = (values: readonly number[]): ClusteredMean =>
    clusteredMean(
      logs.joint.map((value, i) => value - values[i]!),
      [...brackets.keys()],
      resampling,
    )
  return {
    n: brackets.length,
    ...recordBy(simulators, (name) => mean(logs[name])),
    equal: mean(equal),
    overElo: gain(logs.elo),
    overIndependent: gain(logs.independent),
    overEqual: gain(equal),
  }
}

export function winnerOf(teams: readonly TeamForecast[]): TeamForecast {
  return teams.find(({ outcome }) => outcome === 1)!
}
