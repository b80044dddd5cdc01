import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pool } from '#core/consensus/member-weights.ts'
import { logOdds, sigmoid } from '#core/math/log-odds.ts'
import { near } from '../../support/plain-expect.ts'
import { any01 } from './worlds.ts'

const kind = fc.constantFrom('log' as const, 'linear' as const)
const weight = fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constantFrom(5e-324, 1e-300, 1e300, Number.MAX_VALUE))
const weighted = fc
  .array(fc.tuple(any01, weight), { minLength: 1, maxLength: 5 })
  .filter((rows) => rows.some(([, w]) => w > 0))
const columns = (rows: readonly (readonly [number, number])[]) =>
  [rows.map(([p]) => p), rows.map(([, w]) => w)] as const

it('the pool lies between the members for any weights', () => {
  fc.assert(
    fc.property(weighted, kind, (rows, chosen) => {
      const [p, w] = columns(rows)
      const joined = pool(p, w, { pool: chosen })
      expect(joined).toBeGreaterThanOrEqual(Math.min(...p))
      expect(joined).toBeLessThanOrEqual(Math.max(...p))
    }),
    {
      examples: (['log', 'linear'] as const).flatMap((chosen) => [
        [
          [
            [1, 1],
            [1 - 1e-9, 1],
          ],
          chosen,
        ],
        [
          [
            [0, 1],
            [1e-9, 1],
          ],
          chosen,
        ],
      ]),
    },
  )
})

it('reordering the members or scaling the weights does not change the pool', () => {
  const modest = fc.array(fc.tuple(any01, fc.integer({ min: 1, max: 9 })), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(modest, kind, fc.constantFrom(0.1, 1e-300, 1e300), (rows, chosen, unit) => {
      const [p, w] = columns(rows)
      const joined = pool(p, w, { pool: chosen })
      near(pool([...p].reverse(), [...w].reverse(), { pool: chosen }), joined)
      const scaled = w.map((value) => value * unit)
      near(pool(p, scaled, { pool: chosen }), joined)
    }),
  )
})

it('the pool of equal members is exactly that member', () => {
  fc.assert(
    fc.property(
      any01,
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
      kind,
      (p, w, chosen) => {
        expect(
          pool(
            w.map(() => p),
            w,
            { pool: chosen },
          ),
        ).toBe(p)
      },
    ),
  )
})

it('swapping the sides gives the complement of the pool', () => {
  const inside = fc.integer({ min: 1, max: 999 }).map((thousandths) => thousandths / 1000)
  fc.assert(
    fc.property(
      fc.array(fc.tuple(inside, fc.nat({ max: 9 })), { minLength: 1, maxLength: 4 }),
      kind,
      (rows, chosen) => {
        fc.pre(rows.some(([, w]) => w > 0))
        const [p, w] = columns(rows)
        const other = pool(
          p.map((value) => 1 - value),
          w,
          { pool: chosen },
        )
        near(other, 1 - pool(p, w, { pool: chosen }))
      },
    ),
  )
})

it('the pool is the mean of the log odds or of the probabilities, and rises with every member', () => {
  const inside = fc.integer({ min: 1, max: 999 }).map((thousandths) => thousandths / 1000)
  fc.assert(
    fc.property(fc.tuple(inside, inside, inside), fc.integer({ min: 1, max: 9 }), ([a, b, higher], w) => {
      near(pool([a, b], [w, 1]), sigmoid((w * logOdds(a) + logOdds(b)) / (w + 1)))
      near(pool([a, b], [w, 1], { pool: 'linear' }), (w * a + b) / (w + 1))
      for (const chosen of ['log', 'linear'] as const) {
        const rise = pool([higher, b], [w, 1], { pool: chosen }) - pool([a, b], [w, 1], { pool: chosen })
        expect(rise * Math.sign(higher - a)).toBeGreaterThanOrEqual(higher === a ? 0 : 1e-6)
      }
    }),
  )
})

it('both kinds of pool clip members of 0 and 1 and stay within the members’ range', () => {
  near(pool([0, 0.5], [1, 1]), sigmoid(logOdds(1e-6) / 2), 1e-15)
  near(pool([0, 0.5], [1, 1], { pool: 'linear' }), 0.25 + 5e-7, 1e-15)
  near(pool([1, 0.5], [1, 1], { pool: 'linear' }), 0.75 - 5e-7, 1e-15)
  expect([pool([0, 0], [1, 1]), pool([1], [1], { pool: 'linear' }), pool([1e-9, 0], [1, 1])]).toEqual([0, 1, 1e-9])
})
