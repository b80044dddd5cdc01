import { describe, expect, it } from 'vitest'
import { parseLightgbm } from '#core/trees/lightgbm/parse-lightgbm.ts'
import { parseLightgbmText } from '#core/trees/lightgbm/parse-lightgbm-text.ts'
import { fixtureNames, lightgbmFixture } from '../fixtures.ts'
import { refusal, withValue } from '../refusal.ts'
import { lightgbmDump, lightgbmLeaf, lightgbmStump } from '../tiny.ts'
import { textModel, textStump } from './text.ts'

const counted = lightgbmStump({
  internal_count: 7,
  left_child: lightgbmLeaf(1, -1, { leaf_count: 4 }),
  right_child: lightgbmLeaf(0, 1, { leaf_count: 3 }),
})
const lone = { num_leaves: 1, tree_structure: { leaf_value: 1 } }
const structure = 'tree_info.0.tree_structure'

describe('counts of training rows', () => {
  it.each(fixtureNames('lightgbm'))(
    'in every node of %s the counts of training rows are those of its children together',
    (name) => {
      const { trees } = parseLightgbm(lightgbmFixture(name).model)
      const of = (child: number) => (child >= 0 ? trees.counts?.node[child] : trees.counts?.leaf[~child]) ?? Number.NaN
      const sums = trees.left.map((left, n) => of(left) + of(trees.right[n] as number))
      expect(Float64Array.from(sums)).toEqual(trees.counts?.node)
    },
  )

  it('counts of training rows are read by node and by leaf', () => {
    const { counts } = parseLightgbm(lightgbmDump([counted])).trees
    expect(counts).toEqual({ node: Float64Array.of(7), leaf: Float64Array.of(3, 4) })
    expect(parseLightgbmText(textModel([textStump()])).trees.counts).toEqual(counts)
  })

  it.each([['internal_count'], ['left_child.leaf_count'], ['right_child.leaf_count']])(
    'counts of training rows are null for the whole model when one %s is absent',
    (key) => {
      const dump = withValue(lightgbmDump([counted, counted]), `${structure}.${key}`, undefined)
      expect(parseLightgbm(dump).trees.counts).toBeNull()
      const line = key.replace(/.*\./, '')
      for (const value of [undefined, ' ']) {
        const text = textModel([textStump({ [line]: value }), textStump()])
        expect(parseLightgbmText(text).trees.counts).toBeNull()
      }
    },
  )

  it('counts of training rows are null for a model without trees', () => {
    expect(parseLightgbm(lightgbmDump([])).trees.counts).toBeNull()
  })

  it('a tree of one leaf may lack its count of training rows', () => {
    const { counts } = parseLightgbm(lightgbmDump([lone, counted])).trees
    expect(counts).toEqual({ node: Float64Array.of(7), leaf: Float64Array.of(0, 3, 4) })
  })

  it.each([-1, -(2 ** 31)])('counts of training rows are null when one is %j, which means an overflow', (value) => {
    for (const key of ['internal_count', 'left_child.leaf_count']) {
      const damaged = withValue(lightgbmDump([counted]), `${structure}.${key}`, value)
      expect(parseLightgbm(damaged).trees.counts).toBeNull()
    }
  })

  it.each([Number.NaN, Infinity, '7', null, true, [7]])(
    'counts of training rows are refused when they are %j',
    (value) => {
      for (const key of ['internal_count', 'left_child.leaf_count']) {
        const path = `${structure}.${key}`
        const damaged = withValue(lightgbmDump([counted]), path, value)
        const { code, path: reported } = refusal(() => parseLightgbm(damaged))
        expect([code, reported]).toEqual(['artifact_invalid', `$.${path.replace('.0', '[0]')}`])
      }
    },
  )
})
