import type { Trees } from '../form/tree-ensemble.ts'

/**
 * Layout of the binary model file: the arrays of `Trees` as they are in memory, so loading is one copy and a check. Numbers
 * are little-endian; every array begins at a multiple of 8.
 *
 *      0  8 bytes   RIFTTREE
 *      8  u32       format version, 1
 *     12  u32       CRC-32 of everything from byte 16 on
 *     16  u32       size of the file in bytes
 *     20  u32       size of the description in bytes
 *     24  UTF-8     description: JSON of `description.ts`, which also has the lengths of the arrays
 *         f64 …     base score (one for all outputs or one for each), threshold, leafValue, leafVector, values of leafEntries, linear constant and
 *                   coefficient, node and leaf counts
 *         i32 …     root, output, firstNode, firstLeaf, feature, left, right, setStart, setItems, leafNumber, leafEntries,
 *                   linear termStart and feature
 *         u8 …      decision
 */
export const magic = 'RIFTTREE'
export const formatVersion = 1
export const fileHeaderBytes = 24
export const checkedFrom = 16

type FileColumn = Float64Array | Int32Array | Uint8Array

/** Counts of all parts; linear terms are null without linear leaves. The first four are absent from models that do not need them. */
export interface Sizes {
  /** Number of base scores; absent if all outputs have the same. */
  readonly bases?: number
  readonly leafNumbers?: number
  readonly vectorItems?: number
  readonly entries?: number
  readonly trees: number
  readonly nodes: number
  readonly leaves: number
  readonly sets: number
  readonly setItems: number
  readonly linearTerms: number | null
  readonly counted: boolean
}

export function sizesOf(trees: Trees, baseScores: readonly number[]): Sizes {
  const isShared = baseScores.every((base) => Object.is(base, baseScores[0]))
  return {
    ...(isShared ? {} : { bases: baseScores.length }),
    ...(trees.leafNumber === null ? {} : { leafNumbers: trees.leafNumber.length }),
    ...(trees.leafVector === null ? {} : { vectorItems: trees.leafVector.length }),
    ...(trees.leafEntries === null ? {} : { entries: trees.leafEntries.value.length }),
    trees: trees.root.length,
    nodes: trees.feature.length,
    leaves: trees.leafValue.length,
    sets: trees.setStart.length - 1,
    setItems: trees.setItems.length,
    linearTerms: trees.linear === null ? null : trees.linear.feature.length,
    counted: trees.counts !== null,
  }
}

/** Arrays in the order of the file. */
export function columnsOf(trees: Trees, baseScores: readonly number[]): readonly FileColumn[] {
  const { linear, counts, leafVector, leafEntries, leafNumber } = trees
  const { bases = 1 } = sizesOf(trees, baseScores)
  return [
    Float64Array.from(baseScores.slice(0, bases)),
    trees.threshold,
    trees.leafValue,
    ...(leafVector === null ? [] : [leafVector]),
    ...(leafEntries === null ? [] : [leafEntries.value]),
    ...(linear === null ? [] : [linear.constant, linear.coefficient]),
    ...(counts === null ? [] : [counts.node, counts.leaf]),
    trees.root,
    trees.output,
    trees.firstNode,
    trees.firstLeaf,
    trees.feature,
    trees.left,
    trees.right,
    trees.setStart,
    trees.setItems,
    ...(leafNumber === null ? [] : [leafNumber]),
    ...(leafEntries === null ? [] : [leafEntries.start, leafEntries.output]),
    ...(linear === null ? [] : [linear.termStart, linear.feature]),
    trees.decision,
  ]
}

/** Rounds up to a multiple of 8. */
export function aligned(bytes: number): number {
  return Math.ceil(bytes / 8) * 8
}

/** Whether the machine is little-endian, as the file is. Every machine that runs today's JavaScript engines is little-endian. */
export function isLittleEndian(): boolean {
  return new Uint8Array(Uint16Array.of(1).buffer)[0] === 1
}
