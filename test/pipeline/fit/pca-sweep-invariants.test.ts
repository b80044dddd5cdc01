import { parsePcaSweep } from '@riftline/core'
import fc from 'fast-check'
import { Matrix } from 'ml-matrix'
import { PCA } from 'ml-pca'
import { describe, expect, it } from 'vitest'
import { crossValidatePcaSweep } from '../../../packages/pipeline/src/fit/cross-validate-pca-sweep.ts'
import { fitPcaSweep, type PcaSweepOptions } from '../../../packages/pipeline/src/fit/pca-sweep.ts'
import { averagePcaSweep } from '../../../packages/pipeline/src/fit/pca-sweep-model.ts'

const tenth = fc.integer({ min: -40, max: 40 }).map((n) => n / 10)

/** Rows of three features with both outcomes, and a query. */
const problem = fc
  .record({
    rows: fc.array(fc.tuple(tenth, tenth, tenth, fc.constantFrom(0, 1)), { minLength: 12, maxLength: 30 }),
    query: fc.tuple(tenth, tenth, tenth),
    mirror: fc.boolean(),
    C: fc.constantFrom(0.1, 1, 10),
  })
  .map(({ rows, query, mirror, C }) => ({
    X: rows.map(([a, b, c], i) => [a + i / 100, b - a / 3, c + ((i * 7) % 11) / 50]),
    y: rows.map(([, , , y], i) => (i < 2 ? i : y)),
    query: [...query],
    options: { mirror, C, rowWeight: mirror ? 0.5 : 1 },
  }))

const predictions = (X: number[][], y: number[], options: PcaSweepOptions, query: number[]): number[] =>
  fitPcaSweep(X, y, options).fits.map((fit) => parsePcaSweep(fit.model).predict(query))
const near = (a: number[], b: number[], room = 1e-8): void => {
  expect(a.length).toBe(b.length)
  a.forEach((value, i) => {
    expect(Math.abs(value - (b[i] as number))).toBeLessThanOrEqual(room)
  })
}

it('scaling a column changes no forecast, nor does shifting it where rows are not mirrored', () => {
  fc.assert(
    fc.property(problem, ({ X, y, query, options }) => {
      const shift = options.mirror ? 0 : 17
      const change = (row: number[]): number[] => [250 * (row[0] as number) + shift, ...row.slice(1)]
      near(predictions(X.map(change), y, options, change(query)), predictions(X, y, options, query))
    }),
  )
})

it('the order of the columns changes no forecast', () => {
  fc.assert(
    fc.property(problem, ({ X, y, query, options }) => {
      const turn = (row: number[]): number[] => [...row.slice(1), row[0] as number]
      near(predictions(X.map(turn), y, options, turn(query)), predictions(X, y, options, query))
    }),
  )
})

it('every row twice with half the freedom is the same fit', () => {
  fc.assert(
    fc.property(problem, ({ X, y, query, options }) => {
      const twice = predictions([...X, ...X], [...y, ...y], { ...options, C: options.C / 2 }, query)
      near(twice, predictions(X, y, options, query))
    }),
  )
})

it('row weights act like the common row weight', () => {
  fc.assert(
    fc.property(problem, ({ X, y, query, options }) => {
      const weighted = { ...options, rowWeight: options.rowWeight / 3, weights: X.map(() => 3) }
      near(predictions(X, y, weighted, query), predictions(X, y, options, query))
    }),
  )
})

it('a row of weight 0 does not take part in the likelihood', () => {
  const X = [
    [1, 2],
    [2, -1],
    [-1, 0.5],
    [0.5, 1],
    [-2, -1],
    [1.5, -0.5],
  ]
  const flipped = { y: [1, 1, 0, 0, 0, 1], other: [1, 1, 0, 0, 0, 0] }
  const options = { weights: [1, 1, 1, 1, 1, 0] }
  near(predictions(X, flipped.y, options, [1, 1]), predictions(X, flipped.other, options, [1, 1]), 0)
})

