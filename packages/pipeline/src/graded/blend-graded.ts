import { type Blender, baseModels, type FeatureSchema, type SeriesForecast } from '@riftline/core'
import type { GradedSeries } from './graded-series.ts'

/** Forecasts one graded series under a blend; null where it has no chances of the schema. */
export function blendGraded(blender: Blender, schema: FeatureSchema, series: GradedSeries): SeriesForecast | null {
  const chances = series.raw[schema]
  if (chances === null) return null
  const raw = baseModels.map((model) => [model, chances[model]] as const)
  return blender(raw, { schema, bestOf: series.bestOf, league: series.league })
}
