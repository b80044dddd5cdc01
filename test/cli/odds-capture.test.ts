import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { runsAll } from '../support/amount.ts'
import type { OfferedSeries } from '../support/sources/offered-series.ts'
import { type Capturing, geng, startCapturing, t1 } from './capturing.ts'

let capturing: Capturing
beforeEach(async () => {
  capturing = await startCapturing()
})

const start = '2026-03-03T09:00:00'
const offer = (fields: Partial<OfferedSeries> = {}): OfferedSeries => ({
  ...{ id: '501', teams: ['T1', 'Gen.G Esports'], start },
  ...fields,
})
const kalshiOffer = (fields: Partial<OfferedSeries> = {}): OfferedSeries =>
  offer({ id: '26MAR030400T1GEN', teams: ['T1', 'Gen.G'], ...fields })

/** Source, series id and start of each snapshot, oldest first. */
const places = async (): Promise<readonly unknown[]> =>
  (await capturing.stored(2, 3)).map(({ source, match }) => [source, match.esportsMatchId, match.scheduledUtc])

const whys = async (...args: readonly string[]): Promise<unknown> => {
  const { sources } = await capturing.round(...args)
  return Object.values(sources).flatMap(({ skipped }) => skipped.map(({ why }) => why))
}

describe('riftline odds capture', () => {
  it('riftline odds capture stores both markets of an announced series under its id, best-of and team order', async () => {
    await capturing.announce({ id: '110', scheduledUtc: '2026-03-03T09:10:00', team1: geng, team2: t1 })
    capturing.polymarket.series = [offer()]
    capturing.kalshi.series = [kalshiOffer({ first: [0.5, 0.6] })]
    const whole = { status: 'ok', fault: null, reason: null, events: 1, stored: 1, skipped: [], unresolved: [] }
    expect(await capturing.round()).toEqual({
      ...{ code: 0, capturedAtUtc: '2026-03-01T12:00:00', stored: 2, duplicates: 0 },
      sources: { polymarket: { ...whole, requests: 3 }, kalshi: { ...whole, requests: 4 } },
    })
    const [kalshi, polymarket] = await capturing.stored(2, 3)
    expect(polymarket).toEqual({
      fee: { name: 'polymarket', rate: 0.05, exponent: 1 },
      match: {
        ...{ esportsMatchId: '110', league: 'LCK', bestOf: 3, scheduledUtc: '2026-03-03T09:10:00' },
        ...{ team1: { id: 3 }, team2: { id: 2 } },
      },
      capturedAtUtc: '2026-03-01T12:00:00',
      isClosingLine: false,
      source: 'polymarket',
      markets: {
        seriesWinner: [
          { team: { id: 3 }, decimalOdds: 2.5641, bid: 0.38, ask: 0.4 },
          { team: { id: 2 }, decimalOdds: 1.6393, bid: 0.6, ask: 0.62 },
        ],
        ...{ handicap: null, totalMaps: null, correctScore: null },
        ...{ mapTotals: null, matchTotals: null, killHandicap: null },
      },
    })
    expect(kalshi).toMatchObject({ source: 'kalshi', match: { esportsMatchId: '110', bestOf: 3 } })
    expect(kalshi?.markets.seriesWinner).toEqual([
      { team: { id: 3 }, decimalOdds: 2.2222, bid: 0.4, ask: 0.5 },
      { team: { id: 2 }, decimalOdds: 1.8182, bid: 0.5, ask: 0.6 },
    ])
    expect(kalshi?.fee).toMatchObject({ name: 'kalshi', rate: 0.07 })
  })

  it('each price belongs to its team, whatever the order of outcomes', async () => {
    capturing.polymarket.series = [offer({ swapped: true, first: [0.7, 0.72] })]
    await capturing.round('--sources', 'polymarket')
    expect((await capturing.stored(2, 3))[0]?.markets.seriesWinner).toEqual([
      { team: { id: 2 }, decimalOdds: 1.4085, bid: 0.7, ask: 0.72 },
      { team: { id: 3 }, decimalOdds: 3.4483, bid: 0.28, ask: 0.3 },
    ])
  })

  it('a repeated capture of one moment is a duplicate, a later one with the same prices is another snapshot', async () => {
    capturing.polymarket.series = [offer()]
    const asked = ['--sources', 'polymarket']
    await capturing.round(...asked)
    expect(await capturing.round(...asked)).toMatchObject({ stored: 0, duplicates: 1 })
    capturing.at('2026-03-01T12:05:00')
    expect(await capturing.round(...asked)).toMatchObject({ stored: 1, duplicates: 0 })
    expect((await capturing.stored(2, 3)).map(({ capturedAtUtc }) => capturedAtUtc)).toEqual([
      '2026-03-01T12:00:00',
      '2026-03-01T12:05:00',
    ])
  })

  it('riftline odds capture summarises the round in one line and lists unresolved names on stderr', async () => {
    capturing.polymarket.series = [offer(), offer({ id: '502', teams: ['T1', 'Nobody Ever'] })]
    capturing.kalshi.always((_request, response) => void response.writeHead(403).end())
    const { code, stdout, stderr } = await capturing.run()
    expect([code, stderr]).toEqual([3, 'unknown team Nobody Ever of polymarket 502\n'])
    expect(stdout).toMatch(
      /^2026-03-01T12:00:00 UTC: 1 stored, 0 duplicates; polymarket 2 events, 1 stored, 1 skipped; kalshi failed: http:\S+ answered 403\n$/,
    )
  })
})

