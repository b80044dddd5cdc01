import { dayMs, RiftlineError, requireOneOf, requireOptions } from '@riftline/base'
import { seriesMarkets } from '@riftline/core/market'
import type { ForecastState } from '../league/forecast-state.ts'
import { findLeague } from '../league/names/find-league.ts'
import { teamVariances } from '../league/rating/team-variances.ts'
import { type CatalogueIndex, resolveTeam } from '../league/request/resolve-matchup.ts'
import { finish } from '../table-schema.ts'
import type { TournamentForecast } from '../tournament/answer.ts'
import type { TournamentFormat } from '../tournament/format/format-schema.ts'
import { parseTournament } from '../tournament/format/parse-tournament.ts'
import { planTournament } from '../tournament/format/plan-tournament.ts'
import type { TournamentPlan } from '../tournament/plan.ts'
import { toTournamentForecast } from '../tournament/simulate/forecast.ts'
import { simulateTournament } from '../tournament/simulate/simulate.ts'
import type { PredictedStrengths } from '../tournament/strengths.ts'
import { type BestOf, type Matchup, type ModelName, modelNames, type TeamRef } from '../types.ts'
import { answeredChance } from './blender.ts'
import type { ForecastSeries } from './explain/create-explainer.ts'
import type { ForecastMoment } from './moments.ts'
import type { PredictOptions, TournamentModel, TournamentOptions } from './predictor-interface.ts'
import type { createAnswerNames } from './to-prediction.ts'

/** Pairs between two moments at which a server may do other work. */
const pairsPerStep = 50

/** Parts of a predictor that forecast the pairs of a tournament. */
interface TournamentParts {
  readonly state: ForecastState
  readonly names: ReturnType<typeof createAnswerNames>
  readonly momentOf: (options?: PredictOptions) => ForecastMoment
  forecastBlock(matchups: readonly Matchup[], moment: ForecastMoment): readonly ForecastSeries[]
}

/** Parses, plans, forecasts the pairs and simulates. */
export function forecastTournament(
  parts: TournamentParts,
  json: TournamentFormat,
  options: TournamentOptions = {},
): TournamentForecast {
  requireOptions(options, ['runs', 'seed', 'model', 'at'])
  const { runs = 100_000, seed = 1, ...rest } = options
  const plan = planTournament(parseTournament(json))
  const strengths = finish(strengthSteps(parts, plan, rest))
  return toTournamentForecast(plan, strengths, simulateTournament(plan, strengths, { runs, seed }), seed)
}

/** Resolves the teams of a plan at once, and returns steps that forecast every pair in each length of series, fifty pairs a step. */
export function strengthSteps(
  parts: TournamentParts,
  plan: TournamentPlan,
  { model = 'consensus', ...options }: TournamentModel = {},
): Generator<undefined, PredictedStrengths, undefined> {
  requireOneOf('model', model, modelNames)
  const moment = parts.momentOf(options)
  const index = parts.names.index()
  const refs = resolveTeams(index, plan)
  const league = plan.tournament === null ? null : findLeague(index.leagues, plan.tournament)
  return pairSteps(parts, plan, { refs, league, model, moment })
}

interface TournamentRequest {
  readonly refs: readonly TeamRef[]
  /** League code of the label; null without one. */
  readonly league: string | null
  readonly model: ModelName
  readonly moment: ForecastMoment
}

function* pairSteps(
  { state, names, forecastBlock }: TournamentParts,
  plan: TournamentPlan,
  { refs, league, model, moment }: TournamentRequest,
): Generator<undefined, PredictedStrengths, undefined> {
  const table = createPairTable(refs.length, plan.lengths)
  const pairs = [...refs.keys()].flatMap((first) =>
    [...refs.keys()].slice(first + 1).map((second) => ({ first, second })),
  )
  for (let from = 0; from < pairs.length; from += pairsPerStep) {
    const block = pairs.slice(from, from + pairsPerStep)
    for (const bestOf of plan.lengths) {
      const matchups = block.map(({ first, second }) => {
        return matchupOf({ blue: refs[first]!, red: refs[second]!, model, bestOf, league })
      })
      for (const [i, forecast] of forecastBlock(matchups, moment).entries()) table.add(bestOf, block[i]!, forecast)
    }
    yield
  }
  const { asOfUtc, dataThroughUtc, artifacts, isDataDate } = moment
  const entrants = refs.map(({ id }) => ({ id, league: league ?? names.leagueOf(id) }))
  const marked = isDataDate ? { moment: 'at the data date' as const } : {}
  return {
    teams: refs.length,
    means: table.means,
    sds: table.sds,
    ...teamVariances(state, entrants, state.asOfMs / dayMs),
    refs: refs.map((ref) => names.team(ref)),
    nextChances: plan.next.map(({ bestOf, first, second }) => table.chance(bestOf === 2 ? 1 : bestOf, first, second)),
    identity: { model, ...marked, asOfUtc, dataThroughUtc, artifacts },
  }
}

function matchupOf(asked: Pick<Matchup, 'blue' | 'red' | 'model' | 'bestOf' | 'league'>): Matchup {
  return { ...asked, odds: { blue: null, red: null }, draft: null, explain: false }
}

/** Numbers of all pairs, at `first * teams + second`. */
function createPairTable(teams: number, lengths: readonly BestOf[]) {
  const sds = new Float64Array(teams * teams)
  const means: Partial<Record<BestOf, Float64Array>> = {}
  const chances: Partial<Record<BestOf, Float64Array>> = {}
  for (const bestOf of lengths) {
    means[bestOf] = new Float64Array(teams * teams)
    chances[bestOf] = new Float64Array(teams * teams)
  }
  return {
    means,
    sds,
    chance: (bestOf: BestOf, first: number, second: number) => chances[bestOf]![first * teams + second]!,
    /** Computes for the team with the lower id, as a prediction does, so that the order of the teams changes no bit. */
    add(bestOf: BestOf, { first, second }: Pair, { series, features: { sd }, path }: ForecastSeries): void {
      const there = series.blueFirst ? first * teams + second : second * teams + first
      const back = series.blueFirst ? second * teams + first : first * teams + second
      const { calibrated } = answeredChance(path)
      const { mean } = seriesMarkets({ probability: calibrated, sd, bestOf }).latent
      means[bestOf]![there] = mean
      means[bestOf]![back] = -mean
      chances[bestOf]![there] = calibrated
      chances[bestOf]![back] = 1 - calibrated
      sds[there] = sd
      sds[back] = sd
    },
  }
}

interface Pair {
  readonly first: number
  readonly second: number
}

/** Resolves the names of a plan. Messages name the place in the format's list, as in `teams[3]`. */
function resolveTeams(index: CatalogueIndex, { teams }: TournamentPlan): readonly TeamRef[] {
  const places = new Map<number, string>()
  return teams.map(({ name, id, at }, number) => {
    const place = `teams[${at ?? number}]`
    if (id !== null && !index.teams.byId.has(id)) {
      throw new RiftlineError('team_not_found', `no team ${id}`, { field: `${place}.id` })
    }
    const ref = resolveTeam(index.teams, place, id ?? undefined, name)
    const other = places.get(ref.id)
    if (other !== undefined) {
      throw new RiftlineError('validation_error', `${place}: "${name}" is the same team as ${other}, ${ref.name}`)
    }
    places.set(ref.id, place)
    return ref
  })
}
