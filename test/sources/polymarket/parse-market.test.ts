import { describe, expect, it } from 'vitest'
import { parseMarket, type TokenMarket } from '#sources/polymarket/parse-event.ts'
import { readPolymarket } from '#sources/polymarket/read-polymarket.ts'
import { event, gamma, market, moneyline, nowMs, urls } from './gamma.ts'

type Match = Parameters<typeof parseMarket>[1]

const match = (first: string, second: string, codes: Match['codes'] = [[], []]): Match => ({
  ...{ teams: [first, second], codes, bestOf: 3 },
})

/** Line of the first team, then the tokens in the order of the teams; null if the market is no handicap. */
function handicap(of: Match, question: string, outcomes: readonly [string, string]): unknown {
  const row = market('map_handicap', `Game Handicap: ${question}`, ['one', 'two'], {
    outcomes: JSON.stringify(outcomes),
  })
  const parsed: TokenMarket | null = parseMarket(row, of, 'here')
  return parsed && [(parsed.subject as { readonly line?: number }).line, ...parsed.tokens]
}

describe('a handicap with other names than its event', () => {
  const event = match('Bilibili Gaming', 'LGD Gaming')

  it.each<[string, readonly [string, string], unknown]>([
    ['BLG (-1.5) vs LGD Gaming (+1.5)', ['BLG', 'LGD Gaming'], [-1.5, 'one', 'two']],
    ['LGD Gaming (+1.5) vs BLG (-1.5)', ['LGD Gaming', 'BLG'], [-1.5, 'two', 'one']],
    ['Bilibili Gaming (-1.5) vs LGD (+1.5)', ['Bilibili Gaming', 'LGD'], [-1.5, 'one', 'two']],
    ['Bilibili (+1.5) vs LGD (-1.5)', ['Bilibili', 'LGD'], [1.5, 'one', 'two']],
    ['The Blues (-1.5) vs LGD Gaming (+1.5)', ['The Blues', 'LGD Gaming'], [-1.5, 'one', 'two']],
    ['BLG (-1.5) vs Gaming (+1.5)', ['BLG', 'Gaming'], [-1.5, 'one', 'two']],
    ['BLG (-1.5) vs LGD Gaming (+1.5)', ['LGD Gaming (+1.5)', 'BLG (-1.5)'], [-1.5, 'two', 'one']],
  ])('%s is accepted because one matching side determines the other', (question, outcomes, found) => {
    expect(handicap(event, question, outcomes)).toEqual(found)
  })

  it.each<[string, readonly [string, string]]>([
    ['Gaming (-1.5) vs The Blues (+1.5)', ['Gaming', 'The Blues']],
    ['BLG (-1.5) vs Bilibili Gaming (+1.5)', ['BLG', 'Bilibili Gaming']],
    ['BLG (-1.5) vs TBD (+1.5)', ['BLG', 'TBD']],
    ['BLG (-1.5) vs Draw (+1.5)', ['BLG', 'Draw']],
    ['Field (-1.5) vs LGD Gaming (+1.5)', ['Field', 'LGD Gaming']],
    ['BLG (-1.5) vs LGD Gaming (+1.5)', ['Yes', 'No']],
    ['BLG (-1.5) vs LGD Gaming (+1.5)', ['BLG', 'Draw']],
    ['BLG (-1.5) vs LGD Gaming (+1.5)', ['BLG', 'Bilibili Gaming']],
    ['BLG (-1.5) vs LGD Gaming (+2.5)', ['BLG', 'LGD Gaming']],
    ['BLG (-1.5) vs LGD Gaming', ['BLG', 'LGD Gaming']],
  ])('%s with the outcomes %j is no handicap of the event', (question, outcomes) => {
    expect(handicap(event, question, outcomes)).toBeNull()
  })

  it("a listed code matches before letters of a name, and a name contained in the other team's name matches as a whole", () => {
    const coded = match('Bravo Lions Group', 'Bilibili Gaming', [['bravo'], ['BLG']])
    expect(handicap(coded, 'Bravo (-1.5) vs BLG (+1.5)', ['Bravo', 'BLG'])).toEqual([-1.5, 'one', 'two'])
    expect(handicap(coded, 'BLG (-1.5) vs Somebody (+1.5)', ['BLG', 'Somebody'])).toEqual([1.5, 'two', 'one'])
    const nested = match('T1', 'T1 Academy')
    expect(handicap(nested, 'T1 (-1.5) vs Youngsters (+1.5)', ['T1', 'Youngsters'])).toEqual([-1.5, 'one', 'two'])
    expect(handicap(nested, 'Academy (-1.5) vs Somebody (+1.5)', ['Academy', 'Somebody'])).toEqual([1.5, 'two', 'one'])
  })
})

describe('a market without the tokens of its outcomes', () => {
  const prices = { a: ['0.60', '0.62'], b: ['0.38', '0.40'], c: ['0.5', '0.52'], d: ['0.48', '0.5'] } as const
  const { clobTokenIds: _, ...bare } = moneyline()

  it.each<[string, Record<string, unknown>]>([
    ['no key', bare],
    ['null', moneyline({ clobTokenIds: null })],
    ['an empty text', moneyline({ clobTokenIds: '' })],
    ['an empty list', moneyline({ clobTokenIds: '[]' })],
    ['one token', moneyline({ clobTokenIds: '["a"]' })],
    ['three tokens', moneyline({ clobTokenIds: '["a","b","c"]' })],
    ['empty tokens', moneyline({ clobTokenIds: '["", ""]' })],
    ['one token twice', moneyline({ clobTokenIds: '["a", "a"]' })],
    ['numbers', moneyline({ clobTokenIds: '[1, 2]' })],
    ['no JSON', moneyline({ clobTokenIds: '["a",' })],
  ])('the rest of Polymarket is read: %s', async (_what, row) => {
    const map = market('child_moneyline', 'Game 1 Winner', ['c', 'd'])
    const events = [event({ id: '1', markets: [row, map] }), event({ id: '2' }), event({ id: '3', markets: [row] })]
    const http = gamma(events, prices)
    const { series, skipped } = await readPolymarket(http, urls, () => nowMs)
    expect(
      series.map(({ eventId, markets }) => [eventId, markets.seriesWinner !== null, markets.mapWinners.length]),
    ).toEqual([
      ['1', false, 1],
      ['2', true, 0],
    ])
    expect(skipped.map(({ what, why }) => [what.slice(0, 2).trim(), why])).toEqual([
      ['1', 'not_a_match'],
      ['3', 'not_a_match'],
    ])
    const asked = http.asked.flatMap(({ body }) => (Array.isArray(body) ? (body as { token_id: string }[]) : []))
    expect(asked.map(({ token_id: token }) => token).sort()).toEqual(['a', 'b', 'c', 'd'])
  })
})
