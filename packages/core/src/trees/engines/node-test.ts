import { splitDecision, zeroThreshold } from '../form/scoring-rules.ts'
import { below, float32Below, limitsOf } from '../form/sets.ts'
import type { TreeEnsemble, Trees } from '../form/tree-ensemble.ts'

type Precision = TreeEnsemble['precision']

// Fast engines do not prepare rows. They put the preparation into the limits, so every test is `cell <= limit` on the caller's own doubles.

/**
 * Largest double whose prepared form (`prepareRow`) is `<= threshold`, so that `cell <= limit` holds exactly when `prepared(cell) <=
 * threshold`, for every cell but NaN.
 *
 * - `float64`: cells from -KZ to KZ count as 0, so a threshold in 0 … KZ reaches up to KZ and one in -KZ … 0 ends below -KZ.
 * - `float32`: cells round to the nearest float32, ties to even, so the limit is half-way to the next float32.
 * - `double`: the threshold itself.
 */
export function cellLimit(threshold: number, precision: Precision): number {
  if (precision === 'float32') return roundingLimit(threshold)
  if (precision === 'double') return threshold
  if (threshold < -zeroThreshold || threshold > zeroThreshold) return threshold
  return threshold >= 0 ? zeroThreshold : below(-zeroThreshold)
}

/** Largest magnitude of a cell that becomes 0 in preparation. */
export function zeroLimit(precision: Precision): number {
  if (precision === 'double') return 0
  return precision === 'float32' ? 2 ** -150 : zeroThreshold
}

/** Whether a missing cell goes left at a node that compares a number or tests slots. */
export function missingGoesLeft({ decision, threshold }: Trees, node: number): boolean {
  // `compare` reads NaN as 0, which is always on the same side of the threshold.
  switch (decision[node]) {
    case splitDecision.compare:
      return 0 <= threshold[node]!
    case splitDecision.zeroGoesLeft:
    case splitDecision.nanGoesLeft:
    case splitDecision.noSlot:
      return true
    default:
      return false
  }
}

export function zeroIsMissing({ decision }: Trees, node: number): boolean {
  return decision[node] === splitDecision.zeroGoesLeft || decision[node] === splitDecision.zeroGoesRight
}

/** Whether a node tests the cell against a set of categories or ranges. */
export function isCategorical({ decision }: Trees, node: number): boolean {
  const kind = decision[node]!
  return kind === splitDecision.inBitset || kind === splitDecision.inList || kind === splitDecision.inRanges
}

/** Whether a missing cell is in the node's set: NaN is above all limits, so where their number is odd. */
export function hasMissing({ decision, threshold, setStart }: Trees, node: number): boolean {
  if (decision[node] !== splitDecision.inRanges) return false
  return (setStart[threshold[node]! + 1]! - setStart[threshold[node]!]!) % 4 === 2
}

/** Largest double that rounds to a float32 `<= threshold`. */
function roundingLimit(threshold: number): number {
  if (threshold === Infinity) return Infinity
  const low = float32AtMost(threshold)
  const high = nextFloat32(low)
  // Infinity counts as 2^128, the next step of the float32 grid.
  const middle = (low === -Infinity ? -(2 ** 128) : low) / 2 + (high === Infinity ? 2 ** 128 : high) / 2
  return Math.fround(middle) <= low ? middle : below(middle)
}

/** Largest float32 `<= x`. */
function float32AtMost(x: number): number {
  const rounded = Math.fround(x)
  return rounded <= x ? rounded : float32Below(rounded)
}

function nextFloat32(x: number): number {
  return -float32Below(-x)
}

// Limits of a set: a cell is in the set if it is above an odd number of them. {0, 1, 5} has the largest numbers below 0, 2, 5 and 6. A run of
// categories has two limits, whatever its length.

/** Running totals of limits by node: one for a comparison, the limits of a set of categories or ranges, one for each slot. */
export function countLimits(trees: Trees): Int32Array {
  const { decision, threshold, setStart } = trees
  const first = new Int32Array(decision.length + 1)
  for (let n = 0; n < decision.length; n++) {
    const set = threshold[n]!
    let count = 1
    if (isCategorical(trees, n)) count = eachLimit(trees, n, () => {})
    else if (decision[n]! >= splitDecision.noSlot) count = setStart[set + 1]! - setStart[set]!
    first[n + 1] = first[n]! + count
  }
  return first
}

/** Writes the limits of node n's set, for prepared cells, to `into` from `at` on; returns their end. */
export function putLimits(trees: Trees, n: number, into: Float64Array, at: number): number {
  return (
    at +
    eachLimit(trees, n, (limit, i) => {
      into[at + i] = limit
    })
  )
}

/** Calls `take` with every limit, ascending, and its index; returns their number. */
function eachLimit(trees: Trees, n: number, take: (limit: number, i: number) => void): number {
  if (trees.decision[n] !== splitDecision.inRanges) {
    return eachBoundary(trees, n, (boundary, i) => take(boundary === 0 ? -1 : below(boundary), i))
  }
  const limits = limitsOf(trees, trees.threshold[n]!)
  limits.forEach(take)
  return limits.length
}

/** `eachLimit` for categories: the c for which exactly one of c - 1 and c is in the set. Cells are truncated towards zero. */
function eachBoundary(trees: Trees, n: number, take: (boundary: number, i: number) => void): number {
  const { decision, threshold, setStart, setItems } = trees
  const start = setStart[threshold[n]!]!
  const end = setStart[threshold[n]! + 1]!
  let count = 0
  if (decision[n] === splitDecision.inBitset) {
    let carry = 0
    for (let i = start; i < end; i++) {
      const word = setItems[i]!
      for (let changes = word ^ ((word << 1) | carry); changes !== 0; changes &= changes - 1) {
        take(32 * (i - start) + 31 - Math.clz32(changes & -changes), count++)
      }
      carry = word >>> 31
    }
    if (carry === 1) take(32 * (end - start), count++)
  } else {
    for (let i = start; i < end; i++) {
      if (i === start || setItems[i]! !== setItems[i - 1]! + 1) take(setItems[i]!, count++)
      if (i + 1 === end || setItems[i + 1]! !== setItems[i]! + 1) take(setItems[i]! + 1, count++)
    }
  }
  return count
}
