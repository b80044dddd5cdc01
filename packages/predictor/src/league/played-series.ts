import { dayMs } from '@riftline/base'

/** A played series in the form that the forecast state learns from. Ids are the catalogue's. */
export interface PlayedSeries {
  readonly id: number
  /** Scheduled or actual start, in UTC milliseconds. */
  readonly startMs: number
  readonly league: string
  readonly bestOf: number
  readonly team1Id: number
  readonly team2Id: number
  readonly games: readonly PlayedGame[]
}

/** A played game; times are UTC milliseconds. */
export interface PlayedGame {
  readonly startMs: number
  readonly lengthSeconds: number | null
  /** [blue, red] if `sidesKnown`; otherwise in no particular order. */
  readonly sides: readonly [PlayedSide, PlayedSide]
  readonly sidesKnown: boolean
  /** Index into `sides`. */
  readonly winner: 0 | 1
  readonly patch: string | null
  readonly margin: GameMargin
  /** Creep score of each side; null if unknown. */
  readonly creepScores: readonly [number | null, number | null]
}

/** The winner's lead, per game; null if unknown. Kills, gold and cs are differences; length is the whole game's. */
export interface GameMargin {
  readonly lengthSeconds: number | null
  readonly kills: number | null
  readonly towers: number | null
  readonly gold: number | null
  readonly dragons: number | null
  readonly cs: number | null
}

/** Statistics of one team in a game. */
export interface PlayedSide {
  readonly teamId: number
  /** Player ids in role order (top, jungle, mid, bot, support); null unless all five are known. */
  readonly lineup: readonly number[] | null
  /** Champion ids in role order; null unless all five are known. */
  readonly champions: readonly number[] | null
  /** Kills minus deaths of the team; null if unknown. */
  readonly killDifference: number | null
}

/** Orders series by start, then by teams: the same order in every history, because ids of series differ between histories. */
export function byStartAndTeams(a: SeriesPlace, b: SeriesPlace): number {
  return (
    a.startMs - b.startMs ||
    Math.min(a.team1Id, a.team2Id) - Math.min(b.team1Id, b.team2Id) ||
    Math.max(a.team1Id, a.team2Id) - Math.max(b.team1Id, b.team2Id) ||
    a.id - b.id
  )
}

type SeriesPlace = Pick<PlayedSeries, 'id' | 'startMs' | 'team1Id' | 'team2Id'>

/** Length assumed for a game of unknown length. */
const assumedGameMs = 50 * 60_000

/** The team that has won enough games for the series, judged by the games alone; null if neither has. */
export function decidedWinner(series: PlayedSeries): number | null {
  const needed = Math.ceil(series.bestOf / 2)
  const wins1 = series.games.filter(({ sides, winner }) => sides[winner].teamId === series.team1Id).length
  const wins2 = series.games.length - wins1
  if (wins1 >= needed && wins1 > wins2) return series.team1Id
  return wins2 >= needed && wins2 > wins1 ? series.team2Id : null
}

/**
 * Time from which a series may be learned: the end of its last game. An undecided series may still be running or
 * lack a game, so it waits one more day: learning must not happen before the end of a missing game.
 */
export function settledMs(series: PlayedSeries): number {
  let end = series.startMs
  for (const game of series.games) {
    const length = game.lengthSeconds === null ? assumedGameMs : game.lengthSeconds * 1000
    end = Math.max(end, game.startMs + length)
  }
  // In a best of 2 the second game is always played, even after a win.
  const decided = series.bestOf === 2 ? series.games.length >= 2 : decidedWinner(series) !== null
  return decided ? end : end + dayMs
}
