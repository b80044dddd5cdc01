import type { CapturedOdds } from '@riftline/core'
import type { StoredSeries } from './odds-book.ts'
import { fromStored } from './stored-snapshot.ts'

/** The prices of each source on the winner of each match; a source that priced other markets only is left out. */
export function winnerPrices(matches: readonly StoredSeries[]): readonly CapturedOdds[] {
  return matches.flatMap(({ esportsMatchId, scheduledAt: scheduledMs, snapshots }) =>
    [...new Set(snapshots.map(({ source }) => source))].sort().flatMap((source) => {
      const own = snapshots.filter((one) => one.source === source)
      const { team1, team2 } = fromStored(own[0]!).match
      const teams = [team1.id, team2.id] as const
      const prices = own.flatMap((stored) => {
        const { seriesWinner } = fromStored(stored).markets
        if (seriesWinner === null) return []
        const [first, second] = teams.map((id) => seriesWinner.find(({ team }) => team.id === id)!.decimalOdds)
        return [{ capturedMs: stored.capturedAt, odds: [first!, second!] as const }]
      })
      return prices.length === 0 ? [] : [{ esportsMatchId, source, scheduledMs, teams, prices }]
    }),
  )
}
