import { anchor, type Blend, type SeriesForecast } from '@riftline/core'
import { blendGraded } from './blend-graded.ts'
import { fitBlend } from './fit-blend.ts'
import type { GradedSeries } from './graded-series.ts'

/** What would have been said of a graded series with curves and weights fitted before its month. */
export interface BlendedSeries {
  readonly graded: GradedSeries
  readonly match: SeriesForecast
  readonly draft: SeriesForecast | null
  /** Calibrated consensus anchored to the market, where the series has odds. */
  readonly anchored: number | null
}

/**
 * Blends every series from `fromMs` on, for each kind of consensus, with curves and weights refitted at the start of each
 * calendar month on series that had ended by then only.
 *
 * @param graded by start
 */
export function walkForward(
  graded: readonly GradedSeries[],
  fromMs: number,
  onMonth?: (month: string) => void,
): Record<Blend['consensus'], BlendedSeries[]> {
  const blended: Record<Blend['consensus'], BlendedSeries[]> = { mean: [], weighted: [] }
  let month = ''
  let blend: Blend | null = null
  for (const series of graded) {
    if (series.startMs < fromMs) continue
    const own = new Date(series.startMs).toISOString().slice(0, 7)
    if (blend === null || own !== month) {
      month = own
      blend = fitBlend(graded, Date.parse(`${own}-01T00:00:00Z`), 'mean')
      onMonth?.(month)
    }
    for (const consensus of ['mean', 'weighted'] as const) {
      blended[consensus].push(blendOne({ ...blend, consensus }, series))
    }
  }
  return blended
}

function blendOne(blend: Blend, graded: GradedSeries): BlendedSeries {
  const match = blendGraded(blend, 'match', graded)!
  const anchored =
    graded.market === null ? null : anchor(match.consensus!.calibrated, graded.market, blend.anchorWeight)
  return { graded, match, draft: blendGraded(blend, 'draft', graded), anchored }
}
