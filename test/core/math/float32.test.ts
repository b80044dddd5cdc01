import { expect, it } from 'vitest'
import { expm1Float32, logFloat32 } from '#core/math/float32.ts'

// Results of glibc 2.36 that are not the nearest float32.

it.each([
  [1.067061424255371, 0.06490854173898697],
  [0.9481886625289917, -0.05320178344845772],
  [0.9476488828659058, -0.05377122014760971],
  [0.6700359582901001, -0.40042391419410706],
  [1.0145392417907715, 0.014434561133384705],
  [6152424783872, 29.447866439819336],
  [1.028767704963684, 0.02836168184876442],
])('the logarithm of %s is that of logf', (x, expected) => {
  expect(logFloat32(x)).toBe(expected)
})

it('the logarithm has its limits, and normal results for denormal numbers', () => {
  expect([0, Infinity, Number.NaN, -1, 1].map(logFloat32)).toEqual([-Infinity, Infinity, Number.NaN, Number.NaN, 0])
  expect(logFloat32(2 ** -149)).toBe(Math.fround(-149 * Math.LN2))
})

it.each([
  [-0.12122394144535065, -0.11416444182395935],
  [-0.5494706630706787, -0.4227446913719177],
  [-1.001217246055603, -0.6325681209564209],
  [-1.0179392099380493, -0.6386611461639404],
  [-0.26709020137786865, -0.23439598083496094],
  [-1.5999634265899658, -0.7980960607528687],
])('the exponential of %s less 1 is that of expm1f', (x, expected) => {
  expect(expm1Float32(x)).toBe(expected)
})

it('the exponential less 1 is x near 0 and -1 far from it', () => {
  expect([-0, -1e-8, -18.5, -1e9, -Infinity].map((x) => expm1Float32(x))).toEqual([-0, -1e-8, -1, -1, -1])
})
