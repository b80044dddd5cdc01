import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bellSums, shrinkToParent, tabulated } from '#core/consensus/league-evidence.ts'
import { baseWeights, finalWeights, roiTilt } from '#core/consensus/member-weights.ts'
import { amount } from '../../support/amount.ts'
import { near } from '../../support/plain-expect.ts'
import { even } from './worlds.ts'

const losses = fc.array(even(0, 3), { minLength: 1, maxLength: 4 })
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

it('adding a constant to all losses changes no base weight', () => {
  fc.assert(
    fc.property(losses, even(-9, 9), fc.nat({ max: 500 }), (values, constant, n) => {
      const plain = baseWeights(values, n)
      const moved = baseWeights(
        values.map((loss) => loss + constant),
        n,
      )
      moved.forEach((w, i) => {
        near(w, plain[i] as number, 1e-9)
      })
      near(sum(plain), 1)
    }),
  )
})

it('base weights shrink by e^(-eta E) per unit of loss, with the evidence E capped', () => {
  fc.assert(
    fc.property(even(0, 0.05), fc.nat({ max: 300 }), fc.constantFrom(0, 0.5, 2), (gap, n, eta) => {
      const [ahead, behind] = baseWeights([0.6, 0.6 + gap], n, { eta }) as [number, number]
      near(Math.log(ahead / behind), eta * Math.min(n, 100) * gap, 1e-9)
      expect(baseWeights([0.6, 0.6 + gap], n, { eta })).toEqual(
        baseWeights([0.6, 0.6 + gap], Math.min(n, 100), { eta }),
      )
    }),
  )
  expect(baseWeights([0.6, 0.65], 1e6, { nCap: Number.MAX_VALUE })[0]).toBe(1)
})

it('base weights stay valid for losses, evidence and rates of any size', () => {
  const { MAX_VALUE } = Number
  expect(baseWeights([0.6, 0.7], MAX_VALUE, { eta: MAX_VALUE, nCap: MAX_VALUE })).toEqual([1, 0])
  expect(baseWeights([MAX_VALUE, -MAX_VALUE], 0)).toEqual([0.5, 0.5])
  expect(baseWeights([MAX_VALUE, -MAX_VALUE], 1)).toEqual([0, 1])
})

it('the tilt is e^(tau clip(z / 2)): it rises with yield and picks, is bounded, and is 1 for few picks', () => {
  fc.assert(
    fc.property(even(-1, 1), fc.nat({ max: 5000 }), fc.constantFrom(0.1, 0.5), (rate, n, tau) => {
      const tilt = roiTilt({ n, yield: rate, sd: 1.1 }, { tau })
      const z = rate / (1.1 / Math.sqrt(n))
      near(Math.log(tilt), n < 30 ? 0 : tau * Math.min(1, Math.max(-1, z / 2)))
      expect(Math.abs(Math.log(tilt))).toBeLessThanOrEqual(tau + 1e-15)
    }),
  )
  near(roiTilt({ n: 50, yield: 0.1, sd: 0 }), Math.exp(0.1))
  near(roiTilt({ n: 50, yield: -0.1, sd: 0 }), Math.exp(-0.1))
  expect([roiTilt({ n: 29, yield: 9, sd: 1 }), roiTilt({ n: 30, yield: 9, sd: 1 }) > 1.1]).toEqual([1, true])
})

it('final weights sum to 1, stay above the floor and keep the order of base times tilt', () => {
  const rows = fc.array(fc.tuple(even(0, 1), even(0.5, 2)), {
    minLength: 1,
    maxLength: 4,
  })
  fc.assert(
    fc.property(rows, fc.constantFrom(0, 0.05, 0.25), fc.constantFrom(1e-290, 1, 1e300), (list, wMin, unit) => {
      fc.pre(list.some(([b]) => b > 1e-9))
      const tilted = list.map(([b, t]) => b * t)
      const weights = finalWeights(
        list.map(([b]) => b * unit),
        list.map(([, t]) => t),
        { wMin },
      )
      weights.forEach((w, i) => {
        near(w, (1 - list.length * wMin) * ((tilted[i] as number) / sum(tilted)) + wMin)
        expect(w).toBeGreaterThanOrEqual(wMin)
      })
      near(sum(weights), 1)
    }),
  )
  expect(finalWeights([1e308, 1e308], [1e308, 1e308])).toEqual([0.5, 0.5])
})

