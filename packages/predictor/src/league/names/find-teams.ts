import type { Candidate } from '@riftline/base'
import type { CatalogueTeam } from '../catalogue/catalogue.ts'
import { fold, isSameName } from './fold.ts'
import { remember } from './groups.ts'
import { type NamedTeam, ownWords, secondTeamWords, withoutBrackets, yearMs } from './named-team.ts'
import { nearestNames } from './nearest-names.ts'
import type { TeamIndex } from './team-index.ts'

/**
 * The teams that a name fits, best first: none, one, or several, which the caller must refuse as ambiguous.
 *
 * The first of four readings that fits any team decides: own or common name; code or other spelling; one of these without
 * fillers such as `Esports`, also with a code as its first word (`NS RedForce`, `TL Academy`); consecutive words of one
 * (`Karmine`). Of several teams, active first teams win, then active second teams, then inactive ones; then the higher tier
 * and a last game over a year later, except for consecutive words.
 *
 * @example
 * const { teams } = createCatalogueIndex((await loadPredictorArtifacts('artifacts')).catalogue)
 * findTeams(teams, 'SKT').map(({ name }) => name) // => ['T1']
 * findTeams(teams, 'nobody at all') // => []
 */
export function findTeams(index: TeamIndex, name: string): readonly CatalogueTeam[] {
  return index.found.get(name) ?? remember(index.found, name, readTeams(index, name))
}

/** Suggests teams for a name that fits none, best first. */
export function nearestTeams(index: TeamIndex, name: string): readonly Candidate[] {
  return nearestNames(name, index.known())
}

function readTeams(index: TeamIndex, name: string): readonly CatalogueTeam[] {
  const { whole, byPart } = readName(index, name)
  if (whole.length === 1) return [whole[0]!.team]
  return inOrder(whole.length > 0 ? latest(highest(best(whole))) : best(byPart))
}

/**
 * The teams that a public service means by a name in an event: none, one, or several. A team's own name decides first, as in requests;
 * else, by any name or code, an active team of the first of `leagues` that has one. In the event's league, a team listed under the
 * name is meant, unless a first and a second team compete for it; then, and in other leagues, a second team is meant only if the name
 * says so. Services write names in full, so a mere part of a name can mean only a team of these leagues; so can an unlisted name
 * with brackets.
 *
 * @param leagues codes, first the event's league, then the opponent's; null is unknown
 * @example
 * const { teams } = createCatalogueIndex((await loadPredictorArtifacts('artifacts')).catalogue)
 * // Weibo Gaming was Suning once.
 * findStatedTeams(teams, 'SN', ['NACL']).map(({ name }) => name) // => ['Supernova']
 */
export function findStatedTeams(
  index: TeamIndex,
  name: string,
  leagues: readonly (string | null)[],
): readonly CatalogueTeam[] {
  const { whole, byPart } = readName(index, name)
  if (whole.some(({ team }) => isSameName(team.name, name))) return findTeams(index, name)
  const isSecond = saysSecond(name)
  const alike = (teams: readonly NamedTeam[]) => teams.filter(({ team }) => saysSecond(team.name) === isSecond)
  const listed = listedAs(index, name)
  const held = listed.length > 0 ? listed : listedAs(index, withoutBrackets(name))
  const rivals = held.filter(({ isActive }) => isActive)
  const doCompete = new Set(rivals.map(({ team }) => saysSecond(team.name))).size > 1
  const anyReading = [...new Set([...whole, ...held, ...byPart])]
  for (const [place, league] of leagues.entries()) {
    const isAtHome = ({ team, isActive }: NamedTeam): boolean => isActive && league !== null && team.league === league
    const own = place === 0 && !doCompete ? held.filter(isAtHome) : []
    const atHome = own.length === 1 ? own : alike(anyReading).filter(isAtHome)
    if (atHome.length > 0) return inOrder(latest(highest(best(atHome))))
  }
  return inOrder(latest(highest(best(alike(whole)))))
}

/** Teams with exactly this name, common name, code or spelling. */
function listedAs(index: TeamIndex, name: string): readonly NamedTeam[] {
  const key = fold(name)
  return [...new Set([...(index.byName.get(key) ?? []), ...(index.bySpelling.get(key) ?? [])])]
}

/** Finds teams by the whole name, else by a code or spelling, else by one of these without fillers; else by a part of a name. */
function readName(index: TeamIndex, name: string) {
  const key = fold(name)
  const spelled = index.byName.get(key) ?? index.bySpelling.get(key)
  if (spelled !== undefined) return { whole: spelled, byPart: [] }
  const own = ownWords(name)
  const whole = index.loose().byOwnWords.get(own.join(''))
  if (whole !== undefined) return { whole, byPart: [] }
  return { whole: [], byPart: index.loose().byPart.get(own.join(' ')) ?? [] }
}

function saysSecond(name: string): boolean {
  return secondTeamWords(name).length > 0
}

function inOrder(teams: readonly NamedTeam[]): readonly CatalogueTeam[] {
  return [...teams].sort((a, b) => b.lastGameMs - a.lastGameMs || a.team.id - b.team.id).map(({ team }) => team)
}

function best(teams: readonly NamedTeam[]): readonly NamedTeam[] {
  return leastBy(teams, ({ isActive, isSecond }) => (isActive ? 0 : 2) + (isSecond ? 1 : 0))
}

/** Teams of the highest tier. For inactive teams, only tier 1 differs from the rest. */
function highest(teams: readonly NamedTeam[]): readonly NamedTeam[] {
  return leastBy(teams, ({ isActive, tier }) => (isActive ? tier : Math.min(tier, 2)))
}

/** Leaves out teams whose last game is over a year before the latest one. */
function latest(teams: readonly NamedTeam[]): readonly NamedTeam[] {
  const lastMs = Math.max(...teams.map(({ lastGameMs }) => lastGameMs))
  return teams.filter(({ lastGameMs }) => !(lastMs - lastGameMs > yearMs))
}

function leastBy(teams: readonly NamedTeam[], rank: (team: NamedTeam) => number): readonly NamedTeam[] {
  const least = Math.min(...teams.map(rank))
  return teams.filter((team) => rank(team) === least)
}

/**
 * Describes up to eight teams that fit a name, in the order given, so that a person can choose.
 *
 * @example describeTeams(findTeams(index.teams, 'warriors')) // '1075 Saigon Warriors (VCS, 2026-02-28), 32 ...'
 */
export function describeTeams(teams: readonly CatalogueTeam[]): string {
  return teams.slice(0, mostNamed).map(describeTeam).join(', ')
}

export const mostNamed = 8

function describeTeam({ id, name, league, lastGameUtc }: CatalogueTeam): string {
  return `${id} ${name} (${league ?? 'no league'}, ${lastGameUtc?.slice(0, 10) ?? 'no game'})`
}
