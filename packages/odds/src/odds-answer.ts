import type { CatalogueTeam, TeamRef } from '@riftline/predictor'
import type { AllOddsAnswer, WinnerOddsAnswer } from './odds-schema.ts'
import { priceKind, shownOffers } from './shown-offers.ts'
import type { OddsSnapshot } from './snapshot.ts'
import { withTeams } from './with-teams.ts'

export type OddsScope = 'winner' | 'all'

/** A team with the ids that it had before. */
export type AskedTeam = Pick<CatalogueTeam, 'id' | 'name' | 'formerIds'>

export function idsOf({ id, formerIds = [] }: AskedTeam): readonly number[] {
  return [id, ...formerIds]
}

/** The answer of `GET /v1/odds` with ids and names of the catalogue, or null where nothing is published in its scope. */
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
