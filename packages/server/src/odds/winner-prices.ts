import type { StoredSeries } from './odds-book.ts'
import { fromStored } from './stored-snapshot.ts'

/** What one source asked for the winner of one match, as it was captured. Times are milliseconds since 1970. */
export interface WinnerPrices {
  readonly esportsMatchId: string
  /** Empty: it is not said. */
  readonly source: string
  readonly scheduledMs: number
  readonly teams: readonly [number, number]
  /** Decimal odds of the two teams, oldest first, never empty. */
  readonly prices: readonly CapturedPrice[]
}

export interface CapturedPrice {
  readonly capturedMs: number
  readonly odds: readonly [number, number]
}

/** The prices of each source on the winner of each match; a source that priced other markets only is left out. */
export function winnerPrices(matches: readonly StoredSeries[]): readonly WinnerPrices[] {
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
