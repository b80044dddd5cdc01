import type { CatalogueTeam } from '../catalogue/catalogue.ts'
import { fold } from './fold.ts'
import { type NamedTeam, ownWords, yearMs } from './named-team.ts'
import type { TeamIndex } from './team-index.ts'

/**
 * The teams that a name fits, best first: none, one, or several that the caller must refuse as ambiguous.
 *
 * The first of four readings that fits any team decides: an own or common name; a code or another spelling; one of these
 * without fillers such as `Esports`, or a second team by its first team's code (`TL Academy`); words in a row out of one
 * (`Karmine`). Of several teams active first teams win, then active second teams, then inactive ones alike; then the higher
 * tier and a last game a year later, except by words in a row.
 */
export function findTeams(index: TeamIndex, name: string): readonly CatalogueTeam[] {
  const key = fold(name)
  const own = ownWords(name)
  const exact = index.byName.get(key) ?? index.bySpelling.get(key) ?? index.loose().byOwnWords.get(own.join(''))
  const found = exact !== undefined ? latest(highest(best(exact))) : best(index.loose().byPart.get(own.join(' ')) ?? [])
  return [...found].sort((a, b) => b.lastGameMs - a.lastGameMs || a.team.id - b.team.id).map(({ team }) => team)
}

function best(teams: readonly NamedTeam[]): readonly NamedTeam[] {
  return leastBy(teams, ({ isActive, isSecond }) => (isActive ? 0 : 2) + (isSecond ? 1 : 0))
}

/** Those of the highest tier. Of teams that play no more, tier 1 is above the rest. */
function highest(teams: readonly NamedTeam[]): readonly NamedTeam[] {
  return leastBy(teams, ({ isActive, tier }) => (isActive ? tier : Math.min(tier, 2)))
}

/** Without those that stopped a year before another. */
function latest(teams: readonly NamedTeam[]): readonly NamedTeam[] {
  const lastMs = Math.max(...teams.map(({ lastGameMs }) => lastGameMs))
  return teams.filter(({ lastGameMs }) => !(lastMs - lastGameMs > yearMs))
}

function leastBy(teams: readonly NamedTeam[], rank: (team: NamedTeam) => number): readonly NamedTeam[] {
  const least = Math.min(...teams.map(rank))
  return teams.filter((team) => rank(team) === least)
}
