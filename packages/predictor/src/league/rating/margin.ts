import { log } from '@riftline/core/math'
import type { GameMargin } from '../played-series.ts'
import type { GameParameters, MarginStatistic } from './parameters.ts'

/**
 * Decisiveness of a win, in logits: the sum of weight x standardised statistic over those known. Game length, known for
 * almost every game, carries most of it: a short win is a strong win. 0 when nothing is known.
 */
export function marginTerm(margin: GameMargin, parameters: GameParameters): number {
  let sum = 0
  for (const { statistic, weight, mean, sd } of parameters.margins) {
    const value = marginValue(margin, statistic)
    if (value === null) continue
    const standardised = (value - mean) / sd
    sum += weight * Math.min(Math.max(standardised, -parameters.marginClip), parameters.marginClip)
  }
  return sum
}

function marginValue(margin: GameMargin, statistic: MarginStatistic): number | null {
  const minutes = margin.lengthSeconds === null ? null : margin.lengthSeconds / 60
  switch (statistic) {
    case 'length':
      return minutes === null ? null : -log(minutes)
    case 'towers':
    case 'dragons':
      return margin[statistic]
    default: {
      const difference = margin[statistic]
      return difference === null || minutes === null ? null : difference / minutes
    }
  }
}
