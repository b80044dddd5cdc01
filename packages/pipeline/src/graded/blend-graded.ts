import type { Blender, ConsensusForecast } from '@riftline/predictor'
import type { GradedSeries } from './graded-series.ts'

/** How a graded series is forecast again: with its draft, on data of some age, against its price. */
export interface GradedView {
  readonly draft?: boolean
  readonly ageDays?: number
  readonly market?: boolean
}

/** Forecasts one graded series under a blend: by default without draft and price, on fresh data. */
export function blendGraded(
  blender: Blender,
  { raw, bestOf, league, draftOffset, market }: GradedSeries,
  view: GradedView = {},
): ConsensusForecast {
  return blender.consensus(raw, {
    bestOf,
    league,
    draftOffset: view.draft === true ? (draftOffset ?? 0) : 0,
    ageDays: view.ageDays ?? 0,
    market: view.market === true ? (market?.chance ?? null) : null,
  })
}
