import { dayMs } from '@riftline/base'

/** A series that was played, as the forecast state learns from it. Ids are the catalogue's. */
export interface PlayedSeries {
  readonly id: number
  /** UTC milliseconds of its scheduled or first start. */
  readonly startMs: number
  readonly league: string
  readonly bestOf: number
  readonly team1Id: number
  readonly team2Id: number
  readonly games: readonly PlayedGame[]
}

/** A game that was played; times are UTC milliseconds. */
export interface PlayedGame {
  readonly startMs: number
  readonly lengthSeconds: number | null
  /** Blue, red where `sidesKnown`; otherwise in no particular order. */
  readonly sides: readonly [PlayedSide, PlayedSide]
  readonly sidesKnown: boolean
  /** Index into `sides`. */
  readonly winner: 0 | 1
  readonly patch: string | null
  readonly margin: GameMargin
  /** Creep score of each side; null where unknown. */
  readonly creepScores: readonly [number | null, number | null]
}

/** The winner's lead, per game; null where unknown. Kills, gold and cs are differences, length is the whole game. */
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
  /** Player ids in role order (top, jungle, mid, bot, support), or null unless all five are known. */
  readonly lineup: readonly number[] | null
  /** Champion ids in role order, or null unless all five are known. */
  readonly champions: readonly number[] | null
  /** Kills minus deaths of the team; null where unknown. */
  readonly killDifference: number | null
}

/** Orders series by start, then by teams: alike in every history, whatever the ids of its series are. */
export function byStartAndTeams(a: SeriesPlace, b: SeriesPlace): number {
  return (
    a.startMs - b.startMs ||
    Math.min(a.team1Id, a.team2Id) - Math.min(b.team1Id, b.team2Id) ||
    Math.max(a.team1Id, a.team2Id) - Math.max(b.team1Id, b.team2Id) ||
    a.id - b.id
  )
}

type SeriesPlace = Pick<PlayedSeries, 'id' | 'startMs' | 'team1Id' | 'team2Id'>

/** Length taken for a game whose length is unknown. */
const assumedGameMs = 50 * 60_000

/** The team that has won the games a series needs, by its games alone; null while none has. */
export function decidedWinner(series: PlayedSeries): number | null {
  const needed = Math.ceil(series.bestOf / 2)
  const wins1 = series.games.filter(({ sides, winner }) => sides[winner].teamId === series.team1Id).length
  const wins2 = series.games.length - wins1
  if (wins1 >= needed && wins1 > wins2) return series.team1Id
  return wins2 >= needed && wins2 > wins1 ? series.team2Id : null
}

/**
 * When a series may be learned: at the end of its last game. One that its games do not decide may still be running or
 * miss a game, so it waits a further day: were the missing game known, nothing would have been learned before its end.
 */
export function settledMs(series: PlayedSeries): number {
  let end = series.startMs
  for (const game of series.games) {
    const length = game.lengthSeconds === null ? assumedGameMs : game.lengthSeconds * 1000
    end = Math.max(end, game.startMs + length)
  }
  // One win leads a best of 2 and decides nothing: its second game is always played.
  const decided = series.bestOf === 2 ? series.games.length >= 2 : decidedWinner(series) !== null
  return decided ? end : end + dayMs
}
