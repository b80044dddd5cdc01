import { describe, expect, it } from 'vitest'
import { ArtifactError, RiftlineError } from '../../../packages/core/src/errors.ts'
import { parsePcaSweep } from '../../../packages/core/src/linear/parse-pca-sweep.ts'
import { foldPcaSweep, type PcaSweepModel } from '../../../packages/core/src/linear/pca-sweep-model.ts'
import { sigmoid } from '../../../packages/core/src/math/sigmoid.ts'

// biome-ignore lint/suspicious/noExplicitAny: wrong types are the point.
type Any = any

/** Three features, the second of which was missing in training and the third constant; two members. */
const stages = {
  numberOfFeatures: 3,
  indicatorColumns: [1],
  keptColumns: [0, 1, 3],
  mean: [1, -2, 0.25],
  sd: [2, 0.5, 0.4],
  components: [
    [0.6, 0.8, 0],
    [0, 0, 1],
  ],
  members: [
    { k: 1, weight: 0.25, coef: [1.5], intercept: 0.1 },
    { k: 2, weight: 0.75, coef: [1.4, -0.3], intercept: 0.2 },
  ],
}
const model: PcaSweepModel = {
  format: 'riftline-pcasweep',
  formatVersion: 1,
  featureNames: ['rating', 'form', 'constant'],
  median: [1.1, -1.9, 7],
  ...stages,
  fold: foldPcaSweep(stages),
  k: 2,
  sweep: [{ k: 1, logLoss: 0.62 }],
}

/** The stages one after another, as they are documented. */
function byStages(row: readonly number[]): number {
  const complete = row.map((value, j) => (Number.isNaN(value) ? (model.median[j] as number) : value))
  const columns = [...complete, ...model.indicatorColumns.map((column) => (Number.isNaN(row[column]) ? 1 : 0))]
  const z = model.keptColumns.map(
    (column, j) => ((columns[column] as number) - (model.mean[j] as number)) / (model.sd[j] as number),
  )
  const scores = model.components.map((loadings) => loadings.reduce((sum, l, j) => sum + l * (z[j] as number), 0))
  return model.members.reduce(
    (sum, m) => sum + m.weight * (m.intercept + m.coef.reduce((inner, c, i) => inner + c * (scores[i] as number), 0)),
    0,
  )
}

const rows = [
  [0, 0, 0],
  [1, -2, 7],
  [3, Number.NaN, 1],
  [Number.NaN, Number.NaN, Number.NaN],
  [-4, 2, Number.NaN],
]

it('one dot product gives what scaler, loadings and coefficients give one after another', () => {
  const { logit, predict } = parsePcaSweep(model)
  for (const row of rows) {
    expect(Math.abs(logit(row) - byStages(row))).toBeLessThanOrEqual(1e-14 * Math.max(1, Math.abs(byStages(row))))
    expect(predict(row)).toBe(sigmoid(logit(row)))
  }
})

it('JSON text, the object and typed rows give the same bits', () => {
  const fromText = parsePcaSweep(JSON.stringify(model))
  const fromObject = parsePcaSweep(model)
  for (const row of rows) {
    expect(fromText.logit(row)).toBe(fromObject.logit(row))
    expect(fromText.logit(Float64Array.from(row))).toBe(fromObject.logit(row))
  }
  expect(fromText.numberOfFeatures).toBe(3)
  expect(fromText.featureNames).toEqual(['rating', 'form', 'constant'])
  expect(parsePcaSweep({ ...model, featureNames: null }).featureNames).toBeNull()
})

it('a feature that was constant in training is ignored', () => {
  const { logit } = parsePcaSweep(model)
  expect(logit([1, 2, 1e9])).toBe(logit([1, 2, 7]))
})

