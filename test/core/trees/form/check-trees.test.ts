import { describe, expect, it } from 'vitest'
import { parseFasttree, parseLightgbm, type TreeEnsemble, type Trees } from '#core/index.ts'
import { checkTrees } from '#core/trees/form/check-trees.ts'
import { fasttreeFixture, fixtureNames, lightgbmFixture } from '../fixtures.ts'

type Columns = { -readonly [K in keyof Trees]: Trees[K] }

/** Copies the ensemble and lets `damage` change the trees of the copy. */
function damaged(ensemble: TreeEnsemble, damage: (trees: Columns) => void): TreeEnsemble {
  const trees = structuredClone(ensemble.trees) as Columns
  damage(trees)
  return { ...ensemble, trees }
}

const categorical = parseLightgbm(lightgbmFixture('binary_categorical').model)
const linear = parseLightgbm(lightgbmFixture('binary_linear_tree').model)
const slots = parseFasttree(fasttreeFixture('fasttree-census-categorical').model)
const setNode = categorical.trees.decision.findIndex((decision) => decision >= 5)
const nextSet = categorical.trees.decision.findIndex((decision, node) => decision >= 5 && node > setNode)
const slotNode = slots.trees.decision.findIndex((decision) => decision >= 7)

describe('checkTrees', () => {
  it('checkTrees accepts the parsed trees of every fixture', () => {
    for (const name of fixtureNames('lightgbm')) {
      const ensemble = parseLightgbm(lightgbmFixture(name).model)
      checkTrees(ensemble.trees, ensemble)
    }
    for (const name of fixtureNames('fasttree')) {
      const ensemble = parseFasttree(fasttreeFixture(name).model)
      checkTrees(ensemble.trees, ensemble)
    }
  })

  const cases: readonly [string, TreeEnsemble, (trees: Columns) => void, string][] = [
    ['a child above its parent', categorical, (t) => (t.left[5] = 2), 'trees.left[5]'],
    ['a node reached twice', categorical, (t) => (t.right[0] = t.left[0] as number), 'trees.right[0]'],
    ['a child of another tree', categorical, (t) => (t.left[0] = t.firstNode[1] as number), 'trees.left[0]'],
    ['a leaf out of range', categorical, (t) => (t.left[1] = -2147483648), 'trees.left[1]'],
    ['a root outside its tree', categorical, (t) => (t.root[0] = 1), 'trees.root[0]'],
    ['an output that does not exist', categorical, (t) => (t.output[1] = 1), 'trees.output[1]'],
    ['numbers of leaves and nodes that disagree', categorical, (t) => t.firstLeaf[1]!++, 'trees.firstLeaf[0]'],
    ['starts that descend', categorical, (t) => (t.firstNode[1] = -1), 'trees.firstNode[1]'],
    ['a feature beyond the row', categorical, (t) => (t.feature[3] = 10_000), 'trees.feature[3]'],
    ['an unknown decision', categorical, (t) => (t.decision[setNode] = 10), `trees.decision[${setNode}]`],
    ['a set that does not exist', categorical, (t) => (t.threshold[setNode] = 1e6), `trees.threshold[${setNode}]`],
    [
      'a set shared by two nodes',
      categorical,
      (t) => (t.threshold[nextSet] = t.threshold[setNode]!),
      `trees.threshold[${nextSet}]`,
    ],
    ['a set that ends early', categorical, (t) => (t.threshold[setNode] = 0.5), `trees.threshold[${setNode}]`],
    ['a threshold that is NaN', linear, (t) => (t.threshold[0] = Number.NaN), 'trees.threshold[0]'],
    ['a leaf of float32 trees that is NaN', slots, (t) => (t.leafValue[0] = Number.NaN), 'trees.leafValue[0]'],
    ['a term beyond the row', linear, (t) => (t.linear!.feature[0] = -1), 'trees.linear.feature[0]'],
    ['a negative count', categorical, (t) => (t.counts!.leaf[0] = -1), 'trees.counts.leaf[0]'],
    ['slots that descend', slots, (t) => (t.setItems[t.setStart[1]! - 1] = -1), 'trees.setItems'],
    [
      'a node whose feature is not the first slot of its set',
      slots,
      (t) => t.feature[slotNode]!++,
      `trees.feature[${slotNode}]`,
    ],
    ['categories in float32 trees', slots, (t) => (t.decision[slotNode] = 5), `trees.decision[${slotNode}]`],
  ]

  it.each(cases)('checkTrees refuses %s', (_, ensemble, damage, path) => {
    const bad = damaged(ensemble, damage)
    expect(() => checkTrees(bad.trees, bad)).toThrow(path)
  })
})
