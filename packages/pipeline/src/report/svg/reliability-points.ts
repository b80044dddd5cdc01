import { foldToFavourite, reliabilityCurve } from '@riftline/core'
import type { ChanceOf } from '../../evaluate/forecasters.ts'
import type { GradedForecast } from '../../evaluate/graded-forecast.ts'
import { binCount, simulatePerfect } from '../measure/perfect-forecaster.ts'

/** One bin of favourites: their mean forecast, the share that won, and the band of a perfect forecaster. */
export interface ReliabilityPoint {
  readonly count: number
  readonly forecast: number
  readonly won: number
  readonly low: number
  readonly high: number
}

/** Bins of equal mass, in ascending order of forecast. */
export function reliabilityPoints(graded: readonly GradedForecast[], chance: ChanceOf): ReliabilityPoint[] {
  const { x, t } = foldToFavourite(
    graded.map(chance),
    graded.map(({ outcome }) => outcome),
  )
  const curve = reliabilityCurve(x, t, { bins: binCount, strategy: 'quantile' })
  return simulatePerfect(x).bins.map(({ low, high }, bin) => ({
    count: curve.count[bin]!,
    forecast: curve.meanPredicted[bin]!,
    won: curve.fractionPositive[bin]!,
    low,
    high,
  }))
}
