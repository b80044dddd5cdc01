import { byId } from '../../group-by.ts'
import type { CommonNames } from '../../names/names.ts'
import { byPlay } from '../games.ts'
import { type Identity, openIdentity } from '../identity/identity.ts'
import { type OpenPerson, type OpenTeam, toNamedRows } from '../identity/known.ts'
import { listedId } from '../identity/registry.ts'
import {
  type ExternalIds,
  type Game,
  type GameSide,
  type History,
  type PlayerRow,
  roles,
  type TeamRow,
} from '../types.ts'

type ListedFolder = Pick<History, 'series' | 'playerGames' | 'teams' | 'players' | 'tournaments'>

type IdentifiedFolder = ReturnType<typeof identifyFolder>

/** Recognises the teams and people of a folder in riftline's own layout; its ids are source ids like those of other sources. */
export function identifyFolder(folder: ListedFolder, known: ExternalIds, { aliases, leagues }: CommonNames) {
  const present = presentIds(folder)
  const identity = openIdentity({
    known,
    aliases,
    leagues,
    present: { teams: toSources(present.teams), players: toSources(present.players) },
  })
  const rows = { teams: byId(folder.teams), players: byId(folder.players) }
  const open: OpenFolder = { identity, rows, teams: new Map(), people: new Map() }
  learnGames(open, folder)
  for (const id of present.teams) teamOf(open, id, { league: rows.teams.get(id)?.league ?? '', startMs: never })
  for (const id of present.players) learnListed(open, id)
  identity.join()

  const isFirst = known.players.rows.length === 0 && known.teams.rows.length === 0
  const lastListed = { teams: identity.teams.last(), players: identity.people.last() }
  const holder = (all: { ofSource(sourceId: string): readonly { readonly id: number }[] }) => (id: number) =>
    all.ofSource(listedId(id))[0]?.id ?? id
  const [teamId, playerId] = [holder(identity.teams), holder(identity.people)]
  const identified = identity.close(isFirst ? lastListed : undefined)
  const listed = { teams: toIds(folder.teams, teamId), players: toIds(folder.players, playerId) }
  const named = toNamedRows(identified, listed)
  const teamRows = new Map(folder.teams.map((row) => [teamId(row.id), row]))
  const withCode = (row: TeamRow): TeamRow => {
    const { code = null, league = null } = teamRows.get(row.id) ?? {}
    return { ...row, code, league: row.league ?? league, aliases: row.aliases.filter((alias) => alias !== code) }
  }
  return { identified, rows: { ...named, teams: named.teams.map(withCode) }, teamId, playerId }
}

interface OpenFolder {
  readonly identity: Identity
  readonly rows: { readonly teams: ReadonlyMap<number, TeamRow>; readonly players: ReadonlyMap<number, PlayerRow> }
  readonly teams: Map<number, OpenTeam>
  readonly people: Map<number, OpenPerson>
}

function learnGames(open: OpenFolder, folder: ListedFolder): void {
  const regions = new Map(folder.tournaments.map(({ id, region }) => [id, region]))
  for (const game of folder.series.flatMap(({ games }) => games).sort(byPlay)) {
    const seated = new Set<OpenPerson>()
    for (const side of game.sides) {
      const team = teamOf(open, side.teamId, game)
      const region = game.tournamentId === null ? null : (regions.get(game.tournamentId) ?? null)
      open.identity.teamPlayed(team, game.league, game.startMs, region)
      seatPlayers(open, game, side, team, seated)
    }
  }
}

function teamOf({ identity, rows, teams }: OpenFolder, id: number, game: Pick<Game, 'league' | 'startMs'>): OpenTeam {
  const found = teams.get(id)
  if (found !== undefined) return found
  const row = rows.teams.get(id)
  const { league, startMs } = game
  const sourceId = listedId(id)
  const team = identity.team({ sourceId, name: row?.name ?? null, league, startMs, opponentLeague: null })
  if (row !== undefined) {
    team.region = row.region ?? team.region
    identity.teams.describe(team, row.code === null ? row.aliases : [row.code, ...row.aliases], row.sources ?? [])
  }
  teams.set(id, team)
  return team
}

