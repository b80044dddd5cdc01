import { describe, expect, it } from 'vitest'
import { cityHash32 } from '#core/math/city-hash.ts'
import { parseCatboost } from '#core/trees/catboost/parse-catboost.ts'
import { compileEnsemble } from '#core/trees/compile.ts'
import { callRefusal } from '../refusal.ts'
import { catboostBytes, catboostFixture, encodedRows } from './fixtures.ts'

const modelOf = (name: string) => JSON.parse(catboostBytes(`${name}.model.json`).toString())
const evaluatorOf = (name: string) => compileEnsemble(parseCatboost(catboostBytes(`${name}.model.json`)))

it.each([
  ['', 797982799],
  ['a', -805065478],
  ['3', 593172586],
  ['-1', 288298918],
  ['ünï', -1072714353],
  ['y'.repeat(40), 1987559912],
  ['z'.repeat(70), -2066324329],
])('the hash of %s is that of CityHash 1.0', (text, hash) => {
  expect(cityHash32(text)).toBe(hash)
})

describe('categories', () => {
  const evaluator = evaluatorOf('onehot_integers')
  const fixture = catboostFixture('onehot_integers')
  const encoded = encodedRows(fixture, evaluator)

  it('an integer in a row is the category of its text, in dense and sparse rows', () => {
    const plain = fixture.rows.filter((row) => row.every((cell) => typeof cell === 'number'))
    const rows = Float64Array.from(plain.flat() as number[])
    const width = evaluator.numberOfFeatures
    const expected = evaluator.rawScores(evaluator.encode(plain as number[][]))
    expect(evaluator.rawScores(rows)).toEqual(expected)
    expect(plain.map((row) => evaluator.rawScore(row as number[]))).toEqual([...expected])
    const sparse = {
      offsets: Int32Array.from({ length: plain.length + 1 }, (_, r) => r * width),
      indices: Int32Array.from(rows, (_, i) => i % width),
      values: rows,
    }
    expect(evaluator.rawScores(sparse)).toEqual(expected)
    expect(evaluator.contributions(sparse)).toEqual(evaluator.contributions(evaluator.encode(plain as number[][])))
  })

  it.each([
    ['a fraction', 2.5],
    ['NaN', Number.NaN],
    ['infinity', Infinity],
    ['null', null],
    ['true', true],
  ])('%s is no category', (_, value) => {
    const row = [...fixture.rows[0]!]
    row[0] = value
    const refusal = callRefusal(() => evaluator.encode([row]))
    expect(refusal.message).toContain('records[0][0]: expected a category: a text or an integer')
    if (typeof value !== 'number') return
    const cells = encoded.slice()
    cells[2 * evaluator.numberOfFeatures] = value
    expect(callRefusal(() => evaluator.rawScores(cells)).message).toContain('rows[12]: expected a category')
    expect(callRefusal(() => evaluator.rawScore(cells.subarray(12, 18))).message).toContain(
      'row[0]: expected a category',
    )
  })
})

describe('the header', () => {
  it('the model says its features, loss, classes and version', () => {
    expect(evaluatorOf('names').ensemble.featureNames).toEqual(['price', 'naïve name', 'a,b', 'price ', 'x"y', 'Σ'])
    const { classNames, outputClasses, objective, source } = evaluatorOf('multiclass_names').ensemble
    expect({ classNames, outputClasses, objective, source }).toEqual({
      classNames: ['hi', 'lo', 'never', 'mid'],
      outputClasses: [0, 1, 3],
      objective: 'MultiClass',
      source: { format: 'catboost' },
    })
    const noted = modelOf('rmse')
    noted.model_info.catboost_version_info = 'Git info:\n    Branch: tags/v1.2.10\n'
    expect(parseCatboost(noted).source.version).toBe('1.2.10')
  })

  it('a probability threshold decides by the raw score', () => {
    const model = modelOf('logloss')
    model.model_info.binclass_probability_threshold = '0.7'
    const evaluator = compileEnsemble(parseCatboost(model))
    const rows = encodedRows(catboostFixture('logloss'), evaluator)
    const limit = -Math.log(1 / 0.7 - 1)
    expect([...evaluator.labels(rows)]).toEqual(Array.from(evaluator.rawScores(rows), (raw) => (raw > limit ? 1 : 0)))
  })

  it.each<[string, string, (model: ReturnType<typeof modelOf>) => void, string]>([
    ['no trees', 'no_trees', () => {}, '$.oblivious_trees: a model without trees'],
    ['a CTR', 'refuse_ctr', () => {}, '$.oblivious_trees[8].splits[1].split_type: a split on OnlineCtr'],
    ['text', 'rmse', (m) => Object.assign(m.features_info, { text_features: [{}] }), '$.features_info.text_features'],
    [
      'a threshold',
      'logloss',
      (m) => Object.assign(m.model_info, { binclass_probability_threshold: 1 }),
      'between 0 and 1',
    ],
    ['biases', 'rmse', (m) => Object.assign(m, { scale_and_bias: [1, [1, 2]] }), '$.scale_and_bias[1]'],
    ['leaves', 'rmse', (m) => m.oblivious_trees[1].leaf_values.pop(), '$.oblivious_trees[1].leaf_values'],
    ['weights', 'rmse', (m) => m.oblivious_trees[1].leaf_weights.fill(-1), '$.oblivious_trees[1].leaf_weights[0]'],
    ['a class', 'multiclass_names', (m) => m.model_info.class_params.class_to_label.fill(1), 'each class once'],
  ])('%s is refused with its place', (_, name, damage, message) => {
    const model = modelOf(name)
    damage(model)
    expect(callRefusal(() => parseCatboost(model)).message).toContain(message)
  })

  it('labels of several labels at once, and contributions of a scaled model, are refused', () => {
    const model = modelOf('multiclass_ova')
    model.model_info.params.loss_function.type = 'MultiLogloss'
    const evaluator = compileEnsemble(parseCatboost(model))
    expect(callRefusal(() => evaluator.labels(new Float64Array(6))).code).toBe('labels_unavailable')
    const scaled = evaluatorOf('scale_only')
    expect(callRefusal(() => scaled.contributions(new Float64Array(8))).code).toBe('contributions_unavailable')
  })
})
