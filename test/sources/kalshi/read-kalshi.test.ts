import { describe, expect, it } from 'vitest'
import { readKalshi } from '#sources/kalshi/read-kalshi.ts'
import { offered } from '../markets/offered.ts'
import { event, exchange, fairWinners, mapWinner, market, matchPart, nowMs, total, url, winner } from './exchange.ts'

type Events = Parameters<typeof exchange>[0]

const read = (events: Events, now = nowMs) => readKalshi(exchange(events), url, () => now)

const whyOf = async (events: Events, now = nowMs) => {
  const { series, skipped } = await read(events, now)
  return { series: series.length, why: skipped.map(({ why }) => why) }
}

describe('a series on Kalshi', () => {
  it('a series on Kalshi is assembled from its events in the three series of markets', async () => {
    const events = [
      event('KXLOLGAME', fairWinners()),
      event(
        'KXLOLMAP',
        [mapWinner('Northern Lights', 2, '0.64', '0.66'), mapWinner('Harbor Kings', 2, '0.34', '0.36')],
        `${matchPart}-2`,
      ),
      event(
        'KXLOLMAP',
        [mapWinner('Northern Lights', 1, '0.54', '0.56'), mapWinner('Harbor Kings', 1, '0.44', '0.46')],
        `${matchPart}-1`,
      ),
      event('KXLOLTOTALMAPS', [total(2.5, '0.44', '0.46')]),
    ]
    expect(await read(events)).toEqual({
      events: 4,
      skipped: [],
      series: [
        {
          source: 'kalshi',
          eventId: `KXLOLGAME-${matchPart}`,
          teams: ['Northern Lights', 'Harbor Kings'],
          tournament: 'NL 2026',
          startMs: Date.parse('2026-08-03T18:00:00Z'),
          bestOf: null,
          capturedMs: nowMs,
          fee: { name: 'kalshi', rate: 0.07, exponent: 1, roundedUpTo: 0.0001 },
          markets: {
            seriesWinner: [offered(0.6, 0.62), offered(0.38, 0.4)],
            mapWinners: [
              { map: 1, odds: [offered(0.54, 0.56), offered(0.44, 0.46)] },
              { map: 2, odds: [offered(0.64, 0.66), offered(0.34, 0.36)] },
            ],
            totalMaps: [{ line: 2.5, over: offered(0.44, 0.46), under: offered(0.54, 0.56) }],
            handicap: [],
          },
        },
      ],
    })
  })

  it('a series on Kalshi has no price for a team without market, bid or ask, or with a spread above 0.10', async () => {
    const other = winner('Harbor Kings', '0.38', '0.40')
    const of = (...markets: Events) => whyOf([event('KXLOLGAME', markets)])
    expect(await of(other)).toEqual({ series: 0, why: ['one_sided'] })
    expect(await of(other, winner('Northern Lights', '0.0000', '0.62'))).toEqual({ series: 0, why: ['one_sided'] })
    expect(await of(other, winner('Northern Lights', '0.60', '1.0000'))).toEqual({ series: 0, why: ['one_sided'] })
    expect(await of(other, winner('Northern Lights', null, '0.62'))).toEqual({ series: 0, why: ['one_sided'] })
    expect(await of(...fairWinners({ status: 'finalized' }))).toEqual({ series: 0, why: ['one_sided'] })
    expect(await of(other, winner('Northern Lights', '0.55', '0.66'))).toEqual({ series: 0, why: ['wide_spread'] })
  })

  it('a series on Kalshi is skipped once it has begun, and ignored when it starts in more than 14 days', async () => {
    const events = [event('KXLOLGAME', fairWinners())]
    const start = Date.parse('2026-08-03T18:00:00Z')
    expect(await whyOf(events, start)).toEqual({ series: 0, why: ['started'] })
    expect(await whyOf(events, start - 1)).toEqual({ series: 1, why: [] })
    expect(await whyOf(events, start - 14 * 86_400_000 - 1)).toEqual({ series: 0, why: [] })
  })

  it('a series on Kalshi starts at the time in its ticker when its rules state only the day, and needs a time', async () => {
    const dayOnly = { rules_primary: 'If Harbor Kings wins the ... match originally scheduled for Aug 3, 2026, then' }
    const { series } = await read([event('KXLOLGAME', fairWinners(dayOnly))])
    expect(series[0]).toMatchObject({ startMs: Date.parse('2026-08-03T18:00:00Z'), tournament: null })
    expect(await whyOf([event('KXLOLGAME', fairWinners(dayOnly), '26AUG03NLHK')])).toEqual({
      series: 0,
      why: ['no_start'],
    })
  })

  it.each([
    ['another question', event('KXLOLGAME', [market('Will there be a pentakill in the A vs. B match?', '0.4', '0.5')])],
    ['a winner who does not play', event('KXLOLGAME', [winner('Someone Else', '0.4', '0.5')])],
    [
      'a side that is open',
      event('KXLOLGAME', [market('Will TBD win the TBD vs. Harbor Kings League of Legends match?', '0.4', '0.5')]),
    ],
    ['a ticker of another form', event('KXLOLOUTRIGHT', [], 'WORLDS')],
  ])('an event on Kalshi is no match with %s', async (_what, odd) => {
    expect(await whyOf([{ ...odd, series_ticker: 'KXLOLGAME' }])).toEqual({ series: 0, why: ['not_a_match'] })
  })

  it('a series on Kalshi ignores markets that name other teams than its winner markets', async () => {
    const other = market(
      'Will over 2.5 maps be played in the T1 vs. Harbor Kings League of Legends match?',
      '0.4',
      '0.5',
    )
    const { series, skipped } = await read([event('KXLOLGAME', fairWinners()), event('KXLOLTOTALMAPS', [other])])
    expect(series[0]?.markets.totalMaps).toEqual([])
    expect(skipped.map(({ why }) => why)).toEqual(['not_a_match'])
  })

  it('while the exchange does not trade, no events are requested and no odds captured', async () => {
    const http = exchange([event('KXLOLGAME', fairWinners())], { isTrading: false })
    expect(await readKalshi(http, url, () => nowMs)).toEqual({ events: 0, series: [], skipped: [] })
    expect(http.requests).toBe(1)
  })

  it('Kalshi is read page by page, each series of markets to its end', async () => {
    const events = Array.from({ length: 5 }, (_, at) => event('KXLOLGAME', fairWinners(), `26AUG031400T${at}`))
    const http = exchange(events, { pageSize: 2 })
    expect((await readKalshi(http, url, () => nowMs)).series).toHaveLength(5)
    expect(http.asked.map((request) => request.url.slice(url.length))).toEqual([
      '/exchange/status',
      '/events?series_ticker=KXLOLGAME&status=open&with_nested_markets=true&limit=200',
      '/events?series_ticker=KXLOLGAME&status=open&with_nested_markets=true&limit=200&cursor=2',
      '/events?series_ticker=KXLOLGAME&status=open&with_nested_markets=true&limit=200&cursor=4',
      '/events?series_ticker=KXLOLMAP&status=open&with_nested_markets=true&limit=200',
      '/events?series_ticker=KXLOLTOTALMAPS&status=open&with_nested_markets=true&limit=200',
    ])
  })
})

