import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { describeSplit, inspectModel, parseModel, treePlaces } from '#core/trees.ts'

const fixture = (path: string) => parseModel(readFileSync(new URL(`../../fixtures/${path}`, import.meta.url)))

describe('places of a drawn tree', () => {
  it.each(['lightgbm/binary.txt.gz', 'xgboost/binary.model.ubj.gz', 'onnx/skl_hgb_classifier_3.onnx.gz'])(
    '%s has each node between its children, and all leaves from left to right',
    async (path) => {
      const ensemble = await fixture(path)
      const { firstNode, firstLeaf, left, right } = ensemble.trees
      for (let tree = 0; tree < ensemble.trees.root.length; tree++) {
        const places = treePlaces(ensemble, tree)
        const at = new Map(places.map((place) => [place.child, place]))
        expect(at.size).toBe(firstNode[tree + 1]! - firstNode[tree]! + firstLeaf[tree + 1]! - firstLeaf[tree]!)
        expect(places.filter(({ child }) => child < 0).map(({ x }, i) => x - i)).toEqual(
          new Array(firstLeaf[tree + 1]! - firstLeaf[tree]!).fill(0),
        )
        for (const { child, x, depth } of places.filter((place) => place.child >= 0)) {
          const [one, other] = [at.get(left[child]!)!, at.get(right[child]!)!]
          expect([one.parent, other.parent, one.depth, other.depth]).toEqual([child, child, depth + 1, depth + 1])
          expect(x).toBe((one.x + other.x) / 2)
        }
      }
    },
  )

  it('a leaf has its numbers as text, also where it names outputs or is linear', async () => {
    const leafOf = async (path: string, tree = 0) =>
      treePlaces(await fixture(path), tree).find(({ child }) => child < 0)!.text
    expect(await leafOf('lightgbm/binary.txt.gz')).toMatch(/^-?0\.\d{1,4}$|^-?0\.0\d+$/)
    expect(await leafOf('lightgbm/binary_linear_tree.txt.gz', 1)).toMatch(/ \+ linear$/)
    expect(await leafOf('onnx/skl_forest_classifier_4_strings.onnx.gz')).toMatch(/^0: [\d.]+, 1: /)
    expect(await leafOf('xgboost/cat_vector_leaf_34.model.ubj.gz')).toMatch(/^-?[\d.]+, -?[\d.]+$/)
  })

  it('a tree that the model does not have is refused', async () => {
    const ensemble = await fixture('lightgbm/binary.txt.gz')
    for (const tree of [-1, 20, 0.5, Number.NaN]) {
      expect(() => treePlaces(ensemble, tree)).toThrow('tree: expected a tree from 0 to 19')
    }
  })
})

it('splits of models on float32 have the digits that tell their thresholds apart', async () => {
  const ensemble = await parseModel(
    readFileSync(new URL('../../../examples/sklearn-model/model.onnx', import.meta.url)),
  )
  const texts = Array.from(ensemble.trees.feature, (_, node) => describeSplit(ensemble, node))
  expect(texts[0]).toBe('feature 5 <= -1.0461')
  texts.forEach((text, node) => {
    expect(Math.fround(Number(/<= (\S+)/.exec(text)?.[1]))).toBe(ensemble.trees.threshold[node])
  })
})

it('splits on prepared cells name the column that they are made from', async () => {
  const ensemble = await fixture('onnx/skl_pipeline_standard.onnx.gz')
  expect(describeSplit(ensemble, 0)).toMatch(/^prepared feature [0-4] <= /)
  expect(
    inspectModel(ensemble)
      .features.map(({ name }) => name)
      .sort(),
  ).toEqual([0, 1, 2, 3, 4].map((feature) => `feature ${feature}`))
})
