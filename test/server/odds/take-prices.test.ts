import { takeOdds } from '@riftline/core'
import { createMemoryOddsStore, importOdds, type OddsStore } from '@riftline/odds'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toStored } from '#odds/book/stored-snapshot.ts'
import { anyTime, at, captured, everyMarket, linesOf, nextSnapshot } from '../../odds/captured.ts'
import { send, startServer, type TestServer } from '../../support/server.ts'
import { matchBody } from '../../support/server-catalogue.ts'

let odds: OddsStore
let server: TestServer
beforeEach(async () => {
  odds = createMemoryOddsStore()
  server = await startServer({ odds, topUp: 1000 })
})
afterEach(() => server.close())

const fee = { name: 'polymarket', rate: 0.05, exponent: 1 }
const seriesWinner = [
  { team: { id: 101 }, decimalOdds: 1.6393, bid: 0.6, ask: 0.62 },
  { team: { id: 102 }, decimalOdds: 2.5641, bid: 0.38, ask: 0.4 },
]
const totalMaps = [{ line: 2.5, over: 1.95, under: 1.83, overBid: 0.5, overAsk: 0.52, underBid: null, underAsk: null }]
const book = { ...captured(), source: 'polymarket', fee, markets: { seriesWinner, totalMaps } }
const ask = (query: string) => send(server, 'GET', `/v1/odds?team1Id=101&team2Id=102${query}`)
const add = (...snapshots: readonly object[]) => importOdds(odds, linesOf(snapshots), anyTime)

describe('a captured book with bids and asks', () => {
  it('a book shows the fair mid price, the price that can be taken after the fee, and the rule of the fee', async () => {
    await add(book)
    const { json } = await ask('')
    expect(json).toMatchObject({ fee, price: 'take' })
    for (const [i, { decimalOdds, ask: asked }] of seriesWinner.entries()) {
      const shown = json.markets.seriesWinner[i]
      expect(shown).toMatchObject({ decimalOdds, bid: seriesWinner[i]!.bid, ask: asked })
      expect(shown.takeDecimalOdds).toBeCloseTo(1 / (asked + 0.05 * asked * (1 - asked)), 12)
    }
    const all = (await ask('&markets=all')).json
    expect(all.price).toBe('mid')
    expect(all.markets.totalMaps).toMatchObject([{ overAsk: 0.52, underAsk: null, underTakeDecimalOdds: null }])
    expect(all.markets.totalMaps[0].overTakeDecimalOdds).toBeCloseTo(takeOdds(0.52, fee)!, 12)
  })

  it('the shown odds can be imported again', async () => {
    await add(book)
    const shown = (await ask('&markets=all')).json
    const again = createMemoryOddsStore()
    await importOdds(again, linesOf([shown]), anyTime)
    const now = at('2026-11-21T12:00:00')
    expect(await nextSnapshot(again, 101, 102, now)).toEqual(await nextSnapshot(odds, 101, 102, now))
  })

  it('expected values of derived markets use the price that can be taken, or state that they use the mid price', async () => {
    await add(book)
    const { markets } = (await send(server, 'POST', '/v1/markets', { body: matchBody })).json
    for (const { probability, book: price } of markets.seriesWinner) {
      expect(price.price).toBe('take')
      expect(price.takeDecimalOdds).toBeLessThan(price.decimalOdds)
      expect(price.ev).toBeCloseTo(probability * price.takeDecimalOdds - 1, 12)
      // The mid prices of both sides are fair.
      expect(price.margin).toBeCloseTo(0, 4)
    }
    const { under } = markets.totalMaps[0]
    expect(under.book).toMatchObject({ price: 'mid', takeDecimalOdds: null })
    expect(under.book.ev).toBeCloseTo(under.probability * 1.83 - 1, 12)
  })

  it('an ask near 0 gives odds far above the highest quoted ones, and its market is still priced', async () => {
    const cheap = [
      { team: { id: 101 }, decimalOdds: 990, bid: 0.0001, ask: 0.0005 },
      { team: { id: 102 }, decimalOdds: 1.01, bid: 0.98, ask: 0.99 },
    ]
    await add({ ...book, markets: { seriesWinner: cheap } })
    expect((await ask('')).json.markets.seriesWinner[0].takeDecimalOdds).toBeCloseTo(
      1 / (0.0005 + 0.05 * 0.0005 * 0.9995),
      6,
    )
    const { status, json } = await send(server, 'POST', '/v1/markets', { body: matchBody })
    expect([status, json.markets.seriesWinner[0].book.price]).toEqual([200, 'take'])
  })

  it('syncs get a winner’s price with the price that could be taken', async () => {
    await add(book)
    const now = at('2026-11-21T12:00:00')
    const [stated] = await odds.winnerPrices(0, at('2027-01-01T00:00:00'), now)
    expect(stated!.prices).toEqual([
      {
        capturedMs: at('2026-11-21T09:00:00'),
        odds: [1.6393, 2.5641],
        takeOdds: seriesWinner.map(({ ask: asked }) => expect.closeTo(takeOdds(asked, fee)!, 5)),
      },
    ])
  })

  it('an ask below its bid is refused, and so is a malformed rule of a fee', async () => {
    const crossed = [{ ...seriesWinner[0]!, ask: 0.5 }, seriesWinner[1]!]
    await expect(add({ ...book, markets: { seriesWinner: crossed } })).rejects.toThrow(
      'markets.seriesWinner[0].ask: must be at least the bid',
    )
    await expect(add({ ...book, fee: { ...fee, rate: -1 } })).rejects.toThrow('fee.rate: must be a number from 0 to 1')
  })
})

