import { type CodedColumn, codedColumn } from './codes.ts'
import { type Columns, columnKind } from './columns.ts'
import { find } from './rank-values.ts'

/** Codes of a byte: 0 for missing, 1 below all limits, so 254 limits. */
const mostLimits = 254

/** A column, or a run of a column's limits, whose codes fit into a byte. */
export interface ByteColumn {
  readonly column: number
  /** Ascending; where zero is missing the two beside zero are among them. */
  readonly limits: Float64Array
  readonly coded: CodedColumn
  /** Limits `from ≤ i < to` of the columns are those it serves. */
  readonly from: number
  readonly to: number
  /** A cell is above limit `i` exactly when its code is above this. */
  codeAt(limit: number): number
}

/** Limits of column c that one part serves. */
function partLimits({ kind }: Columns, c: number): number {
  return kind[c] === columnKind.zeroIsMissing ? mostLimits - 2 : mostLimits
}

export function byteColumnCount(columns: Columns): number {
  const { start } = columns
  let count = 0
  for (let c = 0; c + 1 < start.length; c++) {
    count += Math.max(1, Math.ceil((start[c + 1]! - start[c]!) / partLimits(columns, c)))
  }
  return count
}

/**
 * Splits columns with more limits than a byte counts. The rank of a cell among the limits of a part is all that splits
 * at these limits ask for, so the parts need not know of each other; only where zero is missing every part has to tell it.
 */
export function byteColumns(columns: Columns, zero: number): ByteColumn[] {
  const parts: ByteColumn[] = []
  columns.feature.forEach((feature, c) => {
    const start = columns.start[c]!
    const end = columns.start[c + 1]!
    const zeroIsMissing = columns.kind[c] === columnKind.zeroIsMissing
    const zeroAt = zeroIsMissing ? find(columns.limits, zero, start, end) : -1
    const size = partLimits(columns, c)
    for (let from = start; from < end || from === start; from += size) {
      const to = Math.min(from + size, end)
      const zeroSides = zeroIsMissing ? columns.limits.subarray(zeroAt - 1, zeroAt + 1) : []
      const limits = Float64Array.from(new Set([...columns.limits.subarray(from, to), ...zeroSides])).sort()
      const position = (limit: number) => find(limits, columns.limits[limit]!, 0, limits.length)
      parts.push({
        column: c,
        limits,
        coded: codedColumn(feature, limits, zeroIsMissing ? position(zeroAt) + 1 : 0),
        from,
        to,
        codeAt: (limit) => position(limit) + 1,
      })
    }
  })
  return parts
}

/** The columns, with each that has more limits than a byte counts as several. For splits that compare a number. */
export function partColumns(columns: Columns, zero: number): Columns {
  if (byteColumnCount(columns) === columns.feature.length) return columns
  const parts = byteColumns(columns, zero)
  const start = new Int32Array(parts.length + 1)
  const partOf = new Int32Array(columns.limits.length)
  const position = new Int32Array(columns.limits.length)
  parts.forEach(({ limits, from, to, codeAt }, part) => {
    start[part + 1] = start[part]! + limits.length
    partOf.fill(part, from, to)
    for (let limit = from; limit < to; limit++) position[limit] = start[part]! + codeAt(limit) - 1
  })
  const { firstLimit, limitOf, ofNode } = columns
  return {
    ...columns,
    feature: Int32Array.from(parts, ({ column }) => columns.feature[column]!),
    kind: Uint8Array.from(parts, ({ column }) => columns.kind[column]!),
    start,
    limits: Float64Array.from(parts.flatMap(({ limits }) => [...limits])),
    limitOf: limitOf.map((limit) => position[limit]!),
    ofNode: ofNode.map((_, node) => partOf[limitOf[firstLimit[node]!]!]!),
  }
}
