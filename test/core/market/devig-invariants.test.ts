import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RiftlineError } from '../../../packages/core/src/errors.ts'
import { type DevigMethod, devig } from '../../../packages/core/src/market/devig.ts'
import { impliedOdds } from '../../../packages/core/src/market/implied-odds.ts'
import { americanToDecimal, fractionalToDecimal } from '../../../packages/core/src/market/odds-formats.ts'

// biome-ignore lint/suspicious/noExplicitAny: wrong types are the point.
type Any = any

const everyMethod: DevigMethod[] = [
  'multiplicative',
  'additive',
  'wpo',
  'shin',
  'oddsRatio',
  'logarithmic',
  'probit',
  'power',
  'goto',
  'bb',
  'jsd',
]
const reversible = everyMethod.filter((method) => method !== 'jsd')
const nWay = everyMethod.filter((method) => method !== 'jsd' && method !== 'probit')
const method = fc.constantFrom(...everyMethod)
const price = fc.double({ min: 1.0001, max: 1000, noNaN: true })
const usualPrice = fc.double({ min: 1.02, max: 30, noNaN: true })
const p1 = (odds: number[], m: DevigMethod): number => devig(odds, { method: m }).probabilities[0] as number

it('the probability lies between what the two prices imply, also without a margin', () => {
  fc.assert(
    fc.property(price, price, method, (o1, o2, m) => {
      const [p = 0, q = 0] = devig([o1, o2], { method: m }).probabilities
      const own = 1 / o1
      const other = (o2 - 1) / o2
      expect(p).toBeGreaterThanOrEqual(Math.min(own, other) - 1e-15)
      expect(p).toBeLessThanOrEqual(Math.max(own, other) + 1e-15)
      expect(p).toBeGreaterThan(0)
      expect(p).toBeLessThan(1)
      expect(p + q).toBe(1)
    }),
  )
})

it('swapping the prices swaps the probabilities bit for bit, and equal prices are even', () => {
  fc.assert(
    fc.property(price, price, method, (o1, o2, m) => {
      const there = devig([o1, o2], { method: m })
      const back = devig([o2, o1], { method: m })
      expect(back.probabilities).toEqual([...there.probabilities].reverse())
      expect(back.margin).toBe(there.margin)
      expect(back.params).toEqual(there.params)
      expect(devig([o1, o1], { method: m }).probabilities).toEqual([0.5, 0.5])
    }),
  )
})

it('a longer price means a smaller probability', () => {
  fc.assert(
    fc.property(usualPrice, usualPrice, fc.double({ min: 1.001, max: 2, noNaN: true }), method, (o1, o2, factor, m) => {
      expect(p1([o1 * factor, o2], m)).toBeLessThan(p1([o1, o2], m))
    }),
  )
})

it('all methods agree where there is next to no margin', () => {
  fc.assert(
    fc.property(fc.double({ min: 1.1, max: 10, noNaN: true }), method, (o1, m) => {
      const fair = [o1, o1 / (o1 - 1)]
      expect(Math.abs(p1(fair, m) - 1 / o1)).toBeLessThanOrEqual(1e-14)
    }),
  )
})

it('with a margin the methods rank the favourite in a known order', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.52, max: 0.97, noNaN: true }),
      fc.double({ min: 0.005, max: 0.2, noNaN: true }),
      (p, margin) => {
        fc.pre(p * (1 + margin) < 0.99)
        const odds = impliedOdds({ probabilities: [p, 1 - p], margin, method: 'multiplicative' })
        const of = (m: DevigMethod): number => p1(odds, m)
        const order = [
          of('multiplicative'),
          of('additive'),
          of('jsd'),
          of('probit'),
          of('oddsRatio'),
          Math.min(of('power'), of('goto')),
        ]
        for (let i = 1; i < order.length; i++) expect(order[i]).toBeGreaterThan((order[i - 1] as number) - 1e-12)
        expect(of('bb')).toBeGreaterThan(Math.max(of('power'), of('goto')) - 1e-12)
      },
    ),
  )
})

it('without a margin, best prices of several books, the order turns round', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.52, max: 0.97, noNaN: true }),
      fc.double({ min: -0.2, max: -0.005, noNaN: true }),
      (p, margin) => {
        const odds = impliedOdds({ probabilities: [p, 1 - p], margin, method: 'multiplicative' })
        const of = (m: DevigMethod): number => p1(odds, m)
        const order = [of('bb'), of('goto'), of('power'), of('oddsRatio'), of('multiplicative')]
        for (let i = 1; i < order.length; i++) expect(order[i]).toBeGreaterThan((order[i - 1] as number) - 1e-12)
        expect(devig(odds).underround).toBe(true)
      },
    ),
  )
})

