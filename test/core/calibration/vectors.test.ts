import { describe, expect, it } from 'vitest'
import { type CalibrationCurve, calibrate, evaluateCurve, interpolate } from '#core/calibration/calibration-curve.ts'
import { fitCalibration, fitCalibrationHierarchy, selectCalibration } from '#core/calibration/calibration-hierarchy.ts'
import { fitLogitSlope } from '#core/calibration/graded-history.ts'
import { isotonicRegression, vennAbers } from '#core/calibration/isotonic-regression.ts'
import { effectiveSize, recencyWeights } from '#core/calibration/recency-weights.ts'
import { logOdds, sigmoid } from '#core/math/log-odds.ts'
import { foldToFavourite } from '#core/metrics/reliability.ts'
import { type Case, expectWithin, loadVectors } from '../../vectors/load-vectors.ts'

const pava = loadVectors('pava')
const calibration = loadVectors('calibration')
const tight = calibration.tolerance.default ?? {}
const sizes = calibration.tolerance.nEff ?? {}

describe('isotonic regression equals scikit-learn and cir', () => {
  const within = pava.tolerance.default ?? {}
  it.each(pava.cases.map((c) => [c.kind, c.id, c] as const))(
    'isotonic regression equals scikit-learn and cir: %s %s',
    (kind, id, c) => {
      const { y, w, yMin, yMax, mode } = c.input
      const x = c.input.x ?? y.map((_: number, i: number) => i)
      const options = { ...(yMin === undefined ? {} : { yMin }), ...(yMax === undefined ? {} : { yMax }) }
      const fit = isotonicRegression(x, y, w ?? undefined, { ...options, centre: kind === 'centred' ? mode : false })
      expectWithin(fit.x, c.expect.knots.x, within, `${id} x`)
      expectWithin(fit.y, c.expect.knots.y, within, `${id} y`)
      for (const query of c.expect.queries ?? [])
        expectWithin(interpolate(fit, query.x), query.y, within, `${id} at ${query.x}`)
      for (const [i, value] of (c.expect.fitted ?? []).entries()) {
        if (w?.[i] !== 0) expectWithin(interpolate(fit, x[i]), value, within, `${id} fitted ${i}`)
      }
    },
  )
})

function expectQueries(
  curve: CalibrationCurve,
  queries: { p: number; g: number; calibrated?: number }[],
  id: string,
): void {
  for (const { p, g, calibrated } of queries) {
    expectWithin(evaluateCurve(curve, p), g, tight, `${id} g(${p})`)
    if (calibrated !== undefined) expectWithin(calibrate(curve, p), calibrated, tight, `${id} calibrated ${p}`)
  }
}

const checks: Record<string, (c: Case) => void> = {
  dataset({ input: { p, y, queries }, expect: { methods } }) {
    const folded = foldToFavourite(p, y)
    const mirror = [...p.map((v: number) => v), ...p.map((v: number) => 1 - v)]
    const mirrored = [...y, ...y.map((v: number) => 1 - v)]
    const curves = {
      plainIsotonic: isotonicRegression(p, y),
      symmetricIsotonic: isotonicRegression(
        mirror.map((v) => Math.round(v * 1e9) / 1e9),
        mirrored,
      ),
      symmetricCentred: isotonicRegression(
        mirror.map((v) => Math.round(v * 1e9) / 1e9),
        mirrored,
        undefined,
        { centre: 'all' },
      ),
      centred: isotonicRegression(p, y, undefined, { centre: 'all' }),
      centredKeepBounds: isotonicRegression(p, y, undefined, { centre: 'keepBounds' }),
    }
    for (const [name, curve] of Object.entries(curves)) {
      const expected = methods[name]
      expectWithin(
        queries.map((q: number) => interpolate(curve, q)),
        expected.queries,
        tight,
        name,
      )
      if (expected.knots)
        expectWithin(
          curve.x,
          expected.knots.map((knot: number[]) => knot[0]),
          tight,
          `${name} knots`,
        )
    }
    const foldedFit = isotonicRegression(
      folded.x.map((v) => Math.round(v * 1e9) / 1e9),
      folded.t,
    )
    const g = methods.foldedPava.x.map((x: number) => Math.max(0.5, interpolate(foldedFit, x)))
    expectWithin(g, methods.foldedPava.g, tight, 'foldedPava')
    const records = p.map((v: number, i: number) => ({ p: v, y: y[i] }))
    for (const [name, expected] of Object.entries<{
      config: object
      nEff: number
      knots: number[][]
      queries: []
      parentSlope?: number
    }>(methods)) {
      if (!name.startsWith('contract')) continue
      const curve = fitCalibration(records, { ...expected.config, nMin: 0, evidenceGate: false })
      expectWithin(curve.nEff, expected.nEff, sizes, `${name} nEff`)
      expectWithin(curve.knots.flat(), expected.knots.flat(), tight, `${name} knots`)
      expectQueries(curve, expected.queries, name)
      if (expected.parentSlope !== undefined) expectWithin(curve.parentSlope, expected.parentSlope, tight, name)
    }
    for (const name of ['mapSlope_sd0.2', 'mapSlope_sd0.5']) {
      const fit = fitLogitSlope(records, { priorSd: methods[name].priorSd })
      expectWithin(fit.slope, methods[name].a, tight, `${name} slope`)
      expectWithin(fit.sd, methods[name].posteriorSd, tight, `${name} sd`)
    }
  },
  vennAbers({ id, input: { p, y }, expect: e }) {
    for (const query of e.queries) {
      const { p0, p1, p: merged } = vennAbers(p, y, query.p)
      expectWithin([p0, p1, merged], [query.p0, query.p1, query.merged], tight, `${id} at ${query.p}`)
    }
  },
  contract({ id, input: { config, records, queries }, expect: e }) {
    const curve = fitCalibration(records, { ...config, evidenceGate: false })
    expect(curve.level).toBe(e.level)
    expectWithin(curve.nEff, e.nEff, sizes, `${id} nEff`)
    if (e.knots) expectWithin(curve.knots.flat(), e.knots.flat(), tight, `${id} knots`)
    if (e.parentSlope !== undefined) expectWithin(curve.parentSlope, e.parentSlope, tight, `${id} slope`)
    expectQueries(curve, e.queries, id)
    expect(e.queries.map((query: { p: number }) => query.p)).toEqual(queries)
    if (e.exact) for (const p of queries) expect(calibrate(curve, p)).toBe(p)
  },
  hierarchy({ id, input: { config, records }, expect: e }) {
    const hierarchy = fitCalibrationHierarchy(records, { ...config, evidenceGate: false })
    for (const [key, expected] of Object.entries<{ level: string; nEff: number; queries: []; parentSlope?: number }>(
      e,
    )) {
      const [format, league] = key.split('/')
      const cell = key === 'model' ? {} : { bestOf: Number(format?.slice(2)), ...(league ? { league } : {}) }
      const curve = selectCalibration(hierarchy, cell)
      expect(curve.level, `${id} ${key}`).toBe(expected.level)
      const nEff = key === 'model' ? hierarchy.model.nEff : hierarchy.cells[key]?.nEff
      expectWithin(nEff, expected.nEff, sizes, `${id} ${key} nEff`)
      expectQueries(curve, expected.queries, `${id} ${key}`)
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
    const omega = recencyWeights(input.ageDays, { halfLifeDays: input.halfLifeDays, weights: input.weight })
    expectWithin(omega, e.omega, tight, id)
    expectWithin(effectiveSize(omega), e.nEff, sizes, `${id} nEff`)
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
