import type { Catalogue, CatalogueLeague } from '../catalogue/catalogue.ts'
import { fold, words } from './fold.ts'
import { addTo, type Groups } from './groups.ts'

/** Leagues for free-form tournament labels. */
export type LeagueIndex = ReturnType<typeof createLeagueIndex>

export function createLeagueIndex(catalogue: Pick<Catalogue, 'teams' | 'tournaments' | 'leagues'>) {
  const leagues = allLeagues(catalogue)
  /** Code of the league by a tournament's whole name, present or former; null for a name used in several leagues. */
  const byTournament = new Map<string, string | null>()
  for (const { name, formerNames = [], league } of catalogue.tournaments) {
    for (const key of [name, ...formerNames].map(fold)) {
      const known = byTournament.get(key)
      byTournament.set(key, known === undefined || known === league ? league : null)
    }
  }
  /** Leagues by code, name and other names; leagues that passed a name on share an entry. */
  const byName: Groups<CatalogueLeague> = new Map()
  for (const league of leagues) {
    for (const name of [league.code, league.name, ...league.otherNames]) addTo(byName, leagueKey(name), league)
  }
  byTournament.delete('')
  const played = new Set(catalogue.tournaments.map(({ league, season }) => `${league} ${season}`))
  const byCode = new Map(leagues.map((league) => [league.code, league]))
  const found = new Map<string, string | null>()
  return { byTournament, byName, byCode, played, leagues, found }
}

/** The common name of a league; its code if only teams or tournaments name it. */
export function leagueName({ byCode }: LeagueIndex, code: string): string {
  return byCode.get(code)?.name ?? code
}

/** Words of a label or a league's name, with one form for names that are written as one word or two. */
export function leagueWords(text: string): readonly string[] {
  const all = words(text)
    .join(' ')
    .replace(/\bmid season\b/g, 'midseason')
    .replace(/\block in\b/g, 'lockin')
  return all === '' ? [] : all.split(' ')
}

/** Key of a name in `LeagueIndex`. */
export function leagueKey(name: string): string {
  return leagueWords(name).join(' ')
}

/** The leagues of the list, and those that only teams or tournaments name, with just their codes. */
function allLeagues({ teams, tournaments, leagues = [] }: Pick<Catalogue, 'teams' | 'tournaments' | 'leagues'>) {
  const listed = new Set(leagues.map(({ code }) => code))
  const codes = new Set([...teams, ...tournaments].map(({ league }) => league).filter((code) => code !== null))
  const others = [...codes].filter((code) => !listed.has(code))
  return [...leagues, ...others.map((code): CatalogueLeague => ({ ...unlisted, code, name: code }))]
}

const unlisted = { tier: null, kind: 'league', region: null, seasons: [], otherNames: [] } as const
