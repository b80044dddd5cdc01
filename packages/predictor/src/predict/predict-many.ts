import { RiftlineError } from '@riftline/base'
import { featureNames } from '../league/features/feature-schema.ts'
import type { BaseModel, Prediction } from '../types.ts'
import type { RawChances } from './chances.ts'
import { blockVectors } from './member.ts'
import { chancesOf, type Members } from './members.ts'
import type { ForecastMoment } from './moments.ts'
import type { SeriesReader } from './series-reader.ts'
import { createSlot, type SeriesSlot } from './series-slot.ts'

/** What a predictor forecasts with, one by one or many at once. */
export interface Forecaster {
  readonly members: Members
  readonly series: SeriesReader
  read(request: unknown, slot: SeriesSlot): SeriesSlot
  /** The answer for a series whose vector and raw chances are at place `i`. */
  finish(slot: SeriesSlot, vectors: Float64Array, raw: RawChances, i: number, moment: ForecastMoment): Prediction
}

/** Answers requests in their order: block after block, and in a block stage after stage. */
export function predictMany(
  forecaster: Forecaster,
  requests: readonly unknown[],
  moment: ForecastMoment,
): Prediction[] {
  const { members, series, finish } = forecaster
  const answers: Prediction[] = []
  const slots = Array.from({ length: Math.min(blockVectors, requests.length) }, createSlot)
  const room = new Float64Array(slots.length * featureNames.length)
  for (let from = 0; from < requests.length; from += blockVectors) {
    const count = Math.min(blockVectors, requests.length - from)
    const vectors = room.subarray(0, count * featureNames.length)
    for (let i = 0; i < count; i++) readAt(forecaster, requests, from + i, slots[i]!)
    for (let i = 0; i < count; i++) series.read(slots[i]!, vectors, i)
    const raw = rawChances(members, slots, vectors)
    for (let i = 0; i < count; i++) answers.push(finish(slots[i]!, vectors, raw, i, moment))
  }
  return answers
}

/** @throws RiftlineError with the code that `predict` has, its message after the place of the request */
function readAt({ read }: Forecaster, requests: readonly unknown[], i: number, slot: SeriesSlot): void {
  try {
    read(requests[i], slot)
  } catch (error) {
    if (!(error instanceof RiftlineError)) throw error
    throw new RiftlineError(error.code, `requests[${i}]: ${error.message}`, { cause: error })
  }
}

/** Raw chances by model, at the places of the series that ask for it. */
function rawChances(members: Members, slots: readonly SeriesSlot[], vectors: Float64Array): RawChances {
  return {
    fasttree: askedChances(members, 'fasttree', slots, vectors),
    lightgbm: askedChances(members, 'lightgbm', slots, vectors),
    pcasweep: askedChances(members, 'pcasweep', slots, vectors),
  }
}

function askedChances(
  members: Members,
  model: BaseModel,
  slots: readonly SeriesSlot[],
  vectors: Float64Array,
): Float64Array {
  const count = vectors.length / featureNames.length
  const asked = new Int32Array(count)
  let some = 0
  for (let i = 0; i < count; i++) {
    const of = slots[i]!.model
    if (of === model || of === 'consensus') asked[some++] = i
  }
  if (some === count) return chancesOf(members[model], vectors)
  const chances = new Float64Array(count)
  if (some === 0) return chances
  const chosen = new Float64Array(some * featureNames.length)
  for (let k = 0; k < some; k++) chosen.set(vectorAt(vectors, asked[k]!), k * featureNames.length)
  const found = chancesOf(members[model], chosen)
  for (let k = 0; k < some; k++) chances[asked[k]!] = found[k]!
  return chances
}

function vectorAt(vectors: Float64Array, place: number): Float64Array {
  return vectors.subarray(place * featureNames.length, (place + 1) * featureNames.length)
}
