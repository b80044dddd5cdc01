import { expect, it } from 'vitest'
import { identityInTime, levelInTime, slopeInTime } from '../../../packages/core/src/calibration/curve-in-time.ts'
import { fitKnots } from '../../../packages/core/src/calibration/fit-knots.ts'
import { foldHistory } from '../../../packages/core/src/calibration/folded-history.ts'
import { slopeMode } from '../../../packages/core/src/calibration/logit-slope.ts'
import { interpolateSorted } from '../../../packages/core/src/calibration/piecewise-linear.ts'
import { identityFavourite, slopeFavourite } from '../../../packages/core/src/calibration/pseudo-observations.ts'

const rows = Array.from({ length: 120 }, (_, i) => ({
  p: 0.3 + ((i * 37) % 65) / 100,
  y: (i * 7) % 5 < 3 ? 1 : 0,
  ageDays: 1 + Math.floor(i / 3), // three matches a day
}))
const halfLifeDays = 60
const history = foldHistory(rows, halfLifeDays)

/** The history as it stood `age` days ago: only older matches, with their ages of that day. */
const asOf = (age: number) =>
  foldHistory(
    rows.filter((row) => row.ageDays > age).map((row) => ({ ...row, ageDays: row.ageDays - age })),
    halfLifeDays,
  )

const forecasts = Array.from({ length: 50 }, (_, i) => 0.5 + i / 100)

it.each([1, 5, 20, 38])('%i days ago the slope knew only what was older', (age) => {
  const then = slopeFavourite(slopeMode(asOf(age), 0.2).slope)
  const replayed = slopeInTime(history, 0.2, halfLifeDays).before(age)
  for (const x of forecasts) expect(Math.abs(replayed(x) - then(x))).toBeLessThanOrEqual(1e-12)
})

it.each([1, 5, 20, 38])('%i days ago the level knew only what was older', (age) => {
  const options = { kappa: 20, minimum: 0, halfLifeDays }
  const then = fitKnots(asOf(age), options.kappa, identityFavourite)
  const replayed = levelInTime(history, identityInTime, options).before(age)
  for (const x of forecasts) {
    expect(Math.abs(replayed(x) - interpolateSorted(then.x, then.y, x))).toBeLessThanOrEqual(1e-12)
  }
})

it('a level is its parent for as long as its history was short', () => {
  const parent = { identity: false, before: () => (x: number) => (x + 1) / 2 }
  const level = levelInTime(foldHistory(rows, Infinity), parent, { kappa: 20, minimum: 30, halfLifeDays: Infinity })
  expect(level.before(31)(0.7)).toBe(0.85) // nine days of three matches
  expect(level.before(29)(0.7)).not.toBe(0.85) // eleven
})
