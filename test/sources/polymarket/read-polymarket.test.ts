import { describe, expect, it } from 'vitest'
import { readPolymarket } from '#sources/polymarket/read-polymarket.ts'
import { SourceError } from '#sources/source-error.ts'
import { answeringHttp } from '../markets/answering-http.ts'
import { offered } from '../markets/offered.ts'
import { event, gamma, market, moneyline, nowMs, type Prices, urls } from './gamma.ts'

const fair: Prices = { a: ['0.60', '0.62'], b: ['0.38', '0.40'] }

const read = (events: readonly unknown[], prices = fair, now = nowMs) =>
  readPolymarket(gamma(events, prices), urls, () => now)

const whyOf = async (fields: Record<string, unknown>, prices = fair) => {
  const { series, skipped } = await read([event(fields)], prices)
  return { series: series.length, why: skipped.map(({ why }) => why) }
}

describe('a series on Polymarket', () => {
  it('a series on Polymarket is captured with teams, start, best-of, tournament, and 1 / mid as its odds', async () => {
    expect(await read([event()])).toEqual({
      events: 1,
      skipped: [],
      series: [
        {
          source: 'polymarket',
          eventId: '501',
          teams: ['Northern Lights', 'Harbor Kings'],
          tournament: 'NL Playoffs',
          startMs: Date.parse('2026-10-04T16:30:00Z'),
          bestOf: 3,
          capturedMs: nowMs,
          fee: { name: 'polymarket', rate: 0.05, exponent: 1 },
          markets: {
            ...{ seriesWinner: [offered(0.6, 0.62), offered(0.38, 0.4)] },
            ...{ mapWinners: [], totalMaps: [], handicap: [] },
          },
        },
      ],
    })
  })

  it('a series on Polymarket has map winners, totals and handicaps, in the order of its teams', async () => {
    const prices: Prices = {
      ...fair,
      a2: ['0.5', '0.6'],
      b2: ['0.4', '0.5'],
      a1: ['0.64', '0.66'],
      b1: ['0.34', '0.36'],
      over: ['0.44', '0.46'],
      under: ['0.54', '0.56'],
      plus: ['0.69', '0.71'],
      minus: ['0.29', '0.31'],
    }
    const swapped = '["Harbor Kings", "Northern Lights"]'
    const markets = [
      market('child_moneyline', 'LoL: Northern Lights vs Harbor Kings - Game 2 Winner', ['b2', 'a2'], {
        outcomes: swapped,
      }),
      market('child_moneyline', 'LoL: Northern Lights vs Harbor Kings - Game 1 Winner', ['a1', 'b1']),
      market('totals', 'Games Total: O/U 2.5', ['under', 'over'], { outcomes: '["Under", "Over"]', line: 2.5 }),
      market('map_handicap', 'Game Handicap: Harbor Kings (-1.5) vs Northern Lights (+1.5)', ['minus', 'plus'], {
        outcomes: swapped,
        line: -1.5,
      }),
      market('kill_over_under_game', 'Total Kills Over/Under 24.5 in Game 2?', ['x', 'y'], { outcomes: 'Over' }),
      moneyline(),
    ]
    const { series, skipped } = await read([event({ markets })], prices)
    expect(series[0]?.markets).toEqual({
      seriesWinner: [offered(0.6, 0.62), offered(0.38, 0.4)],
      mapWinners: [
        { map: 1, odds: [offered(0.64, 0.66), offered(0.34, 0.36)] },
        { map: 2, odds: [offered(0.5, 0.6), offered(0.4, 0.5)] },
      ],
      totalMaps: [{ line: 2.5, over: offered(0.44, 0.46), under: offered(0.54, 0.56) }],
      handicap: [{ line: 1.5, odds: [offered(0.69, 0.71), offered(0.29, 0.31)] }],
    })
    expect(skipped).toEqual([])
  })

  it('a series on Polymarket takes names from its title if no teams are listed, and has no best-of if none is stated', async () => {
    const title = 'LoL: Northern Lights vs. Harbor Kings'
    const { series } = await read([event({ teams: undefined, title })])
    expect(series[0]).toMatchObject({ teams: ['Northern Lights', 'Harbor Kings'], bestOf: null, tournament: null })
  })

  it('a series on Polymarket starts at the time of the moneyline, else of the event, and never at the listing time', async () => {
    const starts = async (fields: Record<string, unknown>) => (await read([event(fields)])).series[0]?.startMs
    const silent = [moneyline({ gameStartTime: null })]
    expect(await starts({ markets: [moneyline({ gameStartTime: '2026-10-05 09:00:00+02' })] })).toBe(
      Date.parse('2026-10-05T07:00:00Z'),
    )
    expect(await starts({ markets: silent })).toBe(Date.parse('2026-10-04T16:00:00Z'))
    expect(await whyOf({ markets: silent, startTime: null })).toEqual({ series: 0, why: ['no_start'] })
    expect(await whyOf({ markets: silent, startTime: '2026-10-32T16:00:00Z' })).toEqual({
      series: 0,
      why: ['no_start'],
    })
  })

  it('a series on Polymarket is skipped once it has begun by its time or state, also while books are read', async () => {
    expect(await whyOf({ live: true })).toEqual({ series: 0, why: ['started'] })
    expect(await whyOf({ ended: true })).toEqual({ series: 0, why: ['started'] })
    const past = [moneyline({ gameStartTime: '2026-10-01 12:00:00+00' })]
    expect(await whyOf({ markets: past })).toEqual({ series: 0, why: ['started'] })
    let clock = Date.parse('2026-10-04T16:29:59Z')
    const tick = (): number => {
      clock += 1000
      return clock - 1000
    }
    const late = await readPolymarket(gamma([event()], fair), urls, tick)
    expect(late).toMatchObject({ series: [], skipped: [{ what: expect.stringContaining('501'), why: 'started' }] })
  })

  it('a series on Polymarket that starts in more than 14 days is ignored', async () => {
    const fields = (gameStartTime: string) => ({ markets: [moneyline({ gameStartTime })] })
    expect(await whyOf(fields('2026-10-15 12:00:00+00'))).toEqual({ series: 1, why: [] })
    expect(await whyOf(fields('2026-10-15 12:00:01+00'))).toEqual({ series: 0, why: [] })
  })

  it('a series on Polymarket has no price for a side without bid or ask, or with a spread above 0.10', async () => {
    expect(await whyOf({}, { ...fair, b: [null, '0.4'] })).toEqual({ series: 0, why: ['one_sided'] })
    expect(await whyOf({}, { ...fair, a: ['0.6', null] })).toEqual({ series: 0, why: ['one_sided'] })
    expect(await whyOf({}, { a: fair.a ?? [null, null] })).toEqual({ series: 0, why: ['one_sided'] })
    expect(await whyOf({}, { a: ['0.55', '0.66'], b: ['0.34', '0.45'] })).toEqual({ series: 0, why: ['wide_spread'] })
    expect(await whyOf({}, { a: ['0.45', '0.55'], b: ['0.45', '0.55'] })).toEqual({ series: 1, why: [] })
  })

  it.each([
    ['no two teams', { title: 'LoL: Who wins the World Championship?', teams: [] }],
    ['a side that is open', { title: 'LoL: Northern Lights vs TBD (BO3)', teams: undefined }],
    ['one team twice', { title: 'LoL: T1 vs T1 (BO3)', teams: undefined }],
    ['outcomes that are other teams', { markets: [moneyline({ outcomes: '["Yes", "No"]' })] }],
    ['outcomes that are no JSON', { markets: [moneyline({ outcomes: 'Northern Lights, Harbor Kings' })] }],
    ['a map that the series does not have', { markets: [market('child_moneyline', 'Game 4 Winner', ['a', 'b'])] }],
    [
      'a line that differs from its title',
      { markets: [market('totals', 'Games Total: O/U 2.5', ['a', 'b'], { outcomes: '["Over","Under"]', line: 3.5 })] },
    ],
    [
      'lines that are not opposite',
      { markets: [market('map_handicap', 'Game Handicap: Northern Lights (-1.5) vs Harbor Kings (+2.5)', ['a', 'b'])] },
    ],
  ])('an event on Polymarket is no match with %s', async (_what, fields) => {
    expect(await whyOf(fields)).toEqual({ series: 0, why: ['not_a_match'] })
  })

  it('a skipped event on Polymarket is reported in one short line', async () => {
    const { skipped } = await read([event({ title: `Winner\u001b[31m\n${'x'.repeat(500)}`, teams: null })])
    expect(skipped[0]?.what).toMatch(/^501 Winner \[31m x+$/)
    expect(skipped[0]?.what).toHaveLength(160)
  })
})

describe('the listing of Polymarket', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      event({ id: String(at), markets: [moneyline({ clobTokenIds: JSON.stringify([`a${at}`, `b${at}`]) })] }),
    )
  const prices = (count: number): Prices =>
    Object.fromEntries(
      many(count).flatMap((_, at) => [
        [`a${at}`, ['0.6', '0.62']],
        [`b${at}`, ['0.38', '0.4']],
      ]),
    )

  it('the listing and the books of Polymarket are read a hundred at a time', async () => {
    const http = gamma(many(230), prices(230))
    const { events, series } = await readPolymarket(http, urls, () => nowMs)
    expect([events, series.length]).toEqual([230, 230])
    expect(http.asked.map(({ url }) => url).slice(0, 4)).toEqual([
      'https://gamma.example/sports',
      ...[0, 100, 200].map(
        (offset) =>
          `https://gamma.example/events?series_id=10311&closed=false&limit=100&order=startTime&ascending=true&offset=${offset}`,
      ),
    ])
    const books = http.asked.slice(4).map(({ body }) => body as readonly unknown[])
    expect(books.map((tokens) => tokens.length)).toEqual([100, 100, 100, 100, 60])
    expect(books[0]?.[0]).toEqual({ token_id: 'a0' })
    expect(http.asked[4]).toMatchObject({ url: 'https://clob.example/v9/books', method: 'POST' })
  })

  it('the listing of Polymarket is read by cursor after a large offset is refused with 422', async () => {
    const all = many(250)
    const offsets = gamma(all, prices(250))
    const http = answeringHttp((request, url) => {
      if (url.pathname === '/events' && url.searchParams.get('offset') !== '0') {
        throw new SourceError('status', 'answered 422', { status: 422 })
      }
      if (url.pathname !== '/events/keyset') return offsets.json(request)
      const start = Number(url.searchParams.get('after_cursor') ?? 0)
      return { events: all.slice(start, start + 100), next_cursor: start + 100 < 250 ? String(start + 100) : null }
    })
    const { events, series } = await readPolymarket(http, urls, () => nowMs)
    expect([events, series.length]).toEqual([250, 250])
  })

  it('a failed request of the listing or a book fails Polymarket with the same fault', async () => {
    const down = answeringHttp((_request, { pathname }) => {
      if (pathname === '/sports') return [{ sport: 'lol', series: 10311 }]
      throw new SourceError('status', 'answered 503', { status: 503 })
    })
    await expect(readPolymarket(down, urls, () => nowMs)).rejects.toMatchObject({ fault: 'status', status: 503 })
    expect(down.requests).toBe(2)
  })

  it('the listing of Polymarket fails when its pages only repeat themselves', async () => {
    const http = gamma([], {})
    const endless = {
      ...http,
      json: async (request: { url: string }) => (request.url.includes('/events') ? many(100) : http.json(request)),
    }
    await expect(readPolymarket(endless, urls, () => nowMs)).rejects.toMatchObject({ fault: 'shape' })
  })

  const renamed = (row: Record<string, unknown>, key: string): Record<string, unknown> =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name === key ? `${key}New` : name, value]))

  it.each(['outcomes', 'clobTokenIds', 'sportsMarketType'])(
    'the listing of Polymarket is refused as shape without %s in its markets',
    async (key) => {
      await expect(read([event({ markets: [renamed(moneyline(), key)] })])).rejects.toMatchObject({
        fault: 'shape',
        message: expect.stringContaining(key),
      })
    },
  )

  it.each(['id', 'title', 'markets'])(
    'the listing of Polymarket is refused as shape without %s in its events',
    async (key) => {
      await expect(read([renamed(event(), key)])).rejects.toMatchObject({
        fault: 'shape',
        message: expect.stringContaining(key),
      })
    },
  )

  it.each([
    ['sports without League of Legends', '/sports', []],
    ['events that are no list', '/events', { events: [] }],
    ['events that are no objects', '/events', ['x']],
    ['books that are no list', '/v9/books', {}],
    ['books without a token', '/v9/books', [{ bids: [], asks: [] }]],
    ['books without bids', '/v9/books', [{ asset_id: 'a', asks: [] }]],
    ['levels without a price', '/v9/books', [{ asset_id: 'a', bids: [{ size: '1' }], asks: [] }]],
  ])('the listing of Polymarket is refused as shape with %s', async (_what, path, answer) => {
    const http = gamma([event()], fair)
    const odd = {
      ...http,
      json: async (request: { url: string }) => (new URL(request.url).pathname === path ? answer : http.json(request)),
    }
    await expect(readPolymarket(odd, urls, () => nowMs)).rejects.toMatchObject({
      code: 'source_failed',
      fault: 'shape',
    })
  })
})