describe('a mirrored fit', () => {
  it('has no intercept, no mean, and gives a side the complement of the other', () => {
    fc.assert(
      fc.property(problem, ({ X, y, query, options }) => {
        const sweep = fitPcaSweep(X, y, { ...options, mirror: true })
        expect(sweep.mean.every((mean) => mean === 0)).toBe(true)
        for (const { intercept, model } of sweep.fits) {
          expect(intercept).toBe(0)
          const { logit, predict } = parsePcaSweep(model)
          expect(logit(query.map((value) => -value)) + logit(query)).toBe(0)
          expect(Math.abs(predict(query.map((value) => -value)) + predict(query) - 1)).toBeLessThanOrEqual(2.3e-16)
        }
      }),
    )
  })

  const mirrored = (X: number[][], y: number[]): [number[][], number[]] => [
    [...X, ...X.map((row) => row.map((value) => -value))],
    [...y, ...y.map((value) => 1 - value)],
  ]

  it('equals the fit on the rows and their negatives', () => {
    fc.assert(
      fc.property(problem, ({ X, y, query, options }) => {
        const [X2, y2] = mirrored(X, y)
        const plain = fitPcaSweep(X2, y2, { C: options.C, mirror: false, rowWeight: 0.5 })
        const sweep = fitPcaSweep(X, y, { C: options.C })
        near(sweep.sd, plain.sd, 1e-12)
        near(sweep.eigenvalues, plain.eigenvalues, 1e-10)
        near(
          sweep.fits.map((f) => f.trainLogLoss),
          plain.fits.map((f) => f.trainLogLoss),
        )
        near(
          sweep.fits.map((f) => parsePcaSweep(f.model).predict(query)),
          plain.fits.map((f) => parsePcaSweep(f.model).predict(query)),
        )
      }),
    )
  })

  it('equals it also where values are missing, whose indicators then have no weight', () => {
    const X = Array.from({ length: 40 }, (_, i) => [
      i % 7 === 3 ? Number.NaN : Math.sin(i * 1.7) + i / 80,
      i % 5 === 1 ? Number.NaN : Math.cos(i * 2.3),
      Math.sin(i * 0.9 + 1),
    ])
    const y = X.map((_, i) => (Math.sin(i * 1.7) + Math.sin(i * 3.1) > 0 ? 1 : 0))
    const [X2, y2] = mirrored(X, y)
    const sweep = fitPcaSweep(X, y)
    const plain = fitPcaSweep(X2, y2, { mirror: false, rowWeight: 0.5 })
    expect(sweep.indicatorColumns).toEqual([0, 1])
    expect(sweep.median).toEqual([0, 0, 0])
    near(sweep.eigenvalues, plain.eigenvalues, 1e-10)
    sweep.fits.forEach(({ model }, i) => {
      expect(model.fold.weights.slice(3)).toEqual([0, 0])
      for (const row of [
        [0.5, Number.NaN, 1],
        [Number.NaN, Number.NaN, -0.3],
        [1, 2, 3],
      ]) {
        near([parsePcaSweep(model).predict(row)], [parsePcaSweep(plain.fits[i]?.model).predict(row)])
        const back = row.map((value) => -value)
        expect(parsePcaSweep(model).logit(row) + parsePcaSweep(model).logit(back)).toBe(0)
      }
    })
  })
})

it('more components never raise the penalised objective', () => {
  fc.assert(
    fc.property(problem, ({ X, y, options }) => {
      const { fits } = fitPcaSweep(X, y, options)
      const weight = X.length * (options.mirror ? 1 : options.rowWeight)
      const objective = fits.map(
        ({ coef, trainLogLoss }) => weight * trainLogLoss + coef.reduce((sum, c) => sum + c * c, 0) / (2 * options.C),
      )
      for (let i = 1; i < objective.length; i++) {
        expect(objective[i]).toBeLessThanOrEqual((objective[i - 1] as number) + 1e-9)
      }
    }),
  )
})

