import { RiftlineError } from '@riftline/base'
import type { SeriesFeatures } from '../league/features/feature-vector.ts'
import { baseModels, type Prediction } from '../types.ts'
import type { RawChances } from './blender.ts'
import { blockVectors, chancesOf, joined, type Members } from './member.ts'
import type { Series, Stages } from './stages.ts'

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
    const raw = rawChances(stages.members, block, features)
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

/** Raw chances of each series by the members that its model asks for. */
function rawChances(
  members: Members,
  block: readonly Series[],
  features: readonly SeriesFeatures[],
): readonly RawChances[] {
  const raw: { -readonly [Model in keyof RawChances]: number }[] = block.map(() => ({}))
  for (const member of baseModels) {
    const asked = [...block.keys()].filter((i) => ['consensus', member].includes(block[i]!.matchup.model))
    const chances = chancesOf(members[member], joined(asked.map((i) => features[i]!.vector)))
    asked.forEach((i, row) => {
      raw[i]![member] = chances[row]!
    })
  }
  return raw
}
