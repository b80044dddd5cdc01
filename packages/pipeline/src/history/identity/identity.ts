import { type CatalogueLeague, fold } from '@riftline/predictor'
import type { Aliases } from '../../names/names.ts'
import { pushRecent } from '../games.ts'
import type { ExternalIds, Finding, KnownTable } from '../types.ts'
import { createSeatHolders, findPerson, type PersonRow, type StatedPeople } from './find-person.ts'
import { findTeam, homeLeague, latestIn, renamedTeam, type SideRow } from './find-team.ts'
import {
  closePerson,
  closeTeam,
  createPerson,
  createRosters,
  createTeam,
  findSplitPeople,
  joinPerson,
  joinTeam,
  mergeNamed,
  type OpenEntity,
  type OpenPerson,
  type OpenTeam,
  openPerson,
  openTeam,
} from './known.ts'
import { createRegistry, listedId, type Registry } from './registry.ts'

export interface IdentityOptions {
  readonly known: Pick<ExternalIds, 'teams' | 'players'>
  readonly aliases: Aliases
  readonly leagues: readonly CatalogueLeague[]
  readonly present: { readonly teams: ReadonlySet<string>; readonly players: ReadonlySet<string> }
  /** Last game of each source id and folded name of a team, if the folder tells; default: none. */
  readonly lastStatedMs?: ReadonlyMap<string, number>
}

/** Recognises the teams and people of one folder; readers call it row by row, in order of time. */
export type Identity = ReturnType<typeof openIdentity>

export type StatedPerson = Pick<PersonRow, 'sourceId' | 'name'>

export type IdentifiedPeople = ReturnType<typeof close>

export function openIdentity(options: IdentityOptions) {
  const tables = openTables(options)
  const { teams, people, newSources, onFinding } = tables
  return {
    teams,
    people,
    regionOf: tables.regionOf,
    /** The home league of the team with this source id or own name, else null. */
    homeLeague: (sourceId: string | null, name: string | null): string | null => {
      const team = (sourceId === null ? undefined : teams.ofSource(sourceId)[0]) ?? teams.ofName(name)[0]
      return team === undefined ? null : homeLeague(team)
    },
    /** The known team that a side names, else null; learns nothing. */
    knownTeam: (row: SideRow) => knownTeam(tables, row),
    /** The team that a side names; a new one if no known team is named. */
    team: (row: SideRow) => keep(teams, row, knownTeam(tables, row)),
    /** Like `team`, for a source without a list of its teams: null if the name may be a known team's new name. */
    statedTeam: (row: SideRow, lineup: readonly StatedPerson[]): OpenTeam | null => {
      const team = knownTeam(tables, row)
      const before = team !== null || isNew(newSources.teams, row) ? null : formerTeam(tables, lineup, row.startMs)
      if (before === null) return keep(teams, row, team)
      onFinding({ kind: 'team', what: 'ambiguous', id: before.id, name: row.name ?? '', others: [] })
      return null
    },
    /** The person in a seat; `seated` are the people who already have a seat in the game. */
    person: (row: PersonRow, seated: ReadonlySet<OpenPerson>) => keep(people, row, knownPerson(tables, row, seated)),
    statedPerson: (row: PersonRow, seated: ReadonlySet<OpenPerson>, stated: StatedPeople) =>
      statedPerson(tables, row, seated, stated),
    ...createLearning(tables),
    /** Joins people that a history lists twice, and teams and people that aliases join. The one with more games keeps the id. */
    join: () => join(tables),
    close: (lastListed?: Parameters<typeof close>[1]) => close(tables, lastListed),
  }
}

type Tables = ReturnType<typeof openTables>

