import { parsePcaSweep } from '@riftline/core'
import { describe, expect, it } from 'vitest'
import { fitPcaSweep } from '#pipeline/fit/pca-sweep.ts'
import { crossValidatePcaSweep, selectComponents } from '#pipeline/fit/select-components.ts'
import { type Case, expectWithin, loadVectors } from '../../vectors/load-vectors.ts'

const { cases, tolerance } = loadVectors('pcasweep')
const within = (key: string) => tolerance[key] ?? tolerance.default ?? {}
const withNaN = (rows: (number | null)[][]): number[][] => rows.map((row) => row.map((value) => value ?? Number.NaN))

function checkFit({ id, input, expect: e }: Case): void {
  const { C, ks, mirror, rowWeight } = input
  const sweep = fitPcaSweep(withNaN(input.X), input.y, { C, ks, mirror, rowWeight })
  for (const key of ['mean', 'sd', 'eigenvalues', 'explainedRatio', 'components'] as const) {
    expectWithin(sweep[key], e[key], within(key), `${id} ${key}`)
  }
  expect(sweep.keptColumns).toEqual(e.keptColumns)
  expect(sweep.kMax).toBe(e.kMax)
  if (e.median) expectWithin(sweep.median, e.median, within('mean'), `${id} median`)
  expect(sweep.indicatorColumns).toEqual(e.indicatorColumns)
  sweep.fits.forEach((fit, i) => {
    const expected = e.fits[i]
    const label = `${id} k=${fit.k}`
    expect([fit.k, fit.kUsed]).toEqual([expected.k, expected.kUsed])
    expectWithin(fit.coef, expected.coef, within('coef'), `${label} coef`)
    expectWithin(fit.intercept, expected.intercept, within('intercept'), `${label} intercept`)
    expectWithin(fit.trainLogLoss, expected.trainLogLoss, within('default'), `${label} loss`)
    const model = parsePcaSweep(JSON.parse(JSON.stringify(fit.model)))
    const p = withNaN(input.queries).map((row) => model.predict(row))
    expectWithin(p, expected.p, within('p'), `${label} p`)
    if (e.unrotated && fit.kUsed === e.kMax) expectWithin(p, e.unrotated.p, within('p'), `${label} unrotated p`)
  })
}

const checks: Record<string, (c: Case) => void> = {
  fit: checkFit,
  fitMissing: checkFit,
  select({ id, input, expect: e }) {
    const selection = selectComponents(input.ks, input.losses)
    for (const key of ['mean', 'seOfDifference', 'averageWeights'] as const) {
      expectWithin(selection[key], e[key], within(key), `${id} ${key}`)
    }
    expect([selection.best, selection.oneSE]).toEqual([e.best, e.oneSE])
  },
  cv({ id, input: { X, y, C, ks, folds }, expect: e }) {
    const validation = crossValidatePcaSweep(X, y, { C, ks, folds, mirror: false, rowWeight: 1 })
    expect(validation.testRows).toEqual(e.testRows)
    expectWithin(validation.losses, e.losses, within('losses'), `${id} losses`)
    for (const key of ['mean', 'seOfDifference', 'averageWeights'] as const) {
      expectWithin(validation[key], e[key], within(key), `${id} ${key}`)
    }
    expect([validation.best, validation.oneSE]).toEqual([e.best, e.oneSE])
  },
  series() {}, // covered by test/core/math
}

describe('the PCA sweep equals scikit-learn', () => {
  it.each(cases.filter((c) => c.kind !== 'series').map((c) => [c.kind, c.id, c] as const))(
    'the PCA sweep equals scikit-learn on %s %s',
    (kind, _id, c) => {
      expect(Object.keys(checks)).toContain(kind)
      checks[kind]?.(c)
    },
  )
})
