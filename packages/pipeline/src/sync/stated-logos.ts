import { type Catalogue, createCatalogueIndex, findStatedLeague } from '@riftline/predictor'
import type { ReadBase } from '../history/read-history.ts'
import { createTeamFinder } from '../history/stated/team-key.ts'
import type { Statements } from './statements.ts'

/** Addresses of logos by team, of those that sources show beside their series; of several the first. */
export type TeamLogos = ReadonlyMap<number, string>

/** Gives logos to the teams that they are shown for, by the rules that games are read by; those known before stay. */
export function statedLogos(
  { series }: Pick<Statements, 'series'>,
  base: ReadBase & { readonly catalogue: Catalogue },
  known: TeamLogos,
): TeamLogos {
  const { leagues } = createCatalogueIndex(base.catalogue)
  const findTeam = createTeamFinder(base)
  const logos = new Map(known)
  for (const { teams, logoUrls, league: name, scheduledMs: startMs } of series) {
    const league = logoUrls === undefined ? null : findStatedLeague(leagues, name)
    if (logoUrls === undefined || league === null) continue
    for (const [index, url] of logoUrls.entries()) {
      const team = url === null ? null : findTeam(teams[index]!, { league, startMs, opponent: teams[1 - index]! })
      if (url !== null && team !== null && !logos.has(team.id)) logos.set(team.id, url)
    }
  }
  return logos
}

/** Logos of the catalogue stay; teams without one get theirs. */
export function withLogos(catalogue: Catalogue, logos: TeamLogos): Catalogue {
  const teams = catalogue.teams.map((team) => ({ ...team, logoUrl: team.logoUrl ?? logos.get(team.id) ?? null }))
  return { ...catalogue, teams }
}
