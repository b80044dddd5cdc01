import type { Cells } from '../cells.ts'

/** Copies the cells of the row that begins at `rows[from]` to `into[at]` and on. All are numbers. */
export function fillCells(cells: Cells, rows: Float64Array, from: number, into: Float64Array, at: number): void {
  const { feature, missingUpTo, missing } = cells
  for (let i = 0; i < feature.length; i++) {
    const value = rows[from + feature[i]!]!
    into[at + i] = Math.abs(value) > missingUpTo[i]! ? value : missing[i]!
  }
}

/**
 * `fillCells` where cells may be categories: integers from 0 on, NaN for anything else. Cell i is `into[at + 2i]`, and
 * `bits[2at + 4i + 2]`, in the same bytes, the number of its bit: 0 for numbers, the last for categories beyond all sets.
 */
export function fillMaskedCells(
  cells: Cells,
  rows: Float64Array,
  from: number,
  into: Float64Array,
  bits: Uint32Array,
  at: number,
): void {
  const { feature, missingUpTo, missing, lastCategory } = cells
  for (let i = 0; i < feature.length; i++) {
    const value = rows[from + feature[i]!]!
    const last = lastCategory[i]!
    if (last < 0) into[at + 2 * i] = Math.abs(value) > missingUpTo[i]! ? value : missing[i]!
    else {
      const category = Math.trunc(value)
      into[at + 2 * i] = category >= 0 ? category : Number.NaN
      bits[2 * at + 4 * i + 2] = category >= 0 ? Math.min(category, last) : 0
    }
  }
}