describe.runIf(runsAll)('the id of a captured series', () => {
  it("the id is the market's own when no announcement is within 12 hours", async () => {
    capturing.polymarket.series = [offer()]
    capturing.kalshi.series = [kalshiOffer({ start: '2026-03-03T10:00:00' })]
    expect(await whys()).toEqual(['no_best_of'])
    // This start is eleven hours from the one event and sixteen from the other.
    await capturing.announce({ id: '110', scheduledUtc: '2026-03-04T01:00:00', bestOf: 5 })
    capturing.kalshi.series = [kalshiOffer({ start: '2026-03-04T12:00:00' })]
    capturing.at('2026-03-01T12:05:00')
    await capturing.round()
    expect(await places()).toEqual([
      ['polymarket', 'polymarket:501', start],
      ['kalshi', '110', '2026-03-04T01:00:00'],
      ['polymarket', 'polymarket:501', start],
    ])
  })

  it('the id is that of the nearest announced start when the pair meets repeatedly within two days', async () => {
    await capturing.announce(
      { id: 'first', scheduledUtc: start },
      { id: 'second', scheduledUtc: '2026-03-04T09:00:00' },
      { id: 'evening', scheduledUtc: '2026-03-04T17:00:00' },
    )
    capturing.polymarket.series = [
      offer({ id: '3', start: '2026-03-04T16:00:00' }),
      offer({ id: '2', start: '2026-03-04T10:30:00' }),
      offer({ id: '1', start: '2026-03-03T20:00:00' }),
    ]
    await capturing.round()
    expect(new Set((await places()).map(String))).toEqual(
      new Set([
        `polymarket,first,${start}`,
        'polymarket,second,2026-03-04T09:00:00',
        'polymarket,evening,2026-03-04T17:00:00',
      ]),
    )
  })

  it('the id of an announced series is never given to two events of one market', async () => {
    await capturing.announce({ id: 'first', scheduledUtc: start })
    capturing.polymarket.series = [offer({ id: '2', start: '2026-03-03T19:00:00' }), offer({ id: '1' })]
    await capturing.round()
    expect(await places()).toEqual([
      ['polymarket', 'first', start],
      ['polymarket', 'polymarket:2', '2026-03-03T19:00:00'],
    ])
    // After the second event is postponed, a third at its old time is another series.
    capturing.polymarket.series = [
      offer({ id: '2', start: '2026-03-05T19:00:00' }),
      offer({ id: '3', start: '2026-03-03T22:00:00' }),
    ]
    capturing.at('2026-03-01T12:05:00')
    await capturing.round()
    expect((await places()).slice(2)).toEqual([
      ['polymarket', 'polymarket:3', '2026-03-03T22:00:00'],
      ['polymarket', 'polymarket:2', '2026-03-05T19:00:00'],
    ])
  })

  it('the id stays when the series is postponed, by the market first or by the schedule', async () => {
    const later = '2026-03-05T09:00:00'
    await capturing.announce({ id: '110', scheduledUtc: start })
    capturing.polymarket.series = [offer()]
    await capturing.round()
    capturing.polymarket.series = [offer({ start: later })]
    capturing.at('2026-03-01T13:00:00')
    await capturing.round()
    await capturing.announce({ id: '110', scheduledUtc: later })
    capturing.at('2026-03-01T14:00:00')
    await capturing.round()
    capturing.polymarket.series = [offer()]
    capturing.at('2026-03-01T15:00:00')
    await capturing.round()
    expect(await places()).toEqual([
      ['polymarket', '110', start],
      ['polymarket', '110', later],
      ['polymarket', '110', later],
      ['polymarket', '110', start],
    ])
  })

  it('the id of stored odds is that of the nearest upcoming series', async () => {
    capturing.polymarket.series = [offer(), offer({ id: '502', start: '2026-03-04T09:00:00' })]
    await capturing.round()
    capturing.at('2026-03-01T12:05:00')
    capturing.polymarket.series = [offer({ id: '777', start: '2026-03-04T08:00:00' })]
    await capturing.round()
    expect((await places()).at(-1)).toEqual(['polymarket', 'polymarket:502', '2026-03-04T08:00:00'])
  })

  it('the id is never that of a series already played, or of one that now has other teams', async () => {
    capturing.polymarket.series = [offer({ start: '2026-03-01T13:00:00' })]
    await capturing.round()
    capturing.polymarket.series = [offer({ id: '502', start: '2026-03-01T20:00:00' })]
    capturing.at('2026-03-01T14:00:00')
    await capturing.round()
    expect((await places()).at(-1)).toEqual(['polymarket', 'polymarket:502', '2026-03-01T20:00:00'])
    await capturing.announce({ id: '110', scheduledUtc: start })
    capturing.polymarket.series = [offer({ id: '503' })]
    await capturing.round()
    await capturing.announce({ id: '110', scheduledUtc: start, team2: { id: 5, name: 'Hanwha Life Esports' } })
    capturing.polymarket.series = [offer({ id: '503', start: '2026-03-05T09:00:00' })]
    await capturing.round()
    expect((await places()).at(-1)).toEqual(['polymarket', 'polymarket:503', '2026-03-05T09:00:00'])
  })

  it('the id is valid whatever a market calls its events', async () => {
    capturing.polymarket.series = [offer({ id: `5\n${'0'.repeat(200)}` })]
    await capturing.round()
    expect(await places()).toEqual([['polymarket', expect.stringMatching(/^sha256:[0-9a-f]{64}$/), start]])
  })
})

