import { describe, expect, it } from 'vitest'
import { fitLogitSlope } from '#core/calibration/logit-slope.ts'
import { nearestRising } from '#core/calibration/pool-adjacent-violators.ts'
import { kishSize, recency } from '#core/calibration/recency-weights.ts'
import { logOdds, sigmoid } from '#core/math/log-odds.ts'
import { type Case, expectWithin, loadVectors } from '../../vectors/load-vectors.ts'

const pava = loadVectors('pava')
const calibration = loadVectors('calibration')
const tight = calibration.tolerance.default ?? {}
const sizes = calibration.tolerance.nEff ?? {}

it.each(pava.cases.map((c) => [c.id, c] as const))('isotonic regression equals scikit-learn: %s', (id, c) => {
  const { y, w } = c.input
  const fitted = nearestRising(
    Float64Array.from(y),
    w === null ? new Float64Array(y.length).fill(1) : Float64Array.from(w),
  )
  expectWithin(fitted, c.expect.fitted, pava.tolerance.default ?? {}, id)
})

const checks: Record<string, (c: Case) => void> = {
  dataset({ input: { p, y }, expect: { methods } }) {
    const records = p.map((v: number, i: number) => ({ p: v, y: y[i] }))
    for (const name of ['mapSlope_sd0.2', 'mapSlope_sd0.5']) {
      const fit = fitLogitSlope(records, { priorSd: methods[name].priorSd })
      expectWithin(fit.slope, methods[name].a, tight, `${name} slope`)
      expectWithin(fit.sd, methods[name].posteriorSd, tight, `${name} sd`)
    }
  },
  mapSlope({ id, input, expect: e }) {
    const fit = fitLogitSlope(input.records, { priorSd: input.priorSd, halfLifeDays: input.halfLifeDays })
    expectWithin(fit.slope, e.a, tight, `${id} slope`)
    expectWithin(fit.sd, e.posteriorSd, tight, `${id} sd`)
    expectWithin(fit.nEff, e.nEff, sizes, `${id} nEff`)
    for (const { p, g } of e.queries) expectWithin(sigmoid(fit.slope * logOdds(p)), g, tight, `${id} g(${p})`)
  },
  recency({ id, input, expect: e }) {
    const omega = input.ageDays.map((age: number, i: number) => input.weight[i] * recency(age, input.halfLifeDays))
    expectWithin(omega, e.omega, tight, id)
    expectWithin(kishSize(omega), e.nEff, sizes, `${id} nEff`)
  },
}

describe('calibration equals the reference values', () => {
  it.each(calibration.cases.map((c) => [c.kind, c.id, c] as const))(
    'calibration equals the reference values: %s %s',
    (kind, _id, c) => {
      expect(Object.keys(checks)).toContain(kind)
      checks[kind]?.(c)
    },
  )
})