describe("the format of Kalshi's answers", () => {
  const answering = (path: string, answer: unknown) => {
    const http = exchange([event('KXLOLGAME', fairWinners())])
    return {
      ...http,
      json: async (request: { url: string }) =>
        new URL(request.url).pathname.endsWith(path) ? answer : http.json(request),
    }
  }

  it.each([
    ['no word about trading', '/exchange/status', { exchange_active: true }],
    ['no events', '/events', { cursor: '' }],
    ['a cursor that comes again', '/events', { events: [], cursor: 'again' }],
    ['an event without a ticker', '/events', { events: [{ markets: [] }], cursor: '' }],
    ['an event without markets', '/events', { events: [{ event_ticker: `KXLOLGAME-${matchPart}` }], cursor: '' }],
  ])('an answer of Kalshi is refused with %s', async (_what, path, answer) => {
    await expect(readKalshi(answering(path, answer), url, () => nowMs)).rejects.toMatchObject({
      code: 'source_failed',
      fault: 'shape',
    })
  })

  it.each(['title', 'yes_bid_dollars', 'yes_ask_dollars'])(
    'an answer of Kalshi is refused without %s in its markets',
    async (key) => {
      const markets = fairWinners().map((row) =>
        Object.fromEntries(Object.entries(row).filter(([name]) => name !== key)),
      )
      await expect(read([event('KXLOLGAME', markets)])).rejects.toMatchObject({
        fault: 'shape',
        message: expect.stringContaining(key),
      })
    },
  )
})
