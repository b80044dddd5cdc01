import type { FeatureRequest } from '../../league/features/feature-vector.ts'
import type { Draft } from '../../league/picks/draft-offset.ts'
import type { Matchup, PredictionOdds } from '../../types.ts'
import type { SeriesContext } from '../blender.ts'

/** A series as the predictor has forecast it. All but matchup and odds is seen from the first team. */
export interface ForecastSeries {
  readonly matchup: Matchup
  /** Whether blue is the first team. */
  readonly blueFirst: boolean
  readonly request: FeatureRequest
  readonly vector: Float64Array
  readonly gameLogit: number
  readonly draft: Draft | null
  readonly context: SeriesContext
  /** Those of the answer. */
  readonly odds: PredictionOdds | undefined
}
