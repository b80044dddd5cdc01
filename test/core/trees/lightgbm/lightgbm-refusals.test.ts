import { describe, expect, it } from 'vitest'
import { compileEnsemble } from '#core/trees/compile.ts'
import { parseLightgbm } from '#core/trees/lightgbm/parse-lightgbm.ts'
import { refusal, withValue } from '../refusal.ts'
import { lightgbmConstant, lightgbmDump, lightgbmLeaf, lightgbmStump } from '../tiny.ts'

const root = 'tree_info.0.tree_structure'
const stump = lightgbmDump([lightgbmStump()])
const linear = lightgbmDump([
  lightgbmStump({
    left_child: lightgbmLeaf(0, -1, { leaf_const: 1, leaf_features: [0], leaf_coeff: [2] }),
    right_child: lightgbmLeaf(1, 1, { leaf_const: 1, leaf_features: [], leaf_coeff: [] }),
  }),
])
const categorical = lightgbmDump([lightgbmStump({ decision_type: '==', threshold: '1||2' })])

function refused(model: unknown) {
  return refusal(() => parseLightgbm(model))
}

describe('parseLightgbm refuses damaged fields with the JSON path', () => {
  it.each([
    ['tree_info', undefined],
    ['tree_info', {}],
    ['tree_info.0', null],
    ['name', 'forest'],
    ['version', 4],
    ['num_class', 0],
    ['num_tree_per_iteration', 0],
    ['num_tree_per_iteration', 1.5],
    ['num_tree_per_iteration', '1'],
    ['num_tree_per_iteration', 1e9],
    ['max_feature_idx', undefined],
    ['max_feature_idx', -1],
    ['max_feature_idx', 2 ** 31],
    ['objective', 7],
    ['average_output', undefined],
    ['average_output', 'false'],
    ['feature_names', ['gold']],
    ['feature_names.1', 7],
    ['tree_info.0.num_leaves', undefined],
    ['tree_info.0.num_leaves', 1e7],
    ['tree_info.0.num_leaves', '2'],
    ['tree_info.0.tree_structure', undefined],
    ['tree_info.0.tree_structure', []],
    [`${root}.split_index`, -1],
    [`${root}.split_index`, 1],
    [`${root}.split_index`, '0'],
    [`${root}.split_feature`, 2],
    [`${root}.split_feature`, -1],
    [`${root}.split_feature`, 0.5],
    [`${root}.split_feature`, undefined],
    [`${root}.threshold`, undefined],
    [`${root}.threshold`, '0.5'],
    [`${root}.threshold`, null],
    [`${root}.threshold`, Number.NaN],
    [`${root}.decision_type`, '<'],
    [`${root}.decision_type`, undefined],
    [`${root}.default_left`, 1],
    [`${root}.default_left`, undefined],
    [`${root}.missing_type`, 'nan'],
    [`${root}.missing_type`, undefined],
    [`${root}.left_child`, undefined],
    [`${root}.right_child`, 'leaf'],
    [`${root}.left_child.leaf_value`, undefined],
    [`${root}.left_child.leaf_value`, '1'],
    [`${root}.left_child.leaf_value`, null],
    [`${root}.left_child.leaf_index`, undefined],
    [`${root}.left_child.leaf_index`, 2],
    [`${root}.left_child.leaf_index`, '0'],
  ])('parseLightgbm refuses, with the JSON path, %s = %j', (path, value) => {
    const { code, path: reported } = refused(withValue(stump, path, value))
    expect(code).toBe('artifact_invalid')
    expect(reported).toBe(`$.${path.replaceAll(/\.(\d+)/g, '[$1]')}`)
  })

  it.each([
    [linear, 'left_child.leaf_const', undefined],
    [linear, 'left_child.leaf_features', undefined],
    [linear, 'left_child.leaf_features.0', 2],
    [linear, 'left_child.leaf_features.0', '0'],
    [linear, 'left_child.leaf_coeff', [2, 3]],
    [linear, 'left_child.leaf_coeff.0', null],
    [categorical, 'threshold', 1],
    [categorical, 'threshold', '1||'],
    [categorical, 'threshold', '1|2'],
    [categorical, 'threshold', '-1'],
    [categorical, 'threshold', '1.5'],
    [categorical, 'threshold', '2147483648'],
  ])(
    'parseLightgbm refuses faults of linear leaves and categories with the JSON path (case %#)',
    (model, path, value) => {
      const { code, path: reported } = refused(withValue(model, `${root}.${path}`, value))
      expect(code).toBe('artifact_invalid')
      expect(reported).toBe(`$.${`${root}.${path}`.replaceAll(/\.(\d+)/g, '[$1]')}`)
    },
  )

  it.each([
    ['binary sigmoid:0'],
    ['binary sigmoid:-1'],
    ['binary sigmoid:one'],
    ['binary sigmoid:'],
    ['multiclass'],
    ['multiclass num_class:x'],
  ])('parseLightgbm refuses the objective "%s"', (objective) => {
    expect(refused({ ...stump, objective })).toMatchObject({ code: 'artifact_invalid', path: '$.objective' })
  })

  it('parseLightgbm refuses an objective that contradicts the number of trees per iteration', () => {
    for (const objective of ['binary sigmoid:1', 'multiclass num_class:3']) {
      const dump = lightgbmDump([1, 2].map(lightgbmConstant), { num_tree_per_iteration: 2, objective })
      expect(refused(dump).path).toBe('$.num_tree_per_iteration')
    }
  })

  it('parseLightgbm refuses an incomplete last iteration', () => {
    const trees = [1, 2, 3].map(lightgbmConstant)
    const dump = lightgbmDump(trees, { num_tree_per_iteration: 2, objective: 'multiclass num_class:2' })
    expect(refused(dump)).toMatchObject({ code: 'artifact_invalid', path: '$.tree_info' })
  })

  it('parseLightgbm refuses two leaves with the same number', () => {
    const { path, message } = refused(withValue(stump, `${root}.left_child.leaf_index`, 1))
    expect([path, message]).toEqual(['$.tree_info[0].tree_structure', expect.stringContaining('each leaf_index once')])
  })

  it('parseLightgbm refuses text that is not JSON, and values that are not objects', () => {
    const text = JSON.stringify(stump)
    for (const json of [
      '',
      '{',
      text.slice(0, -40),
      `${text}}`,
      text.replace('-1', 'NaN'),
      '[]',
      'null',
      null,
      7,
      [],
    ]) {
      expect(refused(json)).toMatchObject({ code: 'artifact_invalid', path: '$' })
    }
  })
})

