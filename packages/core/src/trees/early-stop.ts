import { invalidArgument, requireOptions } from '@riftline/base'
import type { Engine } from './engines/engine.ts'
import type { Slice, TreeEnsemble } from './form/tree-ensemble.ts'

/**
 * LightGBM's `pred_early_stop`: after every `frequency` iterations, rows whose score is decided get no further trees. A score
 * is decided if 2 · |score| > margin, or with several outputs if the two largest are more than `margin` apart.
 *
 * It reproduces LightGBM's numbers and costs time: engines add all trees to many rows faster than parts of them to one.
 */
export interface EarlyStop {
  /** `pred_early_stop_margin`, 0 or more; LightGBM's default is 10. */
  readonly margin?: number
  /** `pred_early_stop_freq` in iterations, 1 or more; LightGBM's default is 10. */
  readonly frequency?: number
}

/**
 * Early stop of a model, with defaults filled in; null if LightGBM adds all trees anyway (`NeedAccuratePrediction`), that is for
 * objectives whose scores must be accurate, and for forests, whose scores grow with every tree.
 */
export function resolveEarlyStop(ensemble: TreeEnsemble, stop: EarlyStop | undefined): Required<EarlyStop> | null {
  if (stop === undefined) return null
  if (typeof stop !== 'object' || stop === null) throw invalidArgument('earlyStop', '{ margin, frequency }', stop)
  requireOptions(stop, ['margin', 'frequency'], 'earlyStop')
  const { margin = 10, frequency = 10 } = stop
  if (typeof margin !== 'number' || !(margin >= 0)) throw invalidArgument('earlyStop.margin', '0 or more', margin)
  if (!Number.isSafeInteger(frequency) || frequency < 1) {
    throw invalidArgument('earlyStop.frequency', 'an integer from 1 on', frequency)
  }
  return ensemble.mayStopEarly && ensemble.averaging === 'none' ? { margin, frequency } : null
}

/** `engine.addTrees` with a stop, row by row: adds `frequency` iterations at a time, as sums can be continued, until the row is decided. */
export function addTreesUntilDecided(
  engine: Engine,
  numberOfOutputs: number,
  { margin, frequency }: Required<EarlyStop>,
  { rows, count, slice, scores }: { rows: Float64Array; count: number; slice: Slice; scores: Float64Array },
): void {
  const numberOfFeatures = rows.length / count
  for (let r = 0; r < count; r++) {
    const row = rows.subarray(r * numberOfFeatures, (r + 1) * numberOfFeatures)
    const sums = scores.subarray(r * numberOfOutputs, (r + 1) * numberOfOutputs)
    for (let first = slice.first; first < slice.last; first += frequency) {
      engine.addTrees(row, 1, { first, last: Math.min(first + frequency, slice.last) }, sums)
      if (marginOf(sums) > margin) break
    }
  }
}

/** Source: https://github.com/microsoft/LightGBM/blob/v4.6.0/src/boosting/prediction_early_stop.cpp */
function marginOf(scores: Float64Array): number {
  if (scores.length === 1) return 2 * Math.abs(scores[0]!)
  let best = -Infinity
  let second = -Infinity
  for (const score of scores) {
    if (Number.isNaN(score)) return score // NaN exceeds no margin
    if (score > best) {
      second = best
      best = score
    } else if (score > second) second = score
  }
  return best - second
}