it('shrinkage is the weighted mean: the parent for a cell of weight 0, the cell for a parent of weight 0', () => {
  const number = even(-5, 5)
  fc.assert(
    fc.property(number, number, fc.nat(1000), fc.nat(1000), (delta, parent, W, kappa) => {
      const mean = W + kappa === 0 ? parent : (W * delta + kappa * parent) / (W + kappa)
      near(shrinkToParent(delta, parent, W, kappa), mean)
    }),
  )
  expect([shrinkToParent(3, 1, 0, 10), shrinkToParent(3, 1, 10, 0), shrinkToParent(3, 1, 0, 0)]).toEqual([1, 3, 1])
  expect(shrinkToParent(1, 3, 1e308, 1e308)).toBe(2)
  expect(shrinkToParent(1e308, -1e308, 10, 10)).toBe(0)
})

it('bellSums equals sums term by term, near the matches and far from them', () => {
  const match = fc.tuple(even(0, 4), even(0.1, 1), even(-3, 3))
  const width = fc.constantFrom(1e-12, 0.01, 0.35, 3, 1e6)
  fc.assert(
    fc.property(fc.array(match, { minLength: 1, maxLength: 60 }), width, even(-14, 18), (rows, h, at) => {
      const places = Float64Array.from(rows, ([place]) => place * h)
      const weights = Float64Array.from(rows, ([, w]) => w)
      const column = Float64Array.from(rows, ([, , value]) => value)
      const sums = bellSums(places, h, weights, [column])
      for (const s of [at * h, places[0] as number]) {
        const terms = rows.map(([, w, value], i) => w * value * Math.exp(-((((places[i] as number) - s) / h) ** 2) / 2))
        near(sums(s)[0] as number, sum(terms), 1e-12 * sum(terms.map(Math.abs)) + 1e-28)
      }
    }),
    { numRuns: amount(30, 300) },
  )
})

it('tabulated sums are exact at the rows of the table and err by second order between them', () => {
  const match = fc.tuple(even(0, 4), even(0.1, 1), even(-3, 3))
  fc.assert(
    fc.property(
      fc.array(match, { minLength: 1, maxLength: 60 }),
      fc.constantFrom(0.01, 0.35, 3),
      fc.array(even(0, 14), { minLength: 1, maxLength: 20 }),
      (rows, h, asked) => {
        const places = Float64Array.from(rows, ([place]) => place * h)
        const weights = Float64Array.from(rows, ([, w]) => w)
        const column = Float64Array.from(rows, ([, , value]) => value)
        const exact = bellSums(places, h, weights, [weights.map(() => 1), column])
        const read = tabulated(exact, h / 8)
        const total = sum(rows.map(([, w, value]) => w * (1 + Math.abs(value))))
        for (const at of asked) {
          const row = Math.floor(8 * at) * (h / 8)
          exact(row).forEach((value, f) => {
            near(read(row)[f]!, value, 1e-12 * total)
          })
          exact(at * h).forEach((value, f) => {
            near(read(at * h)[f]!, value, total / 512)
          })
        }
      },
    ),
    { numRuns: amount(30, 300) },
  )
})

it('a table gives the exact sums when its rows are too close to tell apart', () => {
  const one = Float64Array.of(1)
  const exact = bellSums(one, 1, one, [one])
  for (const step of [1e-300, Number.MIN_VALUE]) expect(tabulated(exact, step)(3)).toEqual(exact(3))
})