describe.runIf(runsAll)('skipped series', () => {
  it.each<[string, Partial<OfferedSeries>]>([
    ['started', { fields: { live: true } }],
    ['started', { fields: { ended: true } }],
    ['started', { start: '2026-03-01T12:00:00' }],
    ['no_start', { start: 'soon' }],
    ['no_best_of', { bestOf: 0 }],
    ['one_sided', { second: [null, 0.4] }],
    ['wide_spread', { first: [0.5, 0.61], second: [0.4, 0.45] }],
    ['team_unknown', { teams: ['T1', 'Nobody Ever'] }],
    ['team_ambiguous', { teams: ['SKT', 'T1 Esports'] }],
    ['not_a_match', { teams: ['T1', 'TBD'] }],
  ])('a series is skipped as %s when it offers %j', async (why, fields) => {
    capturing.polymarket.series = [offer(fields)]
    const { code, stored, sources } = await capturing.round('--sources', 'polymarket')
    expect([code, stored]).toEqual([0, 0])
    expect(sources.polymarket?.skipped.map((one) => one.why)).toEqual([why])
  })

  it('a series whose names fit several pairs is skipped unless the schedule has exactly one of these pairs', async () => {
    const warriors = { id: 1075, name: 'Saigon Warriors' }
    await capturing.announce({
      id: '110',
      scheduledUtc: start,
      team1: warriors,
      team2: { id: 302, name: 'Karmine Corp' },
    })
    capturing.polymarket.series = [offer({ teams: ['Karmine', 'Warriors'] })]
    await capturing.round()
    expect(await capturing.stored(302, 1075)).toMatchObject([{ match: { esportsMatchId: '110' } }])
    capturing.polymarket.series = [offer({ teams: ['Karmine', 'Warriors'], start: '2026-03-04T09:00:00' })]
    expect(await whys()).toEqual(['team_ambiguous'])
  })

  it('a series that has begun by the schedule is skipped, whatever the market states', async () => {
    await capturing.announce({ id: '110', scheduledUtc: start, startedUtc: '2026-03-01T11:58:00' })
    capturing.polymarket.series = [offer()]
    expect(await whys()).toEqual(['started'])
  })

  it('a series more than 14 days ahead is skipped without a message', async () => {
    capturing.polymarket.series = [offer({ start: '2026-03-16T12:00:00' })]
    expect(await capturing.round()).toMatchObject({ stored: 0, sources: { polymarket: { events: 1, skipped: [] } } })
  })

  it('a series with ambiguous teams is skipped with a list of candidates, and aliases.json resolves it', async () => {
    capturing.polymarket.series = [offer({ teams: ['Warriors', 'Redbird Union'] })]
    const where = { kind: 'team', sourceId: null, where: 'polymarket 501' }
    const { sources } = await capturing.round()
    expect(sources.polymarket?.unresolved).toEqual([
      {
        ...{ ...where, name: 'Warriors' },
        candidates: [
          { id: 32, name: "Anyone's Legend" },
          { id: 1075, name: 'Saigon Warriors' },
        ],
      },
      { ...where, name: 'Redbird Union', candidates: [] },
    ])
    const named = [
      { id: 3, names: ['Redbird Union'] },
      { id: 2, names: ['Warriors'] },
    ]
    const aliases = { format: 'riftline-aliases', formatVersion: 1, teams: named }
    await writeFile(join(capturing.data, 'aliases.json'), JSON.stringify(aliases))
    await capturing.round()
    expect(await places()).toEqual([['polymarket', 'polymarket:501', start]])
  })
})
