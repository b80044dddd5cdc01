import type { Trees } from '../form/tree-ensemble.ts'

/*
 * Sets of categories as bits, for tests that look into one: `cell <= limit`, the last category with a bit, and the cell's
 * bit is set. A bit beyond its set is read, but means nothing, since then the comparison has failed.
 */

/**
 * The words of all bitsets, set s from word `setStart[s] + 1` on. Word 0 is all ones, for tests without a set, whose cells
 * have bit 0. Behind the last set is room to read beyond it.
 */
export function maskWords({ setItems, setStart }: Trees): Int32Array {
  let longest = 0
  for (let set = 1; set < setStart.length; set++) longest = Math.max(longest, setStart[set]! - setStart[set - 1]!)
  const words = new Int32Array(1 + setItems.length + longest)
  words[0] = -1
  words.set(setItems, 1)
  return words
}
