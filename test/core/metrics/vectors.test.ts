import { describe, expect, it } from 'vitest'
import { pairedDifference } from '#core/metrics/compare-forecasters.ts'
import { corpDecomposition } from '#core/metrics/corp-decomposition.ts'
import { expectedCalibrationError, foldToFavourite, reliabilityCurve } from '#core/metrics/reliability.ts'
import { accuracy, brierScore, logLoss, spiegelhalterTest } from '#core/metrics/scores.ts'
import { type Case, expectWithin, loadVectors } from '../../vectors/load-vectors.ts'

const { cases, tolerance } = loadVectors('metrics')
const tight = tolerance.default ?? {}

const checks: Record<string, (c: Case) => void> = {
  binary({ id, input: { p, y }, expect: e }) {
    expectWithin(logLoss(p, y), e.logLoss, tight, `${id} log loss`)
    expectWithin(brierScore(p, y), e.brier, tight, `${id} Brier`)
    expectWithin(accuracy(p, y), e.accuracy, tight, `${id} accuracy`)
    expectWithin(spiegelhalterTest(p, y).z, e.spiegelhalterZ, tight, `${id} z`)
    for (const [bins, value] of Object.entries(e.eceWidth)) {
      expectWithin(expectedCalibrationError(p, y, { bins: Number(bins) }), value, tight, `${id} ECE width ${bins}`)
    }
    for (const [bins, value] of Object.entries(e.eceMass)) {
      const options = { bins: Number(bins), strategy: 'quantile' } as const
      expectWithin(expectedCalibrationError(p, y, options), value, tight, `${id} ECE mass ${bins}`)
    }
    for (const score of ['brier', 'log'] as const) {
      const corp = corpDecomposition(p, y, { score })
      for (const key of ['score', 'mcb', 'dsc', 'unc'] as const) {
        expectWithin(corp[key], e.corp[score][key], tight, `${id} CORP ${score} ${key}`)
      }
    }
    for (const [name, forecast] of [
      ['constantHalf', 0.5],
      ['baseRateForecast', e.baseRate],
    ]) {
      const constant = p.map(() => forecast)
      expectWithin(logLoss(constant, y), e[name].logLoss, tight, `${id} ${name} log loss`)
      expectWithin(brierScore(constant, y), e[name].brier, tight, `${id} ${name} Brier`)
    }
  },
  reliabilityCurve({ id, input: { p, y, bins, strategy }, expect: e }) {
    const curve = reliabilityCurve(p, y, { bins, strategy })
    expectWithin(curve.meanPredicted, e.meanPredicted, tight, `${id} predicted`)
    expectWithin(curve.fractionPositive, e.fractionPositive, tight, `${id} true`)
    expect(curve.count).toEqual(e.count)
  },
  corpSquared({ id, input, expect: e }) {
    const corp = corpDecomposition(input.prediction, input.y, { score: 'squared' })
    for (const key of ['score', 'mcb', 'dsc', 'unc'] as const) expectWithin(corp[key], e[key], tight, `${id} ${key}`)
  },
  accuracyTies({ id, input, expect: e }) {
    expectWithin(accuracy(input.p, input.y), e.accuracy, tight, id)
  },
  logLossClip({ id, input, expect: e }) {
    const loss = logLoss(input.p, input.y, { epsilon: input.epsilon })
    expectWithin(loss, e.logLoss, tolerance.logLossClip ?? {}, id)
  },
  weighted({ id, input: { p, y, w }, expect: e }) {
    expectWithin(logLoss(p, y, { weights: w }), e.logLoss, tight, `${id} log loss`)
    expectWithin(brierScore(p, y, { weights: w }), e.brier, tight, `${id} Brier`)
  },
  paired({ id, input, expect: e }) {
    const difference = pairedDifference(input.pA, input.pB, input.y)
    expectWithin(difference.mean, e.meanDiffLogLoss, tight, `${id} mean`)
    expectWithin(difference.sd, e.sd, tight, `${id} sd`)
    expectWithin(difference.se, e.se, tight, `${id} se`)
  },
  favouriteFold({ id, input, expect: e }) {
    const folded = foldToFavourite(input.p, input.y)
    expectWithin(folded.x, e.x, tight, `${id} x`)
    expectWithin(folded.t, e.t, tight, `${id} t`)
  },
}

describe('metrics equal the reference values', () => {
  it.each(cases.map((c) => [c.kind, c.id, c] as const))('metrics equal the reference values: %s %s', (kind, _id, c) => {
    checks[kind]?.(c)
    expect(Object.keys(checks)).toContain(kind)
  })
})
