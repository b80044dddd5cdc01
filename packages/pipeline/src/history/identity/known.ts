import { dayMs, RiftlineError } from '@riftline/base'
import { fold } from '@riftline/predictor'
import { entryOf, groupBy } from '../../group-by.ts'
import type { Merge } from '../../names/names.ts'
import { keepRecent, mostFrequent, recentLeague, recentRole } from '../games.ts'
import type {
  ExternalIds,
  Finding,
  HistoryRole,
  KnownPerson,
  KnownTable,
  KnownTeam,
  PlayerRow,
  TeamRow,
} from '../types.ts'
import type { IdentifiedPeople } from './identity.ts'
import { listedId, type Registry } from './registry.ts'

/** A team or person while a history is read: first as earlier folders knew it, then updated by each game. */
export interface OpenEntity {
  readonly id: number
  names: string[]
  readonly formerIds: number[]
  readonly sources: Set<string>
  /** Time up to which games are already counted. */
  readonly knownMs: number
  lastGameMs: number
}

export interface OpenTeam extends OpenEntity {
  region: string | null
  readonly recentLeagues: string[]
  readonly lastByLeague: Map<string, number>
}

export interface OpenPerson extends OpenEntity {
  teamId: number | null
  lineupsMissed: number
  region: string | null
  readonly recentRoles: HistoryRole[]
  games: number
  firstGameMs: number
}

export function createTeam(id: number): OpenTeam {
  return openTeam({ ...newcomer, id, region: null, recentLeagues: [], lastByLeague: [] })
}

export function createPerson(id: number): OpenPerson {
  const never = { firstGameMs: null, lastGameMs: null }
  return openPerson({ ...newcomer, ...never, id, teamId: null, region: null, recentRoles: [], games: 0 })
}

const newcomer = { names: [], formerIds: [], sources: [] } as const

export function openTeam({ lastByLeague, recentLeagues, ...team }: KnownTeam): OpenTeam {
  const lastGameMs = Math.max(never, ...lastByLeague.map(([, ms]) => ms))
  return {
    ...openEntity(team, lastGameMs),
    region: team.region,
    recentLeagues: [...recentLeagues],
    lastByLeague: new Map(lastByLeague),
  }
}

export function openPerson(person: KnownPerson): OpenPerson {
  const { teamId, lineupsMissed = 0, region, recentRoles, games, firstGameMs } = person
  return {
    ...openEntity(person, person.lastGameMs ?? never),
    ...{ teamId, lineupsMissed, region, games },
    recentRoles: [...recentRoles],
    firstGameMs: firstGameMs ?? Number.POSITIVE_INFINITY,
  }
}

type KnownEntity = Pick<KnownTeam | KnownPerson, 'id' | 'names' | 'formerIds' | 'sources'>

function openEntity({ id, names, formerIds, sources }: KnownEntity, lastGameMs: number): OpenEntity {
  const copies = { names: [...names], formerIds: [...formerIds], sources: new Set(sources) }
  return { id, ...copies, knownMs: lastGameMs, lastGameMs }
}

export function closeTeam({ knownMs: _, lastGameMs: __, sources, lastByLeague, ...team }: OpenTeam): KnownTeam {
  return { ...team, sources: [...sources], lastByLeague: [...lastByLeague] }
}

export function closePerson({ knownMs: _, lineupsMissed, sources, ...person }: OpenPerson): KnownPerson {
  const { firstGameMs, lastGameMs } = person
  return {
    ...person,
    sources: [...sources],
    ...(lineupsMissed > 0 && { lineupsMissed }),
    firstGameMs: Number.isFinite(firstGameMs) ? firstGameMs : null,
    lastGameMs: Number.isFinite(lastGameMs) ? lastGameMs : null,
  }
}

const never = Number.NEGATIVE_INFINITY

const wholeLineup = 5

export function createRosters(people: readonly OpenPerson[]) {
  const byTeam = new Map<number, Set<OpenPerson>>()
  const add = (person: OpenPerson, teamId: number) => entryOf(byTeam, teamId, () => new Set()).add(person)
  for (const person of people) if (person.teamId !== null) add(person, person.teamId)
  return {
    seat: (person: OpenPerson, teamId: number): void => {
      if (person.teamId !== null && person.teamId !== teamId) byTeam.get(person.teamId)?.delete(person)
      add(person, teamId)
      person.lineupsMissed = 0
    },
    /** Records a line-up of a team: everyone else on the team's roster has missed one more. */
    field: (teamId: number, lineup: readonly OpenPerson[]): void => {
      // A line-up with an empty seat does not tell which player is missing.
      if (lineup.length < wholeLineup) return
      const fielded = new Set(lineup)
      for (const person of byTeam.get(teamId) ?? []) if (!fielded.has(person)) person.lineupsMissed += 1
    },
  }
}

