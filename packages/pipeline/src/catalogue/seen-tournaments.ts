import { toUtc } from '@riftline/base'
import type { Game } from '../history/types.ts'

export type SeenTournament = { readonly league: string; readonly startUtc: string; readonly endUtc: string }

/** Tournaments by their games alone, in order of time. */
export function seeTournaments(games: readonly Game[]): ReadonlyMap<number, SeenTournament> {
  const seen = new Map<number, SeenTournament>()
  for (const { startMs, league, tournamentId } of games) {
    if (tournamentId === null) continue
    const startUtc = seen.get(tournamentId)?.startUtc ?? toUtc(startMs)
    seen.set(tournamentId, { league, startUtc, endUtc: toUtc(startMs) })
  }
  return seen
}
