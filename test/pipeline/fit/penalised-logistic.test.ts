import { expect, it } from 'vitest'
import { fitPenalisedLogistic, type LogisticProblem } from '#pipeline/fit/penalised-logistic.ts'

const rows = 60
const problem: LogisticProblem = {
  scores: Float64Array.from({ length: rows * 2 }, (_, i) => 2 * Math.sin(i * 1.3)),
  stride: 2,
  outcomes: Float64Array.from({ length: rows }, (_, i) => (Math.sin(i * 2.6) + Math.sin(i) > 0 ? 1 : 0)),
  weights: new Float64Array(rows).fill(1),
  C: 1,
  withIntercept: true,
}

it('a logistic fit reaches the same minimum from any start, near or far', () => {
  const fit = fitPenalisedLogistic(problem, 2)
  for (const far of [-8, -2, 2, 8]) {
    const start = { coef: Float64Array.of(far, -far), intercept: far / 2, logLoss: 0 }
    const again = fitPenalisedLogistic(problem, 2, start)
    expect(Math.abs(again.intercept - fit.intercept)).toBeLessThanOrEqual(1e-12)
    again.coef.forEach((coef, j) => {
      expect(Math.abs(coef - (fit.coef[j] as number))).toBeLessThanOrEqual(1e-12)
    })
  }
})

it('the gradient is zero at the solution of a logistic fit', () => {
  const { coef, intercept } = fitPenalisedLogistic(problem, 2)
  const gradient = [0, 0, 0]
  for (let i = 0; i < rows; i++) {
    const x = [problem.scores[2 * i] as number, problem.scores[2 * i + 1] as number, 1]
    const z = intercept + (coef[0] as number) * (x[0] as number) + (coef[1] as number) * (x[1] as number)
    const residual = 1 / (1 + Math.exp(-z)) - (problem.outcomes[i] as number)
    x.forEach((value, j) => {
      gradient[j] = (gradient[j] as number) + residual * value
    })
  }
  coef.forEach((value, j) => {
    gradient[j] = (gradient[j] as number) + value / problem.C
  })
  for (const value of gradient) expect(Math.abs(value)).toBeLessThan(1e-12)
})

it('a logistic fit without an intercept has an intercept of 0', () => {
  expect(fitPenalisedLogistic({ ...problem, withIntercept: false }, 2).intercept).toBe(0)
})