it('one exponent spans multiplicative, additive, goto and balanced books', () => {
  fc.assert(
    fc.property(price, price, (o1, o2) => {
      const share = (family: 'h' | 'mu', exponent: number): number =>
        devig([o1, o2], { method: 'share', family, exponent }).probabilities[0] as number
      const pairs: [number, DevigMethod][] = [
        [share('h', 1), 'multiplicative'],
        [share('h', 0), 'additive'],
        [share('mu', 0), 'additive'],
        [share('mu', 0.5), 'goto'],
        [share('mu', 1), 'bb'],
      ]
      for (const [p, m] of pairs) expect(Math.abs(p - p1([o1, o2], m)), m).toBeLessThanOrEqual(1e-14)
    }),
  )
})

it.each(reversible)('the margin of %s can be put back', (m) => {
  fc.assert(
    fc.property(usualPrice, usualPrice, (o1, o2) => {
      const odds = [o1, o2]
      const market = devig(odds, { method: m })
      fc.pre(Math.abs(market.margin) < 0.9)
      impliedOdds(market).forEach((back, i) => {
        expect(Math.abs(back / (odds[i] as number) - 1)).toBeLessThanOrEqual(1e-9)
      })
    }),
  )
})

describe('markets of three and more', () => {
  const market = fc.array(fc.double({ min: 1.05, max: 200, noNaN: true }), { minLength: 3, maxLength: 8 })

  it.each(nWay)('%s sums to one, and says which outcomes left (0, 1)', (m) => {
    fc.assert(
      fc.property(market, (odds) => {
        const { probabilities, problematic, margin } = devig(odds, { method: m })
        fc.pre(m !== 'bb' || Math.abs(margin / (odds.length - 1) - 1) > 1e-3)
        const room = m === 'bb' ? 1e-9 : 1e-12
        expect(Math.abs(probabilities.reduce((sum, p) => sum + p, -1))).toBeLessThanOrEqual(room)
        expect(problematic).toEqual(probabilities.flatMap((p, i) => (p > 0 && p < 1 ? [] : [i])))
      }),
    )
  })

  it.each(['multiplicative', 'power', 'shin', 'oddsRatio'] as const)(
    '%s stays inside (0, 1) and keeps the order of the prices',
    (m) => {
      fc.assert(
        fc.property(market, (odds) => {
          const { probabilities, problematic } = devig(odds, { method: m })
          expect(problematic).toEqual([])
          const order = (values: readonly number[]): number[] =>
            values.map((_, i) => i).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0))
          const byPrice = order(odds.map((o) => -o)).map((i) => probabilities[i] as number)
          for (let i = 1; i < byPrice.length; i++)
            expect(byPrice[i]).toBeGreaterThanOrEqual((byPrice[i - 1] as number) * (1 - 1e-12))
        }),
      )
    },
  )

  it('additive pushes a long shot below zero and flags it', () => {
    const odds = [0.87, 0.2, 0.1, 0.05, 0.02, 0.01].map((r) => 1 / r)
    expect(devig(odds, { method: 'additive' }).problematic).toEqual([4, 5])
    expect(devig(odds, { method: 'shin' }).problematic).toEqual([])
  })
})

it('long prices keep their digits', () => {
  const { probabilities, margin } = devig([1 + 2 ** -40, 2 ** 30], { method: 'oddsRatio' })
  expect(probabilities[1]).toBeGreaterThan(0)
  expect(margin).toBe(2 ** -30 - 2 ** -40 / (1 + 2 ** -40))
  for (const m of everyMethod) expect(Number.isFinite(p1([1.0000001, 1e9], m))).toBe(true)
})

describe('refuses', () => {
  it.each<[string, () => unknown]>([
    ['no market', () => devig(undefined as Any)],
    ['a market of text', () => devig('1.9' as Any)],
    ['an unknown method', () => devig([1.9, 1.9], { method: 'magic' as Any })],
    ['three prices for probit', () => devig([2, 3, 4], { method: 'probit' })],
    ['three prices for jsd', () => devig([2, 3, 4], { method: 'jsd' })],
    ['a share without a family', () => devig([1.9, 1.9], { method: 'share', exponent: 1 })],
    ['a share without an exponent', () => devig([1.9, 1.9], { method: 'share', family: 'h' })],
    ['probabilities that do not sum to 1', () => impliedOdds({ probabilities: [0.5, 0.4], margin: 0.05 })],
    ['a probability of 0', () => impliedOdds({ probabilities: [0, 1], margin: 0.05 })],
    ['three probabilities', () => impliedOdds({ probabilities: [0.2, 0.3, 0.5], margin: 0.05 })],
    ['a margin that leaves no price', () => impliedOdds({ probabilities: [0.97, 0.03], margin: 0.2 })],
    ['a margin below -1', () => impliedOdds({ probabilities: [0.5, 0.5], margin: -1.5, method: 'power' })],
    ['the inverse of jsd', () => impliedOdds({ probabilities: [0.5, 0.5], margin: 0.05, method: 'jsd' })],
    ['American odds as text', () => americanToDecimal('-110' as Any)],
    ['infinite American odds', () => americanToDecimal(Infinity)],
    ['fractional odds as a number', () => fractionalToDecimal(2.5 as Any)],
    ['fractional odds with three parts', () => fractionalToDecimal('1/2/3')],
  ])('%s', (_label, call) => expect(call).toThrow(RiftlineError))
})
