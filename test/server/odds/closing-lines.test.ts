import { createMemoryOddsStore, type OddsStore } from '@riftline/odds'
import type { Schedule, ScheduledSeries } from '@riftline/predictor'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addAll, at, type Captured } from '../../odds/captured.ts'
import { send, startServer, type TestServer } from '../../support/server.ts'

// The clock of the server starts at 2026-11-21T12:00:00.

let odds: OddsStore
let server: TestServer
const schedule: { current: Schedule | null } = { current: null }
beforeEach(async () => {
  odds = createMemoryOddsStore()
  schedule.current = null
  server = await startServer({ odds, schedule, topUp: 1000 })
})
afterEach(() => server.close())

const start = '2026-11-21T15:00:00'

function announce(...series: readonly Partial<ScheduledSeries>[]): void {
  const teams = { team1: { id: 101, name: 'Northern Lights' }, team2: { id: 102, name: "Harbor's Kings" } }
  const one = { id: 'nl-1', league: 'NL', bestOf: 3, scheduledUtc: start, startedUtc: null, ...teams, stated: [] }
  const head = { format: 'riftline-schedule', formatVersion: 1, checkedUtc: '2026-11-21T11:00:00' } as const
  schedule.current = { ...head, series: series.map((changes) => ({ ...one, ...changes })) }
}

/** Match, capture time and state of the odds at a moment, or the code of the refusal. */
async function shown(utc: string, markets = 'winner'): Promise<unknown> {
  server.clock.advance(at(utc) - server.clock.now())
  const { json } = await send(server, 'GET', `/v1/odds?team1Id=101&team2Id=102&markets=${markets}`)
  const { match, capturedAtUtc, isClosingLine, source, error } = json
  if (error !== undefined) return error
  const time = capturedAtUtc.slice(11, 16)
  return [match.esportsMatchId, time, isClosingLine ? 'closing' : 'open', ...(source === undefined ? [] : [source])]
}

const add = (...snapshots: readonly Captured[]) =>
  addAll(
    odds,
    snapshots.map((one) => ({ start, ...one })),
  )
const none = 'odds_not_available'

describe('the odds of a series that has started', () => {
  it('a started series shows its last odds from before the scheduled minute, for 12 hours', async () => {
    await add({ at: '2026-11-21T14:00:00' }, { at: '2026-11-21T14:59:59' }, { at: '2026-11-21T15:00:00' })
    expect(await shown('2026-11-21T15:00:00')).toEqual(['nl-1', '15:00', 'open'])
    expect(await shown('2026-11-21T15:00:01')).toEqual(['nl-1', '14:59', 'closing'])
    expect(await shown('2026-11-22T03:00:00')).toEqual(['nl-1', '14:59', 'closing'])
    expect(await shown('2026-11-22T03:00:01')).toBe(none)
  })

  it('a started series shows its last odds from before the true start, if that is known', async () => {
    await add(...['14:30', '14:50', '15:10', '15:30'].map((time) => ({ at: `2026-11-21T${time}:00` })))
    announce({})
    expect(await shown('2026-11-21T15:25:00')).toEqual(['nl-1', '14:50', 'closing'])
    announce({ startedUtc: '2026-11-21T15:20:00' })
    expect(await shown('2026-11-21T15:25:00')).toEqual(['nl-1', '15:10', 'closing'])
    expect(await shown('2026-11-22T03:20:00')).toEqual(['nl-1', '15:10', 'closing'])
    expect(await shown('2026-11-22T03:20:01')).toBe(none)
  })

  it('odds are closed as soon as their series is known to have begun early', async () => {
    await add({ at: '2026-11-21T14:30:00' }, { at: '2026-11-21T14:50:00' })
    announce({ startedUtc: '2026-11-21T14:40:00' })
    expect(await shown('2026-11-21T14:55:00')).toEqual(['nl-1', '14:30', 'closing'])
  })

  it('a started series shows no odds once the pair has a further series, with odds or without', async () => {
    await add({ at: '2026-11-21T14:00:00' })
    announce({}, { id: 'nl-2', scheduledUtc: '2026-11-22T15:00:00' })
    expect(await shown('2026-11-21T14:59:00')).toEqual(['nl-1', '14:00', 'open'])
    expect(await shown('2026-11-21T15:01:00')).toBe(none)
    await add({ match: 'nl-2', at: '2026-11-21T15:30:00', start: '2026-11-22T15:00:00' })
    expect(await shown('2026-11-21T16:00:00')).toEqual(['nl-2', '15:30', 'open'])
    expect(await shown('2026-11-22T15:00:01')).toEqual(['nl-2', '15:30', 'closing'])
    announce(
      {},
      { id: 'nl-2', scheduledUtc: '2026-11-22T15:00:00' },
      { id: 'nl-3', scheduledUtc: '2026-11-25T15:00:00' },
    )
    expect(await shown('2026-11-22T15:00:02')).toBe(none)
  })

  it('a pair has no odds if its latest started series had none, even if an earlier one had', async () => {
    await add({ at: '2026-11-21T11:00:00', start: '2026-11-21T12:00:00' })
    announce({ scheduledUtc: '2026-11-21T12:00:00' }, { id: 'nl-2', scheduledUtc: '2026-11-21T18:00:00' })
    expect(await shown('2026-11-21T18:00:01')).toBe(none)
  })
})

describe('the odds of a coming series', () => {
  it('a postponed series keeps its odds open and shows the new start', async () => {
    await add({ at: '2026-11-21T14:00:00' })
    announce({ scheduledUtc: '2026-11-21T20:00:00' })
    expect(await shown('2026-11-21T15:30:00')).toEqual(['nl-1', '14:00', 'open'])
    const { json } = await send(server, 'GET', '/v1/odds?team1Id=101&team2Id=102')
    expect(json.match.scheduledUtc).toBe('2026-11-21T20:00:00')
    expect(await shown('2026-11-21T20:00:01')).toEqual(['nl-1', '14:00', 'closing'])
  })

  it('odds within 12 hours of an announced start belong to that series, whatever their match id', async () => {
    await add(
      { match: 'kalshi:7', at: '2026-11-21T13:00:00', source: 'kalshi' },
      { at: '2026-11-21T13:30:00', source: 'polymarket' },
    )
    announce({ scheduledUtc: '2026-11-21T17:00:00' })
    expect(await shown('2026-11-21T14:00:00')).toEqual(['nl-1', '13:30', 'open', 'polymarket'])
    await add({ match: 'kalshi:7', at: '2026-11-21T14:00:00', source: 'kalshi' })
    expect(await shown('2026-11-21T16:00:00')).toEqual(['kalshi:7', '14:00', 'open', 'kalshi'])
  })

  it('a coming series shows its newest odds with the requested markets, also behind a newer capture without them', async () => {
    await add(
      { at: '2026-11-21T13:00:00', source: 'polymarket' },
      { at: '2026-11-21T13:30:00', source: 'kalshi', prices: null },
    )
    expect(await shown('2026-11-21T14:00:00')).toEqual(['nl-1', '13:00', 'open', 'polymarket'])
    expect(await shown('2026-11-21T14:00:01', 'all')).toEqual(['nl-1', '13:00', 'open', 'polymarket'])
    expect(await shown('2026-11-21T15:00:01')).toEqual(['nl-1', '13:00', 'closing', 'polymarket'])
  })
})
