import { splitDecision } from '../form/scoring-rules.ts'
import type { Trees } from '../form/tree-ensemble.ts'
import { below } from './node-test.ts'

/*
 * Boundaries of a set of categories: the c for which exactly one of c - 1 and c is in the set. A category is in the set if an
 * odd number of boundaries is at or below it. A run of categories has two boundaries, whatever its length.
 *
 *     {0, 1, 5} → 0, 2, 5, 6
 */

/** Running totals of limits by node: one for a comparison, the boundaries of a set of categories, one for each slot. */
export function countLimits(trees: Trees): Int32Array {
  const { decision, threshold, setStart } = trees
  const first = new Int32Array(decision.length + 1)
  for (let n = 0; n < decision.length; n++) {
    const set = threshold[n]!
    let count = 1
    if (decision[n]! >= splitDecision.noSlot) count = setStart[set + 1]! - setStart[set]!
    else if (decision[n]! >= splitDecision.inBitset) count = countBoundaries(trees, n)
    first[n + 1] = first[n]! + count
  }
  return first
}

/** Largest number below category c; cells are truncated towards zero. */
export function lastBefore(category: number): number {
  return category === 0 ? -1 : below(category)
}

function countBoundaries(trees: Trees, n: number): number {
  const { decision, threshold, setStart, setItems } = trees
  if (decision[n] !== splitDecision.inBitset) return eachBoundary(trees, n, ignore)
  let count = 0
  let carry = 0
  for (let i = setStart[threshold[n]!]!; i < setStart[threshold[n]! + 1]!; i++) {
    count += bitCount(setItems[i]! ^ ((setItems[i]! << 1) | carry))
    carry = setItems[i]! >>> 31
  }
  return count + carry
}

function ignore(): void {}

/** Number of set bits in a word: sums of 2, 4 and 8 bits, then of the four bytes. */
function bitCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
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
