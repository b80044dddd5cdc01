import type { CatalogueLeague } from '@riftline/core'
import type { Aliases } from '../../names/aliases.ts'
import { pushRecent } from '../recent-games.ts'
import type { ExternalIds, Finding, KnownPerson, KnownTable, KnownTeam } from '../types.ts'
import { findPerson, type PersonRow } from './find-person.ts'
import { findTeam, homeLeague, latestIn, type TeamRow } from './find-team.ts'
import { findSplitPeople, joinPerson } from './join-split.ts'
import {
  closePerson,
  closeTeam,
  newPerson,
  newTeam,
  type OpenPerson,
  type OpenTeam,
  openPerson,
  openTeam,
} from './known.ts'
import { joinTeam, mergeNamed } from './merge.ts'
import { createRegistry, listedId, type Registry } from './registry.ts'

export interface IdentityOptions {
  readonly known: Pick<ExternalIds, 'teams' | 'players'>
  readonly aliases: Aliases
  readonly leagues: readonly CatalogueLeague[]
  /** Source ids of the folder that is read. */
  readonly present: { readonly teams: ReadonlySet<string>; readonly players: ReadonlySet<string> }
}

/** Who is who in one folder: every reader asks it row by row, in order of time. */
export interface Identity {
  /** The team that a side names, a new one where it names nobody known. */
  team(row: TeamRow): OpenTeam
  /** The home league of a team that its source id or its own name tells, else null. */
  homeLeague(sourceId: string | null, name: string | null): string | null
  /** Who sits in a seat; `seated` are those who sit in the game already. */
  person(row: PersonRow, seated: ReadonlySet<OpenPerson>): OpenPerson
  teamPlayed(team: OpenTeam, league: string, startMs: number, region?: string | null): void
  personPlayed(person: OpenPerson, row: Omit<PersonRow, 'sourceId' | 'name'>): void
  /** Joins people whom a history lists twice, and what aliases say to be one. Whoever has more games keeps the id. */
  join(): void
  readonly teams: Registry<OpenTeam>
  readonly people: Registry<OpenPerson>
  regionOf(league: string): string | null
  close(lastListed?: { readonly teams: number; readonly players: number }): IdentifiedPeople
}

export interface IdentifiedPeople {
  readonly teams: KnownTable<KnownTeam>
  readonly players: KnownTable<KnownPerson>
  readonly findings: readonly Finding[]
}

export function openIdentity({ known, aliases, leagues, present }: IdentityOptions): Identity {
  const findings: Finding[] = []
  const onFinding = (finding: Finding): void => void findings.push(finding)
  const teams = createRegistry<OpenTeam>({
    onFinding,
    kind: 'team',
    ...known.teams,
    rows: known.teams.rows.map(openTeam),
    present: present.teams,
    aliases: aliases.teams,
    create: newTeam,
  })
  const people = createRegistry<OpenPerson>({
    onFinding,
    kind: 'player',
    ...known.players,
    rows: known.players.rows.map(openPerson),
    present: present.players,
    aliases: aliases.players,
    create: newPerson,
  })
  const newSources = { teams: new Set(aliases.new.teams), players: new Set(aliases.new.players) }
  const regions = new Map(leagues.map(({ code, region }) => [code, region]))
  const abroad = new Set(
    leagues.filter(({ kind }) => kind === 'international' || kind === 'cup').map(({ code }) => code),
  )
  const regionOf = (league: string): string | null => regions.get(league) ?? null

  const identity: Identity = {
    teams,
    people,
    regionOf,
    homeLeague: (sourceId, name) => {
      const team = (sourceId === null ? undefined : teams.ofSource(sourceId)[0]) ?? teams.ofName(name)[0]
      return team === undefined ? null : homeLeague(team)
    },
    team: (row) => {
      const { sourceId, name } = row
      const sourced = sourceId === null ? null : latestIn(teams.ofSource(sourceId), row.league)
      const isNew = sourceId !== null && newSources.teams.has(sourceId)
      const named = (): OpenTeam | null =>
        isNew
          ? null
          : findTeam(
              teams.ofName(name).filter((team) => teams.isFree(team, sourceId)),
              row,
            )
      const team = sourced ?? named()
      if (team === null) return teams.add(sourceId, name)
      teams.learn(team, sourceId, name)
      return team
    },
    person: (row, seated) => {
      const { sourceId, name } = row
      const [sourced] = sourceId === null ? [] : people.ofSource(sourceId)
      if (sourced !== undefined) {
        people.learn(sourced, sourceId, name)
        return sourced
      }
      const isNew = sourceId !== null && newSources.players.has(sourceId)
      const isFree = (person: OpenPerson): boolean => !seated.has(person) && people.isFree(person, sourceId)
      const found = isNew ? null : findPerson(people.ofName(name), row, isFree)
      if (found === null) return people.add(sourceId, name)
      const { person, byRegion } = found
      if (byRegion) onFinding({ kind: 'player', what: 'byRegion', id: person.id, name: name ?? '', others: [] })
      people.learn(person, sourceId, name)
      return person
    },
    teamPlayed: (team, league, startMs, region = null) => {
      team.region ??= region ?? regionOf(league)
      if (startMs <= team.knownMs) return
      team.lastGameMs = Math.max(team.lastGameMs, startMs)
      team.lastByLeague.set(league, Math.max(startMs, team.lastByLeague.get(league) ?? startMs))
      if (!abroad.has(league)) pushRecent(team.recentLeagues, league)
    },
    personPlayed: (person, { teamId, region, role, startMs }) => {
      person.firstGameMs = Math.min(person.firstGameMs, startMs)
      if (startMs <= person.knownMs) return
      person.games += 1
      person.teamId = teamId
      person.region = region
      person.lastGameMs = startMs
      pushRecent(person.recentRoles, role)
    },
    join: () => {
      mergeNamed('team', teams, aliases.merge.teams, joinTeam, onFinding)
      mergeNamed('player', people, aliases.merge.players, joinPerson, onFinding)
      // A joined person is settled: every run gives the same. Those of other sources were told apart row by row.
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
    },
    close: (lastListed = { teams: known.teams.lastListed, players: known.players.lastListed }) => ({
      teams: {
        last: teams.last(),
        lastListed: lastListed.teams,
        rows: inOrder(teams.all(), lastListed.teams).map(closeTeam),
      },
      players: {
        last: people.last(),
        lastListed: lastListed.players,
        rows: inOrder(people.all(), lastListed.players).map(closePerson),
      },
      // Who was new and is somebody known after all is no namesake.
      findings: onceEach(findings).filter(({ kind, id }) => (kind === 'team' ? teams : people).get(id) !== undefined),
    }),
  }
  return identity
}

/** In order of id, without the source ids that `lastListed` says already. */
function inOrder<Entity extends OpenTeam | OpenPerson>(all: readonly Entity[], lastListed: number): readonly Entity[] {
  for (const { id, formerIds, sources } of all) {
    for (const own of [id, ...formerIds]) if (own <= lastListed) sources.delete(listedId(own))
  }
  return [...all].sort((a, b) => a.id - b.id)
}

/** A person who plays on is found at every game again. */
function onceEach(findings: readonly Finding[]): readonly Finding[] {
  return [...new Map(findings.map((finding) => [`${finding.what} ${finding.kind} ${finding.id}`, finding])).values()]
}
