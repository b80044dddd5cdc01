import type { Catalogue } from '../catalogue/catalogue.ts'
import { type ChampionIndex, createChampionIndex } from '../names/find-champion.ts'
import { createTournamentIndex, type TournamentIndex } from '../names/find-tournaments.ts'
import { createLeagueIndex, type LeagueIndex } from '../names/league-index.ts'
import { createTeamIndex, type TeamIndex } from '../names/team-index.ts'

/** A catalogue prepared for look-ups by name. */
export interface CatalogueIndex {
  readonly teams: TeamIndex
  readonly champions: ChampionIndex
  readonly leagues: LeagueIndex
  readonly tournaments: TournamentIndex
}

const indexes = new WeakMap<Catalogue, CatalogueIndex>()

/** The index of a catalogue, built at its first use and kept as long as the catalogue lives. */
export function createCatalogueIndex(catalogue: Catalogue): CatalogueIndex {
  const known = indexes.get(catalogue)
  if (known !== undefined) return known
  const leagues = createLeagueIndex(catalogue)
  const index = {
    teams: createTeamIndex(catalogue),
    champions: createChampionIndex(catalogue.champions),
    leagues,
    tournaments: createTournamentIndex(catalogue, leagues),
  }
  indexes.set(catalogue, index)
  return index
}
