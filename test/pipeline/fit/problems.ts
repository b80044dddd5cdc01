import { parsePcaSweep } from '@riftline/core'
import fc from 'fast-check'
import { expect } from 'vitest'
import { fitPcaSweep, type PcaSweepOptions } from '#pipeline/fit/pca-sweep.ts'

const tenth = fc.integer({ min: -40, max: 40 }).map((n) => n / 10)

export interface Problem {
  readonly X: number[][]
  readonly y: number[]
  readonly query: number[]
  readonly options: { readonly mirror: boolean; readonly C: number; readonly rowWeight: number }
}

/** Rows of three features with both outcomes, and a query. */
export const problem: fc.Arbitrary<Problem> = fc
  .record({
    rows: fc.array(fc.tuple(tenth, tenth, tenth, fc.constantFrom(0, 1)), { minLength: 12, maxLength: 30 }),
    query: fc.tuple(tenth, tenth, tenth),
    mirror: fc.boolean(),
    C: fc.constantFrom(0.1, 1, 10),
  })
  .map(({ rows, query, mirror, C }) => ({
    X: rows.map(([a, b, c], i) => [a + i / 100, b - a / 3, c + ((i * 7) % 11) / 50]),
    y: rows.map(([, , , y], i) => (i < 2 ? i : y)),
    query: [...query],
    options: { mirror, C, rowWeight: mirror ? 0.5 : 1 },
  }))

export const predictions = (X: number[][], y: number[], options: PcaSweepOptions, query: number[]): number[] =>
  fitPcaSweep(X, y, options).fits.map((fit) => parsePcaSweep(fit.model).predict(query))
export const near = (a: number[], b: number[], room = 1e-8): void => {
  expect(a.length).toBe(b.length)
  a.forEach((value, i) => {
    expect(Math.abs(value - (b[i] as number))).toBeLessThanOrEqual(room)
  })
}
