import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ArtifactError, RiftlineError } from '#base/errors.ts'
import { foldPcaSweep, type PcaSweepModel, parsePcaSweep } from '#core/linear/parse-pca-sweep.ts'
import { sigmoid } from '#core/math/log-odds.ts'
import { amount } from '../../support/amount.ts'

// biome-ignore lint/suspicious/noExplicitAny: these tests pass wrong types on purpose.
type Any = any

/** Three features, of which the second was missing somewhere in training and the third was constant; two members. */
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

/** Probability by the documented stages, one after another. */
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

it('one dot product equals applying scaler, loadings and coefficients one after another', () => {
  const { logit, predict } = parsePcaSweep(model)
  for (const row of rows) {
    expect(Math.abs(logit(row) - byStages(row))).toBeLessThanOrEqual(1e-14 * Math.max(1, Math.abs(byStages(row))))
    expect(predict(row)).toBe(sigmoid(logit(row)))
  }
})

it('a model from JSON text or an object, with typed or plain rows, gives the same bits', () => {
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

it('a batch gives the bits of its single rows, with or without missing values', () => {
  const { logit, logits } = parsePcaSweep(model)
  fc.assert(
    fc.property(fc.array(fc.nat({ max: rows.length - 1 }), { maxLength: 13 }), (chosen) => {
      const out = new Float64Array(chosen.length)
      logits(Float64Array.from(chosen.flatMap((r) => rows[r]!)), out)
      expect([...out]).toEqual(chosen.map((r) => logit(rows[r]!)))
    }),
    { numRuns: amount(50, 2000) },
  )
  expect(() => logits(new Float64Array(7), new Float64Array(2))).toThrow('rows.length: expected 6, got 7')
  expect(() => logits(Float64Array.of(0, 0, 0, 1, Infinity, 0), new Float64Array(2))).toThrow(
    'row[1]: expected a finite',
  )
})

it('typed rows with an infinite value are refused like plain ones', () => {
  const { logit } = parsePcaSweep(model)
  for (const row of [
    [1, Infinity, 0],
    [Number.NaN, -Infinity, 0],
  ]) {
    expect(() => logit(Float64Array.from(row))).toThrow(`row[1]: expected a finite number or NaN, got ${row[1]}`)
    expect(() => logit(row)).toThrow(`row[1]: expected a finite number or NaN, got ${row[1]}`)
  }
})

it('a feature that was constant in training is ignored', () => {
  const { logit } = parsePcaSweep(model)
  expect(logit([1, 2, 1e9])).toBe(logit([1, 2, 7]))
})

describe('a damaged artifact is refused with the path of the damage', () => {
  const damaged: [string, (m: Any) => unknown, string][] = [
    ['another format', (m) => ({ ...m, format: 'pmml' }), '$.format'],
    ['a newer version', (m) => ({ ...m, formatVersion: 2 }), '$.formatVersion'],
    ['no version', (m) => ({ ...m, formatVersion: undefined }), '$.formatVersion'],
    ['no features', (m) => ({ ...m, numberOfFeatures: 0 }), '$.numberOfFeatures'],
    ['a missing name', (m) => ({ ...m, featureNames: ['a', 'b'] }), '$.featureNames'],
    ['a name that is not a string', (m) => ({ ...m, featureNames: ['a', 'b', 3] }), '$.featureNames[2]'],
    ['a missing median', (m) => ({ ...m, median: [1] }), '$.median'],
    ['a median that is null', (m) => ({ ...m, median: [1, null, 2] }), '$.median[1]'],
    [
      'an indicator of a feature that does not exist',
      (m) => ({ ...m, indicatorColumns: [3] }),
      '$.indicatorColumns[0]',
    ],
    ['a column listed twice', (m) => ({ ...m, keptColumns: [0, 1, 1] }), '$.keptColumns[2]'],
    ['a column beyond the last', (m) => ({ ...m, keptColumns: [0, 1, 4] }), '$.keptColumns[2]'],
    ['one mean too many', (m) => ({ ...m, mean: [1, 2, 3, 4] }), '$.mean'],
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
      'a member with more components than the model',
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
      'an intercept that disagrees with the stages',
      (m) => ({ ...m, fold: { ...m.fold, intercept: m.fold.intercept + 1e-6 } }),
      '$.fold.intercept',
    ],
    [
      'a weight that disagrees in a column of small values',
      (m) => {
        const wide = { ...m, sd: [2e-6, 0.5, 0.4] }
        const fold = foldPcaSweep(wide)
        fold.weights[1] = (fold.weights[1] as number) * 1.001
        return { ...wide, fold }
      },
      '$.fold.weights[1]',
    ],
    [
      'a weight for a constant column',
      (m) => ({ ...m, fold: { ...m.fold, weights: m.fold.weights.with(2, 1e-12) } }),
      '$.fold.weights[2]',
    ],
    ['stages whose product is not finite', (m) => ({ ...m, sd: [5e-324, 0.5, 0.4] }), '$.fold.weights[0]'],
    [
      'a getter that throws',
      (m) =>
        Object.defineProperty(m, 'mean', {
          get() {
            throw new Error('no')
          },
        }),
      '$',
    ],
    ['an array', () => [], '$'],
    ['null', () => null, '$'],
    ['text that is not JSON', () => '{', '$'],
  ]
  it.each(damaged)(
    'a pcasweep artifact damaged by %s is refused with the path of the damage',
    (_label, damage, path) => {
      try {
        parsePcaSweep(damage(JSON.parse(JSON.stringify(model))))
        expect.unreachable()
      } catch (error) {
        expect(error).toBeInstanceOf(ArtifactError)
        expect((error as ArtifactError).path).toBe(path)
      }
    },
  )
})

it('a pcasweep artifact changed anywhere is refused with a path, or gives finite numbers', () => {
  const text = JSON.stringify(model)
  const value = fc.constantFrom<Any>(null, 0, -1, 1, 0.5, 1e308, -1e308, 5e-324, '1', [], {}, true, [1], [[1]], 2 ** 53)
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(), value), { minLength: 1, maxLength: 3 }), (edits) => {
      const damaged = JSON.parse(text)
      for (const [a, b, c, replacement] of edits) {
        let at = damaged
        for (const choice of [a, b, c]) {
          const keys = Object.keys(at)
          const key = keys[choice % keys.length] as string
          if (typeof at[key] !== 'object' || at[key] === null || Object.keys(at[key]).length === 0 || choice === c) {
            at[key] = replacement
            break
          }
          at = at[key]
        }
      }
      try {
        expect(Number.isFinite(parsePcaSweep(damaged).logit([1, Number.NaN, 2]))).toBe(true)
      } catch (error) {
        expect(error).toBeInstanceOf(RiftlineError)
      }
    }),
    { numRuns: amount(150, 2000) },
  )
})

