import { type TakerFee, takeOdds } from '@riftline/core'
import type { TeamRef } from '@riftline/predictor'
import type {
  BookQuote,
  CorrectScore,
  HandicapPrice,
  MapTotal,
  MapWinner,
  MatchTotal,
  OddsMarkets,
  OverUnder,
  TeamPrice,
} from '../snapshot.ts'

/** Fields of an answer beside the decimal odds; null where unknown. */
export interface ShownQuote {
  readonly bid: number | null
  readonly ask: number | null
  /** 1 / (ask + fee). */
  readonly takeDecimalOdds: number | null
}

/** Fields of a total beside its decimal odds; null where unknown. */
export interface ShownTotalQuotes {
  readonly overBid: number | null
  readonly overAsk: number | null
  readonly overTakeDecimalOdds: number | null
  readonly underBid: number | null
  readonly underAsk: number | null
  readonly underTakeDecimalOdds: number | null
}

export type ShownPrice<Price extends BookQuote> = Omit<Price, keyof BookQuote> & ShownQuote
export type ShownTotal<Total extends OverUnder> = Omit<Total, keyof ShownTotalQuotes> & ShownTotalQuotes

interface ShownHandicap {
  readonly line: number
  readonly odds: readonly ShownPrice<HandicapPrice<TeamRef>>[]
}

export interface ShownMarkets {
  readonly seriesWinner: readonly ShownPrice<TeamPrice<TeamRef>>[] | null
  readonly handicap: readonly ShownHandicap[] | null
  readonly totalMaps: readonly ShownTotal<OverUnder>[] | null
  readonly correctScore: readonly ShownPrice<CorrectScore<TeamRef>>[] | null
  readonly mapTotals: readonly ShownTotal<MapTotal>[] | null
  readonly matchTotals: readonly ShownTotal<MatchTotal>[] | null
  readonly killHandicap: readonly (ShownHandicap & { readonly map: number })[] | null
}

export interface ShownMapWinner {
  readonly map: number
  readonly odds: readonly ShownPrice<TeamPrice<TeamRef>>[]
}

/** Adds to each price the decimal odds that a buyer gets after the venue's fee. */
export function shownOffers(
  markets: OddsMarkets<TeamRef>,
  mapWinners: readonly MapWinner<TeamRef>[] | null,
  fee: TakerFee | null,
): { readonly markets: ShownMarkets; readonly mapWinners: readonly ShownMapWinner[] | null } {
  const take = (ask: number | null): number | null => takeOdds(ask, fee)
  const price = <Price extends BookQuote>({ bid, ask, ...rest }: Price): ShownPrice<Price> => ({
    ...rest,
    bid: bid ?? null,
    ask: ask ?? null,
    takeDecimalOdds: take(ask ?? null),
  })
  const total = <Total extends OverUnder>(stated: Total): ShownTotal<Total> => {
    const { overBid = null, overAsk = null, underBid = null, underAsk = null } = stated as OverUnder
    return {
      ...stated,
      ...{ overBid, overAsk, overTakeDecimalOdds: take(overAsk) },
      ...{ underBid, underAsk, underTakeDecimalOdds: take(underAsk) },
    }
  }
  const lines = <Lines extends { readonly odds: readonly HandicapPrice<TeamRef>[] }>(line: Lines) => ({
    ...line,
    odds: line.odds.map(price),
  })
  return {
    markets: {
      seriesWinner: markets.seriesWinner?.map(price) ?? null,
      handicap: markets.handicap?.map(lines) ?? null,
      totalMaps: markets.totalMaps?.map(total) ?? null,
      correctScore: markets.correctScore?.map(price) ?? null,
      mapTotals: markets.mapTotals?.map(total) ?? null,
      matchTotals: markets.matchTotals?.map(total) ?? null,
      killHandicap: markets.killHandicap?.map(lines) ?? null,
    },
    mapWinners: mapWinners?.map(({ map, odds }) => ({ map, odds: odds.map(price) })) ?? null,
  }
}

/** `take` when a buyer can get every price of an answer; `mid` when some are only the mid price of an order book. */
export function priceKind(shown: unknown): 'take' | 'mid' {
  return hasUnknownTake(shown) ? 'mid' : 'take'
}

function hasUnknownTake(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, inner]) =>
    /akeDecimalOdds$/.test(key) ? inner === null : hasUnknownTake(inner),
  )
}
