import type { Slice } from './form/slice.ts'
import type { TreeEnsemble } from './form/tree-ensemble.ts'

/** Sums of leaves → raw scores, in place: the rounding and the mean that belong to the score itself. */
export function createScoreFinish({
  precision,
  averaging,
}: TreeEnsemble): (slice: Slice, scores: Float64Array) => void {
  return (slice, scores) => {
    if (precision === 'float32') roundScores(scores)
    if (averaging === 'inScore') {
      averageScores(scores, slice)
      roundScores(scores)
    }
  }
}

function roundScores(scores: Float64Array): void {
  for (let i = 0; i < scores.length; i++) scores[i] = Math.fround(scores[i]!)
}

/** The mean over the iterations used; of none it is 0 / 0 = NaN, as both trainers have it. */
export function averageScores(scores: Float64Array, slice: Slice): void {
  const used = slice.last - slice.first
  for (let i = 0; i < scores.length; i++) scores[i] = scores[i]! / used
}
