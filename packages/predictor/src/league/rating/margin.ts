import { clamp, log } from '@riftline/core/math'
import type { GameMargin } from '../played-series.ts'
import { ratingParameters } from './parameters.ts'

const { margins, marginClip } = ratingParameters.game

/**
 * Decisiveness of a win, in logits: the sum of weight x standardised statistic over those known. Game length, known for
 * almost every game, carries most of it: a short win is a strong win. 0 when nothing is known.
 */
export function marginTerm(margin: GameMargin): number {
  let sum = 0
  for (const { statistic, weight, mean, sd } of margins) {
    const value = marginValue(margin, statistic)
    if (value === null) continue
    const standardised = (value - mean) / sd
    sum += weight * clamp(standardised, -marginClip, marginClip)
  }
  return sum
}

function marginValue(margin: GameMargin, statistic: (typeof margins)[number]['statistic']): number | null {
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
