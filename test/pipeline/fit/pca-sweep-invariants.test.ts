import { parsePcaSweep } from '@riftline/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { averagePcaSweep, fitPcaSweep } from '#pipeline/fit/pca-sweep.ts'
import { near, predictions, problem } from './problems.ts'

it('scaling a column changes no forecast, and neither does shifting it in a fit that is not mirrored', () => {
  fc.assert(
    fc.property(problem, ({ X, y, query, options }) => {
      const shift = options.mirror ? 0 : 17
      const change = (row: number[]): number[] => [250 * (row[0] as number) + shift, ...row.slice(1)]
      near(predictions(X.map(change), y, options, change(query)), predictions(X, y, options, query))
    }),
  )
})

it.each([1e-250, 1e-120, 1e-30, 1e30, 1e120, 1e250])('a column in units of %d is fitted as in units of 1', (unit) => {
  const X = Array.from({ length: 20 }, (_, i) => [Math.sin(i * 1.3), Math.cos(i * 0.7) + i / 30])
  const y = X.map(([a = 0], i) => (a + Math.sin(i * 3) > 0 ? 1 : 0))
  for (const mirror of [true, false]) {
    const sweep = fitPcaSweep(X, y, { mirror })
    const scaled = fitPcaSweep(
      X.map(([a = 0, b = 0]) => [a * unit, b]),
      y,
      { mirror },
    )
    expect(scaled.keptColumns).toEqual([0, 1])
    expect(Math.abs((scaled.sd[0] ?? 0) / unit / (sweep.sd[0] ?? 0) - 1)).toBeLessThanOrEqual(1e-14)
    near(scaled.eigenvalues, sweep.eigenvalues, 1e-13)
    near(
      scaled.fits.map((fit) => parsePcaSweep(JSON.parse(JSON.stringify(fit.model))).predict([0.3 * unit, -0.2])),
      sweep.fits.map((fit) => parsePcaSweep(fit.model).predict([0.3, -0.2])),
      1e-13,
    )
  }
})

it('the order of the columns changes no forecast', () => {
  fc.assert(
    fc.property(problem, ({ X, y, query, options }) => {
      const turn = (row: number[]): number[] => [...row.slice(1), row[0] as number]
      near(predictions(X.map(turn), y, options, turn(query)), predictions(X, y, options, query))
    }),
  )
})

it('the fit on every row twice with half the C is the same', () => {
  fc.assert(
    fc.property(problem, ({ X, y, query, options }) => {
      const twice = predictions([...X, ...X], [...y, ...y], { ...options, C: options.C / 2 }, query)
      near(twice, predictions(X, y, options, query))
    }),
  )
})

it('equal row weights act like the common row weight', () => {
  fc.assert(
    fc.property(problem, ({ X, y, query, options }) => {
      const weighted = { ...options, rowWeight: options.rowWeight / 3, weights: X.map(() => 3) }
      near(predictions(X, y, weighted, query), predictions(X, y, options, query))
    }),
  )
})

it('a row of weight 0 does not contribute to the likelihood', () => {
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

describe('mirrored fits', () => {
  it('a mirrored fit has no intercept and no mean, and gives the other side the complement', () => {
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

  it('a mirrored fit equals the fit on the rows and their negatives', () => {
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

  it('a mirrored fit on missing values equals the fit on rows and negatives, with weight 0 for the indicators', () => {
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

it('the sweep at full rank is ridge regression on the standardised features without rotation', () => {
  fc.assert(
    fc.property(problem, ({ X, y, options }) => {
      const { mean, sd, fits, kMax } = fitPcaSweep(X, y, options)
      const { fold } = fits[kMax - 1]?.model ?? expect.unreachable()
      const beta = fold.weights.map((weight, j) => weight * (sd[j] ?? 0))
      const intercept = fold.intercept + fold.weights.reduce((sum, weight, j) => sum + weight * (mean[j] ?? 0), 0)
      const weight = options.mirror ? 2 * options.rowWeight : options.rowWeight
      const gradient = beta.map((b) => b / options.C)
      let free = 0
      X.forEach((row, i) => {
        const z = row.map((value, j) => (value - (mean[j] ?? 0)) / (sd[j] ?? 1))
        const residual = 1 / (1 + Math.exp(-z.reduce((sum, v, j) => sum + v * (beta[j] ?? 0), intercept))) - (y[i] ?? 0)
        free += weight * residual
        z.forEach((v, j) => {
          gradient[j] = (gradient[j] ?? 0) + weight * residual * v
        })
      })
      for (const value of gradient) expect(Math.abs(value)).toBeLessThanOrEqual(1e-9)
      if (!options.mirror) expect(Math.abs(free)).toBeLessThanOrEqual(1e-9)
    }),
  )
})

it('a fit depends only on the product of row weight and C, however small or large each is', () => {
  fc.assert(
    fc.property(problem, fc.integer({ min: -9, max: 5 }), ({ X, y, query, options }, exponent) => {
      const factor = 10 ** exponent
      const scaled = { ...options, rowWeight: options.rowWeight * factor, C: options.C / factor }
      near(predictions(X, y, scaled, query), predictions(X, y, options, query))
    }),
  )
})

describe('averagePcaSweep', () => {
  it('averagePcaSweep averages the log odds in one dot product', () => {
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

  it('averagePcaSweep keeps the names of the features', () => {
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
