import { arePlausible, highestOdds, implausible, type TakerFee } from '@riftline/core'

/** Prices of one series at one moment from one source. Stored snapshots have teams by id; names come from the catalogue. */
export interface OddsSnapshot<Team = TeamId> {
  readonly match: OddsMatch<Team>
  readonly capturedAtUtc: string
  /** Whether the source marked these prices as its last ones before the start. */
  readonly isClosingLine: boolean
  /** Name of the source, `[a-z0-9][a-z0-9._-]{0,39}`; absent if unknown. */
  readonly source?: string
  /** Fee that the venue charges for buying at the ask; absent if unknown. */
  readonly fee?: TakerFee
  readonly markets: OddsMarkets<Team>
  /** Winner markets by map; absent if not published, never empty. */
  readonly mapWinners?: readonly MapWinner<Team>[]
}

export interface TeamId {
  readonly id: number
}

/** A team as a file states it. */
export type StatedTeam = TeamId | { readonly name: string }

export interface OddsMatch<Team> {
  readonly esportsMatchId: string
  readonly league: string
  readonly bestOf: number
  readonly scheduledUtc: string
  readonly team1: Team
  readonly team2: Team
}

/** Winner market of one map, with two prices. */
export interface MapWinner<Team> {
  readonly map: number
  readonly odds: readonly TeamPrice<Team>[]
}

/** Prices by market; null means not published, and a list is never empty. */
export interface OddsMarkets<Team> {
  readonly seriesWinner: readonly TeamPrice<Team>[] | null
  readonly handicap: readonly Handicap<Team>[] | null
  readonly totalMaps: readonly OverUnder[] | null
  readonly correctScore: readonly CorrectScore<Team>[] | null
  readonly mapTotals: readonly MapTotal[] | null
  readonly matchTotals: readonly MatchTotal[] | null
  readonly killHandicap: readonly KillHandicap<Team>[] | null
}

/** Best bid and ask for a contract that pays 1, from sources that have an order book. */
export interface BookQuote {
  readonly bid?: number
  readonly ask?: number
}

/** Price on one team. For an order book, decimal odds are those of the mid price. */
export interface TeamPrice<Team> extends BookQuote {
  readonly team: Team
  readonly decimalOdds: number
}

export interface CorrectScore<Team> extends TeamPrice<Team> {
  readonly score: string
}

export interface HandicapPrice<Team> extends TeamPrice<Team> {
  readonly line: number
}

/** Two prices with opposite lines; `line` is their absolute value. */
export interface Handicap<Team> {
  readonly line: number
  readonly odds: readonly HandicapPrice<Team>[]
}

export interface KillHandicap<Team> extends Handicap<Team> {
  readonly map: number
}

export interface OverUnder {
  readonly line: number
  readonly over: number
  readonly under: number
  readonly overBid?: number
  readonly overAsk?: number
  readonly underBid?: number
  readonly underAsk?: number
}

export interface MatchTotal extends OverUnder {
  readonly stat: string
}

export interface MapTotal extends MatchTotal {
  readonly map: number
}

/** Path of a field in a snapshot. */
export type OddsPath = readonly (string | number)[]

/** Converts the teams of a snapshot and keeps the order of keys. `to` receives the path of each team. */
export function withTeams<From, To>(
  snapshot: OddsSnapshot<From>,
  to: (team: From, path: OddsPath) => To,
): OddsSnapshot<To> {
  const { match, markets, mapWinners, ...head } = snapshot

  function prices<Price extends TeamPrice<From>>(entries: readonly Price[], path: OddsPath) {
    return entries.map((entry, at) => ({ ...entry, team: to(entry.team, [...path, at, 'team']) }))
  }
  function handicaps<Lines extends Handicap<From>>(entries: readonly Lines[], path: OddsPath) {
    return entries.map((entry, at) => ({ ...entry, odds: prices(entry.odds, [...path, at, 'odds']) }))
  }

  return {
    match: {
      ...match,
      team1: to(match.team1, ['match', 'team1']),
      team2: to(match.team2, ['match', 'team2']),
    },
    ...head,
    markets: {
      ...markets,
      seriesWinner: markets.seriesWinner && prices(markets.seriesWinner, ['markets', 'seriesWinner']),
      handicap: markets.handicap && handicaps(markets.handicap, ['markets', 'handicap']),
      correctScore: markets.correctScore && prices(markets.correctScore, ['markets', 'correctScore']),
      killHandicap: markets.killHandicap && handicaps(markets.killHandicap, ['markets', 'killHandicap']),
    },
    ...(mapWinners && {
      mapWinners: mapWinners.map(({ map, odds }, at) => ({ map, odds: prices(odds, ['mapWinners', at, 'odds']) })),
    }),
  }
}

