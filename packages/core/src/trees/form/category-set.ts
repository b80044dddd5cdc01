import type { Trees } from './tree-ensemble.ts'

/** The largest category: LightGBM casts the cell to int32. */
export const maximumCategory = 2147483647

/** A bitset may always have this many words: categories below 2048. */
const smallBitset = 64

/**
 * Words of the bitset of `categories`, category c at bit `c & 31` of word `c >> 5`; null when it would be large and have
 * more than eight words a category (then a sorted list serves, and the memory stays proportional to the artifact however
 * large its categories are).
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

/** Would a sorted list be much shorter than the bitset? */
function isSparse(words: number, categories: number): boolean {
  return words > Math.max(smallBitset, 8 * categories)
}

/** The bitset without the empty words at its end, and without categories beyond the largest. */
export function trimBitset(words: Int32Array): Int32Array {
  let length = Math.min(words.length, 2 ** 26)
  while (length > 0 && words[length - 1] === 0) length--
  return words.subarray(0, length)
}

/** The ascending categories of a trimmed bitset that `packBitset` would not have made; null for others. */
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
 * Is the cell's category in bitset `set`? LightGBM truncates towards zero, so (-1, 0) is category 0; NaN, negative and
 * numbers beyond int32 are in no set. Never `value | 0`: 4294967296 | 0 is 0 and would be taken for category 0.
 */
export function bitsetHas(trees: Trees, set: number, value: number): boolean {
  const category = Math.trunc(value)
  if (!(category >= 0 && category <= maximumCategory)) return false
  const word = trees.setStart[set]! + (category >> 5)
  return word < trees.setStart[set + 1]! && ((trees.setItems[word]! >>> (category & 31)) & 1) === 1
}

/** The same for an ascending list of categories, by binary search. */
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
