import { ascendingOrder } from '../math/ascending-order.ts'
import type { FoldedHistory } from './folded-history.ts'

/** A history in order of time, so that what was known at a moment is a number of leading entries. */
export interface OldestFirst {
  /** Days before the fit, descending. */
  readonly age: Float64Array
  readonly logit: Float64Array
  readonly target: Float64Array
  readonly weight: Float64Array
  /** Kish size of the first n entries, for n = 0 and up. */
  readonly size: Float64Array
}

/** Puts a history in order of time. A newer match moves no entry and no size before its own. */
export function oldestFirst(history: FoldedHistory): OldestFirst {
  const order = ascendingOrder([history.age]).reverse()
  const sorted = (column: Float64Array): Float64Array => Float64Array.from(order, (i) => column[i]!)
  const weight = sorted(history.weight)
  return {
    age: sorted(history.age),
    logit: sorted(history.logit),
    target: sorted(history.target),
    weight,
    size: sizes(weight),
  }
}

/** How many entries are older than this. */
export function countOlder(age: Float64Array, ageDays: number): number {
  let low = 0
  let high = age.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (age[middle]! > ageDays) low = middle + 1
    else high = middle
  }
  return low
}

/** Sums are kept relative to the largest weight so far: the squares of the weights of long ago are too small for a double. */
function sizes(weight: Float64Array): Float64Array {
  const size = new Float64Array(weight.length + 1)
  let largest = Number.MIN_VALUE
  let sum = 0
  let squares = 0
  for (let i = 0; i < weight.length; i++) {
    const w = weight[i]!
    if (w > largest) {
      const shrink = largest / w
      sum *= shrink
      squares *= shrink * shrink
      largest = w
    }
    const share = w / largest
    sum += share
    squares += share * share
    size[i + 1] = (sum * sum) / squares
  }
  return size
}
