import type { CapturedOdds, StatedSeries } from '@riftline/predictor'
import type { OpenFolder } from '../folder/open-folder.ts'
import { recentlyGraded } from '../graded/fit-blend.ts'
import { repriced } from '../graded/with-picks.ts'
import { joinsOf } from '../history/identity/joins.ts'
import type { SeriesOdds } from '../history/types.ts'
import { addCaptured } from './add-captured.ts'
import { type JoinedOdds, joinOdds, toSeriesOdds } from './join-odds.ts'
import { type PlayedPair, playedPairs } from './played-series.ts'
import type { Replay } from './replay.ts'

/** What was captured and played before a sync. */
export interface KnownOdds {
  readonly odds: readonly CapturedOdds[]
  readonly played: readonly PlayedPair[]
}

export const noOdds: KnownOdds = { odds: [], played: [] }

/** What was captured of the series that syncs have learned. */
export interface LearnedOdds {
  /** Of the base and of its replay. */
  readonly played: readonly PlayedPair[]
  readonly joined: readonly JoinedOdds[]
  /** The same as a history has them. */
  readonly rows: readonly SeriesOdds[]
}

/**
 * Joins captured odds with the series that they are of, those of the base and those of its replay.
 *
 * @param captured what was captured since the last sync, or all that is stored
 * @param baseMs data date of the base
 */
export function learnOdds(
  known: KnownOdds,
  captured: readonly CapturedOdds[],
  replay: Pick<Replay, 'history' | 'games'>,
  stated: readonly StatedSeries[],
  baseMs: number,
): LearnedOdds {
  const ofBase = recentlyGraded(known.played, baseMs).filter(({ startMs }) => startMs <= baseMs)
  const played = [...ofBase, ...playedPairs(replay, stated)]
  const { externalIds } = replay.history
  const joins = externalIds === undefined ? new Map<number, number>() : joinsOf(externalIds).teams
  const joined = joinOdds(addCaptured(known.odds, captured), played, joins)
  return { played, joined, rows: toSeriesOdds(joined) }
}

/** The base with all odds of its series: some came when it had moved past them. */
export function withLateOdds(base: OpenFolder, { rows, played }: LearnedOdds): OpenFolder {
  return { ...base, graded: repriced(base.graded, rows, played, base.artifacts.blend.consensus) }
}
