import { describe, expect, it } from 'vitest'
import { compileEnsemble } from '#core/trees/compile.ts'
import { parseXgboost } from '#core/trees/xgboost/parse-xgboost.ts'
import { callRefusal, refusal, withValue } from '../refusal.ts'
import { xgboostBytes } from './fixtures.ts'
import { xgboostModel, xgboostStump } from './tiny.ts'

const model = xgboostModel([xgboostStump(), xgboostStump()])
const booster = 'learner.gradient_booster'
const tree = `${booster}.model.trees.1`

describe('a damaged model of XGBoost is refused with its place', () => {
  it.each<[string, unknown, string, string]>([
    [`${tree}.left_children`, [1, -1], 'trees[1].left_children', 'an array of 3'],
    [`${tree}.left_children.0`, 3, 'trees[1].left_children[0]', 'an integer from -1 to 2'],
    [`${tree}.left_children.0`, 0, 'trees[1].right_children[0]', '1, beside the left child'],
    [`${tree}.right_children.0`, 1, 'trees[1].right_children[0]', '2, beside the left child'],
    [`${tree}.left_children.1`, 0, 'trees[1].right_children[1]', '1, beside the left child'],
    [`${tree}.split_indices.0`, 2, 'trees[1].split_indices[0]', 'an integer from 0 to 1'],
    [`${tree}.split_conditions.0`, null, 'trees[1].split_conditions[0]', 'a number'],
    [`${tree}.split_conditions.1`, 1e39, 'trees[1].split_conditions[1]', 'finite in float32'],
    [`${tree}.default_left.0`, 2, 'trees[1].default_left[0]', '0, 1, true or false'],
    [`${tree}.split_type.0`, 1, 'trees[1].categories_nodes', 'the categories of node 0'],
    [`${tree}.sum_hessian.0`, 'x', 'trees[1].sum_hessian[0]', 'a number'],
    [`${tree}.tree_param.num_nodes`, '0', 'trees[1].left_children', 'an array of 0'],
    [`${tree}.tree_param.num_nodes`, 'three', 'trees[1].tree_param.num_nodes', 'an integer'],
    [
      `${tree}.tree_param.size_leaf_vector`,
      '3',
      'trees[1].tree_param.size_leaf_vector',
      'vectors in all trees or in none',
    ],
    [`${booster}.model.tree_info.1`, 1, 'model.tree_info[1]', '0, as trees come in turn'],
    [`${booster}.model.iteration_indptr.1`, 2, 'model.iteration_indptr[1]', 'expected 1'],
    [`${booster}.model.gbtree_model_param.num_parallel_tree`, '3', 'model.iteration_indptr[1]', 'expected 3'],
    [`${booster}.name`, 'gbforest', 'gradient_booster.name', '"gbtree" or "dart"'],
    [
      'learner.learner_model_param.base_score',
      '[5E-1,1]',
      'learner_model_param.base_score',
      'a number, or 1 in brackets',
    ],
    ['learner.learner_model_param.base_score', 'half', 'learner_model_param.base_score', 'a number'],
    ['learner.learner_model_param.num_class', '1000000', 'learner_model_param', 'trees for 1000000 outputs'],
    ['learner.learner_model_param.num_feature', '0', 'learner_model_param.num_feature', 'a feature or more'],
    ['learner.feature_names', ['a'], '$.learner.feature_names', 'an array of 2'],
    ['learner.objective.name', 'my:loss', 'objective.name', 'no objective of XGBoost that is read here'],
    ['learner.objective', undefined, 'learner.objective', 'an object'],
    ['version', [3, 4], '$.version', 'three numbers'],
  ])('%s = %j', (path, value, place, message) => {
    const { path: found, message: said } = refusal(() => parseXgboost(withValue(model, path, value) as object))
    expect(found).toContain(place)
    expect(said).toContain(message)
  })

  it.each<[string, Uint8Array | string, string]>([
    ['a cut file', xgboostBytes('binary.model.ubj').subarray(0, 1000), 'more bytes'],
    ['bytes behind the end', Uint8Array.of(...xgboostBytes('no_trees.model.ubj'), 0), 'expected the end'],
    ['a length beyond the file', Uint8Array.of(0x7b, 0x4c, 0, 0, 1, 0, 0, 0, 0, 0), 'a length within the file'],
    ['an unknown type', Uint8Array.of(0x7b, 0x4c, 0, 0, 0, 0, 0, 0, 0, 1, 0x61, 0x3f), 'the type of a number'],
    ['text that is cut', xgboostBytes('binary.model.json').toString().slice(0, 500), 'not JSON'],
    ['UBJSON that was read as text', xgboostBytes('binary.model.ubj').toString(), 'read the file without an encoding'],
    ['no model', '{}', 'its fields are none'],
  ])('%s', (_, source, message) => {
    expect(refusal(() => parseXgboost(source)).message).toContain(message)
  })

  it('nesting without end is refused, in text and in bytes', () => {
    expect(refusal(() => parseXgboost(new Uint8Array(100_000).fill(0x5b))).code).toBe('artifact_invalid')
    const deep = Uint8Array.of(0x7b, 0x4c, 0, 0, 0, 0, 0, 0, 0, 1, 0x61, ...new Uint8Array(1000).fill(0x5b))
    expect(refusal(() => parseXgboost(deep)).message).toContain('at most 64 levels')
  })
})

describe('rules of versions', () => {
  it('before 1.3 the base is added last, in float32', () => {
    const leaf = 2 ** -24 // half a unit of 1, which rounds away
    const trees = Array.from({ length: 4 }, () => xgboostStump({ split_conditions: [1.5, leaf, leaf] }))
    const score = (version: number[]) =>
      compileEnsemble(parseXgboost(xgboostModel(trees, { version, params: { base_score: '1.000000' } }))).rawScore([
        0, 0,
      ])
    expect(score([1, 3, 0])).toBe(1)
    expect(score([1, 2, 0])).toBe(1 + 2 ** -22)
  })

  it('a model without a version has the newest rules', () => {
    const ensemble = parseXgboost(xgboostModel([xgboostStump()], { version: undefined }))
    expect(ensemble.source).toEqual({ format: 'xgboost' })
  })
})

it('a row that is too long is refused, and cells that lack at its end are missing', () => {
  const onSecond = xgboostStump({ split_indices: [1, 0, 0], default_left: [0, 0, 0] })
  const evaluator = compileEnsemble(parseXgboost(xgboostModel([onSecond])))
  expect([[0, 0], [0], [], Float64Array.of(0)].map((row) => evaluator.rawScore(row))).toEqual([-0.5, 1.5, 1.5, 1.5])
  expect(evaluator.encode([[0, 0], [0]])).toEqual(Float64Array.of(0, 0, 0, Number.NaN))
  expect(callRefusal(() => evaluator.rawScore([0, 0, 0])).message).toContain('row: expected 2 numbers, got 3')
  expect(callRefusal(() => evaluator.encode([[0, 0, 0]])).message).toContain('records[0]: expected 2 cells, got 3')
})
