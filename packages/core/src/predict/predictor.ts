import type { PredictorArtifacts } from '../artifacts/parse-artifacts.ts'
import { modelPath } from '../artifacts/paths.ts'
import { featureVector, leagueOf } from '../league/features/feature-vector.ts'
import { parsePredictRequest } from '../league/request/parse-predict-request.ts'
import { resolveMatchup } from '../league/request/resolve-matchup.ts'
import { anchor } from '../market/anchor.ts'
import { selectAnchor } from '../market/anchor-hierarchy.ts'
import { devig } from '../market/devig.ts'
import { requireOneOf } from '../math/check-arguments.ts'
import type { CompileOptions } from '../trees/compile.ts'
import { type BaseModel, baseModels, type FeatureSchema, type Matchup, type Prediction } from '../types.ts'
import { createBlender, forecastVector, type Members, type SeriesForecast } from './blender.ts'
import { createMember } from './member.ts'
import type { Predictor } from './predictor-interface.ts'
import { toPrediction } from './to-prediction.ts'

export interface PredictorOptions {
  /** How trees are evaluated; every engine gives the same bits. Default `auto`. */
  readonly engine?: NonNullable<CompileOptions['engine']>
  /** Default: that of the artifacts. */
  readonly consensus?: 'weighted' | 'mean'
}

/**
 * Prepares artifacts to answer. One prediction reads as it flows: vector of the two teams, raw chance of each model over
 * both orientations, calibration, consensus, anchor to the market, expected value.
 *
 * @throws ArtifactError `artifact_mismatch` when a model asks for features that this version does not make
 * @throws RiftlineError `invalid_argument` for an unknown option value
 * @example
 * const predictor = createPredictor(await loadArtifacts('artifacts'))
 * predictor.predict({ blueTeam: 'T1', redTeam: 'Gen.G', bestOf: 5 }).blueWinProbability // between 0 and 1
 */
export function createPredictor(artifacts: PredictorArtifacts, options: PredictorOptions = {}): Predictor {
  const { catalogue, state, blend } = artifacts
  const members = createMembers(artifacts, options.engine ?? 'auto')
  const consensus = options.consensus ?? blend.consensus
  requireOneOf('consensus', consensus, ['weighted', 'mean'])
  const blender = createBlender({ ...blend, consensus })

  const resolve = (request: unknown, kind?: 'match' | 'draft'): Matchup =>
    resolveMatchup(catalogue, parsePredictRequest(request, kind))

  const forecast = (matchup: Matchup): Prediction => {
    const { blue, red, bestOf, model } = matchup
    // One fixed order of the two teams for all that follows: swapping the request then swaps the answer to the bit.
    const blueFirst = blue.id < red.id
    const draft = draftInOrder(matchup, blueFirst)
    const [team1Id, team2Id] = blueFirst ? [blue.id, red.id] : [red.id, blue.id]
    const league = leagueOf(state, { league: matchup.league, team1Id, team2Id })
    const vector = featureVector(state, { team1Id, team2Id, bestOf, league, timeMs: state.asOfMs, draft })
    const schema: FeatureSchema = draft === null ? 'match' : 'draft'
    const chances = forecastVector(members, blender, model, { schema, bestOf, league }, vector)
    const market = marketChance(matchup, blueFirst)
    if (market === null) return toPrediction(matchup, blueFirst, chances)
    const { w } = selectAnchor(blend.anchor, { bestOf, league })
    return toPrediction(matchup, blueFirst, anchored(chances, market, w))
  }

  return { predict: (request) => forecast(resolve(request)), resolve, forecast }
}

/** Compiles the six models. */
export function createMembers(
  artifacts: Pick<PredictorArtifacts, 'models'>,
  engine: NonNullable<CompileOptions['engine']> = 'auto',
): Members {
  const bySchema = (schema: FeatureSchema): Members[FeatureSchema] => {
    const entries = baseModels.map((name: BaseModel) => {
      return [name, createMember(schema, modelPath(name, schema), artifacts.models[schema][name], engine)] as const
    })
    return Object.fromEntries(entries) as Members[FeatureSchema]
  }
  return { match: bySchema('match'), draft: bySchema('draft') }
}

function draftInOrder(
  { draft }: Matchup,
  blueFirst: boolean,
): { team1: readonly number[]; team2: readonly number[] } | null {
  if (draft === null) return null
  return blueFirst ? { team1: draft.blue, team2: draft.red } : { team1: draft.red, team2: draft.blue }
}

/** One weight for the consensus and its members, so that all of them keep their order. */
function anchored(forecast: SeriesForecast, market: number, weight: number): SeriesForecast {
  const entries = Object.entries(forecast).map(([name, { raw, calibrated }]) => {
    return [name, { raw, calibrated: anchor(calibrated, market, weight) }] as const
  })
  return Object.fromEntries(entries)
}

/** The market's chance of the first team, without its margin; null unless both prices were given. */
function marketChance({ odds }: Matchup, blueFirst: boolean): number | null {
  if (odds.blue === null || odds.red === null) return null
  const prices = blueFirst ? [odds.blue, odds.red] : [odds.red, odds.blue]
  return devig(prices).probabilities[0]!
}
