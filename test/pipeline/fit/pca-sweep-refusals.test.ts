import { RiftlineError } from '@riftline/base'
import { expect, it } from 'vitest'
import { averagePcaSweep, fitPcaSweep } from '#pipeline/fit/pca-sweep.ts'
import { crossValidatePcaSweep, selectComponents } from '#pipeline/fit/select-components.ts'

// biome-ignore lint/suspicious/noExplicitAny: wrong types are the point.
type Any = any

const X = [
  [1, 2],
  [0.5, -1],
  [2, 0.1],
  [-1, -0.4],
]
const y = [1, 0, 1, 0]
const folds = [{ train: [0, 1, 2], test: [3, 2] }]
const sweep = fitPcaSweep(X, y)

it.each<[string, () => unknown]>([
  ['no rows', () => fitPcaSweep([], [])],
  ['rows without columns', () => fitPcaSweep([[], []], [0, 1])],
  ['no matrix', () => fitPcaSweep(undefined as Any, y)],
  ['uneven rows', () => fitPcaSweep([[1, 2], [1]], [0, 1])],
  [
    'an infinite value',
    () =>
      fitPcaSweep(
        [
          [1, Infinity],
          [1, 2],
        ],
        [0, 1],
      ),
  ],
  [
    'null instead of NaN',
    () =>
      fitPcaSweep(
        [
          [1, null],
          [1, 2],
        ] as Any,
        [0, 1],
      ),
  ],
  ['too few outcomes', () => fitPcaSweep(X, [1, 0])],
  ['an outcome above 1', () => fitPcaSweep(X, [1, 0, 2, 0])],
  ['one outcome only', () => fitPcaSweep(X, [1, 1, 1, 1])],
  ['one outcome only, not mirrored', () => fitPcaSweep(X, [0, 0, 0, 0], { mirror: false })],
  ['one outcome only among rows with weight', () => fitPcaSweep(X, y, { weights: [1, 0, 1, 0] })],
  ['options that are null', () => fitPcaSweep(X, y, null as Any)],
  ['C of 0', () => fitPcaSweep(X, y, { C: 0 })],
  ['an infinite C', () => fitPcaSweep(X, y, { C: Infinity })],
  ['a row weight of 0', () => fitPcaSweep(X, y, { rowWeight: 0 })],
  ['no k at all', () => fitPcaSweep(X, y, { ks: [] })],
  ['k of 0', () => fitPcaSweep(X, y, { ks: [0] })],
  ['half a component', () => fitPcaSweep(X, y, { ks: [1.5] })],
  ['a mirror that is no switch', () => fitPcaSweep(X, y, { mirror: 1 as Any })],
  ['too few weights', () => fitPcaSweep(X, y, { weights: [1] })],
  ['a negative weight', () => fitPcaSweep(X, y, { weights: [1, 1, 1, -1] })],
  ['weights that are all 0', () => fitPcaSweep(X, y, { weights: [0, 0, 0, 0] })],
  ['too few names', () => fitPcaSweep(X, y, { featureNames: ['a'] })],
  ['losses of unequal length', () => selectComponents([1, 2], [[1, 2], [1]])],
  ['losses of one match', () => selectComponents([1], [[0.5]])],
  ['a loss that is NaN', () => selectComponents([1], [[0.5, Number.NaN]])],
  ['losses for another number of ks', () => selectComponents([1, 2], [[0.5, 0.6]])],
  ['no ks', () => selectComponents([], [])],
  ['no folds', () => crossValidatePcaSweep(X, y, { ks: [1], folds: [] })],
  ['a fold without test rows', () => crossValidatePcaSweep(X, y, { ks: [1], folds: [{ train: [0, 1], test: [] }] })],
  ['a row number out of range', () => crossValidatePcaSweep(X, y, { ks: [1], folds: [{ train: [0, 1], test: [4] }] })],
  ['a fold of one outcome', () => crossValidatePcaSweep(X, y, { ks: [1], folds: [{ train: [0, 2], test: [1, 3] }] })],
  ['cross-validation without ks', () => crossValidatePcaSweep(X, y, { folds } as Any)],
  ['weights for another number of fits', () => averagePcaSweep(sweep, [1])],
  ['fit weights that are all 0', () => averagePcaSweep(sweep, [0, 0])],
  ['fit weights beyond a sum', () => averagePcaSweep(sweep, [1e308, 1e308])],
  ['no sweep', () => averagePcaSweep(null as Any, [1])],
  ['a claim of many rows', () => fitPcaSweep({ length: 2 ** 40, 0: [1, 2] } as Any, y)],
  ['a claim of many columns', () => fitPcaSweep([{ length: 2 ** 40 }] as Any, [0.5])],
  ['a column that varies less than doubles can divide by', () => fitPcaSweep([[0], [1e-300]], [0, 1])],
  ['a column that varies more than doubles can square', () => fitPcaSweep([[1e308], [-1e308]], [0, 1])],
  ['weights beyond a sum', () => fitPcaSweep(X, y, { weights: [1e308, 1e308, 1, 1] })],
  ['a loss beyond squares', () => selectComponents([1], [[1e200, 0]])],
  ['a claim of many losses', () => selectComponents([1], [{ length: 2 ** 40 } as Any])],
  [
    'a claim of many row numbers',
    () => crossValidatePcaSweep(X, y, { ks: [1], folds: [{ train: { length: 2 ** 40 } as Any, test: [1] }] }),
  ],
  ['no matrix to validate on', () => crossValidatePcaSweep(null as Any, [], { ks: [1], folds })],
])('the PCA sweep refuses %s', (_label, call) => {
  try {
    call()
    expect.unreachable()
  } catch (error) {
    expect(error).toBeInstanceOf(RiftlineError)
    expect((error as RiftlineError).code).toBe('invalid_argument')
  }
})

it('averagePcaSweep refuses damaged models', () => {
  expect(() => averagePcaSweep({ fits: [{ model: {} }] } as Any, [1])).toThrow(RiftlineError)
})

it('a penalty near the limits of a double gives a finite fit or a refusal', () => {
  for (const C of [5e-324, 1e-300, 1e-100, 1e-20, 1e20, 1e100, 1e300, 1.7e308]) {
    for (const mirror of [true, false]) {
      try {
        for (const { coef, intercept, trainLogLoss } of fitPcaSweep(X, y, { C, mirror }).fits) {
          expect([...coef, intercept, trainLogLoss].every(Number.isFinite)).toBe(true)
          expect(trainLogLoss).toBeGreaterThanOrEqual(0)
          expect(trainLogLoss).toBeLessThan(0.6932)
        }
      } catch (error) {
        expect((error as RiftlineError).code).toBe('fit_not_converged')
      }
    }
  }
})

it('an error of fitPcaSweep names the argument and the place', () => {
  expect(() =>
    fitPcaSweep(
      [
        [1, 2],
        [3, 'x' as Any],
      ],
      [0, 1],
    ),
  ).toThrow('X[1][1]: expected a finite number, or NaN for missing')
})