function openTables(options: IdentityOptions) {
  const { known, aliases, leagues, present } = options
  const findings: Finding[] = []
  const onFinding = (finding: Finding): void => void findings.push(finding)
  const teams = createRegistry<OpenTeam>({
    onFinding,
    kind: 'team',
    ...known.teams,
    rows: known.teams.rows.map(openTeam),
    present: present.teams,
    aliases: aliases.teams,
    create: createTeam,
  })
  const people = createRegistry<OpenPerson>({
    onFinding,
    kind: 'player',
    ...known.players,
    rows: known.players.rows.map(openPerson),
    present: present.players,
    aliases: aliases.players,
    create: createPerson,
  })
  const regions = new Map(leagues.map(({ code, region }) => [code, region]))
  const firstLeagues = new Set(leagues.flatMap(({ code, tier }) => (tier === 1 ? [code] : [])))
  const worldly = new Set(leagues.flatMap(({ code, kind }) => (kind === 'international' ? [code] : [])))
  return {
    ...{ options, findings, onFinding, teams, people },
    newSources: { teams: new Set(aliases.new.teams), players: new Set(aliases.new.players) },
    regionOf: (league: string) => regions.get(league) ?? null,
    homesOf: (league: string) => (worldly.has(league) ? firstLeagues : new Set([league])),
    seats: createSeatHolders(people.all()),
  }
}

function knownTeam({ teams, newSources, homesOf }: Tables, row: SideRow): OpenTeam | null {
  const { sourceId } = row
  const sourced = sourceId === null ? null : latestIn(teams.ofSource(sourceId), row.league)
  if (sourced !== null || isNew(newSources.teams, row)) return sourced
  return findTeam((called) => teams.ofName(called).filter((team) => teams.isFree(team, sourceId)), row, homesOf)
}

/** The team whose new name this may be, judged by its line-up. */
function formerTeam(
  { options: { lastStatedMs = new Map() }, teams, people }: Tables,
  lineup: readonly StatedPerson[],
  startMs: number,
): OpenTeam | null {
  const meant = lineup.map(({ sourceId, name }) => {
    const sourced = sourceId === null ? [] : people.ofSource(sourceId)
    return sourced.length > 0 ? sourced : people.ofName(name)
  })
  const playsOn = ({ names, sources }: OpenTeam): boolean =>
    [...names.map(fold), ...sources].some((name) => (lastStatedMs.get(name) ?? startMs) > startMs)
  return renamedTeam(meant, teams.get, playsOn)
}

function sourcedPerson({ people }: Tables, sourceId: string | null): OpenPerson | undefined {
  return sourceId === null ? undefined : people.ofSource(sourceId)[0]
}

function knownPerson(tables: Tables, row: PersonRow, seated: ReadonlySet<OpenPerson>): OpenPerson | null {
  const { people, newSources, onFinding } = tables
  const { sourceId, name } = row
  const sourced = sourcedPerson(tables, sourceId)
  if (sourced !== undefined) return sourced
  const isFree = (person: OpenPerson): boolean => !seated.has(person) && people.isFree(person, sourceId)
  const found = isNew(newSources.players, row) ? null : findPerson(people.ofName(name), row, isFree)
  if (found?.byRegion) {
    onFinding({ kind: 'player', what: 'byRegion', id: found.person.id, name: name ?? '', others: [] })
  }
  return found?.person ?? null
}

function statedPerson(tables: Tables, row: PersonRow, seated: ReadonlySet<OpenPerson>, stated: StatedPeople) {
  const { people, newSources, seats, onFinding } = tables
  const notSure = ({ id }: OpenPerson): null => {
    onFinding({ kind: 'player', what: 'ambiguous', id, name: row.name ?? '', others: [] })
    return null
  }
  const sourced = sourcedPerson(tables, row.sourceId)
  // If a source names one person for two seats, the holder of the second seat is unknown.
  if (sourced !== undefined && seated.has(sourced)) return notSure(sourced)
  const person = knownPerson(tables, row, seated)
  const holder = person !== null || isNew(newSources.players, row) ? null : seats.perhaps(row, stated)
  return holder === null ? keep(people, row, person) : notSure(holder)
}

