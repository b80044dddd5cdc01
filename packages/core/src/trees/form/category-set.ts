import type { Trees } from './tree-ensemble.ts'

/** Largest category, as LightGBM casts the cell to int32. */
export const maximumCategory = 2147483647

/** Words that a bitset may always have: categories below 2048. */
const smallBitset = 64

/**
 * Words of the bitset of `categories`, category c at bit `c & 31` of word `c >> 5`. Null if it would be large, with more than
 * eight words a category: then a sorted list keeps the memory proportional to the artifact, however large its categories.
 *
 * @example packBitset([0, 33]) // => [1, 2]
 * @example packBitset([2147483647]) // => null
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
