import {
  anchor,
  type Blend,
  type Blender,
  createBlender,
  type SeriesForecast,
  selectAnchor,
  toUtc,
} from '@riftline/core'
import { blendGraded } from './blend-graded.ts'
import { fitBlend } from './fit-blend.ts'
import type { GradedRow } from './grade-window.ts'

/** A graded row with the forecasts of it under one blend. */
export interface BlendedSeries extends GradedRow {
  readonly match: SeriesForecast
  readonly draft: SeriesForecast | null
  /** Calibrated consensus anchored to the market, where the series has odds. */
  readonly anchored: number | null
}

/**
 * Blends every series from `fromMs` on, for each kind of consensus. Curves and weights are refitted at the start of each
 * calendar month, only on series that had ended by then.
 *
 * @param graded by start
 */
export function walkForward(
  graded: readonly GradedRow[],
  fromMs: number,
  onMonth?: (month: string) => void,
): Record<Blend['consensus'], BlendedSeries[]> {
  const blended: Record<Blend['consensus'], BlendedSeries[]> = { mean: [], weighted: [] }
  const record = graded.map((row) => row.graded)
  let month = ''
  let blenders: [Blend, Blender][] = []
  for (const row of graded) {
    const { startMs } = row.graded
    if (startMs < fromMs) continue
    const own = toUtc(startMs).slice(0, 7)
    if (own !== month) {
      month = own
      const blendOf = fitBlend(record, Date.parse(`${own}-01T00:00:00Z`))
      blenders = [blendOf('mean'), blendOf('weighted')].map((blend) => [blend, createBlender(blend)])
      onMonth?.(month)
    }
    for (const [blend, blender] of blenders) blended[blend.consensus].push(blendSeries(blend, blender, row))
  }
  return blended
}

/** Forecasts a graded row under one blend. */
export function blendSeries(blend: Blend, blender: Blender, { row, graded }: GradedRow): BlendedSeries {
  const match = blendGraded(blender, 'match', graded)!
  const { market } = graded
  const anchored =
    market === null ? null : anchor(match.consensus!.calibrated, market.chance, selectAnchor(blend.anchor, graded).w)
  return { row, graded, match, draft: blendGraded(blender, 'draft', graded), anchored }
}
