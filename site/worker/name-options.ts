import {
  type Catalogue,
  type CatalogueChampion,
  type CatalogueIndex,
  type CatalogueTeam,
  findChampion,
  findLeague,
  findTeams,
  findTournaments,
  fold,
  isActive,
  nearestChampions,
  nearestLeagues,
  nearestTeams,
} from '@riftline/predictor'

/** A name that completes a typed text. */
export interface NameOption {
  readonly name: string
  /** League of a team and, if the team is idle, its last game; code of a league. Empty without need. */
  readonly note: string
  /** Id for the request, if the name alone means another team or several; else null. */
  readonly id: number | null
}

const mostOptions = 8

/** The teams that the predictor reads in a text, then those with a name or a word of it that begins so, then those with a near name. */
export function teamOptions({ asOf }: Catalogue, { teams }: CatalogueIndex, typed: string): readonly NameOption[] {
  const key = fold(typed)
  const begun = key === '' ? [] : teams.known().filter(({ whole, parts }) => begins(key, whole) || begins(key, parts))
  // Without a text, the active teams of the highest leagues.
  const others = typed.trim() === '' ? teams.known() : [...begun, ...nearest(typed, () => nearestTeams(teams, typed))]
  const ids = others.map((other) => ('candidate' in other ? other.candidate.id : other.id))
  const found = new Set([...findTeams(teams, typed), ...ids.flatMap((id) => teams.byId.get(id ?? 0) ?? [])])
  return [...found].slice(0, mostOptions).map((team) => {
    const [meant, ...more] = findTeams(teams, team.name)
    const isClear = meant === team && more.length === 0
    return { name: team.name, note: noteOf(team, asOf), id: isClear ? null : team.id }
  })
}

function noteOf({ league, lastGameUtc }: CatalogueTeam, asOf: string): string {
  const idle = isActive(asOf, lastGameUtc) ? [] : [`last game ${lastGameUtc?.slice(0, 10) ?? 'unknown'}`]
  return [...(league === null ? [] : [league]), ...idle].join(', ')
}

export function championOptions({ champions }: CatalogueIndex, typed: string): readonly NameOption[] {
  const key = fold(typed)
  const found = new Set<CatalogueChampion>()
  const exact = findChampion(champions, typed)
  if (exact !== undefined) found.add(exact)
  const inOrder = [...champions].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [name, champion] of inOrder) if (name.startsWith(key)) found.add(champion)
  const begun = [...found].map(({ name }) => name)
  const names = begun.length > 0 ? begun : nearestChampions(champions, typed).map(({ name }) => name)
  return names.slice(0, mostOptions).map((name) => ({ name, note: '', id: null }))
}

/** Leagues and tournaments for the label of a request: those that a text names, then the leagues with a near name. */
export function tournamentOptions({ leagues, tournaments }: CatalogueIndex, typed: string): readonly NameOption[] {
  const key = fold(typed)
  const code = findLeague(leagues, typed)
  const isMeant = (one: { readonly code: string; readonly name: string; readonly otherNames: readonly string[] }) =>
    one.code === code || begins(key, [one.code, one.name, ...one.otherNames].map(fold))
  const named = leagues.leagues.filter(isMeant).map(({ name, code }) => ({ name, note: name === code ? '' : code }))
  const events = findTournaments(tournaments, typed).map(({ name, league }) => ({ name, note: league }))
  const near = nearestLeagues(leagues, typed).map(({ name }) => ({ name, note: '' }))
  const options = new Map<string, NameOption>()
  for (const option of [...named.slice(0, mostOptions - 3), ...events, ...near]) {
    if (!options.has(option.name)) options.set(option.name, { ...option, id: null })
  }
  return [...options.values()].slice(0, mostOptions)
}

function begins(key: string, names: readonly string[]): boolean {
  return names.some((name) => name.startsWith(key))
}

/** Near names of a text that is long enough to have any. */
function nearest<T>(typed: string, find: () => readonly T[]): readonly T[] {
  return fold(typed).length < 3 ? [] : find()
}
