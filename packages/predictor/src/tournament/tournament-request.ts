import { describe, RiftlineError } from '@riftline/base'
import { nearestWords } from '../league/names/nearest-names.ts'
import { brokenRule, commonFields } from '../league/request/request-schema.ts'
import { type ModelName, modelNames, type TeamRef } from '../types.ts'
import type { TournamentForecast } from './answer.ts'
import { faultAt } from './format/fault.ts'
import { type TournamentFormat, tournamentFormatJsonSchema } from './format/format-schema.ts'
import { parseTournament } from './format/parse-tournament.ts'
import { planTournament } from './format/plan-tournament.ts'
import type { TournamentPlan } from './plan.ts'
import { seriesIn } from './simulate/rare-runs.ts'
import type { PredictedStrengths } from './strengths.ts'

/** Limit of the runs of one request. */
const mostRuns = 100_000
const mostSeed = 2 ** 32 - 1
/** Limit of the series in all runs of one request: some ten seconds of one core. */
const mostSeries = 100_000_000

/** The body of `POST /v1/tournament`, with the defaults filled in. */
export interface TournamentRequest {
  readonly format: TournamentFormat
  readonly runs: number
  readonly seed: number
  readonly model: ModelName
}

/**
 * Checks the body of `/v1/tournament`, including the structure of its format; whether the teams exist needs the catalogue.
 *
 * @throws RiftlineError `validation_error`; the place of a fault in the format begins with `format.`
 * @example
 * const stage = { id: 'final', kind: 'singleElimination', bestOf: 5, slots: ['T1', 'BLG'] }
 * parseTournamentRequest({ format: { name: 'Final', teams: ['T1', 'BLG'], stages: [stage] } }).runs // => 100000
 */
export function parseTournamentRequest(body: unknown): TournamentRequest {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw faultAt('body', 'must be an object')
  const { format, runs = mostRuns, seed = 1, model = 'consensus', ...others } = { ...body } as Record<string, unknown>
  const [unknown] = Object.keys(others)
  const known = ['format', 'runs', 'seed', 'model']
  if (unknown !== undefined) throw faultAt(unknown.slice(0, 60) || '""', 'unknown field', nearestWords(unknown, known))
  const broken = brokenRule(commonFields.model, model)
  if (broken !== null) throw faultAt('model', broken, typeof model === 'string' ? nearestWords(model, modelNames) : [])
  requireWhole('runs', runs, 1, mostRuns)
  requireWhole('seed', seed, 0, mostSeed)
  if (format === undefined) throw faultAt('format', 'must be the format of a tournament, but is missing')
  return { format: inFormat(() => parseTournament(format)), runs, seed, model: model as ModelName }
}

/** A planned tournament, and the steps that forecast its pairs. */
export interface PreparedTournament extends Pick<TournamentRequest, 'runs' | 'seed'> {
  readonly plan: TournamentPlan
  readonly steps: StrengthSteps
}

type StrengthSteps = Generator<undefined, PredictedStrengths, undefined>

/** Forecasts the pairs of a plan: part of a `Predictor`. */
interface PairForecaster {
  tournamentSteps(plan: TournamentPlan, options: { readonly model: ModelName; readonly at: number }): StrengthSteps
}

/**
 * Plans the tournament of a request, and resolves its teams.
 *
 * @param at moment of the forecasts in UTC milliseconds
 * @throws RiftlineError `validation_error`, also for more series than one request may simulate; `team_not_found`, `ambiguous_team`
 */
export function prepareTournament(
  predictor: PairForecaster,
  { format, runs, seed, model }: TournamentRequest,
  at: number,
): PreparedTournament {
  const plan = inFormat(() => planTournament(format))
  const series = seriesIn(plan)
  const most = Math.floor(mostSeries / series)
  if (runs > most) throw faultAt('runs', `must be at most ${most} for a format with ${series} series, got ${runs}`)
  return { plan, steps: inFormat(() => predictor.tournamentSteps(plan, { model, at })), runs, seed }
}

/** Runs steps as long as their result is wanted. @throws RiftlineError `simulation_abandoned` */
export function* unlessAbandoned<T>(
  steps: Generator<undefined, T>,
  isAbandoned: () => boolean,
): Generator<undefined, T, undefined> {
  for (;;) {
    if (isAbandoned()) throw new RiftlineError('simulation_abandoned', 'nobody waits for the simulation any more')
    const step = steps.next()
    if (step.done === true) return step.value
    yield
  }
}

/** Runs work on the format of a request. @throws RiftlineError of the work, with `format` before its place */
function inFormat<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof RiftlineError)) throw error
    const { code, message, candidates = [], field } = error
    const placed = field === undefined ? message : `${field}: ${message}`
    const hasPlace = /^[^\s:]+: /.test(placed)
    throw new RiftlineError(code, `format${hasPlace ? '.' : ': '}${placed}`, { candidates, cause: error })
  }
}

function requireWhole(place: string, value: unknown, least: number, most: number): asserts value is number {
  if (Number.isInteger(value) && Number(value) >= least && Number(value) <= most) return
  throw faultAt(place, `must be an integer from ${least} to ${most}, got ${describe(value)}`)
}

/** The body of `/v1/tournament` as JSON Schema 2020-12; rules between fields of the format are not in it. */
export function tournamentRequestJsonSchema(): Readonly<Record<string, unknown>> {
  const whole = (least: number, most: number, description: string) => {
    return { type: 'integer', minimum: least, maximum: most, description }
  }
  const properties = {
    format: { ...tournamentFormatJsonSchema(), description: 'Teams, stages, and the results that are known.' },
    runs: whole(
      1,
      mostRuns,
      `Number of simulated tournaments; ${mostRuns} by default. All runs together may have ${mostSeries} series.`,
    ),
    seed: whole(0, mostSeed, 'Seed of the simulation; 1 by default.'),
    model: { type: 'string', enum: modelNames, description: 'Model of the forecasts; `consensus` by default.' },
  }
  return { type: 'object', properties, required: ['format'], additionalProperties: false }
}

/** Example of a body of `/v1/tournament` and of its answer, for documents. @param about date and artifacts of the answer */
export function tournamentExamples(first: TeamRef, second: TeamRef, about: object): Readonly<Record<string, object>> {
  const name = 'Northern Cup'
  const stage = { id: 'final', kind: 'singleElimination', bestOf: 5, slots: [first.name, second.name] }
  const finalist = (team: TeamRef, winner: number, winnerInterval: readonly [number, number]) => {
    return { team, reach: { winner }, winnerInterval, expectedWins: {}, places: {} }
  }
  const answer: Pick<TournamentForecast, 'name' | 'runs' | 'seed' | 'model' | 'teams' | 'nextSeries'> = {
    ...{ name, runs: 100_000, seed: 1, model: 'consensus' },
    teams: [finalist(first, 0.63164, [0.62864, 0.63463]), finalist(second, 0.36836, [0.36537, 0.37136])],
    nextSeries: [
      {
        ...{ stage: 'final', group: null, bestOf: 5, teams: [first, second], probability1: 0.6309 },
        leverage: [first, second].map((team) => ({ team, winnerIfWon: 1, winnerIfLost: 0 })),
      },
    ],
  }
  return {
    tournamentRequest: { format: { name, teams: [first.name, { ...second }], stages: [stage] }, runs: 100_000 },
    tournamentForecast: { ...answer, ...about },
  }
}