it('the rotation is that of ml-pca on the standardised rows, up to signs', () => {
  const X = Array.from({ length: 30 }, (_, i) => [
    Math.sin(i),
    Math.cos(2 * i) + Math.sin(i),
    Math.sin(3 * i + 1),
    i % 4,
  ])
  const y = X.map((_, i) => i % 2)
  const sweep = fitPcaSweep(X, y, { mirror: false, rowWeight: 1 })
  const scaled = X.map((row) => row.map((value, j) => (value - (sweep.mean[j] as number)) / (sweep.sd[j] as number)))
  const oracle = new PCA(new Matrix(scaled), { center: true })
  near(sweep.eigenvalues, oracle.getEigenvalues(), 1e-12)
  sweep.components.forEach((component, c) => {
    const loadings = oracle.getEigenvectors().getColumn(c)
    const largest = component.reduce((best, value) => (Math.abs(value) > Math.abs(best) ? value : best), 0)
    expect(largest).toBeGreaterThan(0)
    near(component.map(Math.abs), loadings.map(Math.abs), 1e-10)
  })
})

describe('an averaged model', () => {
  it('averages the log odds in one dot product', () => {
    fc.assert(
      fc.property(problem, fc.tuple(fc.nat({ max: 9 }), fc.nat({ max: 9 })), ({ X, y, query, options }, [a, b]) => {
        const sweep = fitPcaSweep(X, y, { ...options, ks: [1, 2, 3] })
        const weights = [a, b, 1]
        const model = JSON.parse(JSON.stringify(averagePcaSweep(sweep, weights)))
        const expected = sweep.fits.reduce(
          (sum, fit, i) => sum + ((weights[i] as number) / (a + b + 1)) * parsePcaSweep(fit.model).logit(query),
          0,
        )
        expect(Math.abs(parsePcaSweep(model).logit(query) - expected)).toBeLessThanOrEqual(1e-10)
        expect(model.members.length).toBe(weights.filter((w) => w > 0).length)
      }),
    )
  })

  it('keeps the names of the features', () => {
    const sweep = fitPcaSweep(
      [
        [1, 0],
        [0, 1],
        [-1, 0.5],
        [0.3, -1],
      ],
      [1, 0, 1, 0],
      { featureNames: ['rating', 'form'] },
    )
    expect(parsePcaSweep(averagePcaSweep(sweep, [1, 1])).featureNames).toEqual(['rating', 'form'])
  })
})