/** Describes the first market whose prices no single book would offer; null if there is none. */
export function implausibleMarketOf(snapshot: OddsSnapshot): string | null {
  for (const [place, prices] of pricedMarkets(snapshot)) {
    if (!arePlausible(prices)) return `${place}: ${implausible(prices)}`
  }
  return null
}

/** Removes prices that today's rules refuse from a snapshot stored under older rules. */
export function withoutImplausible(snapshot: OddsSnapshot): OddsSnapshot {
  const { markets, mapWinners, ...head } = snapshot
  const maps = mapWinners?.filter(({ odds }) => isOffered(odds.map(oddsOf))) ?? []
  return {
    ...head,
    markets: soundMarkets(markets, snapshot.match.bestOf),
    ...(maps.length > 0 && { mapWinners: maps }),
  }
}

function soundMarkets(markets: OddsMarkets<TeamId>, bestOf: number): OddsMarkets<TeamId> {
  const { seriesWinner, correctScore } = markets
  const twoSided = <Line extends { readonly odds: readonly { readonly decimalOdds: number }[] }>(
    lines: readonly Line[] | null,
  ): readonly Line[] | null => soundLines(lines, ({ odds }) => isOffered(odds.map(oddsOf)))
  const overUnder = <Line extends OverUnder>(lines: readonly Line[] | null): readonly Line[] | null =>
    soundLines(lines, ({ over, under }) => isOffered([over, under]))
  const scores = soundLines(correctScore, ({ decimalOdds }) => decimalOdds <= highestOdds)
  return {
    seriesWinner: seriesWinner !== null && isOffered(seriesWinner.map(oddsOf)) ? seriesWinner : null,
    handicap: twoSided(markets.handicap),
    totalMaps: overUnder(markets.totalMaps),
    correctScore: scores !== null && isComplete(scores, bestOf) && !arePlausible(scores.map(oddsOf)) ? null : scores,
    mapTotals: overUnder(markets.mapTotals),
    matchTotals: overUnder(markets.matchTotals),
    killHandicap: twoSided(markets.killHandicap),
  }
}

function soundLines<Line>(lines: readonly Line[] | null, isSound: (line: Line) => boolean): readonly Line[] | null {
  const sound = lines?.filter(isSound) ?? []
  return sound.length === 0 ? null : sound
}

function oddsOf({ decimalOdds }: { readonly decimalOdds: number }): number {
  return decimalOdds
}

function isOffered(prices: readonly number[]): boolean {
  return prices.every((price) => price <= highestOdds) && arePlausible(prices)
}

/** Yields every market that has a price for each outcome, with its path. */
function* pricedMarkets({
  match,
  markets,
  mapWinners = [],
}: OddsSnapshot): Generator<readonly [place: string, prices: readonly number[]]> {
  if (markets.seriesWinner !== null) yield ['markets.seriesWinner', markets.seriesWinner.map(oddsOf)]
  for (const name of ['handicap', 'killHandicap'] as const) {
    for (const [at, { odds }] of (markets[name] ?? []).entries()) yield [`markets.${name}[${at}]`, odds.map(oddsOf)]
  }
  for (const name of ['totalMaps', 'mapTotals', 'matchTotals'] as const) {
    for (const [at, { over, under }] of (markets[name] ?? []).entries()) yield [`markets.${name}[${at}]`, [over, under]]
  }
  const scores = markets.correctScore ?? []
  if (isComplete(scores, match.bestOf)) yield ['markets.correctScore', scores.map(oddsOf)]
  for (const [at, { odds }] of mapWinners.entries()) yield [`mapWinners[${at}]`, odds.map(oddsOf)]
}

/** Whether every final score has a price: an even number of maps may also end level. */
function isComplete(scores: readonly unknown[], bestOf: number): boolean {
  return scores.length === bestOf + 1
}
