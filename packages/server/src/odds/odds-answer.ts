import type { TeamRef } from '@riftline/core'
import type { AllOddsAnswer, WinnerOddsAnswer } from './odds-schema.ts'
import type { Handicap, OddsSnapshot, TeamId, TeamPrice } from './snapshot.ts'

export type OddsScope = 'winner' | 'all'

/** The answer of `GET /v1/odds` with the catalogue's names, or null where nothing is published in its scope. */
export function oddsAnswer(
  { match, capturedAtUtc, isClosingLine, markets }: OddsSnapshot,
  scope: OddsScope,
  teams: readonly TeamRef[],
): WinnerOddsAnswer | AllOddsAnswer | null {
  const named = ({ id }: TeamId): TeamRef => {
    const team = teams.find((candidate) => candidate.id === id)
    if (team === undefined) throw new Error(`team ${id} is none of the series asked for`)
    return { id, name: team.name }
  }
  const price = <T extends TeamPrice<TeamId>>(entry: T): T & TeamPrice<TeamRef> => ({
    ...entry,
    team: named(entry.team),
  })
  const handicap = <T extends Handicap<TeamId>>(entry: T) => ({ ...entry, odds: entry.odds.map(price) })

  const { seriesWinner } = markets
  const head = {
    match: { ...match, team1: named(match.team1), team2: named(match.team2) },
    capturedAtUtc,
    isClosingLine,
  }
  if (scope === 'winner') return seriesWinner && { ...head, markets: { seriesWinner: seriesWinner.map(price) } }
  if (Object.values(markets).every((market) => market === null)) return null
  return {
    ...head,
    markets: {
      seriesWinner: seriesWinner?.map(price) ?? null,
      handicap: markets.handicap?.map(handicap) ?? null,
      totalMaps: markets.totalMaps,
      correctScore: markets.correctScore?.map(price) ?? null,
      mapTotals: markets.mapTotals,
      matchTotals: markets.matchTotals,
      killHandicap: markets.killHandicap?.map(handicap) ?? null,
    },
  }
}
