import { splitDecision, zeroThreshold } from '../form/scoring-rules.ts'
import type { TreeEnsemble, Trees } from '../form/tree-ensemble.ts'

type Precision = TreeEnsemble['precision']

// Fast engines do not prepare rows. They put the preparation into the limits, so every test is `cell <= limit` on the caller's own doubles.

/**
 * Largest double whose prepared form (`prepareRow`) is `<= threshold`, so that `cell <= limit` holds exactly when `prepared(cell) <=
 * threshold`, for every cell but NaN.
 *
 * - `float64`: cells from -KZ to KZ count as 0, so a threshold in 0 … KZ reaches up to KZ and one in -KZ … 0 ends below -KZ.
 * - `float32`: cells round to the nearest float32, ties to even, so the limit is half-way to the next float32.
 */
export function cellLimit(threshold: number, precision: Precision): number {
  if (precision === 'float32') return roundingLimit(threshold)
  if (threshold < -zeroThreshold || threshold > zeroThreshold) return threshold
  return threshold >= 0 ? zeroThreshold : below(-zeroThreshold)
}

/** Largest magnitude of a cell that becomes 0 in preparation. */
export function zeroLimit(precision: Precision): number {
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

/** Whether a node tests the cell against a set of categories. */
export function isCategorical({ decision }: Trees, node: number): boolean {
  return decision[node] === splitDecision.inBitset || decision[node] === splitDecision.inList
}

/** Next double below a finite x. */
export function below(x: number): number {
  if (x >= 1) return x - x * 2 ** -53 // this step is half to one spacing, and exactly one below a power of two
  if (x === 0) return -Number.MIN_VALUE
  bits.setFloat64(0, x)
  bits.setBigInt64(0, bits.getBigInt64(0) + (x > 0 ? -1n : 1n))
  return bits.getFloat64(0)
}

const bits = new DataView(new ArrayBuffer(8))

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
  return rounded <= x ? rounded : previousFloat32(rounded)
}

function nextFloat32(x: number): number {
  return -previousFloat32(-x)
}

function previousFloat32(x: number): number {
  if (x === 0) return -(2 ** -149)
  if (x === -Infinity) return x
  bits.setFloat32(0, x)
  bits.setInt32(0, bits.getInt32(0) + (x > 0 ? -1 : 1))
  return bits.getFloat32(0)
}

// Boundaries of a set of categories: the c for which exactly one of c - 1 and c is in the set, so {0, 1, 5} has 0, 2, 5 and 6. A category is
// in the set if an odd number of boundaries is at or below it. A run of categories has two boundaries, whatever its length.

/** Running totals of limits by node: one for a comparison, the boundaries of a set of categories, one for each slot. */
export function countLimits(trees: Trees): Int32Array {
  const { decision, threshold, setStart } = trees
  const first = new Int32Array(decision.length + 1)
  for (let n = 0; n < decision.length; n++) {
    const set = threshold[n]!
    let count = 1
    if (decision[n]! >= splitDecision.noSlot) count = setStart[set + 1]! - setStart[set]!
    else if (decision[n]! >= splitDecision.inBitset) count = eachBoundary(trees, n, () => {})
    first[n + 1] = first[n]! + count
  }
  return first
}

/** Largest number below category c; cells are truncated towards zero. */
export function lastBefore(category: number): number {
  return category === 0 ? -1 : below(category)
}

/** Writes the boundaries of node n's set to `into` from `at` on; returns their end. */
export function putBoundaries(trees: Trees, n: number, into: Float64Array, at: number): number {
  return (
    at +
    eachBoundary(trees, n, (boundary, i) => {
      into[at + i] = boundary
    })
  )
}

/** Calls `take` with every boundary, ascending, and its index; returns their number. */
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
