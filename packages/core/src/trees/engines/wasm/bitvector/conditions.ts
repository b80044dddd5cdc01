import { splitDecision } from '../../../form/scoring-rules.ts'
import type { TreeEnsemble, Trees } from '../../../form/tree-ensemble.ts'
import { isCategorical, missingGoesLeft, zeroLimit } from '../../node-test.ts'
import { type ByteColumn, byteColumns } from '../codes.ts'
import type { SplitColumns } from '../columns.ts'
import type { Heap } from '../heap.ts'

/** Rows of a pass; their conditions are computed together. */
export const passRows = 512

/** Bytes of a condition: one bit for each row of a pass. */
export const conditionBytes: number = passRows / 8

/**
 * Whether the program of a node tracks its right child. A program computes the rows that reach one child; the other child gets
 * the rest. It tracks the right child if only that one has splits below it, else the left. Slots always track the left.
 */
export function tracksRight({ left, right, decision }: Trees, node: number): boolean {
  const kind = decision[node]!
  return left[node]! < 0 && right[node]! >= 0 && (kind < splitDecision.noSlot || kind === splitDecision.inRanges)
}

/**
 * Marks the conditions that the trees need. Condition `2 * limit + side` holds for cells above that limit of the columns, and if side
 * is 1 for missing ones too. Complements serve splits whose program tracks the right child; splits by categories need one more each.
 */
function wantedConditions(trees: Trees, { firstLimit, limitOf, limits }: SplitColumns) {
  const plain = new Uint32Array(2 * limits.length)
  const complements = new Uint32Array(plain.length)
  let setCount = 0
  for (let n = 0; n < trees.feature.length; n++) {
    const first = firstLimit[n]!
    const end = firstLimit[n + 1]!
    if (isCategorical(trees, n)) {
      setCount++
      for (let i = first; i < end; i++) plain[2 * limitOf[i]! + 1] = 1 // NaN is above all limits
    } else {
      const side = missingGoesLeft(trees, n) ? 0 : 1
      for (let i = first; i < end; i++) plain[2 * limitOf[i]! + side] = 1
      if (tracksRight(trees, n)) complements[2 * limitOf[first]! + side] = 1
    }
  }
  return { plain, complements, plainCount: sum(plain), complementCount: sum(complements), setCount }
}

function sum(values: Uint32Array): number {
  let total = 0
  for (const value of values) total += value
  return total
}

/** Writes the tables of kernels/conditions.ts. */
export function packConditions(heap: Heap, { trees, precision }: TreeEnsemble, columns: SplitColumns) {
  const wanted = wantedConditions(trees, columns)
  const combinationCount = wanted.complementCount + wanted.setCount
  const address = heap.allocate((wanted.plainCount + combinationCount + 2) * conditionBytes)
  const combinedAddress = address + wanted.plainCount * conditionBytes
  const zeros = combinedAddress + combinationCount * conditionBytes
  const ones = zeros + conditionBytes
  heap.u8.fill(255, ones, ones + conditionBytes)

  const parts = byteColumns(columns, zeroLimit(precision))
  const plainAt = wanted.plain.slice()
  const list = conditionList(parts, plainAt, address)

  const complementAt = wanted.complements.slice()
  const combinations = new Uint32Array(3 * wanted.complementCount + 2 * wanted.setCount + columns.setLimits)
  let at = 0
  let next = combinedAddress
  complementAt.forEach((one, key) => {
    if (one === 0) return
    combinations.set([2, plainAt[key]!, ones], at)
    at += 3
    complementAt[key] = next
    next += conditionBytes
  })
  const setAt = new Map<number, number>()
  for (let n = 0; wanted.setCount > 0 && n < trees.feature.length; n++) {
    if (!isCategorical(trees, n)) continue
    const count = at++
    for (let i = columns.firstLimit[n]!; i < columns.firstLimit[n + 1]!; i++) {
      combinations[at++] = plainAt[2 * columns.limitOf[i]! + 1]!
    }
    // Members of the set go left, so the condition of the rows that do not go left is the complement.
    if (!tracksRight(trees, n)) combinations[at++] = ones
    combinations[count] = at - count - 1
    setAt.set(n, next)
    next += conditionBytes
  }

  const keyOf = (node: number, limit: number) => 2 * limit + (missingGoesLeft(trees, node) ? 0 : 1)
  return {
    /** Condition of rows that do not go to the child that the node's program tracks. */
    ofNode(node: number): number {
      const set = setAt.get(node)
      if (set !== undefined) return set
      const key = keyOf(node, columns.limitOf[columns.firstLimit[node]!]!)
      return tracksRight(trees, node) ? complementAt[key]! : plainAt[key]!
    },
    /** Condition of rows that a slot sends right at `node`; `limit` belongs to the slot's column. */
    ofSlot: (node: number, limit: number): number => plainAt[keyOf(node, limit)]!,
    ones,
    zeros,
    columns: parts,
    list: heap.put(list),
    address,
    combinations: heap.put(combinations),
    combinationCount,
    combinedAddress,
  }
}

/** Addresses of the conditions of a pass, for the programs of trees, and the arguments of the kernels that compute them. */
export type Conditions = Readonly<ReturnType<typeof packConditions>>

/** Lists the conditions marked in `plainAt` by column, and replaces the marks by addresses, from `address` on. */
function conditionList(parts: readonly ByteColumn[], plainAt: Uint32Array, address: number): Uint8Array {
  const bytes: number[] = []
  let next = address
  parts.forEach((part, p) => {
    const codes: number[] = []
    let withMissing = 0
    for (const side of [0, 1]) {
      for (let limit = part.from; limit < part.to; limit++) {
        if (plainAt[2 * limit + side] === 0) continue
        plainAt[2 * limit + side] = next
        next += conditionBytes
        codes.push(part.codeAt(limit))
        withMissing += side
      }
    }
    for (const word of [p * passRows, codes.length, withMissing]) {
      bytes.push(word & 255, (word >> 8) & 255, (word >> 16) & 255, word >>> 24)
    }
    bytes.push(...codes)
    while (bytes.length % 4 !== 0) bytes.push(0)
  })
  return Uint8Array.from(bytes)
}
