import { fold, type StatedGame, type StatedName, type StatedSide } from '@riftline/core'
import type { Identity } from '../identity/identity.ts'
import type { OpenPerson, OpenTeam } from '../identity/known.ts'
import type { StatedPeople } from '../identity/seat-holders.ts'
import type { OpenIdTable } from '../ids/id-table.ts'
import { type GameSide, roles } from '../types.ts'
import type { LooseGame } from './cut-series.ts'

/** What gives names their ids. */
export interface Naming {
  readonly identity: Identity
  readonly champions: OpenIdTable
  readonly tournaments: OpenIdTable
}

/** A game with its ids, beside its source. */
export interface NamedGame {
  readonly source: StatedGame
  readonly game: LooseGame
}

/** Called for a game that is left out, with why and the same for people. */
export type OnSkip = (game: StatedGame, why: 'bad_row' | 'team_ambiguous', reason: string) => void

/** The source ids of all games: a new one cannot mean whom another one names. */
export function sourceIdsOf(sources: readonly StatedGame[]): {
  readonly teams: Set<string>
  readonly players: Set<string>
} {
  const present = { teams: new Set<string>(), players: new Set<string>() }
  for (const { sides } of sources) {
    for (const side of sides) {
      if (side.team.sourceId !== null) present.teams.add(side.team.sourceId)
      for (const { sourceId } of peopleOf(side)) if (sourceId !== null) present.players.add(sourceId)
    }
  }
  return present
}

/** When each team, by source id and folded name, is last in a game. */
export function lastStatedMs(sources: readonly StatedGame[]): ReadonlyMap<string, number> {
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
export function nameGames(sources: readonly StatedGame[], naming: Naming, onSkip: OnSkip): readonly NamedGame[] {
  const inTime = [...sources].sort((a, b) => a.startMs - b.startMs || (a.id < b.id ? -1 : 1))
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
    const nameSide = (side: StatedSide, team: OpenTeam): GameSide => {
      naming.identity.teamPlayed(team, source.league, source.startMs)
      return toGameSide(side, team, source, naming, { seated, stated })
    }
    const sides = [nameSide(blue, first), nameSide(red, second)] as const
    named.push({ source, game: toLooseGame(source, sides, naming.tournaments.idOf(tournamentName(source))) })
  }
  return named
}

/** A source without tournaments has those of leagues and seasons. */
export function tournamentName({ tournament, league, season }: StatedGame): string {
  return tournament ?? [league, season].filter((part) => part !== null).join(' ')
}

function toLooseGame(source: StatedGame, sides: readonly [GameSide, GameSide], tournamentId: number): LooseGame {
  const { id, startMs, gameNumber, playoffs, league, patch, lengthSeconds, sidesKnown, winner, firsts } = source
  const phase = `${tournamentName(source)} ${playoffs === true ? 'playoffs' : ''}`
  const what = { id, startMs, number: gameNumber, playoffs, phase, tournamentId, league, patch, lengthSeconds }
  return { ...what, sides, sidesKnown, winner: winner ?? 0, firsts }
}

function nameTeam({ sides, league, startMs }: StatedGame, index: 0 | 1, identity: Identity): OpenTeam | null {
  const side = sides[index]
  const opponent = sides[index === 0 ? 1 : 0].team
  const opponentLeague = identity.homeLeague(opponent.sourceId, opponent.name)
  return identity.statedTeam({ ...side.team, league, opponentLeague, startMs }, peopleOf(side))
}

function peopleOf({ seats }: StatedSide): readonly StatedName[] {
  return (seats ?? []).flatMap(({ player }) => player ?? [])
}

function statedPeople({ sides }: StatedGame): StatedPeople {
  const named = sides.flatMap(peopleOf)
  return new Set(named.flatMap(({ name, sourceId }) => (sourceId === null ? [fold(name)] : [fold(name), sourceId])))
}

function toGameSide(
  side: StatedSide,
  team: OpenTeam,
  { league, startMs }: StatedGame,
  { identity, champions }: Naming,
  { seated, stated }: { readonly seated: Set<OpenPerson>; readonly stated: StatedPeople },
): GameSide {
  const { team: _, seats, bans: __, ...counts } = side
  const players = seats ?? []
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
    champions: roles.map((_, seat) => players[seat]?.champion ?? null),
    playerIds: roles.map((_, seat) => name(seat)),
  }
}
