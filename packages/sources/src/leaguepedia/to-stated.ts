import type { StatedGame, StatedName, StatedSeat, StatedSeries, StatedSide } from '@riftline/predictor'
import { isPlaceholder, shapeFault, toPatch } from '../shape.ts'
import type { SkippedPart } from '../source-run.ts'
import * as cargo from './cargo.ts'

/** Converts a scoreboard row; only in these tables `Team1` is the blue side. */
export function toGame(row: cargo.CargoRow, lineups: Lineups, pages: ReadonlyMap<string, string>): StatedGame {
  const gameId = cargo.requiredText(row, 'GameId')
  const platformId = cargo.optionalText(row, 'RiotPlatformGameId')
  const patch = cargo.optionalText(row, 'Patch')
  return {
    source: 'leaguepedia',
    id: (platformId ?? `lp_${gameId}`).replaceAll(/[/:]/g, '_'),
    hasPlatformId: platformId !== null,
    startMs: cargo.utcMs(row, 'DateTime UTC'),
    seriesId: cargo.optionalText(row, 'MatchId'),
    gameNumber: readNumber(row, gameId),
    league: cargo.requiredText(row, 'LeagueShort'),
    region: cargo.optionalText(row, 'Region'),
    tournament: cargo.optionalText(row, 'Tournament'),
    season: cargo.optionalText(row, 'Season'),
    playoffs: cargo.optionalFlag(row, 'IsPlayoffs'),
    patch: patch === null ? null : toPatch(patch),
    lengthSeconds: readLength(row),
    sides: [readSide(row, 'Team1', lineups[0], pages), readSide(row, 'Team2', lineups[1], pages)],
    sidesKnown: true,
    winner: cargo.winnerIndex(row),
    firsts: {},
  }
}

function readNumber(row: cargo.CargoRow, gameId: string): number | null {
  const own = cargo.optionalNumber(row, 'N GameInMatch', 9)
  const number = own ?? Number(/(?<![0-9])([1-9])$/.exec(gameId)?.[1] ?? 0)
  return Number.isInteger(number) && number > 0 ? number : null
}

function readLength(row: cargo.CargoRow): number | null {
  const minutes = cargo.optionalNumber(row, 'Gamelength Number', 360)
  if (minutes === 0) throw shapeFault('Gamelength Number', 'minutes above 0', minutes)
  return minutes === null ? null : Math.round(60 * minutes)
}

function readSide(
  row: cargo.CargoRow,
  team: 'Team1' | 'Team2',
  seats: readonly StatedSeat[] | null,
  pages: ReadonlyMap<string, string>,
): StatedSide {
  const name = cargo.requiredText(row, team)
  return {
    team: { name, sourceId: pages.get(name) ?? null },
    seats,
    bans: cargo.textList(row, `${team}Bans`),
    kills: cargo.optionalNumber(row, `${team}Kills`, 200) ?? sum(seats, 'kills'),
    deaths: sum(seats, 'deaths'),
    assists: sum(seats, 'assists'),
    gold: cargo.optionalNumber(row, `${team}Gold`, 500_000) ?? sum(seats, 'gold'),
    cs: sum(seats, 'cs'),
    towers: cargo.optionalNumber(row, `${team}Towers`, 30),
    dragons: cargo.optionalNumber(row, `${team}Dragons`, 20),
    barons: cargo.optionalNumber(row, `${team}Barons`, 20),
    goldDiffAt15: null,
  }
}

function sum(seats: readonly StatedSeat[] | null, key: 'kills' | 'deaths' | 'assists' | 'gold' | 'cs'): number | null {
  if (seats === null) return null
  return seats.reduce<number | null>((total, seat) => {
    const value = seat[key]
    return total === null || value === null ? null : total + value
  }, 0)
}

