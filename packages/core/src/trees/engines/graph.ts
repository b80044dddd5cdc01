import { type TreeEnsemble, type Trees, treeCount } from '../form/tree-ensemble.ts'
import { expandTests, type GraphTests } from './graph-tests.ts'

/**
 * An ensemble as fast engines walk it. Tests and leaves stand in slots, and the two places where a test leads are
 * neighbours, so that a step is one comparison and one addition, and nothing branches on data:
 *
 *     slot = next of slot + (cell <= limit ? 1 : 0)
 *
 *     slot t                       the root of tree t
 *     slot T                       nothing: a leaf that adds -0, where groups of trees are not full
 *     pairs of neighbours          where a test leads when false, and when true
 *
 * A leaf leads to itself, since its cell is NaN and its next is its own slot: walks of unequal length go on together until
 * all are at leaves. A target of several tests stands in as many slots, which share the pair below it.
 */
export interface Graph {
  readonly tests: GraphTests
  /** What stands in each slot: a test, or leaf `~c` of the ensemble when negative. */
  readonly slots: Int32Array
  /** The first slot of the pair to which each test leads. */
  readonly pair: Int32Array
  /** Bits of sets, null when no test has a mask. */
  readonly words: Int32Array | null
}

/** Time and memory are proportional to the ensemble. No recursion over trees: they may be any number of levels deep. */
export function buildGraph(ensemble: TreeEnsemble): Graph {
  const tests = expandTests(ensemble)
  const trees = treeCount(ensemble)
  const firstPair = (trees + 2) & ~1 // even, so that no pair is in two cache lines
  const slots = new Int32Array(firstPair + 2 * tests.limit.length).fill(~ensemble.trees.leafValue.length, trees)
  const pair = orderPairs(tests, ensemble.trees.counts?.leaf ?? null)
  slots.set(tests.root)
  for (let test = 0; test < pair.length; test++) {
    const slot = firstPair + 2 * pair[test]!
    slots[slot] = tests.no[test]!
    slots[slot + 1] = tests.yes[test]!
    pair[test] = slot
  }
  return { tests, slots, pair, words: tests.mask === null ? null : maskWords(ensemble.trees) }
}

/** Graphs of so few tests lie in the processor's nearer caches as a whole. */
const fewTests = 8192

/**
 * Orders the pairs below tests: each is followed by the one below the heavier of its two, so that most
 * walks find the next test in the cache line that they have just read. Gives the place of every test's pair.
 *
 * @param leafWeight how many rows reach a leaf; null when that is not known, then all count the same
 */
export function orderPairs({ yes, no, root }: GraphTests, leafWeight: Float64Array | null): Int32Array {
  const place = new Int32Array(yes.length)
  if (yes.length <= fewTests) {
    for (let test = 0; test < place.length; test++) place[test] = test
    return place
  }

  const weight = new Float64Array(yes.length)
  const weightOf = (target: number) => (target >= 0 ? weight[target]! : leafWeight === null ? 1 : leafWeight[~target]!)
  for (let test = yes.length - 1; test >= 0; test--) weight[test] = weightOf(yes[test]!) + weightOf(no[test]!)

  place.fill(-1)
  const pending: number[] = []
  let placed = 0
  for (let tree = 0; tree < root.length; tree++) {
    pending.push(root[tree]!)
    while (pending.length > 0) {
      const test = pending.pop()!
      if (test < 0 || place[test] !== -1) continue
      place[test] = placed++
      const yesFirst = weightOf(yes[test]!) >= weightOf(no[test]!)
      pending.push(yesFirst ? no[test]! : yes[test]!)
      pending.push(yesFirst ? yes[test]! : no[test]!)
    }
  }
  return place
}

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
