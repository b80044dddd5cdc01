import type { TreeEnsemble } from '../form/tree-ensemble.ts'
import { zeroLimit } from './node-test.ts'

/**
 * Cells that the tests of a graph read: one for each distinct (feature, is zero missing?, does missing go left?) of an
 * ensemble. Every test is `cell <= limit`, which is false for NaN. A last cell, always NaN, serves the leaves.
 */
export interface Cells {
  /** Column of the row; one entry a cell. */
  readonly feature: Int32Array
  /** Largest magnitude that counts as missing, beside NaN; -1 if zero is an ordinary number. */
  readonly missingUpTo: Float64Array
  /** Value of a missing number: -Infinity goes left, NaN right. Never +Infinity, which models use as a limit. */
  readonly missing: Float64Array
  /** Largest category for which some set has a bit; -1 for a number. */
  readonly lastCategory: Int32Array
}

/** Numbers the cells that an ensemble uses, in order of first use. */
export interface CellCollector {
  numberCell(feature: number, missingGoesLeft: boolean, zeroIsMissing: boolean): number
  categoryCell(feature: number, lastCategory: number): number
  finish(): Cells
}

/** Kinds of cells of one feature. */
const left = 1
const zero = 2
const category = 4
const kinds = 5

export function collectCells({ numberOfFeatures, precision }: TreeEnsemble): CellCollector {
  const numbers = new Int32Array(kinds * numberOfFeatures).fill(-1)
  const features: number[] = []
  const kindOf: number[] = []
  const lastCategories: number[] = []

  function cell(feature: number, kind: number): number {
    const key = feature * kinds + kind
    if (numbers[key] === -1) {
      numbers[key] = features.push(feature) - 1
      kindOf.push(kind)
      lastCategories.push(kind === category ? 0 : -1)
    }
    return numbers[key]!
  }

  return {
    numberCell: (feature, missingGoesLeft, zeroIsMissing) =>
      cell(feature, (missingGoesLeft ? left : 0) + (zeroIsMissing ? zero : 0)),
    categoryCell(feature, lastCategory) {
      const number = cell(feature, category)
      lastCategories[number] = Math.max(lastCategories[number]!, lastCategory)
      return number
    },
    finish() {
      const upTo = zeroLimit(precision)
      return {
        feature: Int32Array.from(features),
        missingUpTo: Float64Array.from(kindOf, (kind) => ((kind & zero) === zero ? upTo : -1)),
        missing: Float64Array.from(kindOf, (kind) => ((kind & left) === left ? -Infinity : Number.NaN)),
        lastCategory: Int32Array.from(lastCategories),
      }
    },
  }
}
