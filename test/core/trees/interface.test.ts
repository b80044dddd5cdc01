import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { compileEnsemble } from '#core/trees/compile.ts'
import { parseLightgbm } from '#core/trees/lightgbm/parse-lightgbm.ts'
import { parseLightgbmText } from '#core/trees/lightgbm/parse-lightgbm-text.ts'
import type { SparseRows } from '#core/trees/rows.ts'
import { parseXgboost } from '#core/trees/xgboost/parse-xgboost.ts'
import { amount } from '../../support/amount.ts'
import { lightgbmFixture, numbers } from './fixtures.ts'
import { textModel, textStump } from './lightgbm/text.ts'
import { callRefusal } from './refusal.ts'
import { lightgbmDump, lightgbmStump } from './tiny.ts'
import { flat, xgboostBytes, xgboostFixture } from './xgboost/fixtures.ts'

const xgboost = (name: string) => compileEnsemble(parseXgboost(xgboostBytes(`${name}.model.json`)))
const said = (call: () => unknown) => callRefusal(call).message

describe('the model says what it is', () => {
  it('a model names its source, its features, categories and best iteration', () => {
    expect(xgboost('binary').ensemble.source).toEqual({ format: 'xgboost', version: '3.4.1' })
    expect(parseLightgbm(lightgbmDump([])).source).toEqual({ format: 'lightgbm', version: 'v4' })
    const { featureNames, categories, bestIteration } = xgboost('cat_names_34').ensemble
    expect(featureNames).toEqual(['cat0', 'cat1', 'x2', 'x3', 'x4', 'x5'])
    expect(categories[0]!.slice(0, 3)).toEqual(['Rome', 'Oslo', 'Łódź'])
    expect(categories[1]!.slice(0, 5)).toEqual([10, 20, 5, 7, -3])
    expect(categories[2]).toBeNull()
    expect(bestIteration).toBeNull()
    expect(xgboost('early_stopping').ensemble.bestIteration).toBeTypeOf('number')
  })

  it.each(['cat_names_31', 'cat_names_34'])('%s scores records by name as XGBoost scores a frame', (name) => {
    const { rows, margin } = xgboostFixture(name).frame!
    const evaluator = xgboost(name)
    const margins = flat(margin)
    expect(evaluator.rawScores(evaluator.encode(rows))).toEqual(margins)
    expect(rows.map((row) => evaluator.rawScore(row))).toEqual([...margins])
    const names = evaluator.ensemble.featureNames!
    expect(evaluator.encode(rows.map((row) => names.map((one) => row[one])))).toEqual(evaluator.encode(rows))
  })

  it.each(['sk_classifier_2', 'sk_classifier_3', 'sk_forest', 'sk_ranker', 'sk_regressor_early'])(
    '%s answers as the scikit-learn wrapper',
    (name) => {
      const { rows, predict } = xgboostFixture(name).sklearn!
      const evaluator = xgboost(name)
      const cells = flat(rows)
      const best = evaluator.ensemble.bestIteration
      const slice = best === null ? {} : { numIteration: best + 1 }
      if (evaluator.ensemble.classifies) expect([...evaluator.labels(cells)]).toEqual([...flat(predict)])
      else expect(evaluator.predictions(cells, slice)).toEqual(flat(predict))
    },
  )
})

describe('labels', () => {
  it('labels are the largest class, or the second of two above a half', () => {
    const { model, rows } = lightgbmFixture('multiclass')
    const evaluator = compileEnsemble(parseLightgbm(model))
    const cells = numbers(rows)
    const predictions = evaluator.predictions(cells)
    const width = evaluator.numberOfOutputs
    const labels = evaluator.labels(cells)
    labels.forEach((label, r) => {
      const own = [...predictions.subarray(r * width, (r + 1) * width)]
      expect(own[label]).toBe(Math.max(...own))
    })
    const binary = compileEnsemble(parseLightgbm(lightgbmDump([lightgbmStump()])))
    expect([...binary.labels(Float64Array.of(0, 0, 1, 0))]).toEqual([0, 1])
    expect([...xgboost('softmax').labels(flat(xgboostFixture('softmax').rows))]).toEqual([
      ...flat(xgboostFixture('softmax').output),
    ])
    expect([...xgboost('hinge').labels(flat(xgboostFixture('hinge').rows))]).toEqual([
      ...flat(xgboostFixture('hinge').output),
    ])
  })

  it.each(['regression', 'reg_logistic', 'multilabel', 'rank_ndcg', 'poisson'])('labels of %s are refused', (name) => {
    const { code } = callRefusal(() => xgboost(name).labels(flat(xgboostFixture(name).rows)))
    expect(code).toBe('labels_unavailable')
  })
})