function createLearning({ options: { leagues }, people, regionOf, seats }: Tables) {
  const rosters = createRosters(people.all())
  const abroad = new Set(
    leagues.filter(({ kind }) => kind === 'international' || kind === 'cup').map(({ code }) => code),
  )
  return {
    teamPlayed: (team: OpenTeam, league: string, startMs: number, region: string | null = null): void => {
      team.region ??= region ?? regionOf(league)
      if (startMs <= team.knownMs) return
      team.lastGameMs = Math.max(team.lastGameMs, startMs)
      team.lastByLeague.set(league, Math.max(startMs, team.lastByLeague.get(league) ?? startMs))
      if (!abroad.has(league)) pushRecent(team.recentLeagues, league)
    },
    personPlayed: (
      person: OpenPerson,
      { teamId, region, role, startMs }: Omit<PersonRow, 'sourceId' | 'name'>,
    ): void => {
      person.firstGameMs = Math.min(person.firstGameMs, startMs)
      if (startMs <= person.knownMs) return
      person.games += 1
      rosters.seat(person, teamId)
      person.teamId = teamId
      person.region = region
      person.lastGameMs = startMs
      pushRecent(person.recentRoles, role)
      seats.seat(person, { teamId, role })
    },
    lineupPlayed: (team: OpenTeam, lineup: readonly OpenPerson[], startMs: number): void => {
      if (startMs > team.knownMs) rosters.field(team.id, lineup)
    },
  }
}

function join({ options: { aliases, known }, teams, people, newSources, onFinding }: Tables): void {
  mergeNamed('team', teams, aliases.merge.teams, joinTeam, onFinding)
  mergeNamed('player', people, aliases.merge.players, joinPerson, onFinding)
  // People joined before stay joined, so that every run gives the same result. Those of other sources were told apart row by row.
  const isListed = ({ id, sources }: OpenPerson): boolean =>
    id <= known.players.lastListed || [...sources].some((source) => source.startsWith('riftline:'))
  const isApart = (person: OpenPerson): boolean =>
    person.formerIds.length > 0 ||
    !isListed(person) ||
    [listedId(person.id), ...person.sources].some((source) => newSources.players.has(source))
  for (const { earlier, later } of findSplitPeople(people.all(), isApart)) {
    const [into, from] = later.games > earlier.games ? [later, earlier] : [earlier, later]
    joinPerson(from, into)
    people.drop(from, into)
    onFinding({ kind: 'player', what: 'joined', id: into.id, name: into.names[0] ?? '', others: [from.id] })
  }
}

function close(
  { options: { known }, teams, people, findings }: Tables,
  lastListed = { teams: known.teams.lastListed, players: known.players.lastListed },
) {
  return {
    teams: closeTable(teams, lastListed.teams, closeTeam),
    players: closeTable(people, lastListed.players, closePerson),
    // A new entity that was later joined into a known one is no namesake.
    findings: onceEach(findings).filter(({ kind, id }) => (kind === 'team' ? teams : people).get(id) !== undefined),
  }
}

function isNew(sources: ReadonlySet<string>, { sourceId }: StatedPerson): boolean {
  return sourceId !== null && sources.has(sourceId)
}

/** Returns the entity that a row names, or a new one if no known entity is named. */
function keep<Entity extends OpenEntity>(
  registry: Registry<Entity>,
  { sourceId, name }: StatedPerson,
  known: Entity | null,
): Entity {
  if (known === null) return registry.add(sourceId, name)
  registry.learn(known, sourceId, name)
  return known
}

/** Rows sorted by id, without the source ids that `lastListed` implies. */
function closeTable<Entity extends OpenEntity, Row>(
  registry: Registry<Entity>,
  lastListed: number,
  toRow: (entity: Entity) => Row,
): KnownTable<Row> {
  const all = [...registry.all()].sort((a, b) => a.id - b.id)
  for (const { id, formerIds, sources } of all) {
    for (const own of [id, ...formerIds]) if (own <= lastListed) sources.delete(listedId(own))
  }
  return { last: registry.last(), lastListed, rows: all.map(toRow) }
}

/** Keeps one finding per entity, because a person who plays on is found again at every game. */
function onceEach(findings: readonly Finding[]): readonly Finding[] {
  return [...new Map(findings.map((finding) => [`${finding.what} ${finding.kind} ${finding.id}`, finding])).values()]
}
