import { createIdTable, type OpenIdTable } from '../ids/id-table.ts'
import type { ExternalIds, GameSide, SkippedRow } from '../types.ts'
import type { LooseGame } from './cut-series.ts'
import type { OeGame, OeSide } from './oe-game.ts'

export interface IdTables {
  readonly teams: OpenIdTable
  readonly players: OpenIdTable
  readonly champions: OpenIdTable
  readonly tournaments: OpenIdTable
}

/** A game with its ids, beside its source. */
export interface NamedGame {
  readonly source: OeGame
  readonly game: LooseGame
}

export function openIdTables(known: ExternalIds, sources: readonly OeGame[]): IdTables {
  const teams = new Set<string>()
  const players = new Set<string>()
  for (const { sides } of sources) {
    for (const side of sides) {
      if (side.team.sourceId !== null) teams.add(side.team.sourceId)
      for (const { player } of side.players) if (player?.sourceId) players.add(player.sourceId)
    }
  }
  return {
    teams: createIdTable(known.teams, teams),
    players: createIdTable(known.players, players),
    champions: createIdTable(known.champions),
    tournaments: createIdTable(known.tournaments),
  }
}

/** Gives ids in order of first appearance in time, so that the order of files and rows does not matter. */
export function nameGames(sources: readonly OeGame[], tables: IdTables, skipped: SkippedRow[]): readonly NamedGame[] {
  const inTime = [...sources].sort((a, b) => a.startMs - b.startMs || (a.id < b.id ? -1 : 1))
  const named: NamedGame[] = []
  for (const source of inTime) {
    const [blue, red] = source.sides
    const sides = [nameSide(blue, tables), nameSide(red, tables)] as const
    if (sides[0].teamId === sides[1].teamId) {
      const { file, line, id } = source
      skipped.push({ file, line, reason: `teamname: ${id} has ${blue.team.name} on both sides` })
      continue
    }
    named.push({ source, game: toLooseGame(source, sides, tables.tournaments.idOf(null, tournamentName(source))) })
  }
  return named
}

/** The source has no tournaments: league, year and split identify one. */
export function tournamentName({ league, year, split }: OeGame): string {
  return [league, year, split].filter((part) => part !== null).join(' ')
}

function toLooseGame(source: OeGame, sides: readonly [GameSide, GameSide], tournamentId: number): LooseGame {
  const { id, startMs, number, playoffs, league, patch, lengthSeconds, winner, firsts } = source
  const phase = `${tournamentName(source)} ${playoffs === true ? 'playoffs' : ''}`
  const what = { id, startMs, number, playoffs, phase, tournamentId, league, patch, lengthSeconds }
  return { ...what, sides, sidesKnown: true, winner, firsts }
}

function nameSide(side: OeSide, tables: IdTables): GameSide {
  const { team, players, ...counts } = side
  for (const { champion } of players) if (champion !== null) tables.champions.idOf(null, champion)
  return {
    ...counts,
    teamId: tables.teams.idOf(team.sourceId, team.name),
    champions: players.map(({ champion }) => champion),
    playerIds: players.map(({ player }) =>
      player === null ? null : tables.players.idOf(player.sourceId, player.name),
    ),
  }
}
