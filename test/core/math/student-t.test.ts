import { expect, it } from 'vitest'
import { normalCdf, studentTwoSided } from '#core/math/distributions.ts'

it('the tail of Student’s t equals the closed forms of one, two and four degrees of freedom', () => {
  for (const t of [1e-6, 0.1, 0.9, 1.7, 1.8, 3, 20, 400]) {
    const near = (value: number, expected: number): void => {
      expect(Math.abs(value / expected - 1)).toBeLessThan(1e-12)
    }
    near(studentTwoSided(t, 1), (2 / Math.PI) * Math.atan2(1, t))
    near(studentTwoSided(-t, 1), (2 / Math.PI) * Math.atan2(1, t))
    const root = Math.sqrt(2 + t * t)
    near(studentTwoSided(t, 2), 2 / (root * (root + t)))
    const cosine = 4 / (4 + t * t)
    const sine = t / Math.sqrt(4 + t * t)
    if (t < 5) near(studentTwoSided(t, 4), 1 - sine * (1 + cosine / 2))
  }
})

// scipy 1.10: 2 * stats.t.sf(t, degrees)
it.each([
  [0.5, 3, 0.651447964848151],
  [2, 5, 0.10193947882985828],
  [2.5, 29, 0.01832534433842607],
  [10, 30, 4.5752514082296097e-11],
  [1.7, 100, 0.09223932700301928],
  [40, 7, 1.5902179984850428e-9],
])('the tail of Student’s t at %d with %i degrees equals SciPy’s', (t, degrees, expected) => {
  expect(Math.abs(studentTwoSided(t, degrees) / expected - 1)).toBeLessThan(1e-12)
})

it('the tail of Student’s t falls as t grows and approaches the normal tail with many degrees', () => {
  for (const degrees of [1, 2, 7, 30, 1001]) {
    let last = 1
    for (let t = 0.05; t < 6; t += 0.05) {
      const p = studentTwoSided(t, degrees)
      expect(p).toBeLessThan(last)
      last = p
    }
  }
  expect(Math.abs(studentTwoSided(2, 1e6) / (2 * normalCdf(-2)) - 1)).toBeLessThan(1e-5)
  expect(studentTwoSided(0, 5)).toBe(1)
  expect(studentTwoSided(1e200, 5)).toBe(0)
})
