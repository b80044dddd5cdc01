import { fold } from '@riftline/core'
import type { Identity } from '../identity/identity.ts'
import type { OpenPerson, OpenTeam } from '../identity/known.ts'
import type { StatedPeople } from '../identity/seat-holders.ts'
import type { OpenIdTable } from '../ids/id-table.ts'
import { type GameSide, roles, type SkippedRow } from '../types.ts'
import type { LooseGame } from './cut-series.ts'
import type { OeGame, OeSide } from './oe-game.ts'

/** What gives names their ids. */
export interface Naming {
  readonly identity: Identity
  readonly champions: OpenIdTable
  readonly tournaments: OpenIdTable
}

/** A game with its ids, beside its source. */
export interface NamedGame {
  readonly source: OeGame
  readonly game: LooseGame
}

/** The source ids of all games: a new one cannot mean whom another one names. */
export function sourceIdsOf(sources: readonly OeGame[]): {
  readonly teams: Set<string>
  readonly players: Set<string>
} {
  const present = { teams: new Set<string>(), players: new Set<string>() }
  for (const { sides } of sources) {
    for (const { team, players } of sides) {
      if (team.sourceId !== null) present.teams.add(team.sourceId)
      for (const { player } of players) if (player?.sourceId) present.players.add(player.sourceId)
    }
  }
  return present
}

/** When each team, by source id and folded name, is last in a game. */
export function lastStatedMs(sources: readonly OeGame[]): ReadonlyMap<string, number> {
  const last = new Map<string, number>()
  for (const { sides, startMs } of sources) {
    for (const { team } of sides) {
      for (const key of [fold(team.name), team.sourceId ?? ''])
        last.set(key, Math.max(startMs, last.get(key) ?? startMs))
    }
  }
  return last
}

/** Names games in order of time, so that the order of files and rows does not matter. */
export function nameGames(sources: readonly OeGame[], naming: Naming, skipped: SkippedRow[]): readonly NamedGame[] {
  const inTime = [...sources].sort((a, b) => a.startMs - b.startMs || (a.id < b.id ? -1 : 1))
  const named: NamedGame[] = []
  for (const source of inTime) {
    const [blue, red] = source.sides
    const first = nameTeam(source, 0, naming.identity)
    const second = nameTeam(source, 1, naming.identity)
    const skip = (reason: string): void => {
      skipped.push({ file: source.file, line: source.line, reason: `teamname: ${source.id} ${reason}` })
    }
    if (first === null || second === null) {
      skip(`has ${(first === null ? blue : red).team.name}, which may be a new name of a known team`)
      continue
    }
    if (first === second) {
      skip(`has ${blue.team.name} on both sides`)
      continue
    }
    const seated = new Set<OpenPerson>()
    const stated = statedPeople(source)
    const nameSide = (side: OeSide, team: OpenTeam): GameSide => {
      naming.identity.teamPlayed(team, source.league, source.startMs)
      return toGameSide(side, team, source, naming, { seated, stated })
    }
    const sides = [nameSide(blue, first), nameSide(red, second)] as const
    named.push({ source, game: toLooseGame(source, sides, naming.tournaments.idOf(tournamentName(source))) })
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

function nameTeam({ sides, league, startMs }: OeGame, index: 0 | 1, identity: Identity): OpenTeam | null {
  const { team, players } = sides[index]
  const opponent = sides[index === 0 ? 1 : 0].team
  const opponentLeague = identity.homeLeague(opponent.sourceId, opponent.name)
  const lineup = players.flatMap(({ player }) => player ?? [])
  return identity.statedTeam({ ...team, league, opponentLeague, startMs }, lineup)
}

function statedPeople({ sides }: OeGame): StatedPeople {
  const named = sides.flatMap(({ players }) => players.flatMap(({ player }) => player ?? []))
  return new Set(named.flatMap(({ name, sourceId }) => (sourceId === null ? [fold(name)] : [fold(name), sourceId])))
}

function toGameSide(
  side: OeSide,
  team: OpenTeam,
  { league, startMs }: OeGame,
  { identity, champions }: Naming,
  { seated, stated }: { readonly seated: Set<OpenPerson>; readonly stated: StatedPeople },
): GameSide {
  const { team: _, players, ...counts } = side
  for (const { champion } of players) if (champion !== null) champions.idOf(champion)
  const region = team.region ?? identity.regionOf(league)
  const name = (seat: number): number | null => {
    const player = players[seat]?.player ?? null
    if (player === null) return null
    const row = { ...player, teamId: team.id, region, role: roles[seat]!, startMs }
    const person = identity.statedPerson(row, seated, stated)
    if (person === null) return null
    identity.personPlayed(person, row)
    seated.add(person)
    return person.id
  }
  return {
    ...counts,
    teamId: team.id,
    champions: players.map(({ champion }) => champion),
    playerIds: roles.map((_, seat) => name(seat)),
  }
}
