import { arePlausible, highestOdds, implausible } from '@riftline/core'
import type { OddsMarkets, OddsSnapshot, OverUnder, TeamId } from './snapshot.ts'

/** Describes the first market whose prices cannot be those of one book, or returns null. */
export function implausibleMarketOf(snapshot: OddsSnapshot): string | null {
  for (const [place, prices] of pricedMarkets(snapshot)) {
    if (!arePlausible(prices)) return `${place}: ${implausible(prices)}`
  }
  return null
}

/** Removes prices that today's rules refuse from a snapshot stored under older rules. */
export function withoutImplausible(snapshot: OddsSnapshot): OddsSnapshot {
  const isSound = [...pricedMarkets(snapshot)].every(([, prices]) => arePlausible(prices) && areLegal(prices))
  const scores = snapshot.markets.correctScore
  if (isSound && (scores === null || areLegal(scores.map(oddsOf)))) return snapshot
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

function areLegal(prices: readonly number[]): boolean {
  return prices.every((price) => price <= highestOdds)
}

function isOffered(prices: readonly number[]): boolean {
  return areLegal(prices) && arePlausible(prices)
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
