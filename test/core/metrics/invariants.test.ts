import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pairedDifference } from '#core/metrics/compare-forecasters.ts'
import { corpDecomposition, groupForecasts, recalibrate, sumByGroup } from '#core/metrics/corp-decomposition.ts'
import {
  calibrationErrorBand,
  expectedCalibrationError,
  foldToFavourite,
  reliabilityCurve,
} from '#core/metrics/reliability.ts'
import { accuracy, brierScore, calibrationSlope, logLoss, spiegelhalterTest } from '#core/metrics/scores.ts'
import { near } from '../../support/plain-expect.ts'

const matches = fc.array(
  fc.record({
    p: fc.integer({ min: 1, max: 999 }).map((thousandths) => thousandths / 1000),
    y: fc.constantFrom(0, 1),
    w: fc.integer({ min: 1, max: 3 }),
  }),
  { minLength: 2, maxLength: 60 },
)
const columns = (rows: { p: number; y: number; w: number }[]) =>
  [rows.map((r) => r.p), rows.map((r) => r.y), rows.map((r) => r.w)] as const

it('swapping the sides of any matches changes no proper score and no accuracy', () => {
  fc.assert(
    fc.property(matches, fc.integer(), (rows, mask) => {
      const [p, y] = columns(rows)
      const swap = (i: number): boolean => ((mask >> (i % 31)) & 1) === 1
      const p2 = p.map((value, i) => (swap(i) ? 1 - value : value))
      const y2 = y.map((value, i) => (swap(i) ? 1 - value : value))
      near(logLoss(p2, y2), logLoss(p, y))
      near(brierScore(p2, y2), brierScore(p, y))
      near(accuracy(p2, y2), accuracy(p, y))
      const a = foldToFavourite(p, y)
      const b = foldToFavourite(p2, y2)
      b.x.forEach((x, i) => {
        near(x, a.x[i] ?? 0)
      })
      expect(b.t).toEqual(a.t)
      near(expectedCalibrationError(b.x, b.t, { bins: 7 }), expectedCalibrationError(a.x, a.t, { bins: 7 }))
      near(calibrationSlope(p2, y2).slope, calibrationSlope(p, y).slope, 1e-9)
    }),
  )
})

/** All numbers that the metrics give, except those of equal-mass bins with ties. */
const scoresOf = (rows: { p: number; y: number; w: number }[]): number[] => {
  const [p, y, weights] = columns(rows)
  const other = p.map((value) => value * value)
  const { slope, se } = calibrationSlope(p, y)
  return [
    logLoss(p, y, { weights }),
    brierScore(p, y, { weights }),
    accuracy(p, y, { weights }),
    expectedCalibrationError(p, y),
    ...Object.values(corpDecomposition(p, y)),
    ...Object.values(corpDecomposition(p, y, { score: 'brier' })),
    ...Object.values(pairedDifference(p, other, y)),
    ...Object.values(reliabilityCurve(p, y)).flat(),
    ...[slope, se],
    ...(p.every((value) => value === 0.5) ? [] : Object.values(spiegelhalterTest(p, y))),
    ...[
      calibrationErrorBand(p, { resamples: 5 }).mean,
      calibrationErrorBand(p, { strategy: 'quantile', resamples: 5 }).high,
    ],
  ]
}

it('reordering the matches changes no metric', () => {
  const shuffled = matches.chain((rows) =>
    fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length, maxLength: rows.length })),
  )
  fc.assert(
    fc.property(shuffled, ([rows, again]) => {
      const scores = scoresOf(rows)
      const same = scoresOf(again)
      expect(same).toHaveLength(scores.length)
      scores.forEach((value, i) => {
        near(same[i] ?? Number.NaN, value, 1e-11 * Math.max(1, Math.abs(value)))
      })
    }),
  )
})

it('a match of weight n counts in a metric as n copies', () => {
  fc.assert(
    fc.property(matches, (rows) => {
      const [p, y, weights] = columns(rows)
      const [p2, y2] = columns(rows.flatMap((row) => Array.from({ length: row.w }, () => row)))
      near(logLoss(p, y, { weights }), logLoss(p2, y2))
      near(brierScore(p, y, { weights }), brierScore(p2, y2))
      near(accuracy(p, y, { weights }), accuracy(p2, y2))
    }),
  )
})

it('a CORP score is mcb - dsc + unc, and neither mcb nor dsc is negative', () => {
  fc.assert(
    fc.property(matches, fc.constantFrom('log' as const, 'brier' as const), (rows, score) => {
      const [p, y] = columns(rows)
      const corp = corpDecomposition(p, y, { score })
      near(corp.score, corp.mcb - corp.dsc + corp.unc)
      expect(corp.mcb).toBeGreaterThanOrEqual(-1e-12)
      expect(corp.dsc).toBeGreaterThanOrEqual(-1e-12)
    }),
  )
})

/** Distinct forecasts, their counts, and their recalibrated values. */
const recalibratedBy = (p: number[], y: number[]) => {
  const groups = groupForecasts(p, 0)
  const recalibrated = recalibrate(groups, sumByGroup(groups, y))
  return { x: [...groups.x], count: groups.count, recalibrated }
}