describe('degenerate input', () => {
  const y = [1, 0, 1, 0, 1, 0]
  const base = [
    [1, 2],
    [0.5, -1],
    [2, 0.1],
    [-1, -0.4],
    [0.3, 1],
    [-2, -1],
  ]

  it('a constant column is dropped and ignored', () => {
    const options = { mirror: false, rowWeight: 1 }
    const sweep = fitPcaSweep(
      base.map((row) => [row[0] as number, 0.1, row[1] as number]),
      y,
      options,
    )
    expect(sweep.keptColumns).toEqual([0, 2])
    const plain = fitPcaSweep(base, y, options)
    for (const [i, { model }] of sweep.fits.entries()) {
      near([parsePcaSweep(model).predict([1, 99, 2])], [parsePcaSweep(plain.fits[i]?.model).predict([1, 2])], 1e-12)
    }
  })

  it('a copied column adds no component', () => {
    const sweep = fitPcaSweep(
      base.map((row) => [...row, 3 * (row[0] as number)]),
      y,
      { ks: [1, 2, 3] },
    )
    expect(sweep.kMax).toBe(2)
    expect(sweep.fits.map((fit) => fit.kUsed)).toEqual([1, 2, 2])
    expect(sweep.fits[2]?.coef).toEqual(sweep.fits[1]?.coef)
  })

  it('fewer rows than columns leave n - 1 components', () => {
    const wide = Array.from({ length: 4 }, (_, i) =>
      Array.from({ length: 9 }, (_, j) => Math.sin(i * 3 + j * j * (i + 1))),
    )
    expect(fitPcaSweep(wide, [1, 0, 1, 0], { mirror: false }).kMax).toBe(3)
  })

  it('no column that varies leaves the base rate', () => {
    const sweep = fitPcaSweep([[7], [7], [7], [7]], [1, 1, 1, 0], { mirror: false, rowWeight: 1 })
    expect(sweep.kMax).toBe(0)
    near([parsePcaSweep(sweep.fits[0]?.model).predict([7])], [0.75], 1e-12)
  })

  it('a column that is always missing is ignored', () => {
    const sweep = fitPcaSweep(
      base.map((row) => [...row, Number.NaN]),
      y,
    )
    expect(sweep.keptColumns).toEqual([0, 1])
    expect(Number.isFinite(parsePcaSweep(sweep.fits[0]?.model).predict([1, 1, 5]))).toBe(true)
  })

  it('a value missing only at prediction time counts as the median', () => {
    const sweep = fitPcaSweep(base, y, { mirror: false, rowWeight: 1 })
    const { predict } = parsePcaSweep(sweep.fits[1]?.model)
    expect(predict([Number.NaN, 1])).toBe(predict([0.4, 1]))
  })

  it('separable data stay finite, also with a weak penalty', () => {
    const X = base.map((row, i) => [
      y[i] === 1 ? 3 + (row[0] as number) / 9 : -3 + (row[1] as number) / 9,
      row[1] as number,
    ])
    for (const C of [1, 1e3, 1e6]) {
      const sweep = fitPcaSweep(X, y, { C, mirror: false, rowWeight: 1 })
      for (const { coef } of sweep.fits) expect(coef.every(Number.isFinite)).toBe(true)
    }
  })

  it('the arguments are left alone', () => {
    const X = Object.freeze(base.map((row) => Object.freeze(row)))
    expect(() => fitPcaSweep(X, Object.freeze(y))).not.toThrow()
  })

  it('sixty thousand rows take seconds, not minutes', () => {
    const X = Array.from({ length: 60_000 }, (_, i) =>
      Array.from({ length: 16 }, (_, j) => Math.sin(i * (j + 1) * 0.37 + j)),
    )
    const outcomes = X.map((row) => ((row[0] as number) + (row[3] as number) > 0.4 ? 1 : 0))
    const sweep = fitPcaSweep(X, outcomes, { ks: [4, 8, 16] })
    expect(sweep.fits.length).toBe(3)
  }, 30_000)
})

it('cross-validation fits only on the training rows of each fold', () => {
  const X = Array.from({ length: 40 }, (_, i) => [Math.sin(i), Math.cos(i * 1.3)])
  const y = X.map((row, i) => ((row[0] as number) + Math.sin(i * 5) > 0 ? 1 : 0))
  const folds = [
    { train: Array.from({ length: 20 }, (_, i) => i), test: [22, 23, 24] },
    { train: Array.from({ length: 28 }, (_, i) => i), test: [30, 31] },
  ]
  const validation = crossValidatePcaSweep(X, y, { ks: [1, 2], folds })
  expect(validation.testRows).toEqual([22, 23, 24, 30, 31])
  const changed = X.map((row, i) => (i > 31 ? [99, -99] : row))
  expect(crossValidatePcaSweep(changed, y, { ks: [1, 2], folds })).toEqual(validation)
  const { predict } = parsePcaSweep(fitPcaSweep(X.slice(0, 20), y.slice(0, 20), { ks: [2] }).fits[0]?.model)
  const p = predict(X[22] as number[])
  near([validation.losses[1]?.[0] as number], [-Math.log(y[22] === 1 ? p : 1 - p)], 1e-12)
})
