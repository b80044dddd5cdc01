import { parseLightgbm, parseLightgbmText } from '@riftline/core'
import { expect, it } from 'vitest'
import type { Dump } from '../../../bench/trees/models/dump.ts'
import { modelText } from '../../../bench/trees/models/model-text.ts'
import { lightgbmFixture } from '../../core/trees/fixtures.ts'

it.each(['binary', 'binary_single_leaf', 'binary_missing_nan', 'binary_zero_as_missing', 'regression_linear_tree_nan'])(
  'the model text written from the dump %s has the trees of the dump',
  (name) => {
    const { model } = lightgbmFixture(name)
    const { trees: fromJson } = parseLightgbm(model)
    const { trees: fromText } = parseLightgbmText(modelText(model as unknown as Dump))
    expect({ ...fromText, counts: null }).toEqual({ ...fromJson, counts: null })
  },
)

it('a dump with categories is refused', () => {
  const { model } = lightgbmFixture('binary_categorical')
  expect(() => modelText(model as unknown as Dump)).toThrow('categories')
})
