import { describe, expect, it } from 'vitest'
import { buildGraph, type Graph } from '#core/trees/engines/graph.ts'
import { createTreesBuilder } from '#core/trees/form/build-trees.ts'
import { type SplitDecision, splitDecision } from '#core/trees/form/scoring-rules.ts'
import { ensembleOf } from './random-ensemble.ts'

interface Node {
  readonly decision: SplitDecision
  readonly threshold: number
}

/** Graph of one tree: a chain of these nodes on feature 0 whose right children are leaves. */
function graphOf(makeNodes: (builder: ReturnType<typeof createTreesBuilder>) => readonly Node[]): Graph {
  const builder = createTreesBuilder()
  const nodes = makeNodes(builder)
  builder.addTree(0, {
    feature: nodes.map(() => 0),
    decision: nodes.map((node) => node.decision),
    threshold: nodes.map((node) => node.threshold),
    left: nodes.map((_, n) => (n + 1 < nodes.length ? n + 1 : ~nodes.length)),
    right: nodes.map((_, n) => ~n),
    leafValue: [...nodes.map((_, n) => n), -1],
    linear: null,
    counts: null,
  })
  return buildGraph(ensembleOf(builder.finish(), { precision: 'float64', outputs: 1, features: 50_000 }))
}

/** Number of tests on the longest way to a leaf. */
function depth({ tests }: Graph): number {
  const below = new Int32Array(tests.limit.length)
  const of = (target: number) => (target >= 0 ? (below[target] as number) : 0)
  for (let test = below.length - 1; test >= 0; test--) {
    below[test] = 1 + Math.max(of(tests.yes[test] as number), of(tests.no[test] as number))
  }
  return of(tests.root[0] as number)
}

describe('the graph of an ensemble', () => {
  it('the graph of an ensemble has one test per comparison and one cell per feature and missing rule', () => {
    const kinds = [0, 0, 0, 1, 2, 3, 4, 1, 2, 3, 4]
    const graph = graphOf(() =>
      kinds.map((kind, n) => ({ decision: kind as SplitDecision, threshold: n === 2 ? -1 : n })),
    )
    expect(graph.tests.limit).toHaveLength(kinds.length)
    // With `compare` NaN goes left or right, as with the two others, which share its cells unless zero is missing.
    expect(graph.tests.cells.feature).toHaveLength(4)
    expect(Array.from(graph.tests.cells.missing)).toEqual([-Infinity, Number.NaN, -Infinity, Number.NaN])
  })

  it('the graph of an ensemble searches a long list of sparse categories in a few steps', () => {
    const categories = Array.from({ length: 1000 }, (_, i) => i * 2_000_000)
    const graph = graphOf((builder) => {
      const { decision, set } = builder.addCategories(categories)
      expect(decision).toBe(splitDecision.inList)
      return [{ decision, threshold: set }]
    })
    expect(graph.words).toBeNull()
    expect(graph.tests.limit).toHaveLength(2000)
    expect(depth(graph)).toBe(11)
  })

  it('the graph of an ensemble looks up large bitsets in one step, and searches them if there are few', () => {
    const set = (builder: ReturnType<typeof createTreesBuilder>) => {
      const { decision, set } = builder.addCategories([1, 3, 5, 7, 9, 11, 13, 40])
      return { decision, threshold: set }
    }
    const comparison: Node = { decision: splitDecision.compare, threshold: 1 }
    const masked = graphOf((builder) => [set(builder), set(builder), comparison])
    expect(masked.words).toEqual(Int32Array.of(-1, 0x2aaa, 256, 0x2aaa, 256, 0, 0))
    expect(masked.tests.limit).toHaveLength(3)
    const searched = graphOf((builder) => [set(builder), ...new Array<Node>(100).fill(comparison)])
    expect(searched.words).toBeNull()
    expect(searched.tests.limit).toHaveLength(116)
  })

  it('the graph of an ensemble grows in proportion to its slot sets and is never deeper than their length', () => {
    const slots = Int32Array.from({ length: 50_000 }, (_, slot) => slot)
    const graph = graphOf((builder) => [{ decision: splitDecision.noSlot, threshold: builder.addSlots(slots) }])
    expect(graph.slots).toHaveLength(100_002)
    expect(depth(graph)).toBe(50_000)
  })

  it('the graph of a large ensemble lays the heavier branch out first, and every pair once', () => {
    const nodes = 9000
    const light = 10 // nodes 1 … 10 are the left branch of the root, a chain like the right one
    const builder = createTreesBuilder()
    const every = (make: (node: number) => number) => Array.from({ length: nodes }, (_, node) => make(node))
    builder.addTree(0, {
      feature: every(() => 0),
      decision: every(() => splitDecision.nanGoesLeft) as SplitDecision[],
      threshold: every((node) => node),
      left: every((node) => (node === light || node + 1 === nodes ? ~node : node + 1)),
      right: every((node) => (node === 0 ? light + 1 : node === light ? ~0 : node + 1 === nodes ? ~nodes : ~node)),
      leafValue: new Array<number>(nodes + 1).fill(0),
      linear: null,
      counts: null,
    })
    const { pair, slots } = buildGraph(ensembleOf(builder.finish(), { precision: 'float64', outputs: 1, features: 1 }))
    expect([0, light + 1, light + 2, 1].map((node) => pair[node])).toEqual([2, 4, 6, 2 * nodes - 2 * light + 2])
    expect(Array.from(slots).sort((a, b) => a - b)).toEqual([
      ~nodes - 1,
      ...every((node) => ~(nodes - node)),
      ~0,
      ...every((node) => node),
    ])
  })
})