it('folding takes linear time in the numbers of members and columns', () => {
  const columns = 200_000
  const members = Array.from({ length: columns }, () => ({ k: 1, weight: 1 / columns, coef: [1], intercept: 0 }))
  const many = Array.from({ length: columns }, (_, i) => i)
  const fill = (value: number): number[] => many.map(() => value)
  const stages = {
    numberOfFeatures: columns,
    indicatorColumns: [],
    keptColumns: many,
    mean: fill(0),
    sd: fill(1),
    components: [fill(0.01)],
    members,
  }
  expect(foldPcaSweep(stages).weights[7]).toBeCloseTo(0.01, 12)
})

describe('refused rows', () => {
  const { predict } = parsePcaSweep(model)
  it.each<[string, Any, string]>([
    ['that is too short', [1, 2], 'row.length: expected 3, got 2'],
    ['that is too long', [1, 2, 3, 4], 'row.length: expected 3, got 4'],
    ['that is missing', undefined, 'row.length'],
    ['with an infinite value', [1, Infinity, 3], 'row[1]'],
    ['with text', [1, '2', 3], 'row[1]'],
    ['with null', [null, 2, 3], 'row[0]'],
  ])('a row %s is refused', (_label, row, message) => {
    expect(() => predict(row)).toThrow(RiftlineError)
    expect(() => predict(row)).toThrow(message)
  })
})
