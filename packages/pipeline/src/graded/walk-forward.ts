import type { Blend, Blender, ConsensusForecast } from '@riftline/predictor'
import { blendGraded } from './blend-graded.ts'
import type { GradedRow } from './grade-window.ts'
import type { MonthBlenders } from './monthly-blends.ts'
import { type BookPick, bookPicks } from './value-picks.ts'

/** A graded row with the forecasts of it under one blend. */
export interface BlendedSeries extends GradedRow {
  readonly match: ConsensusForecast
  /** With the draft of game 1, where it is known. */
  readonly draft: ConsensusForecast | null
  /** Calibrated consensus of members anchored to the market, where the series has odds. */
  readonly anchored: number | null
  /** The value picks of the consensus; none without odds. */
  readonly picks: readonly BookPick[]
}

/**
 * Blends every series from `fromMs` on, for each kind of consensus, by the blenders of its month.
 *
 * @param graded by start
 */
export function walkForward(
  graded: readonly GradedRow[],
  fromMs: number,
  blendersOf: (ms: number) => MonthBlenders,
): Record<Blend['consensus'], BlendedSeries[]> {
  const later = graded.filter((row) => row.graded.startMs >= fromMs)
  const blendedBy = (kind: Blend['consensus']): BlendedSeries[] =>
    later.map((row) => blendSeries(blendersOf(row.graded.startMs)[kind], row))
  return { mean: blendedBy('mean'), weighted: blendedBy('weighted') }
}

/** Forecasts a graded row under one blend. */
export function blendSeries(blender: Blender, { row, graded }: GradedRow): BlendedSeries {
  const match = blendGraded(blender, graded)
  return {
    row,
    graded,
    match,
    picks: bookPicks(row.price?.books ?? [], graded.outcome, match.consensus.raw),
    draft: graded.draftOffset === null ? null : blendGraded(blender, graded, { draft: true }),
    anchored: graded.market === null ? null : blendGraded(blender, graded, { market: true }).consensus.calibrated,
  }
}
