import { leagueOf, roleOf } from '../recent-games.ts'
import type { KnownPerson, KnownTeam, PlayerRow, Role, TeamRow } from '../types.ts'
import type { IdentifiedPeople } from './identity.ts'

// Teams and people while a history is read: what earlier folders knew, moved on by each game.

export interface OpenEntity {
  readonly id: number
  /** The current one first; none for whoever was never named. */
  names: string[]
  readonly formerIds: number[]
  readonly sources: Set<string>
  /** Games up to this time are counted already. */
  readonly knownMs: number
  lastGameMs: number
}

export interface OpenTeam extends OpenEntity {
  region: string | null
  /** Leagues of the last games, without international events and cups. */
  readonly recentLeagues: string[]
  readonly lastByLeague: Map<string, number>
}

export interface OpenPerson extends OpenEntity {
  teamId: number | null
  /** Whole line-ups of this team without them since their last game for it. */
  lineupsMissed: number
  region: string | null
  readonly recentRoles: Role[]
  games: number
  firstGameMs: number
}

export function newTeam(id: number): OpenTeam {
  return openTeam({ ...newcomer, id, region: null, recentLeagues: [], lastByLeague: [] })
}

export function newPerson(id: number): OpenPerson {
  const never = { firstGameMs: null, lastGameMs: null }
  return openPerson({ ...newcomer, ...never, id, teamId: null, region: null, recentRoles: [], games: 0 })
}

const newcomer = { names: [], formerIds: [], sources: [] } as const

export function openTeam(team: KnownTeam): OpenTeam {
  const lastGameMs = Math.max(never, ...team.lastByLeague.map(([, ms]) => ms))
  return {
    id: team.id,
    names: [...team.names],
    formerIds: [...team.formerIds],
    sources: new Set(team.sources),
    knownMs: lastGameMs,
    lastGameMs,
    region: team.region,
    recentLeagues: [...team.recentLeagues],
    lastByLeague: new Map(team.lastByLeague),
  }
}

export function openPerson(person: KnownPerson): OpenPerson {
  const { id, teamId, lineupsMissed = 0, region, games } = person
  const lastGameMs = person.lastGameMs ?? never
  return {
    id,
    names: [...person.names],
    formerIds: [...person.formerIds],
    sources: new Set(person.sources),
    knownMs: lastGameMs,
    lastGameMs,
    teamId,
    lineupsMissed,
    region,
    recentRoles: [...person.recentRoles],
    games,
    firstGameMs: person.firstGameMs ?? Number.POSITIVE_INFINITY,
  }
}

export function closeTeam(team: OpenTeam): KnownTeam {
  const { id, names, formerIds, sources, region, recentLeagues, lastByLeague } = team
  return { id, names, formerIds, sources: [...sources], region, recentLeagues, lastByLeague: [...lastByLeague] }
}

export function closePerson(person: OpenPerson): KnownPerson {
  const { id, names, formerIds, sources, teamId, lineupsMissed, region, recentRoles } = person
  const { games, firstGameMs, lastGameMs } = person
  return {
    id,
    names,
    formerIds,
    sources: [...sources],
    teamId,
    ...(lineupsMissed > 0 && { lineupsMissed }),
    region,
    recentRoles,
    games,
    firstGameMs: Number.isFinite(firstGameMs) ? firstGameMs : null,
    lastGameMs: Number.isFinite(lastGameMs) ? lastGameMs : null,
  }
}

const never = Number.NEGATIVE_INFINITY

/** The people of each team, and how many of its line-ups each of them has missed. */
interface Rosters {
  /** A person plays for a team from now on. */
  seat(person: OpenPerson, teamId: number): void
  /** A team fields a line-up: everyone else whose last team it is has missed one more. */
  field(teamId: number, lineup: readonly OpenPerson[]): void
}

const wholeLineup = 5

export function createRosters(people: readonly OpenPerson[]): Rosters {
  const byTeam = new Map<number, Set<OpenPerson>>()
  const add = (person: OpenPerson, teamId: number): void => {
    const roster = byTeam.get(teamId)
    if (roster === undefined) byTeam.set(teamId, new Set([person]))
    else roster.add(person)
  }
  for (const person of people) if (person.teamId !== null) add(person, person.teamId)
  return {
    seat: (person, teamId) => {
      if (person.teamId !== null && person.teamId !== teamId) byTeam.get(person.teamId)?.delete(person)
      add(person, teamId)
      person.lineupsMissed = 0
    },
    field: (teamId, lineup) => {
      // A line-up with an empty seat does not tell who is missing.
      if (lineup.length < wholeLineup) return
      const fielded = new Set(lineup)
      for (const person of byTeam.get(teamId) ?? []) if (!fielded.has(person)) person.lineupsMissed += 1
    },
  }
}

/** The rows of teams and players that a folder names; whoever has no name has no row. */
export function toNamedRows(
  { teams, players }: IdentifiedPeople,
  named: { readonly teams: ReadonlySet<number>; readonly players: ReadonlySet<number> },
): { readonly teams: readonly TeamRow[]; readonly players: readonly PlayerRow[] } {
  return {
    teams: teams.rows.flatMap(({ id, names: [name, ...aliases], region, recentLeagues }) => {
      if (name === undefined || !named.teams.has(id)) return []
      return [{ id, name, code: null, region, league: leagueOf(recentLeagues), aliases }]
    }),
    players: players.rows.flatMap(({ id, names: [name, ...aliases], recentRoles, teamId }) => {
      if (name === undefined || !named.players.has(id)) return []
      return [{ id, name, role: roleOf(recentRoles), teamId, aliases }]
    }),
  }
}
