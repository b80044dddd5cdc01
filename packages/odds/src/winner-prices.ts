import { type TakerFee, takeOdds } from '@riftline/core'
import type { CapturedOdds } from '@riftline/predictor'
import type { StoredSeries } from './odds-book.ts'
import type { BookQuote } from './snapshot.ts'
import { fromStored } from './stored-snapshot.ts'

/** The prices of each source on the winner of each match; a source that priced other markets only is left out. */
export function winnerPrices(matches: readonly StoredSeries[]): readonly CapturedOdds[] {
  return matches.flatMap(({ esportsMatchId, scheduledAt: scheduledMs, snapshots }) =>
    [...new Set(snapshots.map(({ source }) => source))].sort().flatMap((source) => {
      const own = snapshots.filter((one) => one.source === source)
      const { team1, team2 } = fromStored(own[0]!).match
      const teams = [team1.id, team2.id] as const
      const prices = own.flatMap((stored) => {
        const { markets, fee } = fromStored(stored)
        const { seriesWinner } = markets
        if (seriesWinner === null) return []
        const [first, second] = teams.map((id) => seriesWinner.find(({ team }) => team.id === id)!)
        const take = [takenPrice(first!, fee), takenPrice(second!, fee)] as const
        const odds = [first!.decimalOdds, second!.decimalOdds] as const
        return [{ capturedMs: stored.capturedAt, odds, ...(take.some((one) => one !== null) && { takeOdds: take }) }]
      })
      return prices.length === 0 ? [] : [{ esportsMatchId, source, scheduledMs, teams, prices }]
    }),
  )
}

/** With six decimals, as files of prices have them. */
function takenPrice({ ask }: BookQuote, fee: TakerFee | undefined): number | null {
  const odds = takeOdds(ask ?? null, fee ?? null)
  return odds === null ? null : Math.round(odds * 1e6) / 1e6
}