/** Converts a schedule row, whose teams are first and second regardless of sides. Null while a team is undecided. */
export function seriesOfRow(row: cargo.CargoRow, nowMs: number): StatedSeries | null {
  const names = [cargo.optionalText(row, 'Team1') ?? 'TBD', cargo.optionalText(row, 'Team2') ?? 'TBD'] as const
  if (names.some(isPlaceholder)) return null
  const scheduledMs = cargo.utcMs(row, 'DateTime UTC')
  const winner = cargo.winnerIndex(row)
  const forfeit = isForfeit(row)
  const bestOf = cargo.optionalNumber(row, 'BestOf', 99)
  const isOpen = cargo.optionalText(row, 'Winner') === null && !forfeit
  const team = (index: 0 | 1): StatedName => {
    const page = cargo.optionalText(row, `Team${index + 1}Page`)
    return { name: names[index], sourceId: page === null ? null : `leaguepedia:${page}` }
  }
  return {
    source: 'leaguepedia',
    id: cargo.requiredText(row, 'MatchId'),
    state: !isOpen ? 'ended' : scheduledMs > nowMs ? 'upcoming' : 'running',
    scheduledMs,
    startedMs: null,
    league: cargo.requiredText(row, 'LeagueShort'),
    tournament: cargo.optionalText(row, 'Tournament'),
    bestOf: bestOf !== null && [1, 2, 3, 5].includes(bestOf) ? bestOf : null,
    teams: [team(0), team(1)],
    score: forfeit ? null : readScore(row),
    advantage: [
      cargo.optionalNumber(row, 'Team1Advantage', 4) ?? 0,
      cargo.optionalNumber(row, 'Team2Advantage', 4) ?? 0,
    ],
    winner: forfeit ? null : winner,
    forfeit,
  }
}

export function isNullified(row: cargo.CargoRow): boolean {
  return cargo.optionalFlag(row, 'IsNullified') ?? false
}

/** Whether the value is anything but blank, `0` or `No`. The values are undocumented; `1` and `2` may name the team. */
function isForfeit(row: cargo.CargoRow): boolean {
  return !/^(0|no)?$/i.test(cargo.optionalText(row, 'FF') ?? '')
}

function readScore(row: cargo.CargoRow): StatedSeries['score'] {
  const first = cargo.optionalNumber(row, 'Team1Score', 9)
  const second = cargo.optionalNumber(row, 'Team2Score', 9)
  if ((first === null) !== (second === null)) throw shapeFault('Team1Score, Team2Score', 'both or neither', 'one')
  return first === null || second === null ? null : [first, second]
}

/** Seats by role of the blue and the red side; null for a side without a full lineup. */
type Lineups = readonly [readonly StatedSeat[] | null, readonly StatedSeat[] | null]

export const noLineups: Lineups = [null, null]
const roles = ['top', 'jungle', 'mid', 'bot', 'support']

/** The lineups of each game by its id. Rows are sorted by name; side and role determine the seat. */
export function toLineups(rows: readonly cargo.CargoRow[], skipped: SkippedPart[]): ReadonlyMap<string, Lineups> {
  const taken = new Map<string, (StatedSeat | 'two' | null)[]>()
  const seen = new Set<string>()
  for (const row of rows) {
    // A page reached through two redirects gives the same row twice.
    const whole = JSON.stringify(row)
    if (seen.has(whole)) continue
    seen.add(whole)
    cargo.readRow(row, 'player of', 'GameId', skipped, () => {
      const gameId = cargo.requiredText(row, 'GameId')
      const places = taken.get(gameId) ?? new Array<null>(10).fill(null)
      taken.set(gameId, places)
      const place = readPlace(row)
      if (place !== null) places[place] = places[place] === null ? readSeat(row) : 'two'
    })
  }
  const side = (places: readonly (StatedSeat | 'two' | null)[]): readonly StatedSeat[] | null => {
    const seats = places.filter((seat) => seat !== null && seat !== 'two')
    return seats.length === 5 ? seats : null
  }
  return new Map([...taken].map(([id, places]) => [id, [side(places.slice(0, 5)), side(places.slice(5))]]))
}

function readPlace(row: cargo.CargoRow): number | null {
  const side = ['1', '2'].indexOf(cargo.optionalText(row, 'Side') ?? '')
  const number = Number(cargo.optionalText(row, 'RoleNumber') ?? Number.NaN) - 1
  const named = roles.indexOf((cargo.optionalText(row, 'Role') ?? '').toLowerCase())
  const role = roles[number] === undefined ? named : number
  return side === -1 || role === -1 ? null : side * 5 + role
}

function readSeat(row: cargo.CargoRow): StatedSeat {
  const link = cargo.requiredText(row, 'Link')
  return {
    player: { name: playerName(link), sourceId: `leaguepedia:${cargo.optionalText(row, 'PlayerPage') ?? link}` },
    champion: cargo.optionalText(row, 'Champion'),
    kills: cargo.optionalNumber(row, 'Kills', 200),
    deaths: cargo.optionalNumber(row, 'Deaths', 200),
    assists: cargo.optionalNumber(row, 'Assists', 200),
    gold: cargo.optionalNumber(row, 'Gold', 200_000),
    cs: cargo.optionalNumber(row, 'CS', 10_000),
  }
}

/** Names of namesakes' pages end with the real name in brackets: `Ice (Yoon Sang-hoon)`. */
function playerName(link: string): string {
  return link.replace(/\s+\([^()]*\)$/, '') || link
}
