import type { Candidate } from '@riftline/base'
import type { CatalogueLeague } from '../catalogue/catalogue.ts'
import { fold } from './fold.ts'
import { remember } from './groups.ts'
import { type LeagueIndex, leagueKey, leagueWords } from './league-index.ts'
import { knownName, nearestNames } from './nearest-names.ts'

/**
 * The league code that a tournament label selects, or null: the league of a tournament with this whole name, present or former, else
 * the longest code or name in the label (`Worlds 2025 Main Event`); two leagues of equally long names select none. A year is read as
 * the season. It decides between leagues that passed a name on, and when a league was replaced for a season. A lower division and
 * a show match are events of their own: if the label has such words beside a league's name, it selects none.
 *
 * @example
 * const { leagues } = createCatalogueIndex((await loadPredictorArtifacts('artifacts')).catalogue)
 * findLeague(leagues, 'Worlds 2025 Main Event') // => 'WLDs'
 * findLeague(leagues, 'a cup of friends') // => null
 */
export function findLeague(index: LeagueIndex, label: string): string | null {
  const known = index.found.get(label)
  return known === undefined ? remember(index.found, label, readLeague(index, label)) : known
}

/** Suggests leagues by name for a label that selects none, best first. */
export function nearestLeagues({ leagues }: LeagueIndex, label: string): readonly Candidate[] {
  const known = leagues.map(({ code, name, otherNames }) => knownName({ name }, [code, name, ...otherNames]))
  return nearestNames(label, known)
}

function readLeague(index: LeagueIndex, label: string): string | null {
  const whole = index.byTournament.get(fold(label))
  if (whole !== undefined && whole !== null) return whole
  const { season, rest } = splitSeason(leagueWords(label))
  for (let length = rest.length; length > 0; length--) {
    const found = new Set<string>()
    let others: readonly string[] = []
    for (let from = 0; from + length <= rest.length; from++) {
      const named = index.byName.get(rest.slice(from, from + length).join(' '))
      if (named === undefined || isByChance(rest, from, from + length)) continue
      found.add(inSeason(index, named, season).code)
      others = [...rest.slice(0, from), '', ...rest.slice(from + length)]
    }
    if (found.size > 0) return found.size === 1 && !anotherEvent.test(others.join(' ')) ? [...found][0]! : null
  }
  return null
}

/** Words that, beside a league's name, mean a different event. */
const anotherEvent =
  /\b(?:show ?match|all ?stars?|(?:division|div) (?:[2-9]|two|three)|(?:[2-9]|2nd|3rd|second|third) (?:division|div)|d[2-9])\b/

/**
 * The league that a source names, by its code or a whole name. Further words beside the name mean an unknown league.
 *
 * @param season year of the event, if known: it decides between leagues that passed a name on
 * @example
 * const { leagues } = createCatalogueIndex((await loadPredictorArtifacts('artifacts')).catalogue)
 * findStatedLeague(leagues, 'LoL Champions Korea') // => 'LCK'
 * findStatedLeague(leagues, 'NLC Division 2') // => null
 */
export function findStatedLeague(index: LeagueIndex, name: string, season: string | null = null): string | null {
  const key = leagueKey(name)
  const named = index.byName.get(key)
  if (named === undefined) return null
  return (named.find(({ code }) => leagueKey(code) === key) ?? holder(named, season)).code
}

/** Splits off the first year of a label, also one joined to a name: `LFL2026`, `LCK26`. */
function splitSeason(all: readonly string[]): { readonly season: string | null; readonly rest: readonly string[] } {
  for (const [i, word] of all.entries()) {
    const joined = /^(\p{L}[\p{L}\d]*?)?20([123]\d)$/u.exec(word) ?? /^(\p{L}+)([123]\d)$/u.exec(word)
    if (joined === null) continue
    const [, name, year] = joined
    return {
      season: `20${year}`,
      rest: [...all.slice(0, i), ...(name === undefined ? [] : [name]), ...all.slice(i + 1)],
    }
  }
  return { season: null, rest: all }
}

/** One or two letters are a league's code only at the beginning, followed by nothing but numbers and stages. */
function isByChance(rest: readonly string[], from: number, to: number): boolean {
  if (rest.slice(from, to).join('').length > 2) return false
  return from > 0 || !rest.slice(to).every((word) => /^\d+$/.test(word) || stageWords.has(word))
}

const stageWords: ReadonlySet<string> = new Set([
  ...['spring', 'summer', 'winter', 'autumn', 'fall', 'split', 'round', 'rounds', 'season', 'playoffs', 'playoff'],
  ...['finals', 'final', 'semifinals', 'quarterfinals', 'group', 'groups', 'stage', 'week', 'day', 'main', 'event'],
  ...['play', 'in', 'ins', 'bracket', 'swiss', 'regular', 'kickoff', 'promotion', 'qualifier', 'qualifiers', 'opening'],
  ...['closing', 'cup', 'phase', 'upper', 'lower', 'grand', 'last', 'chance', 'lockin', 'versus'],
])

function inSeason(index: LeagueIndex, named: readonly CatalogueLeague[], season: string | null): CatalogueLeague {
  const league = holder(named, season)
  return season === null ? league : (successor(index, league, season) ?? league)
}

/** The league of a name that was passed on: with a season, the one that played in it, else the one before; without a season, the latest. */
function holder(named: readonly CatalogueLeague[], season: string | null): CatalogueLeague {
  const latestFirst = [...named].sort((a, b) => (lastOf(b) < lastOf(a) ? -1 : 1))
  if (season === null) return latestFirst[0]!
  const playing = latestFirst.find((league) => (league.seasons[0] ?? '') <= season && season <= lastOf(league))
  return playing ?? latestFirst.find((league) => lastOf(league) < season) ?? latestFirst.at(-1)!
}

/** The only league of the same region and tier with games in a season that the given league skipped: LTA North for the LCS of 2025. */
function successor({ leagues, played }: LeagueIndex, league: CatalogueLeague, season: string): CatalogueLeague | null {
  if (league.tier !== 1 || played.has(`${league.code} ${season}`)) return null
  const others = leagues.filter(
    ({ code, kind, region, tier }) =>
      kind === league.kind && region === league.region && tier === league.tier && played.has(`${code} ${season}`),
  )
  return others.length === 1 ? others[0]! : null
}

function lastOf({ seasons }: CatalogueLeague): string {
  return seasons.at(-1) ?? ''
}
