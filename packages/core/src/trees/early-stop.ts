import { invalidArgument, requireOptions } from '@riftline/base'
import type { Engine } from './engines/engine.ts'
import type { Slice, TreeEnsemble } from './form/tree-ensemble.ts'

/**
 * LightGBM's `pred_early_stop`: after every `frequency` iterations, rows whose score is decided get no further trees. A score
 * is decided if 2 · |score| > margin, or with several outputs if the two largest are more than `margin` apart.
 *
 * It reproduces LightGBM's numbers and does not save time: engines add all trees at once faster than in parts.
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

/** Rows that go through the iterations together. */
const rowsAtOnce = 1024

/**
 * `engine.addTrees` with a stop, on any engine, as sums can be continued: adds `frequency` iterations at a time and drops
 * the decided rows. The additions of each row and their order do not change.
 */
export function addTreesUntilDecided(
  engine: Engine,
  { numberOfFeatures, numberOfOutputs }: TreeEnsemble,
  { margin, frequency }: Required<EarlyStop>,
  { rows, count, slice, scores }: { rows: Float64Array; count: number; slice: Slice; scores: Float64Array },
): void {
  const capacity = Math.min(count, rowsAtOnce)
  const cells = new Float64Array(capacity * numberOfFeatures)
  const sums = new Float64Array(capacity * numberOfOutputs)
  const place = new Int32Array(capacity)
  for (let start = 0; start < count; start += capacity) {
    let open = Math.min(capacity, count - start)
    for (let r = 0; r < open; r++) place[r] = start + r
    cells.set(rows.subarray(start * numberOfFeatures, (start + open) * numberOfFeatures))
    sums.set(scores.subarray(start * numberOfOutputs, (start + open) * numberOfOutputs))
    for (let first = slice.first; first < slice.last && open > 0; first += frequency) {
      const part = { first, last: Math.min(first + frequency, slice.last) }
      engine.addTrees(cells.subarray(0, open * numberOfFeatures), open, part, sums.subarray(0, open * numberOfOutputs))
      let openRows = 0
      for (let r = 0; r < open; r++) {
        const sum = r * numberOfOutputs
        // Stores the row's score so far, whether it is decided or not.
        for (let k = 0; k < numberOfOutputs; k++) scores[place[r]! * numberOfOutputs + k] = sums[sum + k]!
        if (marginOf(sums, sum, numberOfOutputs) > margin) continue
        if (openRows < r) {
          cells.copyWithin(openRows * numberOfFeatures, r * numberOfFeatures, (r + 1) * numberOfFeatures)
          sums.copyWithin(openRows * numberOfOutputs, sum, sum + numberOfOutputs)
          place[openRows] = place[r]!
        }
        openRows++
      }
      open = openRows
    }
  }
}

/** Source: https://github.com/microsoft/LightGBM/blob/v4.6.0/src/boosting/prediction_early_stop.cpp */
function marginOf(scores: Float64Array, from: number, outputs: number): number {
  if (outputs === 1) return 2 * Math.abs(scores[from]!)
  let best = -Infinity
  let second = -Infinity
  for (let k = from; k < from + outputs; k++) {
    const score = scores[k]!
    if (Number.isNaN(score)) return score // NaN exceeds no margin
    if (score > best) {
      second = best
      best = score
    } else if (score > second) second = score
  }
  return best - second
}
