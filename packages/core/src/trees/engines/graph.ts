import { type TreeEnsemble, treeCount } from '../form/tree-ensemble.ts'
import { orderPairs } from './graph-order.ts'
import { expandTests, type GraphTests } from './graph-tests.ts'
import { maskWords } from './masks.ts'

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
