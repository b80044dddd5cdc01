import { toUtc } from '@riftline/base'
import { devig } from '@riftline/core'
import type { CatalogueIndex, ScheduledSeries } from '@riftline/predictor'
import type { OddsStore } from '../book/odds-store.ts'
import { fromStored } from '../book/stored-snapshot.ts'
import { joinSeries, newestFirst } from './choose-odds.ts'
import { isOfPair } from './find-odds.ts'
import { idsOf } from './shown-offers.ts'

/**
 * The market's chance of the first team of a scheduled series, without the margin (Shin's method), by the newest prices on the winner
 * that were captured before a moment; for an order book, by its mid prices. Null without prices.
 * @param before milliseconds since 1970
 */
export async function marketChance(
  odds: Pick<OddsStore, 'seriesBetween'>,
  { teams: { byId } }: Pick<CatalogueIndex, 'teams'>,
  schedule: readonly ScheduledSeries[],
  { id, team1, team2 }: ScheduledSeries,
  before: number,
): Promise<{ readonly probability1: number; readonly capturedAtUtc: string } | null> {
  const [first, second] = [byId.get(team1.id), byId.get(team2.id)]
  if (first === undefined || second === undefined) return null
  const stored = await odds.seriesBetween(idsOf(first), idsOf(second), before)
  const own = joinSeries(stored, schedule.filter(isOfPair([first, second]))).find((series) => series.id === id)
  for (const one of newestFirst(own?.snapshots ?? []).snapshots) {
    const { seriesWinner } = fromStored(one).markets
    if (one.capturedAt >= before || seriesWinner === null) continue
    const [price1, price2] = [first, second].map((team) =>
      seriesWinner.find((price) => idsOf(team).includes(price.team.id)),
    )
    if (price1 === undefined || price2 === undefined) continue
    const { probabilities } = devig([price1.decimalOdds, price2.decimalOdds])
    return { probability1: probabilities[0]!, capturedAtUtc: toUtc(one.capturedAt) }
  }
  return null
}
