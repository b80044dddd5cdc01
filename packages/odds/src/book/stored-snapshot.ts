import { withoutImplausible } from '../plausible-markets.ts'
import type { OddsSnapshot } from '../snapshot.ts'

/** A snapshot in memory: the fields that look-ups compare, and the whole as JSON text. Times in milliseconds since 1970. */
export interface StoredSnapshot {
  /** The key of a snapshot is this with `capturedAt` and `source`. */
  readonly esportsMatchId: string
  readonly capturedAt: number
  /** Empty if unknown. */
  readonly source: string
  readonly scheduledAt: number
  readonly pair: TeamPair
  readonly json: string
}

/** Tolerance for a source's clock. A snapshot captured further ahead is refused, or ignored until its time. */
export const mostAheadMs: number = 5 * 60_000

/** Key of two teams, the same in either order. */
export type TeamPair = `${number}:${number}`

export function teamPair(teamA: number, teamB: number): TeamPair {
  return teamA < teamB ? `${teamA}:${teamB}` : `${teamB}:${teamA}`
}

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

/** Parses a stored snapshot, without prices that today's rules refuse. */
export function fromStored(stored: StoredSnapshot): OddsSnapshot {
  return withoutImplausible(JSON.parse(stored.json) as OddsSnapshot)
}