describe('rows of other forms', () => {
  const evaluator = compileEnsemble(parseLightgbm(lightgbmDump([lightgbmStump()])))

  it('sparse rows and rows by name give what dense rows give', () => {
    const sparse: SparseRows = {
      offsets: Int32Array.of(0, 1, 1, 3),
      indices: Int32Array.of(0, 1, 0),
      values: Float64Array.of(2, 5, 0.25),
    }
    const dense = Float64Array.of(2, 0, 0, 0, 0.25, 5)
    for (const method of ['rawScores', 'predictions', 'leafIndices', 'labels'] as const) {
      expect(evaluator[method](sparse)).toEqual(evaluator[method](dense))
    }
    expect(evaluator.rawScores(sparse, { earlyStop: { margin: 1 } })).toEqual(evaluator.rawScores(dense))
    expect(evaluator.predict({ indices: [0], values: [2] })).toBe(evaluator.predict([2, 0]))
    expect(evaluator.predict({ gold: 2, kills: null })).toBe(evaluator.predict([2, Number.NaN]))
    const counted = xgboost('sparse')
    const rows = { offsets: Int32Array.of(0, 2), indices: Int32Array.of(1, 19), values: Float64Array.of(0.5, 0) }
    const full = new Float64Array(20).fill(Number.NaN)
    full[1] = 0.5
    full[19] = 0
    expect(counted.contributions(rows)).toEqual(counted.contributions(full))
    expect(counted.rawScore({ indices: [1, 19], values: [0.5, 0] })).toBe(counted.rawScore(full))
  })

  it.each<[string, () => unknown, string]>([
    ['an unknown name', () => evaluator.predict({ gold: 1, kill: 2 }), 'row: unknown feature "kill"'],
    [
      'a name that is left out',
      () => evaluator.predict({ gold: 1 }),
      'row.kills: expected a value, got undefined; null means missing',
    ],
    [
      'text for a number',
      () => evaluator.encode([{ gold: 'x', kills: 1 }]),
      'records[0].gold: expected a number, got "x"',
    ],
    [
      'an unknown category',
      () => xgboost('cat_names_34').encode([['Roma', 10, 0, 0, 0, 0]]),
      'records[0][0]: expected one of 12 categories',
    ],
    ['a short list', () => evaluator.encode([[1]]), 'records[0]: expected 2 cells, got 1'],
    ['no list', () => evaluator.encode(3 as never), 'records: expected an array of rows, got 3'],
    ['names without names', () => xgboost('binary').predict({ a: 1 }), 'as the model names no features'],
    [
      'a null',
      () => evaluator.predict([null, 1] as never),
      'row[0] (gold): expected a number, got null; NaN means missing',
    ],
    [
      'a feature beyond',
      () => evaluator.predict({ indices: [2], values: [1] }),
      'row.indices[0]: expected a feature from 0 to 1, got 2',
    ],
    [
      'lists of rows',
      () => evaluator.predictions([[1, 2]] as never),
      'rows: expected a Float64Array, row after row, got array of 1',
    ],
    [
      'infinity for XGBoost',
      () => xgboost('binary').rawScores(new Float64Array(5).fill(Infinity)),
      'rows[0]: expected a number that is finite in float32, or NaN',
    ],
    ['almost infinity', () => xgboost('binary').rawScore([0, 3.4028235677973366e38, 0, 0, 0]), 'row[1]'],
  ])('%s is refused with its place', (_, call, message) => {
    expect(said(call)).toContain(message)
  })

  it.each<[string, Partial<Record<keyof SparseRows, unknown>>, string]>([
    ['offsets', { offsets: Int32Array.of(0, 5) }, 'rows.offsets[1]: expected 1, the number of cells, got 5'],
    ['descending offsets', { offsets: Int32Array.of(0, 1, 0, 1) }, 'rows.offsets[2]: expected ascending numbers'],
    ['indices', { indices: Int32Array.of(2) }, 'rows.indices[0]: expected a feature from 0 to 1, got 2'],
    ['plain arrays', { indices: [0] }, 'rows.indices: expected an Int32Array'],
    ['values', { values: new Float64Array(2) }, 'rows.values: expected 1 numbers, as indices, got 2'],
  ])('wrong %s of sparse rows are refused', (_, wrong, message) => {
    const sparse = { offsets: Int32Array.of(0, 1), indices: Int32Array.of(0), values: Float64Array.of(1), ...wrong }
    expect(said(() => evaluator.rawScores(sparse as SparseRows))).toContain(message)
  })

  it('a model with very many features scores sparse rows by the columns that its trees read', () => {
    const features = amount(2 ** 17, 2 ** 20)
    const last = features - 10
    const names = Array.from({ length: features }, (_, i) => `f${i}`)
    const splits = [3, last, features - 1].map((feature) => textStump({ split_feature: String(feature) }))
    const wide = compileEnsemble(
      parseLightgbmText(
        textModel(splits, { max_feature_idx: String(features - 1), feature_names: names.join(' '), feature_infos: '' }),
      ),
    )
    const sparse = {
      offsets: Int32Array.of(0, 2, 3),
      indices: Int32Array.of(last, 7, 3),
      values: Float64Array.of(9, 1, 9),
    }
    const dense = new Float64Array(2 * features)
    dense[last] = 9
    dense[7] = 1
    dense[features + 3] = 9
    expect(wide.rawScores(sparse)).toEqual(wide.rawScores(dense))
    expect(wide.leafIndices(sparse)).toEqual(wide.leafIndices(dense))
  })
})

it.each([
  ['xgboost', 'decision_type'],
  ['catboost', 'sum_hessian'],
  ['lightgbm', 'sum_hessian'],
  ['mlnet', 'sum_hessian'],
])('a bundle of %s has no reader of another format', async (format, foreign) => {
  const entry = new URL(`../../../packages/core/src/trees-${format}.ts`, import.meta.url)
  const { outputFiles } = await build({
    entryPoints: [entry.pathname],
    bundle: true,
    write: false,
    format: 'esm',
    conditions: ['@riftline/source'],
    logLevel: 'silent',
  })
  expect(outputFiles[0]!.text).not.toContain(foreign === 'sum_hessian' ? "'sum_hessian'" : foreign)
  expect(outputFiles[0]!.text).not.toContain(foreign === 'sum_hessian' ? '"sum_hessian"' : foreign)
})
