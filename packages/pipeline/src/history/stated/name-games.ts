import { fold, isSameName, type StatedGame, type StatedName, type StatedSide } from '@riftline/predictor'
import type { OpenIdTable } from '../external-ids.ts'
import { byPlay } from '../games.ts'
import type { StatedPeople } from '../identity/find-person.ts'
import type { Identity } from '../identity/identity.ts'
import type { OpenPerson, OpenTeam } from '../identity/known.ts'
import { type ChampionRow, type GameSide, roles, type TournamentRow } from '../types.ts'
import type { LooseGame } from './cut-series.ts'
import { type SeriesStatement, type SourcedGame, statementsOf } from './merge-games.ts'

interface Naming {
  readonly identity: Identity
  readonly champions: OpenIdTable
  readonly tournaments: OpenIdTable
  /** The series of a game as sources state it; null if none names it. */
  seriesOf(game: SourcedGame): SeriesStatement | null
}

export interface NamedGame {
  readonly source: SourcedGame
  readonly game: LooseGame
  readonly series: SeriesStatement | null
}

/** Called for a game that is left out, with the reason as a code and as a text for people. */
export type OnSkip = (game: StatedGame, why: 'bad_row' | 'team_ambiguous' | 'remake', reason: string) => void

/** The source ids in all games: a new id cannot mean an entity that another id names. */
export function sourceIdsOf(sources: readonly SourcedGame[]) {
  const present = { teams: new Set<string>(), players: new Set<string>() }
  for (const { sides } of sources.flatMap(statementsOf)) {
    for (const side of sides) {
      if (side.team.sourceId !== null) present.teams.add(side.team.sourceId)
      for (const { sourceId } of peopleOf(side)) if (sourceId !== null) present.players.add(sourceId)
    }
  }
  return present
}

/** Start of the last game of each team, by source id and folded name. */
export function lastStatedMs(sources: readonly SourcedGame[]): ReadonlyMap<string, number> {
  const last = new Map<string, number>()
  for (const { sides, startMs } of sources.flatMap(statementsOf)) {
    for (const { team } of sides) {
      for (const key of [fold(team.name), team.sourceId ?? ''])
        last.set(key, Math.max(startMs, last.get(key) ?? startMs))
    }
  }
  return last
}

/** Names games in order of time, so that the order of files and rows does not matter. */
export function nameGames(sources: readonly SourcedGame[], naming: Naming, onSkip: OnSkip): readonly NamedGame[] {
  const inTime = [...sources].sort(byPlay)
  const named: NamedGame[] = []
  for (const source of inTime) {
    const [blue, red] = source.sides
    const first = nameTeam(source, 0, naming.identity)
    const second = nameTeam(source, 1, naming.identity)
    if (first === null || second === null) {
      const { name } = (first === null ? blue : red).team
      onSkip(source, 'team_ambiguous', `teamname: ${source.id} has ${name}, which may be a new name of a known team`)
      continue
    }
    if (first === second) {
      onSkip(source, 'bad_row', `teamname: ${source.id} has ${blue.team.name} on both sides`)
      continue
    }
    const seated = new Set<OpenPerson>()
    const stated = statedPeople(source)
    const nameSide = (index: 0 | 1, team: OpenTeam): GameSide => {
      naming.identity.teams.learnOthers(team, teamNames(source, index))
      naming.identity.teamPlayed(team, source.league, source.startMs)
      return toGameSide(source, index, team, naming, { seated, stated })
    }
    const sides = [nameSide(0, first), nameSide(1, second)] as const
    const series = naming.seriesOf(source)
    const tournamentId = naming.tournaments.idOf(tournamentName(source))
    named.push({ source, series, game: toLooseGame(source, sides, tournamentId, series?.key ?? null) })
  }
  return named
}

/** Tournaments of a source without any are named after league and season. */
function tournamentName({ tournament, league, season }: StatedGame): string {
  return tournament ?? [league, season].filter((part) => part !== null).join(' ')
}

function toLooseGame(
  source: StatedGame,
  sides: readonly [GameSide, GameSide],
  tournamentId: number,
  seriesKey: string | null,
): LooseGame {
  const { id, startMs, gameNumber, playoffs, league, patch, lengthSeconds, sidesKnown, winner, firsts } = source
  const phase = `${tournamentName(source)} ${playoffs === true ? 'playoffs' : ''}`
  const where = { id, startMs, number: gameNumber, seriesKey, playoffs, phase, tournamentId, league }
  return { ...where, patch, lengthSeconds, sides, sidesKnown, winner: winner ?? 0, firsts }
}