describe('a damaged artifact is refused with its place', () => {
  const damaged: [string, (m: Any) => unknown, string][] = [
    ['another format', (m) => ({ ...m, format: 'pmml' }), '$.format'],
    ['a newer version', (m) => ({ ...m, formatVersion: 2 }), '$.formatVersion'],
    ['no version', (m) => ({ ...m, formatVersion: undefined }), '$.formatVersion'],
    ['no features', (m) => ({ ...m, numberOfFeatures: 0 }), '$.numberOfFeatures'],
    ['a name too few', (m) => ({ ...m, featureNames: ['a', 'b'] }), '$.featureNames'],
    ['a name that is none', (m) => ({ ...m, featureNames: ['a', 'b', 3] }), '$.featureNames[2]'],
    ['a median too few', (m) => ({ ...m, median: [1] }), '$.median'],
    ['a median that is null', (m) => ({ ...m, median: [1, null, 2] }), '$.median[1]'],
    ['an indicator of no feature', (m) => ({ ...m, indicatorColumns: [3] }), '$.indicatorColumns[0]'],
    ['a column twice', (m) => ({ ...m, keptColumns: [0, 1, 1] }), '$.keptColumns[2]'],
    ['a column beyond the last', (m) => ({ ...m, keptColumns: [0, 1, 4] }), '$.keptColumns[2]'],
    ['a mean too many', (m) => ({ ...m, mean: [1, 2, 3, 4] }), '$.mean'],
    ['a deviation of 0', (m) => ({ ...m, sd: [1, 0, 1] }), '$.sd[1]'],
    ['loadings that are too short', (m) => ({ ...m, components: [[1, 0]] }), '$.components[0]'],
    [
      'a loading that is text',
      (m) => ({
        ...m,
        components: [
          ['1', 0, 0],
          [0, 1, 0],
        ],
      }),
      '$.components[0][0]',
    ],
    ['no members', (m) => ({ ...m, members: [] }), '$.members'],
    [
      'a member with more components than there are',
      (m) => ({ ...m, members: [{ ...m.members[1], k: 3, weight: 1 }] }),
      '$.members[0].k',
    ],
    [
      'a member with too few coefficients',
      (m) => ({ ...m, members: [{ ...m.members[1], coef: [1], weight: 1 }] }),
      '$.members[0].coef',
    ],
    ['a negative member weight', (m) => ({ ...m, members: [{ ...m.members[0], weight: -1 }] }), '$.members[0].weight'],
    ['weights that do not sum to 1', (m) => ({ ...m, members: [m.members[0]] }), '$.members'],
    ['no fold', (m) => ({ ...m, fold: undefined }), '$.fold'],
    ['a fold of another length', (m) => ({ ...m, fold: { ...m.fold, weights: [1] } }), '$.fold.weights'],
    [
      'a fold that disagrees with the stages',
      (m) => ({ ...m, members: [{ ...m.members[0], weight: 1 }] }),
      '$.fold.weights[0]',
    ],
    [
      'an intercept that disagrees',
      (m) => ({ ...m, fold: { ...m.fold, intercept: m.fold.intercept + 1e-6 } }),
      '$.fold.intercept',
    ],
    ['an array', () => [], '$'],
    ['null', () => null, '$'],
    ['text that is not JSON', () => '{', '$'],
  ]
  it.each(damaged)('%s', (_label, damage, path) => {
    try {
      parsePcaSweep(damage(JSON.parse(JSON.stringify(model))))
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(ArtifactError)
      expect((error as ArtifactError).path).toBe(path)
    }
  })
})

describe('a row is refused', () => {
  const { predict } = parsePcaSweep(model)
  it.each<[string, Any, string]>([
    ['that is too short', [1, 2], 'row.length: expected 3, got 2'],
    ['that is too long', [1, 2, 3, 4], 'row.length: expected 3, got 4'],
    ['that is missing', undefined, 'row.length'],
    ['with an infinite value', [1, Infinity, 3], 'row[1]'],
    ['with text', [1, '2', 3], 'row[1]'],
    ['with null', [null, 2, 3], 'row[0]'],
  ])('%s', (_label, row, message) => {
    expect(() => predict(row)).toThrow(RiftlineError)
    expect(() => predict(row)).toThrow(message)
  })
})
