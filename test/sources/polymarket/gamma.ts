import { type AnsweringHttp, answeringHttp } from '../markets/answering-http.ts'

export const urls = { gammaUrl: 'https://gamma.example', clobUrl: 'https://clob.example/v9' }
export const nowMs: number = Date.parse('2026-10-01T12:00:00Z')

/** Best bid and best ask by token. */
export type Prices = Readonly<Record<string, readonly [bid: string | null, ask: string | null]>>

type Row = Record<string, unknown>

/** An event as Gamma lists it, with a moneyline market for 4 October. */
export function event(fields: Row = {}): Row {
  return {
    id: '501',
    slug: 'lol-nl-hk-2026-10-04',
    title: 'LoL: Northern Lights vs Harbor Kings (BO3) - NL Playoffs',
    startDate: '2026-09-20T01:02:03.456Z',
    startTime: '2026-10-04T16:00:00Z',
    endDate: '2026-10-05T00:00:00Z',
    closed: false,
    live: false,
    ended: false,
    teams: [
      { name: 'Northern Lights', abbreviation: 'nl' },
      { name: 'Harbor Kings', abbreviation: 'hk' },
    ],
    markets: [moneyline()],
    ...fields,
  }
}

export function market(sportsMarketType: string, question: string, tokens: readonly string[], fields: Row = {}): Row {
  return {
    id: tokens.join('-'),
    question,
    outcomes: '["Northern Lights", "Harbor Kings"]',
    clobTokenIds: JSON.stringify(tokens),
    gameStartTime: '2026-10-04 16:30:00+00',
    sportsMarketType,
    closed: false,
    ...fields,
  }
}

export function moneyline(fields: Row = {}): Row {
  return market('moneyline', 'LoL: Northern Lights vs Harbor Kings (BO3)', ['a', 'b'], fields)
}

/** A market that lists `events` by offset and has books for the tokens in `prices`. */
export function gamma(events: readonly unknown[], prices: Prices): AnsweringHttp {
  return answeringHttp(({ body }, { origin, pathname, searchParams }) => {
    if (pathname === '/sports')
      return [
        { sport: 'cs2', series: '1' },
        { sport: 'lol', series: '10311' },
      ]
    if (pathname === '/events') {
      const offset = Number(searchParams.get('offset'))
      return events.slice(offset, offset + Number(searchParams.get('limit')))
    }
    if (`${origin}${pathname}` === 'https://clob.example/v9/books') return (body as readonly Row[]).flatMap(bookOf)
    throw new Error(`nothing is at ${pathname}`)
  })

  function bookOf({ token_id: token }: Row): readonly Row[] {
    const [bid, ask] = prices[String(token)] ?? [undefined, undefined]
    if (bid === undefined || ask === undefined) return []
    const worse = (price: string, step: number): string => String(Number(price) + step)
    return [
      {
        asset_id: token,
        // The best bid stands last, the best ask first.
        bids: bid === null ? [] : [worse(bid, -0.01), bid].map((price) => ({ price, size: '20' })),
        asks: ask === null ? [] : [ask, worse(ask, 0.01)].map((price) => ({ price, size: '20' })),
      },
    ]
  }
}
