import type { StatedGame, StatedSeat, StatedSide } from '@riftline/predictor'
import type { Row } from '../history.ts'

const positions = ['top', 'jng', 'mid', 'bot', 'sup']

/** Writes games as a yearly file of Oracle's Elixir, twelve rows each. A side without a lineup gets five unknown players. */
export function oraclesElixirRows(games: readonly StatedGame[]): Row[] {
  return games.flatMap((game) => [
    ...game.sides.flatMap((side, index) =>
      positions.map((position, seat) => ({
        ...head(game, side, index, position, String(5 * index + seat + 1)),
        ...playerCells(side.seats?.[seat] ?? null),
      })),
    ),
    ...game.sides.map((side, index) => ({
      ...head(game, side, index, 'team', String(100 * (index + 1))),
      ...teamCells(side),
    })),
  ])
}

function head(game: StatedGame, side: StatedSide, index: number, position: string, participant: string): Row {
  const { id, league, season, playoffs, startMs, gameNumber, patch, lengthSeconds, winner } = game
  return {
    gameid: id,
    datacompleteness: 'complete',
    league,
    year: season ?? '',
    split: '',
    playoffs: playoffs === null ? '' : playoffs ? '1' : '0',
    date: new Date(startMs).toISOString().slice(0, 19).replace('T', ' '),
    game: count(gameNumber),
    patch: patch ?? '',
    participantid: participant,
    side: index === 0 ? 'Blue' : 'Red',
    position,
    playername: '',
    playerid: '',
    teamname: side.team.name,
    teamid: side.team.sourceId ?? '',
    champion: '',
    gamelength: count(lengthSeconds),
    result: winner === index ? '1' : '0',
  }
}

function playerCells(seat: StatedSeat | null): Row {
  return {
    playername: seat?.player?.name ?? 'unknown player',
    playerid: seat?.player?.sourceId ?? '',
    champion: seat?.champion ?? '',
    kills: count(seat?.kills ?? null),
    deaths: count(seat?.deaths ?? null),
    assists: count(seat?.assists ?? null),
    totalgold: count(seat?.gold ?? null),
    'total cs': count(seat?.cs ?? null),
    towers: '',
    dragons: '',
    barons: '',
  }
}

function teamCells({ kills, deaths, assists, gold, cs, towers, dragons, barons }: StatedSide): Row {
  return {
    kills: count(kills),
    deaths: count(deaths),
    assists: count(assists),
    totalgold: count(gold),
    'total cs': count(cs),
    towers: count(towers),
    dragons: count(dragons),
    barons: count(barons),
  }
}

const count = (value: number | null): string => (value === null ? '' : String(value))