it('forecasts recalibrated by isotonic regression have no miscalibration left', () => {
  fc.assert(
    fc.property(matches, fc.constantFrom('log' as const, 'brier' as const), (rows, score) => {
      const [p, y] = columns(rows)
      const { x, recalibrated } = recalibratedBy(p, y)
      const again = p.map((value) => recalibrated[x.indexOf(value)] ?? Number.NaN)
      const before = corpDecomposition(p, y, { score })
      const after = corpDecomposition(again, y, { score })
      near(after.mcb, 0)
      near(after.score, before.score - before.mcb)
      near(after.dsc, before.dsc)
    }),
  )
})

it('recalibrated values equal the max-min formula over block means', () => {
  fc.assert(
    fc.property(matches, (rows) => {
      const [p, y] = columns(rows)
      const { x, recalibrated, count } = recalibratedBy(p, y)
      expect(x).toEqual([...new Set(p)].sort((a, b) => a - b))
      const meanOf = (from: number, to: number): number => {
        const inside = y.filter((_, i) => p[i]! >= x[from]! && p[i]! <= x[to]!)
        return inside.reduce((sum, value) => sum + value, 0) / inside.length
      }
      x.forEach((value, at) => {
        expect(count[at]).toBe(p.filter((other) => other === value).length)
        const lower = Array.from({ length: at + 1 }, (_, from) =>
          Math.min(...x.slice(at).map((_, step) => meanOf(from, at + step))),
        )
        near(recalibrated[at] ?? Number.NaN, Math.max(...lower))
      })
    }),
  )
})

it('scores are defined when all outcomes are equal, with a discrimination of 0', () => {
  fc.assert(
    fc.property(matches, fc.constantFrom(0, 1), (rows, outcome) => {
      const [p] = columns(rows)
      const y = p.map(() => outcome)
      near(logLoss(p, y), -p.reduce((sum, v) => sum + Math.log(outcome === 1 ? v : 1 - v), 0) / p.length)
      near(brierScore(p, y), p.reduce((sum, v) => sum + (v - outcome) * (v - outcome), 0) / p.length)
      const brier = corpDecomposition(p, y, { score: 'brier' })
      expect([brier.dsc, brier.unc]).toEqual([0, 0])
      const log = corpDecomposition(p, y)
      expect(log.dsc).toBe(0)
      near(log.unc, 0, 1.2e-15) // within the clip of 1e-15
    }),
  )
})

it('a certain forecast costs nothing if right and a finite, clipped loss if wrong', () => {
  expect(logLoss([1, 0], [1, 0])).toBeLessThan(2e-15)
  near(logLoss([1, 0], [0, 1]), -Math.log(1e-15))
  near(logLoss([1, 0], [0, 1], { epsilon: 1e-3 }), -Math.log(1e-3))
})

it('forecasts fall into bins by the definition of each strategy', () => {
  fc.assert(
    fc.property(matches, fc.integer({ min: 1, max: 80 }), fc.boolean(), (rows, bins, byMass) => {
      const [p, y] = columns(rows)
      const n = p.length
      const count = (holds: (other: number) => boolean): number => p.filter(holds).length
      const rankOf = (value: number): number =>
        count((other) => other < value) + (count((other) => other === value) - 1) / 2
      const binOf = p.map((value) =>
        byMass ? Math.floor((rankOf(value) * bins) / n) : Math.min(Math.floor(value * bins), bins - 1),
      )
      const gaps = [...new Set(binOf)].map((bin) => {
        const members = p.map((_, i) => i).filter((i) => binOf[i] === bin)
        return { n: members.length, gap: Math.abs(members.reduce((sum, i) => sum + (p[i] ?? 0) - (y[i] ?? 0), 0)) }
      })
      const options = { bins, strategy: byMass ? ('quantile' as const) : ('uniform' as const) }
      near(expectedCalibrationError(p, y, options), gaps.reduce((sum, { gap }) => sum + gap, 0) / n)
    }),
  )
})

it('the reliability curve leaves out empty bins and its points ascend', () => {
  fc.assert(
    fc.property(
      matches,
      fc.integer({ min: 1, max: 20 }),
      fc.constantFrom('uniform' as const, 'quantile' as const),
      (rows, bins, strategy) => {
        const [p, y] = columns(rows)
        const options = { bins, strategy }
        const curve = reliabilityCurve(p, y, options)
        expect(curve.count.every((count) => count > 0)).toBe(true)
        expect(curve.count.reduce((sum, count) => sum + count, 0)).toBe(p.length)
        const ordered = [...curve.meanPredicted].sort((a, b) => a - b)
        expect(curve.meanPredicted).toEqual(ordered)
      },
    ),
  )
})

it('a paired difference is zero against itself and changes sign when the forecasters are exchanged', () => {
  fc.assert(
    fc.property(matches, (rows) => {
      const [p, y] = columns(rows)
      const coin = p.map(() => 0.5)
      expect(pairedDifference(p, p, y)).toEqual({ mean: 0, sd: 0, se: 0 })
      near(pairedDifference(p, coin, y).mean, -pairedDifference(coin, p, y).mean)
      near(pairedDifference(p, coin, y).mean, logLoss(p, y) - logLoss(coin, y))
    }),
  )
})
