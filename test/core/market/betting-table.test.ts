import fc from 'fast-check'
import { expect, it } from 'vitest'
import { RiftlineError } from '#base/errors.ts'
import { type BettableSeries, bettingTable } from '#core/market/betting-table.ts'
import { arePlausible } from '#core/market/odds.ts'
import { seededRandom } from '#core/math/seeded-random.ts'

const price = fc.integer({ min: 105, max: 600 }).map((cents) => cents / 100)
const pair = fc.tuple(price, price).filter((prices) => arePlausible(prices))
const history = fc.array(
  fc.record({
    probability: fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100),
    decimalOdds: pair,
    outcome: fc.constantFrom<0 | 1 | 'void'>(0, 1, 1, 0, 'void'),
    closing: fc.option(pair),
    cluster: fc.integer({ min: 1, max: 5 }),
  }),
  { minLength: 1, maxLength: 30 },
)
const swapped = (one: BettableSeries): BettableSeries => ({
  ...one,
  probability: 1 - one.probability,
  decimalOdds: [one.decimalOdds[1]!, one.decimalOdds[0]!],
  closing: one.closing ? [one.closing[1]!, one.closing[0]!] : null,
  outcome: one.outcome === 'void' ? 'void' : one.outcome === 1 ? 0 : 1,
})
const near = (a: number | null, b: number | null): void => {
  if (a === null || b === null) expect(a).toBe(b)
  else expect(Math.abs(a - b)).toBeLessThanOrEqual(1e-12 * Math.max(1, Math.abs(b)))
}

it('each row of the betting table is the result of one unit on the better side of each series', () => {
  fc.assert(
    fc.property(history, (series) => {
      const rows = bettingTable(series, { thresholds: [-0.1, 0, 0.3], resamples: 2 })
      expect(rows.map(({ threshold }) => threshold)).toEqual([-0.1, 0, 0.3])
      for (const row of rows) {
        const ledger = { n: 0, settled: 0, profit: 0, peak: 0, fall: 0, clv: 0, closed: 0, beat: 0 }
        for (const { probability, decimalOdds, outcome, closing } of series) {
          const values = [probability * decimalOdds[0] - 1, (1 - probability) * decimalOdds[1] - 1] as const
          const side = values[1] > values[0] ? 1 : 0
          if (values[side] < row.threshold) continue
          ledger.n++
          const odds = decimalOdds[side]
          if (closing !== null) {
            // In a two-way market Shin's probability equals the additive one.
            const fair = (1 + 1 / closing[side] - 1 / closing[1 - side]!) / 2
            ledger.closed++
            ledger.clv += odds * fair - 1
            if (odds > closing[side]) ledger.beat++
          }
          if (outcome === 'void') continue
          ledger.settled++
          ledger.profit += (outcome === 1) === (side === 0) ? odds - 1 : -1
          ledger.peak = Math.max(ledger.peak, ledger.profit)
          ledger.fall = Math.max(ledger.fall, ledger.peak - ledger.profit)
        }
        expect([row.n, row.settled, row.turnover, row.closed]).toEqual([
          ledger.n,
          ledger.settled,
          ledger.settled,
          ledger.closed,
        ])
        near(row.profit, ledger.profit)
        near(row.yield, ledger.settled === 0 ? null : ledger.profit / ledger.settled)
        near(row.maxDrawdown, ledger.fall)
        near(row.meanClv, ledger.closed === 0 ? null : ledger.clv / ledger.closed)
        near(row.beatClose, ledger.closed === 0 ? null : ledger.beat / ledger.closed)
      }
    }),
  )
})

it('swapping the sides of a series changes the betting table only where both sides tie', () => {
  fc.assert(
    fc.property(history, fc.integer(), (series, mask) => {
      const odd = series.filter(({ probability: p, decimalOdds: [a, b] }) => Math.abs(p * a - (1 - p) * b) > 1e-9)
      fc.pre(odd.length > 0)
      const turned = odd.map((one, i) => ((mask >> (i % 31)) & 1 ? swapped(one) : one))
      const options = { thresholds: [0.0123456789], resamples: 20 }
      const [here] = bettingTable(odd, options)
      const [there] = bettingTable(turned, options)
      for (const key of ['n', 'profit', 'yield', 'maxDrawdown', 'meanClv', 'beatClose'] as const) {
        near(there?.[key] ?? null, here?.[key] ?? null)
      }
      near(there?.interval?.low ?? null, here?.interval?.low ?? null)
      near(there?.clvInterval?.high ?? null, here?.clvInterval?.high ?? null)
    }),
  )
})

