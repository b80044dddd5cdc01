import { anchor, type Blend, type Blender, createBlender, type SeriesForecast, selectAnchor } from '@riftline/core'
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
  let blenders: [Blend, Blender][] = []
  for (const series of graded) {
    if (series.startMs < fromMs) continue
    const own = new Date(series.startMs).toISOString().slice(0, 7)
    if (own !== month) {
      month = own
      const blendOf = fitBlend(graded, Date.parse(`${own}-01T00:00:00Z`))
      blenders = [blendOf('mean'), blendOf('weighted')].map((blend) => [blend, createBlender(blend)])
      onMonth?.(month)
    }
    for (const [blend, blender] of blenders) blended[blend.consensus].push(blendSeries(blend, blender, series))
  }
  return blended
}

/** All that is said of a graded series under one blend. */
export function blendSeries(blend: Blend, blender: Blender, graded: GradedSeries): BlendedSeries {
  const match = blendGraded(blender, 'match', graded)!
  const { market } = graded
  const anchored =
    market === null ? null : anchor(match.consensus!.calibrated, market.chance, selectAnchor(blend.anchor, graded).w)
  return { graded, match, draft: blendGraded(blender, 'draft', graded), anchored }
}
