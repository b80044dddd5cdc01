import { dayMs } from '@riftline/base'
import type { PlayedGame, PlayedSeries, PlayedSide } from '@riftline/predictor'

// Played series made by hand, as the forecast state learns them. All that a sketch does not state is unknown.

export interface SideSketch {
  readonly lineup?: readonly number[]
  readonly champions?: readonly number[]
  readonly kills?: number
  readonly towers?: number
  readonly gold?: number
  readonly dragons?: number
  readonly creepScore?: number
}

export interface GameSketch {
  /** Team that won, 1 or 2. */
  readonly winner: 1 | 2
  /** Team on the blue side; absent if sides are unknown. */
  readonly blue?: 1 | 2
  readonly minutes?: number
  readonly patch?: string
  readonly team1?: SideSketch
  readonly team2?: SideSketch
  /** Hours from the start of the series; if absent, games follow one another by an hour. */
  readonly hour?: number
}

export interface SeriesSketch {
  readonly games: readonly GameSketch[]
  readonly id?: number
  /** Day of the series, in days since the epoch. */
  readonly day?: number
  readonly league?: string
  readonly bestOf?: number
  readonly teams?: readonly [number, number]
}

/** 1 January 2031, in days since the epoch. */
export const firstDay: number = Date.UTC(2031, 0, 1) / dayMs

/** Time in whole UTC milliseconds. */
export function momentMs(day: number, hour = 0): number {
  return Math.round(day * dayMs + hour * 3_600_000)
}

/** Makes a frozen series. By default, teams 1 and 2 play in LCK on the first day. */
export function playedSeries(sketch: SeriesSketch): PlayedSeries {
  const { id = 1, day = firstDay, league = 'LCK', bestOf = 3, teams = [1, 2] } = sketch
  const startMs = momentMs(day)
  const games = sketch.games.map((game, index) => playedGame(game, teams, momentMs(day, game.hour ?? index)))
  return deepFreeze({ id, startMs, league, bestOf, team1Id: teams[0], team2Id: teams[1], games })
}

function playedGame(sketch: GameSketch, teams: readonly [number, number], startMs: number): PlayedGame {
  const { winner, blue, minutes, patch = null, team1 = {}, team2 = {} } = sketch
  const own = playedSide(teams[0], team1, team2)
  const other = playedSide(teams[1], team2, team1)
  const firstIsTeam1 = blue !== 2
  const lengthSeconds = minutes === undefined ? null : minutes * 60
  const [won, lost] = winner === 1 ? [team1, team2] : [team2, team1]
  return {
    startMs,
    lengthSeconds,
    sides: firstIsTeam1 ? [own, other] : [other, own],
    sidesKnown: blue !== undefined,
    winner: (winner === 1) === firstIsTeam1 ? 0 : 1,
    patch,
    margin: {
      lengthSeconds,
      kills: difference(won.kills, lost.kills),
      towers: difference(won.towers, lost.towers),
      gold: difference(won.gold, lost.gold),
      dragons: difference(won.dragons, lost.dragons),
      cs: difference(won.creepScore, lost.creepScore),
    },
    creepScores: firstIsTeam1
      ? [team1.creepScore ?? null, team2.creepScore ?? null]
      : [team2.creepScore ?? null, team1.creepScore ?? null],
  }
}

function playedSide(teamId: number, own: SideSketch, other: SideSketch): PlayedSide {
  return {
    teamId,
    lineup: own.lineup ?? null,
    champions: own.champions ?? null,
    killDifference: difference(own.kills, other.kills),
  }
}

function difference(a: number | undefined, b: number | undefined): number | null {
  return a === undefined || b === undefined ? null : a - b
}

/** Five consecutive ids of players, in role order. */
export function five(first: number): readonly number[] {
  return [first, first + 1, first + 2, first + 3, first + 4]
}

export function deepFreeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) deepFreeze(part)
  return Object.freeze(value)
}
