import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type SeededRandom, seededRandom } from '#core/math/seeded-random.ts'
import { createWasmEngine } from '#core/trees/engines/wasm/create-wasm-engine.ts'
import { mostLeavesOf } from '#core/trees/engines/wasm/table/table-layout.ts'
import { createTreesBuilder } from '#core/trees/form/build-trees.ts'
import { type SplitDecision, splitDecision, zeroThreshold } from '#core/trees/form/scoring-rules.ts'
import type { TreeEnsemble } from '#core/trees/form/tree-ensemble.ts'
import { amount, runsAll } from '../../../../support/amount.ts'
import { engineNames, engineOf } from '../engines.ts'
import { ensembleOf, randomCase, shapes } from '../random-ensemble.ts'
import { expectSameAnswers } from '../same-answers.ts'

const kernels = ['bitvector', 'table', 'treelets'] as const

/** Shapes that a kernel serves; treelets compare numbers only. */
const shapesOf = (kernel: (typeof kernels)[number]): typeof shapes =>
  kernel === 'treelets' ? shapes.map((shape) => ({ ...shape, plain: true })) : shapes

function expectKernelAnswers(kernel: (typeof kernels)[number], ensemble: TreeEnsemble, rows: Float64Array): void {
  expectSameAnswers(ensemble, engineOf(kernel, ensemble), rows)
}

describe.each(kernels)('the %s kernel', (kernel) => {
  it('a kernel has the bits of the interpreter for any ensemble, rows and run of iterations', () => {
    fc.assert(
      fc.property(fc.integer(), shapesOf(kernel), fc.integer({ min: 1, max: 70 }), (seed, shape, count) => {
        const { ensemble, rows } = randomCase(seed, shape, count)
        fc.pre(ensemble.trees.root.length > 0)
        expectKernelAnswers(kernel, ensemble, rows)
      }),
      { numRuns: amount(10, 300) },
    )
  })

  it('a kernel has the bits of the interpreter for passes of every size', () => {
    fc.assert(
      fc.property(fc.integer(), shapesOf(kernel), fc.integer({ min: 120, max: 1100 }), (seed, shape, count) => {
        const { ensemble, rows } = randomCase(seed, shape, count)
        fc.pre(ensemble.trees.root.length > 0)
        expectKernelAnswers(kernel, ensemble, rows)
      }),
      { numRuns: amount(1, 15) },
    )
  })

  it('a kernel has the bits of the interpreter for hundreds of thresholds per feature, evenly spread or not', () => {
    for (const [index, spread] of Object.values(spreads).entries()) {
      const all = [splitDecision.nanGoesRight, splitDecision.zeroGoesLeft, splitDecision.zeroGoesRight]
      const decisions = runsAll ? all : [all[index % 3]!]
      for (const decision of decisions) {
        const random = seededRandom(decision)
        const numbers = Array.from({ length: 700 }, () => spread(random))
        const ensemble = chains(random, numbers, decision, kernel === 'table' ? 60 : 100)
        const cells = [...numbers, Number.NaN, 0, -0, Infinity, -Infinity, zeroThreshold, 1e-36, -1e300]
        const rows = Float64Array.from(
          { length: 400 },
          () => cells[random.below(cells.length)]! * (1 - random.below(2)),
        )
        expectKernelAnswers(kernel, ensemble, Float64Array.from([...rows, ...cells]))
      }
    }
  })
})

const spreads: Readonly<Record<string, (random: SeededRandom) => number>> = {
  even: (random) => random.below(2 ** 32) / 2 ** 20,
  crowded: (random) => 1 + random.below(5000) * 2 ** -50,
  exponential: (random) => 10 ** (random.below(600) - 300) * (1 + random.below(1000)),
  aroundZero: (random) => (random.below(2001) - 1000) * 2 ** -130,
}

/** Trees of which each splits `size` of the numbers, left and right in turn. */
function chains(random: SeededRandom, numbers: readonly number[], decision: SplitDecision, size: number): TreeEnsemble {
  const builder = createTreesBuilder()
  for (let first = 0; first + size <= numbers.length; first += size) {
    const nodes = Array.from({ length: size }, (_, n) => n)
    builder.addTree(0, {
      feature: nodes.map(() => 0),
      decision: nodes.map(() => decision),
      threshold: numbers.slice(first, first + size),
      left: nodes.map((n) => (n % 2 === 0 || n === size - 1 ? ~n : n + 1)),
      right: nodes.map((n) => (n === size - 1 ? ~size : n % 2 === 0 ? n + 1 : ~n)),
      leafValue: [...nodes, size].map(() => random.below(1000) / 7),
      linear: null,
      counts: null,
    })
  }
  return ensembleOf(builder.finish(), { precision: 'float64', outputs: 1, features: 1 })
}

