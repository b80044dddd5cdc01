import { below } from '../../form/sets.ts'
import { columnKind, find, type SplitColumns } from './columns.ts'
import type { Heap } from './heap.ts'

/** Column as kernels/codes.ts ranks it: the code of a cell is the number of bounds `<=` it, so 0 for NaN. */
export interface CodedColumn {
  readonly feature: number
  /** Bounds, ascending from -Infinity. A last bound of NaN, which is `<=` no cell, represents the limit Infinity. */
  readonly bounds: Float64Array
  /** Code of cells that count as zero, if zero is missing; else 0. */
  readonly zeroCode: number
  readonly buckets: Buckets
}

/**
 * Buckets that narrow down a code: `bucket(cell) = round(clamp((cell - low) * scale, 0, top))` does not decrease, so all bounds
 * of lower buckets are `<=` the cell. `first[bucket]` counts them; bounds in the cell's own bucket are compared, two at a time.
 */
export interface Buckets {
  readonly low: number
  readonly scale: number
  readonly first: Uint16Array
  /** Number of comparisons, of two bounds each; 0 if buckets are too full, so that a binary search is used. */
  readonly compares: number
}

export const columnBytes = 64

const mostBuckets = 4096

/** Largest number of comparisons in a bucket; beyond two a binary search is as fast. */
const mostCompares = 2

/** Converts limits into bounds with buckets. @param limits ascending, distinct */
export function codedColumn(feature: number, limits: Float64Array, zeroCode: number): CodedColumn {
  const bounds = new Float64Array(limits.length + 1)
  bounds[0] = -Infinity
  for (let i = 0; i < limits.length; i++) bounds[i + 1] = above(limits[i]!)
  return { feature, bounds, zeroCode, buckets: chooseBuckets(bounds) }
}

/** Next double above x, so that `limit < cell` exactly when `above(limit) <= cell`. */
function above(x: number): number {
  if (x === Infinity) return Number.NaN
  return x === -Infinity ? -Number.MAX_VALUE : -below(-x)
}

/** Smallest number of buckets with at most two bounds in each, else the one with the fewest bounds. */
function chooseBuckets(bounds: Float64Array): Buckets {
  let size = 1
  while (size < bounds.length) size *= 2
  let best = fillBuckets(bounds, 1)
  for (size *= 4; size <= mostBuckets && (best.compares === 0 || best.compares > 1); size *= 4) {
    const buckets = fillBuckets(bounds, size)
    if (best.compares === 0 || (buckets.compares > 0 && buckets.compares < best.compares)) best = buckets
  }
  return best
}

/** Fills buckets over the range of ordinary bounds; the first bucket holds -Infinity and everything below the range. */
function fillBuckets(bounds: Float64Array, size: number): Buckets {
  const ordinary = bounds.filter((bound) => Math.abs(bound) < 1e200)
  const step = size > 1 ? (ordinary.at(-1)! - ordinary[0]!) / (size - 3) : 0
  const usable = step > 0 && Number.isFinite(1 / step)
  const scale = usable ? 1 / step : 0
  const low = usable ? ordinary[0]! - step : 0
  const first = new Uint16Array(usable ? size : 1)
  for (const bound of bounds) {
    if (!Number.isNaN(bound)) first[bucketOf(bound, low, scale, first.length - 1)]!++
  }
  let before = 0
  let fullest = 0
  for (let bucket = 0; bucket < first.length; bucket++) {
    const count = first[bucket]!
    first[bucket] = before
    before += count
    fullest = Math.max(fullest, count)
  }
  const compares = (fullest + 1) >> 1
  return { low, scale, first, compares: compares <= mostCompares ? compares : 0 }
}

const toLowWord = 2 ** 52

/** Bucket of a cell, by the operations of the kernel, so that both round alike. */
function bucketOf(cell: number, low: number, scale: number, top: number): number {
  if (top === 0) return 0
  return Math.max(Math.min((cell - low) * scale, top), 0) + toLowWord - toLowWord
}

/** Writes the tables of kernels/codes.ts; returns the address of the first column. */
export function packCodes(heap: Heap, columns: readonly CodedColumn[]): number {
  const address = heap.allocate(columns.length * columnBytes)
  columns.forEach(({ feature, bounds, zeroCode, buckets }, c) => {
    const steps = 32 - Math.clz32(bounds.length)
    const padded = new Float64Array(Math.max(bounds.length + 2, buckets.compares === 0 ? (1 << steps) - 1 : 0)).fill(
      NaN,
    )
    padded.set(bounds)
    const boundsAt = heap.put(padded)
    const firstAt = heap.put(buckets.first)
    const column = address + c * columnBytes
    heap.u32.set([8 * feature, boundsAt, firstAt, buckets.compares, steps, zeroCode], column >> 2)
    heap.f64.set([buckets.low, buckets.scale, buckets.first.length - 1], (column + 24) >> 3)
  })
  return address
}

/** Largest number of limits of a byte column: code 0 is missing, code 1 is below all limits. */
const mostLimits = 254

/** Column, or run of a column's limits, whose codes fit a byte. */
export interface ByteColumn {
  readonly column: number
  /** Limits, ascending; if zero is missing, they include the two limits around zero. */
  readonly limits: Float64Array
  readonly coded: CodedColumn
  /** First limit that the column serves: it has the limits `from ≤ i < to` of the columns. */
  readonly from: number
  readonly to: number
  /** Code that the cells above the limit exceed, and only these. */
  codeAt(limit: number): number
}

/** Largest number of limits of column c in one part. */
function partLimits({ kind }: SplitColumns, c: number): number {
  return kind[c] === columnKind.zeroIsMissing ? mostLimits - 2 : mostLimits
}

export function byteColumnCount(columns: SplitColumns): number {
  const { start } = columns
  let count = 0
  for (let c = 0; c + 1 < start.length; c++) {
    count += Math.max(1, Math.ceil((start[c + 1]! - start[c]!) / partLimits(columns, c)))
  }
  return count
}

/**
 * Splits columns with more limits than a byte can count. Splits at the limits of a part need only the rank of a cell among
 * them, so the parts are independent; if zero is missing, every part must recognise it.
 */
export function byteColumns(columns: SplitColumns, zero: number): ByteColumn[] {
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

/** Columns for splits that compare a number, after splitting those with more limits than a byte can count. */
export function partColumns(columns: SplitColumns, zero: number): SplitColumns {
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