function seatPlayers(
  { identity, rows, people }: OpenFolder,
  game: Game,
  side: GameSide,
  team: OpenTeam,
  seated: Set<OpenPerson>,
): void {
  const lineup: OpenPerson[] = []
  for (const [seat, id] of side.playerIds.entries()) {
    if (id === null) continue
    const place = { teamId: team.id, region: team.region, role: roles[seat]!, startMs: game.startMs }
    const row = rows.players.get(id)
    const asked = { ...place, sourceId: listedId(id), name: row?.name ?? null }
    const person = people.get(id) ?? describePerson(identity, identity.person(asked, seated), row)
    people.set(id, person)
    seated.add(person)
    lineup.push(person)
    identity.personPlayed(person, place)
  }
  identity.lineupPlayed(team, lineup, game.startMs)
}

/** Recognises a player that the folder lists without a game. */
function learnListed({ identity, rows, people }: OpenFolder, id: number): void {
  if (people.has(id)) return
  const row = rows.players.get(id)
  const [sourced] = identity.people.ofSource(listedId(id))
  const person = describePerson(identity, sourced ?? identity.people.add(listedId(id), row?.name ?? null), row)
  if (person.games > 0 || row === undefined) return
  person.teamId = row.teamId
  if (row.role !== null && person.recentRoles.length === 0) person.recentRoles.push(row.role)
}

function describePerson({ people }: Identity, person: OpenPerson, row: PlayerRow | undefined): OpenPerson {
  if (row !== undefined) people.describe(person, row.aliases, row.sources ?? [])
  return person
}

const never = Number.NEGATIVE_INFINITY

function presentIds({ series, playerGames, teams, players }: ListedFolder) {
  const present = { teams: new Set(teams.map(({ id }) => id)), players: new Set(players.map(({ id }) => id)) }
  for (const { team1Id, team2Id, games } of series) {
    present.teams.add(team1Id).add(team2Id)
    for (const { sides } of games) {
      for (const { playerIds } of sides) for (const id of playerIds) if (id !== null) present.players.add(id)
    }
  }
  for (const { playerId } of playerGames) present.players.add(playerId)
  return present
}

function toSources(ids: ReadonlySet<number>): ReadonlySet<string> {
  return new Set([...ids].map(listedId))
}

function toIds(rows: readonly { readonly id: number }[], idOf: (id: number) => number): ReadonlySet<number> {
  return new Set(rows.map(({ id }) => idOf(id)))
}

type NumberedRows = Required<Pick<History, 'series' | 'playerGames' | 'odds' | 'teamSeasons' | 'playerSeasons'>>

export function renumber(rows: NumberedRows, { teamId, playerId }: IdentifiedFolder): NumberedRows {
  const renumberSide = (side: GameSide): GameSide => ({
    ...side,
    teamId: teamId(side.teamId),
    playerIds: side.playerIds.map((id) => (id === null ? null : playerId(id))),
  })
  const renumberGame = (game: Game): Game => {
    const [first, second] = game.sides
    return { ...game, sides: [renumberSide(first), renumberSide(second)] }
  }
  return {
    series: rows.series.map((series) => ({
      ...series,
      team1Id: teamId(series.team1Id),
      team2Id: teamId(series.team2Id),
      winnerTeamId: series.winnerTeamId === null ? null : teamId(series.winnerTeamId),
      games: series.games.map(renumberGame),
    })),
    playerGames: rows.playerGames.map((line) => {
      return { ...line, playerId: playerId(line.playerId), teamId: teamId(line.teamId) }
    }),
    odds: rows.odds.map((price) => {
      return { ...price, team1Id: teamId(price.team1Id), team2Id: teamId(price.team2Id) }
    }),
    teamSeasons: rows.teamSeasons.map((row) => ({ ...row, teamId: teamId(row.teamId) })),
    playerSeasons: rows.playerSeasons.map((row) => ({
      ...row,
      playerId: playerId(row.playerId),
      teamId: row.teamId === null ? null : teamId(row.teamId),
    })),
  }
}