/** Rows of the teams and players that a folder names, without those that have no name. */
export function toNamedRows(
  { teams, players }: IdentifiedPeople,
  named: { readonly teams: ReadonlySet<number>; readonly players: ReadonlySet<number> },
): { readonly teams: readonly TeamRow[]; readonly players: readonly PlayerRow[] } {
  return {
    teams: teams.rows.flatMap(({ id, names: [name, ...aliases], region, recentLeagues }) => {
      if (name === undefined || !named.teams.has(id)) return []
      return [{ id, name, code: null, region, league: recentLeague(recentLeagues), aliases }]
    }),
    players: players.rows.flatMap(({ id, names: [name, ...aliases], recentRoles, teamId }) => {
      if (name === undefined || !named.players.has(id)) return []
      return [{ id, name, role: recentRole(recentRoles), teamId, aliases }]
    }),
  }
}

const shortGapMs = 400 * dayMs
const gapInRegionMs = 730 * dayMs

/**
 * Pairs that are one person: same name and main role, the later one starting at most 400 days after the earlier, or 730 in one region.
 * The pair with the shorter gap counts if a person is in two pairs. `isApart` tells people that are stated to be someone else.
 */
export function findSplitPeople(people: readonly OpenPerson[], isApart: (person: OpenPerson) => boolean = () => false) {
  const named = people.filter((person) => fold(person.names[0] ?? '') !== '' && person.games > 0 && !isApart(person))
  const byName = groupBy(named, ({ names }) => fold(names[0] ?? ''))
  const pairs = [...byName.values()].flatMap((alike) =>
    alike.flatMap((earlier) => alike.filter((later) => isSplit(earlier, later)).map((later) => ({ earlier, later }))),
  )
  const taken = new Set<OpenPerson>()
  return pairs
    .sort((a, b) => gapMs(a) - gapMs(b) || a.earlier.id - b.earlier.id)
    .filter(({ earlier, later }) => {
      if (taken.has(earlier) || taken.has(later)) return false
      taken.add(earlier).add(later)
      return true
    })
}

function isSplit(earlier: OpenPerson, later: OpenPerson): boolean {
  const gap = gapMs({ earlier, later })
  if (!(gap > 0) || mostFrequent(earlier.recentRoles) !== mostFrequent(later.recentRoles)) return false
  return gap <= shortGapMs || (gap <= gapInRegionMs && earlier.region !== null && earlier.region === later.region)
}

function gapMs({ earlier, later }: { readonly earlier: OpenPerson; readonly later: OpenPerson }): number {
  return later.firstGameMs - earlier.lastGameMs
}

/** Moves everything known about one person to another, who keeps their id. */
export function joinPerson(from: OpenPerson, into: OpenPerson): void {
  if (from.lastGameMs > into.lastGameMs) {
    into.teamId = from.teamId
    into.lineupsMissed = from.lineupsMissed
    into.region = from.region
    into.recentRoles.push(...from.recentRoles)
  } else into.recentRoles.unshift(...from.recentRoles)
  keepRecent(into.recentRoles)
  into.games += from.games
  into.firstGameMs = Math.min(into.firstGameMs, from.firstGameMs)
  into.lastGameMs = Math.max(into.lastGameMs, from.lastGameMs)
}

/** Joins the teams or people that aliases declare to be one. @throws RiftlineError `alias_unknown` for an id that never existed */
export function mergeNamed<Entity extends OpenEntity>(
  kind: Finding['kind'],
  registry: Registry<Entity>,
  merges: readonly Merge[],
  join: (from: Entity, into: Entity) => void,
  onFinding: (finding: Finding) => void,
): void {
  const holder = (id: number, key: string): Entity => {
    const entity = registry.get(id) ?? registry.ofSource(listedId(id))[0]
    if (entity !== undefined) return entity
    throw new RiftlineError(
      'alias_unknown',
      `aliases.json: merge.${kind}s: ${key}: expected the id of a ${kind}, got ${id}`,
    )
  }
  for (const merge of merges) {
    const into = holder(merge.into, 'into')
    const from = holder(merge.from, 'from')
    if (from === into) continue
    join(from, into)
    registry.drop(from, into)
    onFinding({ kind, what: 'joined', id: into.id, name: into.names[0] ?? '', others: [from.id] })
  }
}

export function joinTeam(from: OpenTeam, into: OpenTeam): void {
  const [earlier, later] = from.lastGameMs > into.lastGameMs ? [into, from] : [from, into]
  into.recentLeagues.splice(0, Number.POSITIVE_INFINITY, ...earlier.recentLeagues, ...later.recentLeagues)
  keepRecent(into.recentLeagues)
  for (const [league, ms] of from.lastByLeague) {
    into.lastByLeague.set(league, Math.max(ms, into.lastByLeague.get(league) ?? ms))
  }
  into.region = later.region ?? earlier.region
  into.lastGameMs = later.lastGameMs
}

export interface Joins {
  readonly teams: ReadonlyMap<number, number>
  readonly players: ReadonlyMap<number, number>
}

export function joinsOf({ teams, players }: Pick<ExternalIds, 'teams' | 'players'>): Joins {
  return { teams: formerIds(teams), players: formerIds(players) }
}

function formerIds({ rows }: KnownTable<KnownTeam | KnownPerson>): ReadonlyMap<number, number> {
  return new Map(rows.flatMap(({ id, formerIds }) => formerIds.map((former) => [former, id] as const)))
}
