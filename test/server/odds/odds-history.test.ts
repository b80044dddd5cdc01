import { randomBytes } from 'node:crypto'
import { createMemoryStore } from '@riftline/ledger'
import { createMemoryOddsStore, importOdds, type OddsSnapshot, type OddsStore, toStored } from '@riftline/odds'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { oddsHistoryAnswerSchema } from '#odds/answer/odds-schema.ts'
import { addAll, anyTime, at, type Captured, captured, linesOf } from '../../odds/captured.ts'
import { amount } from '../../support/amount.ts'
import { send, startServer, type TestServer } from '../../support/server.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are read by path
type Json = any

let odds: OddsStore
let server: TestServer
beforeEach(async () => {
  odds = createMemoryOddsStore()
  server = await startServer({ odds, topUp: 100_000 })
})
afterEach(() => server.close())

const northern = { id: 101, name: 'Northern Lights' }
const harbor = { id: 102, name: "Harbor's Kings" }
const teams = 'team1Id=101&team2Id=102'

/** Sends a query; a 200 must have the form of the contract and cost 2 credits, anything else nothing. */
async function ask(query: string = teams) {
  server.clock.advance(1)
  const before = await server.balance()
  const { status, json, text, headers } = await send(server, 'GET', `/v1/odds/history?${query}`, {
    key: (await server.addKey()).key,
  })
  const charged = before - (await server.balance())
  expect([query, charged, headers['x-credits-charged']]).toEqual([query, status === 200 ? 2 : 0, String(charged)])
  if (status === 200) oddsHistoryAnswerSchema.parse(json)
  return { status, json, text }
}

const refused = async (query: string) => {
  const { status, json } = await ask(query)
  return [status, json.error, json.message]
}

const time = (ms: number): string => new Date(ms).toISOString().slice(0, 19)

/** Snapshots of a series, some seconds apart. */
const every = (seconds: number, count: number, from: string, fields: Captured = {}): readonly Captured[] =>
  Array.from({ length: count }, (_, index) => ({ ...fields, at: time(at(from) + index * seconds * 1000) }))

const timesOf = (series: { readonly snapshots: readonly { readonly capturedAtUtc: string }[] }): readonly string[] =>
  series.snapshots.map(({ capturedAtUtc }) => capturedAtUtc.slice(11, 16))

