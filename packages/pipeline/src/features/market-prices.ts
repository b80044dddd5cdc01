import { devig } from '@riftline/core'
import type { Series, SeriesOdds } from '../history/types.ts'

/** By series. */
export type LastPrices = ReadonlyMap<number, SeriesOdds>

/** The last captured price of each series. */
export function lastPrices(odds: readonly SeriesOdds[]): LastPrices {
  const latest = new Map<number, SeriesOdds>()
  for (const price of odds) {
    const known = latest.get(price.seriesId)
    if (known === undefined || price.capturedMs > known.capturedMs) latest.set(price.seriesId, price)
  }
  return latest
}

/** A price on the winner of a series: decimal odds of team 1 and team 2, and the chance of team 1 without the margin. */
export interface MarketPrice {
  readonly odds: readonly [number, number]
  readonly chance: number
}

/** Puts a price into the order of the series row; null for one from after the start or of other teams. */
export function marketPrice(series: Series, price: SeriesOdds | undefined): MarketPrice | null {
  if (price === undefined || price.capturedMs >= series.startMs) return null
  const { team1Id, team2Id, decimalOdds1, decimalOdds2 } = price
  const sameOrder = team1Id === series.team1Id && team2Id === series.team2Id
  const swapped = team1Id === series.team2Id && team2Id === series.team1Id
  if (!sameOrder && !swapped) return null
  const odds = sameOrder ? ([decimalOdds1, decimalOdds2] as const) : ([decimalOdds2, decimalOdds1] as const)
  return { odds, chance: devig(odds).probabilities[0]! }
}
