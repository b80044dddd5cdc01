import type { Row } from './history.ts'
import {
  type InventedGame,
  type InventedPlayer,
  type InventedSeries,
  type InventedSide,
  inventLeague,
} from './invented-league.ts'

export type HeaderYear = 2020 | 2025

/** Writes the invented league as Oracle's Elixir would publish it: twelve rows a game, under the header of an early or a late year. */
export function oracleRows(year: HeaderYear): Row[] {
  return inventLeague().flatMap((series) => series.games.flatMap((game) => gameRows(series, game, year)))
}

function gameRows(series: InventedSeries, game: InventedGame, year: HeaderYear): Row[] {
  const rows = (side: 0 | 1): Row[] =>
    game.sides[side].players.map((player, seat) => ({
      ...head(series, game, side, String(side * 5 + seat + 1), player.role, year),
      ...names(year, player, game.sides[side]),
      champion: player.champion,
      ...counts(player, player.cs, year),
      ...objectives(),
    }))
  const team = (side: 0 | 1): Row => {
    const { players } = game.sides[side]
    const total = (key: 'kills' | 'deaths' | 'assists' | 'cs' | 'gold'): number =>
      players.reduce((sum, player) => sum + player[key], 0)
    const all = { kills: total('kills'), deaths: total('deaths'), assists: total('assists'), gold: total('gold') }
    return {
      ...head(series, game, side, String(100 * (side + 1)), 'team', year),
      ...names(year, null, game.sides[side]),
      champion: '',
      ...counts(all, null, year),
      ...objectives(game, side),
    }
  }
  return [...rows(0), ...rows(1), team(0), team(1)]
}

function head(
  series: InventedSeries,
  game: InventedGame,
  side: 0 | 1,
  participant: string,
  position: string,
  year: HeaderYear,
): Row {
  return {
    gameid: game.id,
    datacompleteness: 'complete',
    league: series.league,
    year: series.year,
    split: series.split,
    playoffs: String(series.playoffs),
    date: game.date.replace('T', ' '),
    game: String(game.number),
    patch: '31.01',
    participantid: participant,
    side: side === 0 ? 'Blue' : 'Red',
    position,
    gamelength: String(game.lengthSeconds),
    result: game.winner === side ? '1' : '0',
    ...(year === 2025
      ? { pick1: 'Hero 1', void_grubs: '3', atakhans: '', golddiffat15: position === 'team' ? '-120.5' : '' }
      : {}),
  }
}

function names(year: HeaderYear, player: InventedPlayer | null, side: InventedSide): Row {
  const playerid = player === null ? '' : `oe:player:${player.id}`
  return year === 2020
    ? { player: player?.name ?? '', playerid, team: side.team, teamid: `oe:team:${side.teamId}` }
    : { playername: player?.name ?? '', playerid, teamname: side.team, teamid: `oe:team:${side.teamId}` }
}

// In late years numbers have a decimal point, and the `total cs` of a team is empty, but its two parts are not.
function counts(
  line: { kills: number; deaths: number; assists: number; gold: number },
  cs: number | null,
  year: HeaderYear,
): Row {
  const text = (value: number): string => (year === 2025 ? value.toFixed(1) : String(value))
  return {
    kills: String(line.kills),
    deaths: String(line.deaths),
    assists: String(line.assists),
    totalgold: text(line.gold),
    'total cs': cs === null ? '' : text(cs),
  }
}

function objectives(game?: InventedGame, side?: 0 | 1): Row {
  const bit = (taken: boolean): string => (taken ? '1' : '0')
  const known = game !== undefined && side !== undefined
  const first = (objective: keyof InventedGame['firsts']): string => (known ? bit(game.firsts[objective] === side) : '')
  return {
    firstblood: first('blood'),
    firsttower: first('tower'),
    firstdragon: first('dragon'),
    firstbaron: first('baron'),
    firstherald: '',
    towers: known ? String(game.sides[side].towers) : '',
    dragons: known ? String(game.sides[side].dragons) : '',
    barons: known ? String(game.sides[side].barons) : '',
  }
}