it('treelets and bit vectors have the bits of the interpreter for trees of hundreds and thousands of leaves', () => {
  for (const nodes of runsAll ? [254, 255, 256, 257, 511, 1023, 4095] : [255, 256, 1023]) {
    const ensemble = balanced(nodes)
    expect(mostLeavesOf(ensemble.trees)).toBe(nodes + 1)
    const rows = Float64Array.from({ length: 300 }, (_, r) => ((r * 7) % 300) * (nodes / 300))
    expectKernelAnswers('bitvector', ensemble, rows)
    expectKernelAnswers('treelets', ensemble, rows)
  }
})

it('treelets have the bits of the interpreter for more trees than one round of 128', () => {
  const numbers = Array.from({ length: 700 }, (_, i) => i)
  const ensemble = chains(seededRandom(3), numbers, splitDecision.nanGoesLeft, 1)
  expectKernelAnswers(
    'treelets',
    ensemble,
    Float64Array.from({ length: 30 }, (_, r) => 25 * r - 10),
  )
})

/** Three balanced trees whose leaves are the intervals between 0, 1, 2, …, and a tree of two leaves. */
function balanced(nodes: number): TreeEnsemble {
  const builder = createTreesBuilder()
  for (const size of [nodes, nodes, 1, nodes]) {
    const children = Array.from({ length: 2 * size }, (_, i) => (i + 1 < size ? i + 1 : ~(i + 1 - size)))
    const threshold: number[] = []
    const number = (node: number) => {
      if (node >= size) return
      number(2 * node + 1)
      threshold[node] = threshold.filter((one) => one !== undefined).length
      number(2 * node + 2)
    }
    number(0)
    builder.addTree(0, {
      feature: threshold.map(() => 0),
      decision: threshold.map(() => splitDecision.nanGoesLeft),
      threshold,
      left: children.filter((_, i) => i % 2 === 0),
      right: children.filter((_, i) => i % 2 === 1),
      leafValue: Array.from({ length: size + 1 }, (_, leaf) => Math.sin(leaf + size)),
      linear: null,
      counts: null,
    })
  }
  return ensembleOf(builder.finish(), { precision: 'float64', outputs: 1, features: 1 })
}

it.each([
  { leaves: 'numbers', linear: null },
  {
    leaves: 'functions',
    linear: [
      { constant: -0, features: [], coefficients: [] },
      { constant: 1, features: [0], coefficients: [2] },
    ],
  },
])('a sum of -0 stays -0 when trees whose leaves are $leaves add -0', ({ linear }) => {
  const builder = createTreesBuilder()
  builder.addTree(0, {
    feature: [0],
    decision: [splitDecision.compare],
    threshold: [0],
    left: [-1],
    right: [-2],
    leafValue: [-0, 1],
    linear,
    counts: null,
  })
  const ensemble = ensembleOf(builder.finish(), { precision: 'float64', outputs: 1, features: 1 })
  for (const name of engineNames) {
    const scores = new Float64Array(400).fill(-0)
    engineOf(name, ensemble).addTrees(new Float64Array(400), 400, { first: 0, last: 1 }, scores)
    expect(scores.every((score) => Object.is(score, -0))).toBe(true)
  }
})

const anyShape = { precision: 'float64', outputs: 1, mostTrees: 40, mostNodes: 60, features: 9, linear: false } as const

it('a kernel refuses a model that it cannot serve and gives the reason', () => {
  const random = seededRandom(1)
  const large = chains(
    random,
    Array.from({ length: 5000 }, (_, i) => i),
    splitDecision.compare,
    5000,
  )
  expect(() => createWasmEngine(large, { kernel: 'bitvector' })).toThrow(
    'kernel bitvector: a tree is too large for bit vectors',
  )
  expect(() => createWasmEngine(large, { kernel: 'table' })).toThrow(
    'kernel table: a tree has 5001 leaves, a table bits for 64',
  )
  const wide = chains(
    random,
    Array.from({ length: 9000 }, (_, i) => i),
    splitDecision.compare,
    9000,
  )
  expect(() => createWasmEngine(wide, { kernel: 'treelets' })).toThrow(
    'kernel treelets: a tree would have 150 kB of treelets, which reach 127 kB',
  )
  const categories = randomCase(1, { ...anyShape, plain: false }, 1).ensemble
  expect(() => createWasmEngine(categories, { kernel: 'treelets' })).toThrow(
    'kernel treelets: splits by categories or slots',
  )
  expect(createWasmEngine(large).plan.kernels.map(({ kernel }) => kernel)).toEqual(['walk'])
})
