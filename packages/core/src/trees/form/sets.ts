import type { Trees } from './tree-ensemble.ts'

// Sets that nodes test: categories, as the words of a bitset or as a list, and ranges of numbers.

/** Limits of a set of ranges, ascending. */
export function limitsOf({ setStart, setItems }: Trees, set: number): Float64Array {
  const start = setStart[set]!
  return Float64Array.from({ length: (setStart[set + 1]! - start) / 2 }, (_, i) => limitAt(setItems, start + 2 * i))
}

/** Words of the limits of ranges, as a set holds them: the low word of each double first. */
export function wordsOfLimits(limits: ArrayLike<number>): Int32Array {
  const words = new Int32Array(2 * limits.length)
  for (let i = 0; i < limits.length; i++) {
    bits.setFloat64(0, limits[i]!)
    words[2 * i] = bits.getInt32(4)
    words[2 * i + 1] = bits.getInt32(0)
  }
  return words
}

function limitAt(words: Int32Array, at: number): number {
  bits.setInt32(4, words[at]!)
  bits.setInt32(0, words[at + 1]!)
  return bits.getFloat64(0)
}

export function isInRanges({ setStart, setItems }: Trees, set: number, value: number): boolean {
  let low = setStart[set]! >> 1
  const start = low
  let high = setStart[set + 1]! >> 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (value <= limitAt(setItems, setStart[set]! + 2 * (middle - start))) high = middle
    else low = middle + 1
  }
  return (low - start) % 2 === 1
}

/**
 * Limits of a set of numbers that cells of this precision are compared with; with `nan`, NaN is a member too.
 * @example rangesOf([3], 'double', false) // 2.9999999999999996 and 3: cells above the first and not above the second
 */
export function rangesOf(members: Iterable<number>, precision: 'float32' | 'double', nan: boolean): Float64Array {
  const before = precision === 'float32' ? float32Below : below
  const ranges = Array.from(members, (member): [number, number] => [before(member), member + 0])
  return joinRanges(ranges, nan)
}

/**
 * Limits of a set of integers, for cells that are truncated towards zero before they are looked up. Cells above `belowZero` and up to 0
 * count as 0: -1 for plain truncation; for XGBoost, which has no negative cell in a set, the number just below 0.
 */
export function integerRanges(members: Iterable<number>, belowZero: number, nan: boolean): Float64Array {
  const rangeOf = (member: number): [number, number] => {
    if (member < 0) return [member - 1, member]
    return [member === 0 ? belowZero : below(member), below(member + 1)]
  }
  return joinRanges(Array.from(members, rangeOf), nan)
}

/** Limits of ranges `low < cell <= high`, after sorting them and joining those that touch. */
function joinRanges(ranges: [number, number][], nan: boolean): Float64Array {
  const limits: number[] = []
  for (const [low, high] of ranges.sort((a, b) => a[0] - b[0])) {
    if (limits.length > 0 && low <= limits.at(-1)!) limits.push(Math.max(limits.pop()!, high))
    else limits.push(low, high)
  }
  if (nan) limits.push(Infinity)
  return Float64Array.from(limits)
}

/** Next double below x; -Infinity has none. */
export function below(x: number): number {
  if (x === Infinity) return Number.MAX_VALUE
  if (x >= 1) return x - x * 2 ** -53 // this step is half to one spacing, and exactly one below a power of two
  if (x === 0) return -Number.MIN_VALUE
  bits.setFloat64(0, x)
  bits.setBigInt64(0, bits.getBigInt64(0) + (x > 0 ? -1n : 1n))
  return bits.getFloat64(0)
}

/** Next float32 below a float32 x; -Infinity has none. */
export function float32Below(x: number): number {
  if (x === 0) return -(2 ** -149)
  if (x === -Infinity) return x
  bits.setFloat32(0, x)
  bits.setInt32(0, bits.getInt32(0) + (x > 0 ? -1 : 1))
  return bits.getFloat32(0)
}

const bits = new DataView(new ArrayBuffer(8))

/** Largest category, as LightGBM casts the cell to int32. */
export const maximumCategory = 2147483647

/** Words that a bitset may have in any case: categories below 2048. */
const smallBitset = 64

/**
 * Words of the bitset of `categories`, category c at bit `c & 31` of word `c >> 5`. Null if it would have more than eight words a
 * category: then a sorted list keeps the memory proportional to the artifact.
 */
export function packBitset(categories: readonly number[]): number[] | null {
  let largest = -1
  for (const category of categories) largest = Math.max(largest, category)
  const length = (largest >> 5) + 1
  if (isSparse(length, categories.length)) return null
  const words = new Array<number>(length).fill(0)
  for (const category of categories) words[category >> 5]! |= 1 << (category & 31)
  return words
}

/** Whether a sorted list would be much shorter than the bitset. */
function isSparse(words: number, categories: number): boolean {
  return words > Math.max(smallBitset, 8 * categories)
}

/** Removes empty words at the end of a bitset, and categories beyond the largest one. */
export function trimBitset(words: Int32Array): Int32Array {
  let length = Math.min(words.length, 2 ** 26)
  while (length > 0 && words[length - 1] === 0) length--
  return words.subarray(0, length)
}

/** Ascending categories of a trimmed bitset that is sparse; null for other bitsets. */
export function sparseCategories(words: Int32Array): number[] | null {
  let count = 0
  for (let w = 0; w < words.length; w++) {
    for (let word = words[w]!; word !== 0; word &= word - 1) count++
  }
  if (!isSparse(words.length, count)) return null
  const categories: number[] = []
  words.forEach((word, w) => {
    for (let bit = 0; bit < 32; bit++) if (((word >>> bit) & 1) === 1) categories.push(w * 32 + bit)
  })
  return categories
}

/**
 * Whether bitset `set` has the cell's category. LightGBM truncates towards zero, so (-1, 0) is category 0; NaN, negative numbers
 * and numbers beyond int32 are in no set. Do not use `value | 0`: 4294967296 | 0 is 0, which would be category 0.
 */
export function bitsetHas(trees: Trees, set: number, value: number): boolean {
  const category = Math.trunc(value)
  if (!(category >= 0 && category <= maximumCategory)) return false
  const word = trees.setStart[set]! + (category >> 5)
  return word < trees.setStart[set + 1]! && ((trees.setItems[word]! >>> (category & 31)) & 1) === 1
}

/** Whether an ascending list has the cell's category, by binary search. */
export function listHas(trees: Trees, set: number, value: number): boolean {
  const category = Math.trunc(value)
  let low = trees.setStart[set]!
  let high = trees.setStart[set + 1]!
  const end = high
  while (low < high) {
    const middle = (low + high) >>> 1
    if (trees.setItems[middle]! < category) low = middle + 1
    else high = middle
  }
  return low < end && trees.setItems[low] === category
}
