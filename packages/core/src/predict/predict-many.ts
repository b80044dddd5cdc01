import { RiftlineError } from '../errors.ts'
import { featureNames } from '../league/features/feature-schema.ts'
import type { BaseModel, Matchup, ModelName, Prediction } from '../types.ts'
import type { Blender, SeriesContext, SeriesForecast } from './blender.ts'
import type { ForecastSeries } from './explain/forecast-series.ts'
import { blockVectors } from './member.ts'
import { chancesOf, type Members } from './members.ts'
import type { OrderedSeries, SeriesReader } from './ordered-series.ts'

/** What a predictor forecasts with, one by one or many at once. */
export interface Forecaster {
  readonly members: Members
  readonly blender: Blender
  readonly series: SeriesReader
  resolve(request: unknown): Matchup
  answer(matchup: Matchup, ordered: OrderedSeries, chances: SeriesForecast): Prediction
  explained(prediction: Prediction, series: Omit<ForecastSeries, 'odds'>): Prediction
}

/** Answers requests in their order: block after block, and in a block stage after stage. */
export function predictMany(
  forecaster: Forecaster,
  requests: readonly unknown[],
  at: number | undefined,
): Prediction[] {
  const answers: Prediction[] = []
  const vectors = new Float64Array(Math.min(blockVectors, requests.length) * featureNames.length)
  for (let from = 0; from < requests.length; from += blockVectors) {
    const count = Math.min(blockVectors, requests.length - from)
    const block: Block = { from, count, vectors: vectors.subarray(0, count * featureNames.length) }
    forecastBlock(forecaster, requests, block, at, answers)
  }
  return answers
}

/** The requests from `from` on, and room for their vectors. */
interface Block {
  readonly from: number
  readonly count: number
  readonly vectors: Float64Array
}

function forecastBlock(
  forecaster: Forecaster,
  requests: readonly unknown[],
  { from, count, vectors }: Block,
  at: number | undefined,
  answers: Prediction[],
): void {
  const { members, blender, series, answer, explained } = forecaster
  const matchups: Matchup[] = []
  const ordered: OrderedSeries[] = []
  for (let i = 0; i < count; i++) matchups.push(resolveAt(forecaster, requests, from + i))
  for (let i = 0; i < count; i++) ordered.push(series.read(matchups[i]!, vectors, i))
  const raw = rawChances(members, matchups, vectors)
  for (let i = 0; i < count; i++) {
    const matchup = matchups[i]!
    const context = series.contextOf(matchup, ordered[i]!, at)
    const prediction = answer(matchup, ordered[i]!, blend(blender, matchup.model, raw, i, context))
    if (!matchup.explain) answers.push(prediction)
    else answers.push(explained(prediction, { ...ordered[i]!, vector: vectorAt(vectors, i), matchup, context }))
  }
}

type RawChances = Readonly<Record<BaseModel, Float64Array>>

function blend(
  blender: Blender,
  model: ModelName,
  { fasttree, lightgbm, pcasweep }: RawChances,
  i: number,
  context: SeriesContext,
): SeriesForecast {
  switch (model) {
    case 'fasttree':
      return { fasttree: blender.member(model, fasttree[i]!, context) }
    case 'lightgbm':
      return { lightgbm: blender.member(model, lightgbm[i]!, context) }
    case 'pcasweep':
      return { pcasweep: blender.member(model, pcasweep[i]!, context) }
    case 'consensus':
      return blender.consensus({ fasttree: fasttree[i]!, lightgbm: lightgbm[i]!, pcasweep: pcasweep[i]! }, context)
  }
}

/** @throws RiftlineError with the code that `predict` has, its message after the place of the request */
function resolveAt({ resolve }: Forecaster, requests: readonly unknown[], i: number): Matchup {
  try {
    return resolve(requests[i])
  } catch (error) {
    if (!(error instanceof RiftlineError)) throw error
    throw new RiftlineError(error.code, `requests[${i}]: ${error.message}`, { cause: error })
  }
}

/** Raw chances by model, at the places of the series that ask for it. */
function rawChances(members: Members, matchups: readonly Matchup[], vectors: Float64Array): RawChances {
  return {
    fasttree: askedChances(members, 'fasttree', matchups, vectors),
    lightgbm: askedChances(members, 'lightgbm', matchups, vectors),
    pcasweep: askedChances(members, 'pcasweep', matchups, vectors),
  }
}

function askedChances(
  members: Members,
  model: BaseModel,
  matchups: readonly Matchup[],
  vectors: Float64Array,
): Float64Array {
  const asked: number[] = []
  for (let i = 0; i < matchups.length; i++) {
    if (matchups[i]!.model === 'consensus' || matchups[i]!.model === model) asked.push(i)
  }
  if (asked.length === matchups.length) return chancesOf(members[model], vectors)
  const some = new Float64Array(asked.length * featureNames.length)
  asked.forEach((place, k) => {
    some.set(vectorAt(vectors, place), k * featureNames.length)
  })
  const chances = new Float64Array(matchups.length)
  chancesOf(members[model], some).forEach((chance, k) => {
    chances[asked[k]!] = chance
  })
  return chances
}

function vectorAt(vectors: Float64Array, place: number): Float64Array {
  return vectors.subarray(place * featureNames.length, (place + 1) * featureNames.length)
}
