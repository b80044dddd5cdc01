import { baseModels, type Blend, blendChances, type FeatureSchema, type SeriesForecast } from '@riftline/core'
import { fitBlend } from './fit-blend.ts'
import type { GradedSeries } from './graded-series.ts'

/** What would have been said of a graded series with curves and weights fitted before its month. */
export interface BlendedSeries {
  readonly graded: GradedSeries
  readonly match: SeriesForecast
  readonly draft: SeriesForecast | null
}

/**
 * Blends every series from `fromMs` on with curves and weights refitted at the start of each calendar month, on series that
 * had ended by then only.
 *
 * @param graded by start
 */
export function walkForward(
  graded: readonly GradedSeries[],
  fromMs: number,
  choice: Pick<Blend, 'consensus' | 'anchorWeight'>,
): BlendedSeries[] {
  let month = ''
  let blend: Blend | null = null
  return graded
    .filter(({ startMs }) => startMs >= fromMs)
    .map((series) => {
      const own = new Date(series.startMs).toISOString().slice(0, 7)
      if (blend === null || own !== month) {
        month = own
        blend = fitBlend(graded, Date.parse(`${own}-01T00:00:00Z`), choice)
      }
      return { graded: series, match: blended(blend, 'match', series)!, draft: blended(blend, 'draft', series) }
    })
}

/** The forecast of one graded series under a blend; null where the schema has no chances for it. */
export function blended(blend: Blend, schema: FeatureSchema, series: GradedSeries): SeriesForecast | null {
  const chances = series.raw[schema]
  if (chances === null) return null
  const raw = baseModels.map((model) => chances[model])
  return blendChances(blend, baseModels, raw, { schema, bestOf: series.bestOf, league: series.league })
}
