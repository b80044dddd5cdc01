import fc from 'fast-check'
import { expect, it } from 'vitest'
import { interpolateSorted } from '#core/calibration/calibration-curve.ts'
import { identityInTime, levelInTime, oldestFirst, slopeInTime } from '#core/calibration/curve-in-time.ts'
import { fitKnots, identityFavourite, slopeFavourite } from '#core/calibration/fit-knots.ts'
import { foldHistory, slopeMode } from '#core/calibration/graded-history.ts'
import { effectiveSize } from '#core/calibration/recency-weights.ts'
import { near, same } from '../../support/plain-expect.ts'

const rows = Array.from({ length: 120 }, (_, i) => ({
  p: 0.3 + ((i * 37) % 65) / 100,
  y: (i * 7) % 5 < 3 ? 1 : 0,
  ageDays: 1 + Math.floor(i / 3), // three matches per day
}))
const halfLifeDays = 60
const history = foldHistory(rows, halfLifeDays)

/** History as it stood `age` days ago: only older matches, with their ages on that day. */
const asOf = (age: number) =>
  foldHistory(
    rows.filter((row) => row.ageDays > age).map((row) => ({ ...row, ageDays: row.ageDays - age })),
    halfLifeDays,
  )

const forecasts = Array.from({ length: 50 }, (_, i) => 0.5 + i / 100)

it.each([1, 5, 20, 38])('a replayed slope of %i days ago uses only older matches', (age) => {
  const then = slopeFavourite(slopeMode(asOf(age), 0.2).slope)
  const replayed = slopeInTime(history, 0.2, halfLifeDays).before(age)
  for (const x of forecasts) near(replayed(x), then(x))
})

it.each([1, 5, 20, 38])('a replayed level of %i days ago uses only older matches', (age) => {
  const options = { kappa: 20, minimum: 0, halfLifeDays }
  const then = fitKnots(asOf(age), options.kappa, identityFavourite)
  const replayed = levelInTime(history, identityInTime, options).before(age)
  for (const x of forecasts) {
    near(replayed(x), interpolateSorted(then.x, then.y, x))
  }
})

it('a replayed level is its parent for as long as its history was short', () => {
  const parent = { identity: false, before: () => (x: number) => (x + 1) / 2 }
  const level = levelInTime(foldHistory(rows, Infinity), parent, { kappa: 20, minimum: 30, halfLifeDays: Infinity })
  expect(level.before(31)(0.7)).toBe(0.85) // nine days with three matches each
  expect(level.before(29)(0.7)).not.toBe(0.85) // eleven days
})

const past = fc.array(
  fc.record({
    p: fc.integer({ min: 1, max: 999 }).map((thousandths) => thousandths / 1000),
    y: fc.constantFrom(0, 1),
    ageDays: fc.integer({ min: 0, max: 900 }).map((tenths) => tenths / 10),
    weight: fc.constantFrom(0, 0.5, 1, 2),
  }),
  { maxLength: 120 },
)

it('C12 a record changes no bit of a curve replayed for an earlier moment', () => {
  fc.assert(
    fc.property(
      past,
      past,
      fc.integer({ min: 0, max: 60 }),
      fc.constantFrom(0, 10),
      (older, newer, moment, minimum) => {
        const known = older.filter((row) => row.ageDays >= moment)
        const added = newer
          .map((row) => ({ ...row, ageDays: (row.ageDays / 91) * moment }))
          .filter((row) => row.ageDays < moment)
        const levels = [known, [...added, ...known]].map((records) => {
          const whole = foldHistory(records, halfLifeDays)
          const slope = slopeInTime(whole, 0.2, halfLifeDays)
          const model = levelInTime(whole, slope, { kappa: 20, minimum, halfLifeDays })
          const long = foldHistory(
            records.filter((row) => row.weight > 0.5),
            halfLifeDays,
          )
          return [slope, model, levelInTime(long, model, { kappa: 5, minimum, halfLifeDays })] as const
        })
        for (const age of [moment, moment + 0.1, moment + 7, 80, 89.9, 1000]) {
          levels[0]?.forEach((before, i) => {
            expect(forecasts.map(levels[1]![i]!.before(age))).toEqual(forecasts.map(before.before(age)))
          })
        }
      },
    ),
  )
})

it('C12 the gate judges each match by curves that do not use its result', () => {
  fc.assert(
    fc.property(past, fc.nat(), (rows, pick) => {
      fc.pre(rows.length > 0)
      const index = pick % rows.length
      const turned = rows.map((row, i) => (i === index ? { ...row, y: 1 - row.y } : row))
      const age = rows[index]?.ageDays as number
      const [before, after] = [rows, turned].map((records) => {
        const whole = foldHistory(records, halfLifeDays)
        return levelInTime(whole, slopeInTime(whole, 0.2, halfLifeDays), {
          kappa: 20,
          minimum: 0,
          halfLifeDays,
        }).before(age)
      })
      for (const x of forecasts) same(after?.(x), before?.(x))
    }),
  )
})

it('the size of a replayed history is the Kish size of its weights, at any age', () => {
  fc.assert(
    fc.property(past, fc.constantFrom(0.05, 1, 180, Infinity), (rows, halfLife) => {
      const { age, weight, size } = oldestFirst(foldHistory(rows, halfLife))
      expect([...age].sort((a, b) => b - a)).toEqual([...age])
      expect(size[0]).toBe(0)
      for (let n = 1; n <= age.length; n++) {
        const exact = effectiveSize(weight.subarray(0, n))
        near(size[n] as number, exact, 1e-9 * exact)
      }
    }),
  )
})

it('a replay with weights near the smallest double still gives a valid curve', () => {
  const old = Array.from({ length: 40 }, (_, i) => ({ p: 0.6 + i / 200, y: i % 3 === 0 ? 0 : 1, ageDays: 1000 + i }))
  const whole = foldHistory(old, 1) // weights of 2^-1030 and less
  const model = levelInTime(whole, slopeInTime(whole, 0.2, 1), { kappa: 20, minimum: 1, halfLifeDays: 1 })
  for (const age of [900, 1000, 1020, 1038]) {
    for (const x of forecasts) {
      expect(model.before(age)(x)).toBeGreaterThanOrEqual(0.5)
      expect(model.before(age)(x)).toBeLessThanOrEqual(1)
    }
  }
})
