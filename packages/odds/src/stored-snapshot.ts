import { withoutImplausible } from './plausible-markets.ts'
import type { OddsSnapshot } from './snapshot.ts'

/** A snapshot in memory: what look-ups compare, and the rest as the text that its file holds. Times in milliseconds since 1970. */
export interface StoredSnapshot {
  /** With `capturedAt` and `source` the key of the snapshot. */
  readonly esportsMatchId: string
  readonly capturedAt: number
  /** Empty: it is not said. */
  readonly source: string
  readonly scheduledAt: number
  readonly pair: TeamPair
  readonly json: string
}

/** How far a source's clock may be ahead. A snapshot captured later than that is kept out, or waits for its time. */
export const mostAheadMs: number = 5 * 60_000

/** Two teams, the same text in either order. */
export type TeamPair = `${number}:${number}`

export function teamPair(teamA: number, teamB: number): TeamPair {
  return teamA < teamB ? `${teamA}:${teamB}` : `${teamB}:${teamA}`
}

/** A snapshot in the form in which it is looked up: times as milliseconds, JSON as text. */
export function toStored(snapshot: OddsSnapshot): StoredSnapshot {
  const { match, capturedAtUtc, source = '' } = snapshot
  return {
    esportsMatchId: match.esportsMatchId,
    capturedAt: Date.parse(`${capturedAtUtc}Z`),
    source,
    scheduledAt: Date.parse(`${match.scheduledUtc}Z`),
    pair: teamPair(match.team1.id, match.team2.id),
    json: JSON.stringify(snapshot),
  }
}

/** As it is read today: without prices that were stored before they were refused. */
export function fromStored(stored: StoredSnapshot): OddsSnapshot {
  return withoutImplausible(JSON.parse(stored.json) as OddsSnapshot)
}
