import { describe, expect, it } from 'vitest'
import { compileEnsemble } from '#core/trees/compile.ts'
import { goesLeft, leafOutput, prepareRow } from '#core/trees/form/scoring-rules.ts'
import type { TreeEnsemble, Trees } from '#core/trees/form/tree-ensemble.ts'
import { parseLightgbm } from '#core/trees/lightgbm/parse-lightgbm.ts'
import { randomCase } from '../engines/random-ensemble.ts'
import { lightgbmFixture, numbers } from '../fixtures.ts'
import { withCounts } from './shapley-by-definition.ts'

/**
 * Score of output k where only the features of `known` (a bit each) are known: splits on others divide the row as the training rows were,
 * and a linear leaf with an unknown term has its plain value.
 */
function worth(trees: Trees, k: number, row: Float64Array, known: number): number {
  const isKnown = (feature: number) => ((known >> feature) & 1) === 1
  function below(child: number): number {
    if (child < 0) {
      const { linear } = trees
      if (linear === null) return trees.leafValue[~child]!
      const terms = linear.feature.subarray(linear.termStart[~child], linear.termStart[~child + 1])
      return terms.every(isKnown) ? leafOutput(trees, ~child, row) : trees.leafValue[~child]!
    }
    const [left, right] = [trees.left[child]!, trees.right[child]!]
    if (isKnown(trees.feature[child]!)) return below(goesLeft(trees, child, row) ? left : right)
    const rows = (one: number) => (one >= 0 ? trees.counts!.node[one]! : trees.counts!.leaf[~one]!)
    return (rows(left) * below(left) + rows(right) * below(right)) / rows(child)
  }
  return trees.root.reduce((sum, root, tree) => (trees.output[tree] === k ? sum + below(root) : sum), 0)
}

const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1))

/** The square of one row and output by the definitions, over all coalitions. */
function byDefinition({ trees, numberOfFeatures: features }: TreeEnsemble, k: number, row: Float64Array): Float64Array {
  const width = features + 1
  const value = Array.from({ length: 2 ** features }, (_, known) => worth(trees, k, row, known))
  const weigh = (known: number, players: number) => {
    const size = known.toString(2).replaceAll('0', '').length
    return (factorial(size) * factorial(players - size - 1)) / factorial(players)
  }
  const square = new Float64Array(width * width)
  for (let i = 0; i < features; i++) {
    let own = 0
    for (let known = 0; known < value.length; known++) {
      if (((known >> i) & 1) === 1) continue
      own += weigh(known, features) * (value[known | (1 << i)]! - value[known]!)
      for (let j = 0; j < features; j++) {
        if (j === i || ((known >> j) & 1) === 1) continue
        const [a, b] = [1 << i, 1 << j]
        const change = value[known | a | b]! - value[known | a]! - value[known | b]! + value[known]!
        square[i * width + j]! += (weigh(known, features - 1) * change) / 2
      }
    }
    const others = square.subarray(i * width, (i + 1) * width).reduce((sum, one) => sum + one, 0)
    square[i * width + i] = own - others
  }
  square[width * width - 1] = value[0]!
  return square
}

function expectDefinition(ensemble: TreeEnsemble, rows: Float64Array): void {
  const { numberOfFeatures: features, numberOfOutputs: outputs } = ensemble
  const width = features + 1
  const evaluator = compileEnsemble(ensemble)
  const squares = evaluator.interactions(rows)
  const contributions = evaluator.contributions(rows)
  const raw = evaluator.rawScores(rows)
  const row = new Float64Array(features)
  const largest =
    ensemble.trees.leafValue.reduce((most, value) => Math.max(most, Math.abs(value)), 1) * ensemble.trees.root.length
  for (let r = 0; r < rows.length / features; r++) {
    prepareRow(rows, r * features, row, ensemble.precision)
    for (let k = 0; k < outputs; k++) {
      const at = r * outputs + k
      const found = squares.subarray(at * width * width, (at + 1) * width * width)
      const expected = byDefinition(ensemble, k, row)
      const size = largest + Math.abs(raw[at]!)
      for (let i = 0; i < expected.length; i++) expect(Math.abs(found[i]! - expected[i]!)).toBeLessThan(1e-11 * size)
      for (let i = 0; i < width; i++) {
        const sum = found.subarray(i * width, (i + 1) * width).reduce((total, one) => total + one, 0)
        expect(Math.abs(sum - contributions[at * width + i]!)).toBeLessThan(1e-11 * size)
      }
      const all = found.reduce((total, one) => total + one, 0)
      expect(Math.abs(all - raw[at]!)).toBeLessThan(1e-9 * size)
    }
  }
}

describe('interactions and contributions are those of the definition over all coalitions', () => {
  it.each([1, 2, 3])('of random trees with categories and several outputs, seed %i', (seed) => {
    const shape = {
      precision: 'float64',
      outputs: 2,
      mostTrees: 3,
      mostNodes: 9,
      features: 5,
      linear: false,
      plain: false,
    } as const
    const { ensemble, rows } = withCounts(randomCase(seed, { ...shape, plain: seed === 1 }, 3), seed)
    const isLightgbm = ensemble.trees.decision.every((decision) => decision < 7)
    if (isLightgbm) expectDefinition(ensemble, rows)
  })

  it.each([5, 8, 9, 11, 12])('of random trees with linear leaves, seed %i', (seed) => {
    const shape = {
      precision: 'float64',
      outputs: 1,
      mostTrees: 6,
      mostNodes: 7,
      features: 5,
      linear: true,
      plain: true,
    } as const
    const { ensemble } = withCounts(randomCase(seed, shape, 1), seed)
    const tame = ensemble.trees.linear
    if (tame === null) return
    const linear = {
      ...tame,
      constant: tame.constant.map((_, i) => Math.sin(i)),
      coefficient: tame.coefficient.map((_, i) => Math.cos(i)),
    }
    const trees = { ...ensemble.trees, linear, leafValue: ensemble.trees.leafValue.map((_, i) => Math.sin(3 * i)) }
    const rows = Float64Array.from({ length: 20 }, (_, i) =>
      i % 9 === 8 ? Number.NaN : Math.round(4 * Math.sin(i * seed)) / 2,
    )
    expectDefinition({ ...ensemble, trees }, rows)
  })

  it('of a LightGBM model with linear leaves, whose contributions sum to its scores', () => {
    const fixture = lightgbmFixture('binary_linear_tree')
    const evaluator = compileEnsemble(parseLightgbm(fixture.model))
    const width = evaluator.numberOfFeatures + 1
    const rows = numbers(fixture.rows).map((cell) => (Math.abs(cell) > 1e6 ? 1 : cell))
    const parts = evaluator.contributions(rows)
    evaluator.rawScores(rows).forEach((raw, r) => {
      const own = parts.subarray(r * width, (r + 1) * width)
      const size = own.reduce((total, part) => total + Math.abs(part), 0)
      expect(Math.abs(own.reduce((total, part) => total + part, 0) - raw)).toBeLessThan(1e-9 * (1 + size))
    })
  })
})
