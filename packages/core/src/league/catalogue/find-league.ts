import type { Catalogue } from './catalogue.ts'
import { normaliseName } from './normalise-name.ts'

/** What a free-form tournament label can select. A null means that a spelling fits several leagues and so selects none. */
export interface LeagueIndex {
  readonly byCode: ReadonlyMap<string, string | null>
  readonly byTournament: ReadonlyMap<string, string | null>
}

export function createLeagueIndex(catalogue: Pick<Catalogue, 'teams' | 'tournaments'>): LeagueIndex {
  const byCode = new Map<string, string | null>()
  const byTournament = new Map<string, string | null>()
  for (const { league } of catalogue.teams) if (league !== null) add(byCode, league, league)
  for (const { name, league } of catalogue.tournaments) {
    add(byCode, league, league)
    add(byTournament, name, league)
  }
  return { byCode, byTournament }
}

/**
 * The league code that a label selects, or null: a league code (`LCK`), a tournament of the catalogue by its whole name,
 * or a label that begins with a league code (`LCK 2026 Spring`; the longest code that fits whole words wins). A whole
 * tournament name goes before the beginning of a label because it says more.
 */
export function findLeague(index: LeagueIndex, label: string): string | null {
  const key = normaliseName(label)
  const exact = index.byCode.get(key) ?? index.byTournament.get(key)
  return exact !== undefined ? exact : leadingCode(index, label)
}

function leadingCode(index: LeagueIndex, label: string): string | null {
  const words = label.split(wordBreak).filter((word) => word !== '')
  for (let count = words.length - 1; count > 0; count--) {
    const league = index.byCode.get(normaliseName(words.slice(0, count).join('')))
    if (league !== undefined) return league
  }
  return null
}

const wordBreak = /[\p{P}\p{Z}\s]+/u

function add(map: Map<string, string | null>, name: string, league: string): void {
  const key = normaliseName(name)
  const known = map.get(key)
  map.set(key, known === undefined || known === league ? league : null)
}
