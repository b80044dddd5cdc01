import { RiftlineError } from '@riftline/base'
import { type CompileOptions, devig } from '@riftline/core'
import type { PredictorArtifacts } from '../artifacts/parse-artifacts.ts'
import { features } from '../league/features/feature-schema.ts'
import { type FeatureRequest, type SeriesFeatures, writeFeatures } from '../league/features/feature-vector.ts'
import { createKnownTeams } from '../league/features/known-teams.ts'
import type { ForecastState } from '../league/forecast-state.ts'
import { type Draft, draftOffset } from '../league/picks/draft-offset.ts'
import { parsePredictRequest, type RequestKind } from '../league/request/parse-predict-request.ts'
import { resolveIn } from '../league/request/resolve-matchup.ts'
import type { Matchup, Prediction } from '../types.ts'
import { createBlender, type MemberPath, type RawChances, type SeriesContext } from './blender.ts'
import { createExplainer } from './explain/create-explainer.ts'
import { blockVectors, createMembers, manyRawChances, rawChances } from './member.ts'
import type { ForecastMoment } from './moments.ts'
import { createAnswerNames, toPrediction } from './to-prediction.ts'

export type Stages = ReturnType<typeof createStages>

export function createStages(
  artifacts: PredictorArtifacts,
  engine: NonNullable<CompileOptions['engine']>,
  consensus: 'weighted' | 'mean',
) {
  const { state, blend } = artifacts
  const members = createMembers(artifacts, engine)
  const blender = createBlender({ ...blend, consensus })
  const names = createAnswerNames(artifacts)
  const known = createKnownTeams()
  return {
    members,
    names,
    resolve: (request: unknown, kind?: RequestKind) => resolveIn(names.index(), parsePredictRequest(request, kind)),
    order: (matchup: Matchup) => toSeries(matchup, names.leagueOf, state.asOfMs),
    features(series: Series): SeriesFeatures {
      const vector = new Float64Array(features.length)
      const { gameLogit, sd } = writeFeatures(state, series.request, known, vector)
      return { vector, gameLogit, sd }
    },
    /** Raw chances of the members that the model needs, over both orientations. */
    rawChances: ({ matchup }: Series, { vector }: SeriesFeatures) => rawChances(members, matchup.model, vector),
    context: (series: Series, { gameLogit }: SeriesFeatures, { ageDays }: ForecastMoment) =>
      contextOf(series, gameLogit, state, ageDays),
    /** Calibrates the chances of the members, moves them by draft and age, and anchors them to the market. */
    blend: blender.path,
    answer: (series: Series, path: readonly MemberPath[], moment: ForecastMoment) =>
      toPrediction(series, path, names, moment),
    explain: createExplainer(artifacts, members, blender),
  }
}

/** A resolved request, the team of the lower id first: stages compute for that one, so that a swapped request has the swapped answer to the bit. */
export interface Series {
  readonly matchup: Matchup
  readonly blueFirst: boolean
  readonly request: FeatureRequest
  /** Picks in that order; null without any. */
  readonly draft: Draft | null
}

/** A series without a label is of the league that both teams share. @param timeMs moment of the state */
function toSeries(matchup: Matchup, leagueOf: (teamId: number) => string | null, timeMs: number): Series {
  const { blue, red, bestOf, draft } = matchup
  const blueFirst = blue.id < red.id
  const [team1Id, team2Id] = blueFirst ? [blue.id, red.id] : [red.id, blue.id]
  const league = matchup.league ?? sharedLeague(leagueOf(team1Id), leagueOf(team2Id))
  return {
    matchup,
    blueFirst,
    request: { team1Id, team2Id, bestOf, league, timeMs },
    draft: draft && (blueFirst ? { team1: draft.blue, team2: draft.red } : { team1: draft.red, team2: draft.blue }),
  }
}

function sharedLeague(league1: string | null, league2: string | null): string | null {
  return league1 === league2 ? league1 : null
}

function contextOf(
  { matchup: { bestOf, odds }, request: { league }, draft, blueFirst }: Series,
  gameLogit: number,
  { championEffects }: ForecastState,
  ageDays: number,
): SeriesContext {
  const offset = draft === null ? 0 : draftOffset(championEffects, draft, gameLogit, bestOf)
  return { bestOf, league, draftOffset: offset, ageDays, market: marketChance(odds, blueFirst) }
}

/** The market's chance of the first team, without its margin; null unless both prices were given. */
function marketChance({ blue, red }: Matchup['odds'], blueFirst: boolean): number | null {
  if (blue === null || red === null) return null
  return devig(blueFirst ? [blue, red] : [red, blue]).probabilities[0]!
}

/** Answers requests in their order: block after block, and in a block stage after stage, since models score many vectors at once. */
export function predictMany(
  stages: Stages,
  requests: readonly unknown[],
  finish: (series: Series, features: SeriesFeatures, raw: RawChances) => Prediction,
): Prediction[] {
  const answers: Prediction[] = []
  for (let first = 0; first < requests.length; first += blockVectors) {
    const block = Array.from(requests.slice(first, first + blockVectors), (request, i) =>
      readAt(stages, request, first + i),
    )
    const features = block.map(stages.features)
    const asked = block.map(({ matchup: { model } }, i) => ({ model, vector: features[i]!.vector }))
    const raw = manyRawChances(stages.members, asked)
    for (const [i, series] of block.entries()) answers.push(finish(series, features[i]!, raw[i]!))
  }
  return answers
}

/** @throws RiftlineError with the code that `predict` has, its message after the place of the request */
function readAt(stages: Stages, request: unknown, place: number): Series {
  try {
    return stages.order(stages.resolve(request))
  } catch (error) {
    if (!(error instanceof RiftlineError)) throw error
    throw new RiftlineError(error.code, `requests[${place}]: ${error.message}`, { cause: error })
  }
}