describe('snapshots of earlier releases', () => {
  it('a snapshot without bid and ask is still read, and shown as mid prices', async () => {
    await add(everyMarket())
    const { json } = await ask('&markets=all')
    expect(json).toMatchObject({ fee: null, price: 'mid' })
    expect(json.markets.seriesWinner[0]).toMatchObject({ decimalOdds: 1.62, bid: null, takeDecimalOdds: null })
    const { markets } = (await send(server, 'POST', '/v1/markets', { body: matchBody })).json
    expect(markets.seriesWinner[0].book).toMatchObject({ decimalOdds: 1.62, price: 'mid' })
    expect(markets.seriesWinner[0].book.ev).toBeCloseTo(markets.seriesWinner[0].probability * 1.62 - 1, 12)
  })

  it('stored prices that would be refused today are not shown, and do not affect others', async () => {
    const markets = {
      ...{ handicap: null, correctScore: null, mapTotals: null, matchTotals: null, killHandicap: null },
      seriesWinner: [
        { team: { id: 101 }, decimalOdds: 110 },
        { team: { id: 102 }, decimalOdds: 130 },
      ],
      totalMaps: [
        { line: 2.5, over: 1.95, under: 1.83 },
        { line: 3.5, over: 5000, under: 1.01 },
      ],
    }
    const old = { ...(captured() as unknown as Parameters<typeof toStored>[0]), isClosingLine: false, markets }
    await odds.add([toStored(old)])
    expect((await ask('')).status).toBe(404)
    const { json } = await ask('&markets=all')
    expect(json.markets).toMatchObject({ seriesWinner: null, totalMaps: [{ line: 2.5, over: 1.95 }] })
    expect((await send(server, 'POST', '/v1/markets', { body: matchBody })).status).toBe(200)
    expect(await odds.winnerPrices(0, at('2027-01-01T00:00:00'), at('2026-11-21T12:00:00'))).toEqual([])
  })
})

describe('implausible prices', () => {
  it('an import with implausible prices is refused as a whole, with line, market, sum and likely mistake', async () => {
    const bad = captured({ match: 'nl-2', prices: [110, 130] })
    await expect(add(captured(), bad)).rejects.toMatchObject({
      code: 'odds_implausible',
      message: expect.stringMatching(
        /^line 2: markets\.seriesWinner: .* got 110, 130 with 0\.0167; likely American odds/,
      ),
    })
    expect(await nextSnapshot(odds, 101, 102, at('2026-11-21T12:00:00'))).toBeNull()
    const total = { ...captured(), markets: { totalMaps: [{ line: 2.5, over: 3, under: 3 }] } }
    await expect(add(total)).rejects.toThrow('markets.totalMaps[0]: expected decimal odds of one market')
    const map = {
      ...captured(),
      mapWinners: [{ map: 1, odds: seriesWinner.map((one) => ({ ...one, decimalOdds: 3 })) }],
    }
    await expect(add(map)).rejects.toThrow('mapWinners[0]: expected decimal odds of one market')
  })

  it('a request with implausible prices is refused and free', async () => {
    for (const path of ['/v1/predict', '/v1/markets']) {
      const answer = await send(server, 'POST', path, { body: { ...matchBody, oddsBlue: 110, oddsRed: 130 } })
      expect([answer.status, answer.json.error]).toEqual([400, 'odds_implausible'])
      expect(answer.json.message).toContain('0.0167')
      expect(answer.headers['x-credits-charged']).toBe('0')
    }
  })
})