function nameTeam(source: SourcedGame, index: 0 | 1, { homeLeague, statedTeam, teams }: Identity): OpenTeam | null {
  const { league, startMs, sides } = source
  const opponent = known(teamNames(source, index === 0 ? 1 : 0), teams)
  const opponentLeague = homeLeague(opponent.sourceId, opponent.name)
  const team = known(teamNames(source, index), teams)
  return statedTeam({ ...team, league, opponentLeague, startMs }, peopleOf(sides[index]))
}

function teamNames(source: SourcedGame, index: 0 | 1): Names {
  return [source.sides[index].team, ...(source.statements ?? []).map(({ sides }) => sides[index].team)]
}

/** Names that the sources give the player in a seat; a source with a different name may mean another person. */
function playerNames(source: SourcedGame, index: 0 | 1, seat: number): Names | null {
  const player = source.sides[index].seats?.[seat]?.player ?? null
  if (player === null) return null
  const others = (source.statements ?? []).flatMap(({ sides }) => sides[index].seats?.[seat]?.player ?? [])
  return [player, ...others.filter(({ name }) => isSameName(name, player.name))]
}

type Names = readonly [StatedName, ...StatedName[]]

/** The first name whose source id is known, else the first. */
function known(names: Names, { ofSource }: { ofSource(sourceId: string): readonly unknown[] }): StatedName {
  return names.find(({ sourceId }) => sourceId !== null && ofSource(sourceId).length > 0) ?? names[0]
}

function peopleOf({ seats }: StatedSide): readonly StatedName[] {
  return (seats ?? []).flatMap(({ player }) => player ?? [])
}

function statedPeople(source: SourcedGame): StatedPeople {
  const named = statementsOf(source).flatMap(({ sides }) => sides.flatMap(peopleOf))
  return new Set(named.flatMap(({ name, sourceId }) => (sourceId === null ? [fold(name)] : [fold(name), sourceId])))
}

function toGameSide(
  source: SourcedGame,
  index: 0 | 1,
  team: OpenTeam,
  { identity, champions }: Naming,
  { seated, stated }: { readonly seated: Set<OpenPerson>; readonly stated: StatedPeople },
): GameSide {
  const { league, startMs } = source
  const { team: _, seats, bans: __, ...counts } = source.sides[index]
  const players = seats ?? []
  for (const { champion } of players) if (champion !== null) champions.idOf(champion)
  const region = team.region ?? identity.regionOf(league)
  const lineup: OpenPerson[] = []
  const name = (seat: number): number | null => {
    const names = playerNames(source, index, seat)
    if (names === null) return null
    const row = { ...known(names, identity.people), teamId: team.id, region, role: roles[seat]!, startMs }
    const person = identity.statedPerson(row, seated, stated)
    if (person === null) return null
    identity.people.learnOthers(person, names)
    identity.personPlayed(person, row)
    seated.add(person)
    lineup.push(person)
    return person.id
  }
  const playerIds = roles.map((_, seat) => name(seat))
  identity.lineupPlayed(team, lineup, startMs)
  return {
    ...counts,
    teamId: team.id,
    champions: roles.map((_, seat) => players[seat]?.champion ?? null),
    playerIds,
  }
}

// Tables that riftline's own layout has as files, derived here from the games and sorted by id.

export function toChampionRows(games: readonly NamedGame[], { champions }: Naming): readonly ChampionRow[] {
  const picks = games.flatMap(({ game }) => game.sides.flatMap((side) => side.champions))
  const names = new Set(picks.filter((name) => name !== null))
  const rows = [...names].map((name) => ({ id: champions.idOf(name), name, imageUrl: null }))
  return rows.sort((a, b) => a.id - b.id)
}

export function toTournamentRows(games: readonly NamedGame[]): readonly TournamentRow[] {
  const rows = new Map<number, TournamentRow>()
  for (const { source, game } of games) {
    const id = game.tournamentId!
    const row = rows.get(id)
    rows.set(id, {
      id,
      name: tournamentName(source),
      league: game.league,
      region: source.region,
      season: source.season,
      startMs: row?.startMs ?? game.startMs,
      endMs: game.startMs,
    })
  }
  return [...rows.values()].sort((a, b) => a.id - b.id)
}
