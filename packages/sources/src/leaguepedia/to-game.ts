import type { StatedGame, StatedSeat, StatedSide } from '@riftline/predictor'
import { BadRow } from '../bad-row.ts'
import { toPatch } from '../patch.ts'
import type { CargoRow } from './cargo.ts'
import { list, optionalFlag, optionalNumber, optionalText, text, utcMs, winnerIndex } from './cells.ts'
import type { Lineups } from './lineups.ts'

/**
 * A game of the scoreboards, where alone `Team1` is the blue side.
 *
 * @param pages source ids of teams by name
 * @throws BadRow
 */
export function toGame(row: CargoRow, lineups: Lineups, pages: ReadonlyMap<string, string>): StatedGame {
  const gameId = text(row, 'GameId')
  const platformId = optionalText(row, 'RiotPlatformGameId')
  const patch = optionalText(row, 'Patch')
  return {
    source: 'leaguepedia',
    id: (platformId ?? `lp_${gameId}`).replaceAll(/[/:]/g, '_'),
    hasPlatformId: platformId !== null,
    startMs: utcMs(row, 'DateTime UTC'),
    seriesId: optionalText(row, 'MatchId'),
    gameNumber: readNumber(row, gameId),
    league: text(row, 'LeagueShort'),
    region: optionalText(row, 'Region'),
    tournament: optionalText(row, 'Tournament'),
    season: optionalText(row, 'Season'),
    playoffs: optionalFlag(row, 'IsPlayoffs'),
    patch: patch === null ? null : toPatch(patch),
    lengthSeconds: readLength(row),
    sides: [readSide(row, 'Team1', lineups[0], pages), readSide(row, 'Team2', lineups[1], pages)],
    sidesKnown: true,
    winner: winnerIndex(row),
    firsts: {},
  }
}

function readNumber(row: CargoRow, gameId: string): number | null {
  const own = optionalNumber(row, 'N GameInMatch', 9)
  const number = own ?? Number(/(?<![0-9])([1-9])$/.exec(gameId)?.[1] ?? 0)
  return Number.isInteger(number) && number > 0 ? number : null
}

function readLength(row: CargoRow): number | null {
  const minutes = optionalNumber(row, 'Gamelength Number', 360)
  if (minutes === 0) throw new BadRow('Gamelength Number', 'minutes above 0', minutes)
  return minutes === null ? null : Math.round(60 * minutes)
}

function readSide(
  row: CargoRow,
  team: 'Team1' | 'Team2',
  seats: readonly StatedSeat[] | null,
  pages: ReadonlyMap<string, string>,
): StatedSide {
  const name = text(row, team)
  return {
    team: { name, sourceId: pages.get(name) ?? null },
    seats,
    bans: list(row, `${team}Bans`),
    kills: optionalNumber(row, `${team}Kills`, 200) ?? sum(seats, 'kills'),
    deaths: sum(seats, 'deaths'),
    assists: sum(seats, 'assists'),
    gold: optionalNumber(row, `${team}Gold`, 500_000) ?? sum(seats, 'gold'),
    cs: sum(seats, 'cs'),
    towers: optionalNumber(row, `${team}Towers`, 30),
    dragons: optionalNumber(row, `${team}Dragons`, 20),
    barons: optionalNumber(row, `${team}Barons`, 20),
    goldDiffAt15: null,
  }
}

/** What the five have together; null where it is not known of all. */
function sum(seats: readonly StatedSeat[] | null, key: 'kills' | 'deaths' | 'assists' | 'gold' | 'cs'): number | null {
  if (seats === null) return null
  return seats.reduce<number | null>((total, seat) => {
    const value = seat[key]
    return total === null || value === null ? null : total + value
  }, 0)
}
