import { devig } from '@riftline/core'
import type { Series, SeriesOdds } from '../history/types.ts'

/** By series. */
export type LastPrices = ReadonlyMap<number, SeriesOdds>

/** The last price of each series taken before its start. */
export function lastPrices(odds: readonly SeriesOdds[]): LastPrices {
  const latest = new Map<number, SeriesOdds>()
  for (const price of odds) {
    const known = latest.get(price.seriesId)
    if (known === undefined || price.capturedMs > known.capturedMs) latest.set(price.seriesId, price)
  }
  return latest
}

/** The market's chance of the series row's team 1, without its margin; null where the prices are of other teams. */
export function marketChance(series: Series, price: SeriesOdds | undefined): number | null {
  if (price === undefined || price.capturedMs >= series.startMs) return null
  const { team1Id, team2Id, decimalOdds1, decimalOdds2 } = price
  const sameOrder = team1Id === series.team1Id && team2Id === series.team2Id
  const swapped = team1Id === series.team2Id && team2Id === series.team1Id
  if (!sameOrder && !swapped) return null
  return devig(sameOrder ? [decimalOdds1, decimalOdds2] : [decimalOdds2, decimalOdds1]).probabilities[0]!
}
