import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import type { OfferedSeries } from '../support/sources/offered-series.ts'
import { type Capturing, geng, startCapturing, t1 } from './capturing.ts'

let capturing: Capturing
beforeEach(async () => {
  capturing = await startCapturing()
})

const start = '2026-03-03T09:00:00'
const offer = (told: Partial<OfferedSeries> = {}): OfferedSeries => ({
  ...{ id: '501', teams: ['T1', 'Gen.G Esports'], start },
  ...told,
})
const kalshiOffer = (told: Partial<OfferedSeries> = {}): OfferedSeries =>
  offer({ id: '26MAR030400T1GEN', teams: ['T1', 'Gen.G'], ...told })

describe('riftline odds capture', () => {
  test('stores what both markets offer for an announced series under its id, best-of and order of teams', async () => {
    await capturing.announce({ id: '110', scheduledUtc: '2026-03-03T09:10:00', team1: geng, team2: t1 })
    capturing.polymarket.series = [offer()]
    capturing.kalshi.series = [kalshiOffer({ first: [0.5, 0.6] })]
    expect(await capturing.round()).toEqual({
      code: 0,
      capturedAtUtc: '2026-03-01T12:00:00',
      stored: 2,
      duplicates: 0,
      sources: {
        polymarket: {
          ...{ status: 'ok', fault: null, reason: null, requests: 3, events: 1, stored: 1 },
          ...{ skipped: [], unresolved: [] },
        },
        kalshi: {
          ...{ status: 'ok', fault: null, reason: null, requests: 4, events: 1, stored: 1 },
          ...{ skipped: [], unresolved: [] },
        },
      },
    })
    const [kalshi, polymarket] = await capturing.stored(2, 3)
    expect(polymarket).toEqual({
      match: {
        ...{ esportsMatchId: '110', league: 'LCK', bestOf: 3, scheduledUtc: '2026-03-03T09:10:00' },
        ...{ team1: { id: 3 }, team2: { id: 2 } },
      },
      capturedAtUtc: '2026-03-01T12:00:00',
      isClosingLine: false,
      source: 'polymarket',
      markets: {
        seriesWinner: [
          { team: { id: 3 }, decimalOdds: 2.5641 },
          { team: { id: 2 }, decimalOdds: 1.6393 },
        ],
        ...{ handicap: null, totalMaps: null, correctScore: null },
        ...{ mapTotals: null, matchTotals: null, killHandicap: null },
      },
    })
    expect([kalshi?.source, kalshi?.match.esportsMatchId]).toEqual(['kalshi', '110'])
  })
})