describe('parseLightgbm refuses unsupported dumps with the reason', () => {
  it.each([
    ['an unknown version', { version: 'v5' }, '$.version', 'supported are v2, v3, v4'],
    [
      'a dump of LightGBM before 2.2.3',
      { version: 'v2', objective: undefined, average_output: undefined },
      '$.objective',
      'LightGBM before 2.2.3',
    ],
  ])('parseLightgbm refuses %s as unsupported, with the reason', (_, changes, path, reason) => {
    const dump = JSON.stringify({ ...stump, ...changes })
    expect(refused(dump)).toMatchObject({
      code: 'artifact_unsupported',
      path,
      message: expect.stringContaining(reason),
    })
  })

  it.each(['no_greater', 'is'])(
    'parseLightgbm refuses the decision "%s" as unsupported, with the reason',
    (decision) => {
      expect(refused(withValue(stump, `${root}.decision_type`, decision))).toMatchObject({
        code: 'artifact_unsupported',
        path: '$.tree_info[0].tree_structure.decision_type',
        message: expect.stringContaining('before 2.0.6'),
      })
    },
  )
})

describe('parseLightgbm accepts', () => {
  it('parseLightgbm accepts any value of unused keys, and a model with or without names', () => {
    const { feature_names: _, name: __, num_class: ___, ...bare } = stump
    const extras = { verification: { rows: 'x' }, training: null, pandas_categorical: [['a']], feature_infos: 7 }
    const ensemble = parseLightgbm({ ...bare, ...extras, label_index: null })
    expect(ensemble.featureNames).toBeNull()
    expect(compileEnsemble(ensemble).rawScore([1, 0])).toBe(1)
  })

  it('parseLightgbm accepts text with a byte order mark, and a model without trees', () => {
    expect(parseLightgbm(`\uFEFF${JSON.stringify(stump)}`).featureNames).toEqual(['gold', 'kills'])
    expect(compileEnsemble(parseLightgbm(lightgbmDump([]))).predict([0, 0])).toBe(0.5)
  })

  it.each(['v2', 'v3', 'v4'])('parseLightgbm accepts format version %s', (version) => {
    expect(compileEnsemble(parseLightgbm({ ...stump, version })).rawScore([0, 0])).toBe(-1)
  })

  it('parseLightgbm does not change the dump', () => {
    const dump = structuredClone(categorical)
    parseLightgbm(dump)
    expect(dump).toEqual(categorical)
  })
})
