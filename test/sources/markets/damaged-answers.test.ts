import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SourceHttp } from '#sources/http/source-client.ts'
import { readKalshi } from '#sources/kalshi/read-kalshi.ts'
import type { CapturedOdds } from '#sources/markets/captured-odds.ts'
import { readPolymarket } from '#sources/polymarket/read-polymarket.ts'
import { SourceError } from '#sources/source-error.ts'
import { amount } from '../../support/amount.ts'
import * as kalshi from '../kalshi/exchange.ts'
import * as polymarket from '../polymarket/gamma.ts'

/** A copy of the JSON with the value at `place` (counted from the outside in) replaced, or removed by undefined. */
function damaged(json: unknown, place: number, value: unknown): unknown {
  let count = 0
  const text = JSON.stringify(json, (_key, old: unknown) => {
    count += 1
    return count - 1 === place ? value : old
  })
  return JSON.parse(text ?? 'null')
}

function damagedHttp(http: SourceHttp, request: number, place: number, value: unknown): SourceHttp {
  let count = 0
  return {
    requests: 0,
    json: async (asked) => {
      count += 1
      const answer = await http.json(asked)
      return count - 1 === request ? damaged(answer, place, value) : answer
    },
  }
}

const odd = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(undefined, '', '0', '-1', 'NaN', '[]', '["a","b"]', { toString: 1 }, [null], 1e308, true),
)

const markets = [
  polymarket.moneyline(),
  polymarket.market('child_moneyline', 'Game 1 Winner', ['c', 'd']),
  polymarket.market('totals', 'Games Total: O/U 2.5', ['e', 'f'], { outcomes: '["Over","Under"]', line: 2.5 }),
]
const prices = { a: ['0.6', '0.62'], b: ['0.38', '0.4'], e: ['0.5', '0.52'], f: ['0.48', '0.5'] } as const
const kalshiEvents = [
  kalshi.event('KXLOLGAME', kalshi.fairWinners()),
  kalshi.event('KXLOLTOTALMAPS', [kalshi.total(2.5, '0.44', '0.46')]),
]

const readers: readonly (readonly [string, SourceHttp, (http: SourceHttp) => Promise<CapturedOdds>])[] = [
  [
    'Polymarket',
    polymarket.gamma([polymarket.event({ markets })], prices),
    (http) => readPolymarket(http, polymarket.urls, () => polymarket.nowMs),
  ],
  ['Kalshi', kalshi.exchange(kalshiEvents), (http) => readKalshi(http, kalshi.url, () => kalshi.nowMs)],
]

describe.each(readers)('damaged answers of %s', (_name, http, read) => {
  it('a damaged answer is a fault, or gives prices above 1 for two teams before their start', async () => {
    expect((await read(http)).series).toHaveLength(1)
    await fc.assert(
      fc.asyncProperty(fc.nat(4), fc.nat(60), odd, async (request, place, value) => {
        const captured = await read(damagedHttp(http, request, place, value)).catch((error: unknown) => {
          expect(error).toBeInstanceOf(SourceError)
          return { series: [] }
        })
        for (const { teams, startMs, capturedMs, markets } of captured.series) {
          expect(teams[0]).not.toBe(teams[1])
          expect(startMs).toBeGreaterThan(capturedMs)
          const { seriesWinner, mapWinners, totalMaps, handicap } = markets
          const pairs = [seriesWinner ?? [], ...[...mapWinners, ...handicap].map(({ odds }) => odds)]
          const odds = [...pairs.flat(), ...totalMaps.flatMap(({ over, under }) => [over, under])]
          expect(odds.filter(({ decimalOdds }) => !(decimalOdds > 1 && decimalOdds <= 1000))).toEqual([])
          for (const { line } of [...totalMaps, ...handicap]) expect(Number.isFinite(line)).toBe(true)
        }
      }),
      { numRuns: amount(150, 1500) },
    )
  })
})