it('betting table intervals contain yield and closing line value, and clusters set their width', () => {
  const { uniform } = seededRandom(4)
  const series = Array.from({ length: 800 }, (_, i) => ({
    probability: 0.55,
    decimalOdds: [2, 2],
    outcome: uniform() < 0.52 ? (1 as const) : (0 as const),
    closing: [1.8 + 0.3 * uniform(), 2],
    cluster: i,
  }))
  const [row] = bettingTable(series, { thresholds: [0] })
  const half = ((row?.interval?.high ?? 0) - (row?.interval?.low ?? 0)) / 2
  expect(Math.abs(half / (1.96 / Math.sqrt(800)) - 1)).toBeLessThan(0.08)
  expect(row?.interval?.low).toBeLessThan(row?.yield ?? 0)
  expect(row?.clvInterval?.low).toBeLessThan(row?.meanClv ?? 0)
  expect(row?.clvInterval?.high).toBeGreaterThan(row?.meanClv ?? 0)
  // Eight copies of a bet in one cluster count as one bet.
  const copies = series.slice(0, 100).flatMap((one) => Array.from({ length: 8 }, () => one))
  const [wide] = bettingTable(copies, { thresholds: [0] })
  expect(((wide?.interval?.high ?? 0) - (wide?.interval?.low ?? 0)) / 2).toBeGreaterThan(2 * half)
})

it('a void bet counts as placed, stakes nothing and still has a closing line value', () => {
  const base = { probability: 0.6, decimalOdds: [2, 2], closing: [1.9, 1.9], cluster: 'spring' }
  expect(bettingTable([{ ...base, outcome: 'void' }])).toEqual(
    [0, 0.02, 0.05].map((threshold) => ({
      threshold,
      n: 1,
      settled: 0,
      turnover: 0,
      profit: 0,
      yield: null,
      interval: null,
      maxDrawdown: 0,
      closed: 1,
      meanClv: 0,
      clvInterval: null,
      beatClose: 1,
    })),
  )
})

it('a void bet changes neither the yield nor its interval', () => {
  fc.assert(
    fc.property(history, (series) => {
      const settled = series.filter(({ outcome }) => outcome !== 'void')
      fc.pre(settled.length > 0)
      const options = { thresholds: [-1], resamples: 50 }
      const [here] = bettingTable(series, options)
      const [there] = bettingTable(settled, options)
      expect([here?.yield, here?.interval, here?.maxDrawdown]).toEqual([
        there?.yield,
        there?.interval,
        there?.maxDrawdown,
      ])
    }),
  )
})

it('a betting table without bets has null statistics', () => {
  const [row] = bettingTable([{ probability: 0.5, decimalOdds: [1.9, 1.9], outcome: 1, cluster: 1 }], {
    thresholds: [0],
  })
  expect(row).toEqual({
    threshold: 0,
    n: 0,
    settled: 0,
    turnover: 0,
    profit: 0,
    yield: null,
    interval: null,
    maxDrawdown: 0,
    closed: 0,
    meanClv: null,
    clvInterval: null,
    beatClose: null,
  })
})

// biome-ignore lint/suspicious/noExplicitAny: these tests pass wrong types on purpose.
type Any = any
const good = { probability: 0.6, decimalOdds: [2, 2], outcome: 1, closing: [1.9, 2.1], cluster: 'spring' }
it.each<[string, () => unknown]>([
  ['no list', () => bettingTable(null as Any)],
  ['no series', () => bettingTable([])],
  ['a series that is not an object', () => bettingTable([null] as Any)],
  ['a probability above 1', () => bettingTable([{ ...good, probability: 1.1 }] as Any)],
  ['one price', () => bettingTable([{ ...good, decimalOdds: [2] }] as Any)],
  ['three prices', () => bettingTable([{ ...good, decimalOdds: [2, 3, 4] }] as Any)],
  ['a price of 1', () => bettingTable([{ ...good, decimalOdds: [2, 1] }] as Any)],
  ['a price too large to sum', () => bettingTable([{ ...good, decimalOdds: [1e300, 2] }] as Any)],
  ['an outcome of one half', () => bettingTable([{ ...good, outcome: 0.5 }] as Any)],
  ['a closing price of NaN', () => bettingTable([{ ...good, closing: [2, Number.NaN] }] as Any)],
  ['a closing line that is text', () => bettingTable([{ ...good, closing: '22' }] as Any)],
  ['no cluster', () => bettingTable([{ ...good, cluster: undefined }] as Any)],
  ['no threshold', () => bettingTable([good] as Any, { thresholds: [] })],
  ['a threshold of NaN', () => bettingTable([good] as Any, { thresholds: [Number.NaN] })],
  ['an unknown method', () => bettingTable([good] as Any, { method: 'guess' as Any })],
  ['no options', () => bettingTable([good] as Any, null as Any)],
])('the betting table refuses %s', (_label, call) => {
  expect(call).toThrow(RiftlineError)
})