describe('GET /v1/odds/history', () => {
  it('shows first, closing and each six minutes’ last price, with bid, ask and the price to take', async () => {
    const start = '2026-11-21T10:00:00'
    await addAll(odds, every(60, 15, '2026-11-21T09:02:00', { start, source: 'kalshi' }))
    await addAll(odds, every(60, 4, '2026-11-21T09:58:00', { start, source: 'kalshi', prices: [2, 1.9] }))
    const fee = { name: 'polymarket', rate: 0.05, exponent: 1 }
    const seriesWinner = [
      { team: { id: 102 }, decimalOdds: 2.5641, bid: 0.38, ask: 0.4 },
      { team: { id: 101 }, decimalOdds: 1.6393, bid: 0.6, ask: 0.62 },
    ]
    const book = { ...captured({ start, source: 'polymarket' }), fee, markets: { seriesWinner } }
    await importOdds(odds, linesOf([book]), anyTime)
    server.clock.advance(at('2026-11-21T12:00:00') - server.clock.now())
    const { json } = await ask()
    expect(json).toMatchObject({ market: 'seriesWinner', count: 1, nextCursor: null })
    const [series] = json.series
    expect(series.match).toEqual({
      ...{ esportsMatchId: 'nl-1', league: 'NL', bestOf: 3, scheduledUtc: start, team1: northern, team2: harbor },
    })
    expect(series).toMatchObject({ openUtc: '2026-11-21T09:00:00', closeUtc: '2026-11-21T09:59:00' })
    const shown = series.snapshots.map(
      (one: Json) => `${one.source} ${one.capturedAtUtc.slice(11, 16)} ${one.isClosingLine}`,
    )
    expect(shown).toEqual([
      'polymarket 09:00 true',
      ...['09:02', '09:05', '09:11', '09:16'].map((when) => `kalshi ${when} false`),
      ...['kalshi 09:59 true', 'kalshi 10:01 false'],
    ])
    const take = (ask: number) => expect.closeTo(1 / (ask + 0.05 * ask * (1 - ask)), 12)
    expect(series.snapshots[0].prices).toEqual([
      { team: northern, decimalOdds: 1.6393, bid: 0.6, ask: 0.62, takeDecimalOdds: take(0.62) },
      { team: harbor, decimalOdds: 2.5641, bid: 0.38, ask: 0.4, takeDecimalOdds: take(0.4) },
    ])
    expect(series.snapshots[1].prices[0]).toEqual({
      ...{ team: northern, decimalOdds: 1.62, bid: null, ask: null, takeDecimalOdds: null },
    })
  })

  it('has no closing line before the start, unless a source marks one', async () => {
    await addAll(odds, [{ source: 'a' }, { source: 'b', closing: true, at: '2026-11-21T09:30:00' }])
    const [{ closeUtc, snapshots }] = (await ask()).json.series
    expect(closeUtc).toBeNull()
    expect(snapshots.map((one: Json) => one.isClosingLine)).toEqual([false, true])
  })

  it('names each team by its present name, whatever id a snapshot has and however the request names it', async () => {
    await addAll(odds, [
      { teams: [100, 102], at: '2026-11-20T09:00:00', prices: [1.5, 2.7] },
      { teams: [102, 101], at: '2026-11-21T09:00:00', prices: [2.6, 1.55] },
    ])
    const { text, json } = await ask()
    expect(json.series[0].match).toMatchObject({ team1: harbor, team2: northern })
    const odds1 = json.series[0].snapshots.map(({ prices }: Json) =>
      prices.map((one: Json) => [one.team.id, one.decimalOdds]),
    )
    expect(odds1).toEqual([
      [
        [102, 2.7],
        [101, 1.5],
      ],
      [
        [102, 2.6],
        [101, 1.55],
      ],
    ])
    for (const query of [
      'team1Id=102&team2Id=100',
      'team1=northern+lights&team2Id=102',
      'esportsMatchId=nl-1',
      `market=seriesWinner&${teams}`,
    ]) {
      expect((await ask(query)).text).toBe(text)
    }
  })

  it('an id of a series gives that series alone', async () => {
    await addAll(odds, [{ match: 'one' }, { match: 'two', start: '2026-11-23T15:00:00' }])
    expect((await ask()).json.series.map(({ match }: Json) => match.esportsMatchId)).toEqual(['two', 'one'])
    const { json } = await ask('esportsMatchId=one')
    expect([json.count, json.series[0].match.esportsMatchId]).toEqual([1, 'one'])
  })

  it('nothing is charged where there are no prices, and for a bad request', async () => {
    await addAll(odds, [
      { match: 'unpriced', teams: [101, 340], prices: null },
      { match: 'foreign', teams: [101, 999] },
    ])
    const none = 'no odds published for'
    expect(await refused(teams)).toEqual([404, 'odds_not_available', `${none} 101 and 102 yet`])
    expect(await refused('team1Id=340&team2Id=101')).toEqual([404, 'odds_not_available', `${none} 101 and 340 yet`])
    expect(await refused('esportsMatchId=nobody')).toEqual([404, 'odds_not_available', `${none} nobody yet`])
    expect(await refused('esportsMatchId=foreign')).toEqual([404, 'odds_not_available', `${none} foreign yet`])
    const bad = (query: string, message: string) =>
      expect(refused(query)).resolves.toEqual([400, 'validation_error', message])
    await bad('team1Id=101', 'team2Id: give either team2Id or team2')
    await bad('', 'team1Id: give either team1Id or team1')
    await bad(`${teams}&esportsMatchId=x`, 'esportsMatchId: give either esportsMatchId or two teams')
    await bad(`${teams}&market=totalMaps`, 'market: must be seriesWinner')
    for (const limit of ['0', '51', '1.5', 'x'])
      await bad(`${teams}&limit=${limit}`, 'limit: must be an integer from 1 to 50')
    for (const cursor of ['', 'x', 'W10', 'WzEsMl0', Buffer.from('[1,"a",2]').toString('base64url')]) {
      await bad(`${teams}&cursor=${cursor}`, 'cursor: must be the nextCursor of an answer')
    }
    await bad('team1Id=101&team2Id=101', 'team2Id: must differ from team1Id')
    await bad(`${teams}&markets=all`, 'markets: unknown parameter; did you mean market?')
    await bad('esportsMatchId=', 'esportsMatchId: must be 1-120 characters')
    expect((await refused('team1=nobody&team2Id=102'))[1]).toBe('team_not_found')
  })

  it('pages follow each other without a gap or a repeated price, newest series first', async () => {
    for (let day = 10; day < 28; day += 1) {
      await addAll(odds, every(60, 20, '2026-11-09T09:00:00', { match: `m${day}`, start: `2026-11-${day}T15:00:00` }))
    }
    const whole = (await ask(`${teams}&limit=50`)).json
    expect([whole.count, whole.nextCursor]).toEqual([18, null])
    expect((await ask()).json.count).toBe(10)
    for (const limit of [1, 7, 17]) {
      const series: unknown[] = []
      let cursor: string | null = ''
      for (let page = 0; cursor !== null && page < 30; page += 1) {
        const { json }: Json = await ask(`${teams}&limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`)
        series.push(...json.series)
        cursor = json.nextCursor
      }
      expect(series).toEqual(whole.series)
    }
  })

  it('a page has at most 5000 prices, and a series with more goes on on the next page', async () => {
    const many = ['a', 'b', 'c'].flatMap((source) => every(360, 2000, '2026-11-01T00:00:00', { match: 'long', source }))
    // Added as stored, because parsing them all would take seconds.
    const stored = many.map((one) => toStored({ isClosingLine: false, ...captured(one) } as unknown as OddsSnapshot))
    await odds.add(stored)
    await addAll(odds, [
      { match: 'later', start: '2026-11-25T15:00:00' },
      { match: 'sooner', start: '2026-11-20T15:00:00' },
    ])
    const first = (await ask()).json
    expect(first.series.map(({ match, snapshots }: Json) => [match.esportsMatchId, snapshots.length])).toEqual([
      ['later', 1],
      ['long', 4999],
    ])
    const second = (await ask(`${teams}&cursor=${first.nextCursor}`)).json
    expect(second.series.map(({ match, snapshots }: Json) => [match.esportsMatchId, snapshots.length])).toEqual([
      ['long', 1001],
      ['sooner', 1],
    ])
    const keys = [...first.series[1].snapshots, ...second.series[0].snapshots].map(
      (one: Json) => `${one.capturedAtUtc} ${one.source}`,
    )
    expect(new Set(keys).size).toBe(6000)
    expect(second.series[0]).toMatchObject({ openUtc: first.series[1].openUtc })
    expect(second.nextCursor).toBeNull()
  })

  it('answers any query with 200, 400 or 404, and never with a charge for less than a price', async () => {
    await addAll(odds, [{ source: 'a' }])
    const value = fc.oneof(fc.constantFrom('101', '102', 'nl-1', 'seriesWinner', '1', ''), fc.string())
    const name = fc.constantFrom(
      'team1Id',
      'team1',
      'team2Id',
      'team2',
      'esportsMatchId',
      'market',
      'limit',
      'cursor',
      'x',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(name, value), { maxLength: 4 }), async (parameters) => {
        const { status, json } = await ask(String(new URLSearchParams(parameters as [string, string][])))
        expect([200, 400, 404]).toContain(status)
        if (status === 200) expect(json.series[0].snapshots.length).toBeGreaterThan(0)
      }),
      { numRuns: amount(20, 300) },
    )
  })

  it('an empty balance is 402 if there are prices, and 404 if there are none', async () => {
    await addAll(odds, [{}])
    const credits = (clock: TestServer['clock']) => createMemoryStore({ clock, randomBytes, freeCredits: 1 })
    const poor = await startServer({ odds, credits })
    const status = async (query: string) => (await send(poor, 'GET', `/v1/odds/history?${query}`)).status
    expect([await status(teams), await status('team1Id=101&team2Id=340')]).toEqual([402, 404])
    await poor.close()
  })
})

it('times of a series come from the schedule, which may name another id', async () => {
  const series = {
    ...{
      id: 'lolesports-9',
      league: 'NL',
      bestOf: 3,
      scheduledUtc: '2026-11-22T16:00:00',
      startedUtc: null,
      stated: [],
    },
    ...{ team1: { id: 101, name: '' }, team2: { id: 102, name: '' } },
  }
  const schedule = { current: { checkedUtc: '2026-11-21T00:00:00', series: [series] } }
  const store = createMemoryOddsStore()
  const other = await startServer({ odds: store, schedule: schedule as never })
  await addAll(store, [
    { match: 'kalshi:1', source: 'kalshi' },
    { match: 'polymarket:7', source: 'polymarket', at: '2026-11-21T09:05:00' },
  ])
  for (const query of [teams, 'esportsMatchId=kalshi:1', 'esportsMatchId=polymarket:7']) {
    const { json } = await send(other, 'GET', `/v1/odds/history?${query}`)
    expect([query, json.count]).toEqual([query, 1])
    expect(json.series[0].match.scheduledUtc).toBe('2026-11-22T16:00:00')
    expect(timesOf(json.series[0])).toEqual(['09:00', '09:05'])
  }
  await other.close()
})
