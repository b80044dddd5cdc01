import type { CatalogueTeam, TeamRef } from '@riftline/predictor'
import { type OddsSnapshot, withTeams } from '../snapshot.ts'
import type { AllOddsAnswer, WinnerOddsAnswer } from './odds-schema.ts'
import { priceKind, shownOffers } from './shown-offers.ts'

export type OddsScope = 'winner' | 'all'

/** A team of the request, with its former ids. */
export type AskedTeam = Pick<CatalogueTeam, 'id' | 'name' | 'formerIds'>

export function idsOf({ id, formerIds = [] }: AskedTeam): readonly number[] {
  return [id, ...formerIds]
}

/** Builds the answer of `GET /v1/odds` with ids and names of the catalogue; null where the scope has no published market. */
export function oddsAnswer(
  snapshot: OddsSnapshot,
  scope: OddsScope,
  teams: readonly AskedTeam[],
): WinnerOddsAnswer | AllOddsAnswer | null {
  const named = withTeams(snapshot, ({ id }): TeamRef => {
    const team = teams.find((candidate) => idsOf(candidate).includes(id))
    if (team === undefined) throw new Error(`team ${id} is none of the series asked for`)
    return { id: team.id, name: team.name }
  })
  const { markets: stated, mapWinners: maps = null, fee = null, ...head } = named
  const { markets, mapWinners } = shownOffers(stated, maps, fee)
  const { seriesWinner } = markets
  if (scope === 'winner') {
    return seriesWinner && { ...head, fee, price: priceKind(seriesWinner), markets: { seriesWinner } }
  }
  const isPublished = mapWinners !== null || Object.values(markets).some((market) => market !== null)
  return isPublished ? { ...head, fee, price: priceKind({ markets, mapWinners }), markets, mapWinners } : null
}
