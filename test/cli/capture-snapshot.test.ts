import type { CatalogueTeam } from '@riftline/predictor'
import type { CapturedMarkets, OddsPair, OfferedOdds } from '@riftline/sources'
import { describe, expect, it } from 'vitest'
import type { AnnouncedSeries, PlacedSeries } from '#cli/capture/place-events.ts'
import { toSnapshot } from '#cli/capture/to-snapshot.ts'
import { parseOddsSnapshot } from '#odds/import/parse-snapshot.ts'

const team = (id: number): CatalogueTeam => ({
  id,
  name: `Team ${id}`,
  aliases: [],
  region: null,
  league: null,
  logoUrl: null,
  lastGameUtc: null,
})
const fee = { name: 'polymarket', rate: 0.05, exponent: 1 }
const startMs = Date.parse('2026-03-03T09:00:00Z')

/** An offer whose bid and ask differ by one cent. */
const at = (decimalOdds: number): OfferedOdds => {
  const mid = 1 / decimalOdds
  return { decimalOdds, bid: Math.round(1e4 * (mid - 0.005)) / 1e4, ask: Math.round(1e4 * (mid + 0.005)) / 1e4 }
}
const pair = (one: number, other: number): OddsPair => [at(one), at(other)]

const everyMarket: CapturedMarkets = {
  seriesWinner: pair(1.5, 2.6),
  mapWinners: [
    { map: 1, odds: pair(1.7, 2.1) },
    { map: 2, odds: pair(1.8, 2) },
    { map: 3, odds: pair(1.9, 1.95) },
  ],
  totalMaps: [{ line: 2.5, over: at(1.9), under: at(1.8) }],
  handicap: [
    { line: -1.5, odds: pair(2.4, 1.55) },
    { line: 0, odds: pair(1.5, 2.6) },
    { line: 1.5, odds: pair(1.1, 6) },
  ],
}

const placed = (fields: Partial<PlacedSeries> = {}): PlacedSeries => ({
  ...{ source: 'polymarket', eventId: '501', esportsMatchId: '110', tournament: null, league: 'NL', announced: null },
  ...{ startMs, bestOf: 3, capturedMs: startMs - 3_600_000, fee, teams: [team(101), team(102)], markets: everyMarket },
  ...fields,
})

const announced = (fields: Partial<AnnouncedSeries> = {}): AnnouncedSeries => ({
  ...{ id: '110', league: 'NLL', bestOf: 5, startedUtc: null, startMs, teamIds: [102, 101] },
  ...fields,
})

/** The snapshot as an import reads it, which proves that it is valid. */
const stored = (fields?: Partial<PlacedSeries>) =>
  parseOddsSnapshot(JSON.parse(JSON.stringify(toSnapshot(placed(fields)))))

describe('a snapshot of a captured series', () => {
  it('the snapshot has every market, with the lines of both teams', () => {
    const [first, second] = [{ team: { id: 101 } }, { team: { id: 102 } }]
    const { match, markets, mapWinners } = stored()
    expect(match).toMatchObject({ league: 'NL', bestOf: 3, team1: { id: 101 }, team2: { id: 102 } })
    expect(markets.handicap).toEqual([
      {
        line: 1.5,
        odds: [
          { ...first, line: -1.5, ...at(2.4) },
          { ...second, line: 1.5, ...at(1.55) },
        ],
      },
      {
        line: 0,
        odds: [
          { ...first, line: 0, ...at(1.5) },
          { ...second, line: 0, ...at(2.6) },
        ],
      },
      {
        line: 1.5,
        odds: [
          { ...first, line: 1.5, ...at(1.1) },
          { ...second, line: -1.5, ...at(6) },
        ],
      },
    ])
    const [over, under] = [at(1.9), at(1.8)]
    expect(markets.totalMaps).toEqual([
      {
        ...{ line: 2.5, over: 1.9, under: 1.8 },
        ...{ overBid: over.bid, overAsk: over.ask, underBid: under.bid, underAsk: under.ask },
      },
    ])
    expect(mapWinners?.map(({ map }) => map)).toEqual([1, 2, 3])
  })

  it('the snapshot states the same of each team when the schedule lists them the other way round', () => {
    const ofTeam = (id: number, { markets, mapWinners }: ReturnType<typeof stored>) =>
      [
        markets.seriesWinner,
        ...(markets.handicap ?? []).map(({ odds }) => odds),
        ...(mapWinners ?? []).map(({ odds }) => odds),
      ]
        .flatMap((prices) => prices ?? [])
        .filter((price) => price.team.id === id)
    const [straight, swapped] = [stored(), stored({ announced: announced() })]
    expect(swapped.match).toMatchObject({ league: 'NLL', bestOf: 3, team1: { id: 102 }, team2: { id: 101 } })
    expect(swapped.markets.seriesWinner?.map((price) => price.team.id)).toEqual([102, 101])
    for (const id of [101, 102]) expect(ofTeam(id, swapped)).toEqual(ofTeam(id, straight))
  })

  it('the snapshot has no more maps than the best-of, which comes from the schedule if the market does not state it', () => {
    const one = announced({ bestOf: 1 })
    expect(stored({ bestOf: null, announced: one }).mapWinners?.map(({ map }) => map)).toEqual([1])
    const last = {
      ...everyMarket,
      seriesWinner: null,
      totalMaps: [],
      handicap: [],
      mapWinners: [everyMarket.mapWinners[2]!],
    }
    expect(toSnapshot(placed({ bestOf: null, announced: one, markets: last }))).toBe('not_a_match')
    expect(toSnapshot(placed({ bestOf: null, announced: announced({ bestOf: null }) }))).toBe('no_best_of')
  })

  it('the snapshot has a valid league for any event title, and at most 100 lines of a market', () => {
    const league = (tournament: string | null) => stored({ league: null, tournament }).match.league
    expect([league(null), league('\n'), league(' Cup\u0000 of  X'), league('x'.repeat(500)).length]).toEqual([
      'unknown',
      'unknown',
      'Cup  of  X',
      120,
    ])
    const lines = Array.from({ length: 300 }, (_, place) => ({ line: place + 0.5, over: at(2), under: at(2) }))
    const many = {
      ...everyMarket,
      totalMaps: lines,
      handicap: lines.map(({ line }) => ({ line, odds: pair(2, 2) })),
    }
    expect(stored({ markets: many }).markets.totalMaps).toHaveLength(100)
  })
})
