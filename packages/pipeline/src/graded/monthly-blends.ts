import { monthOf, toUtc } from '@riftline/base'
import { type Blend, type Blender, createBlender } from '@riftline/predictor'
import { fitBlend } from './fit-blend.ts'
import type { GradedSeries } from './graded-series.ts'

/** The blenders of one month, by kind of consensus. */
export type MonthBlenders = Readonly<Record<Blend['consensus'], Blender>>

/**
 * Blends as they were fitted at the start of each calendar month, only on series that had ended by then.
 *
 * @returns from a moment to the blenders of its month, fitted when they are first asked for
 */
export function monthlyBlends(
  graded: readonly GradedSeries[],
  onMonth?: (month: string) => void,
): (ms: number) => MonthBlenders {
  const known = new Map<number, MonthBlenders>()
  return (ms) => {
    const month = monthOf(ms)
    let blenders = known.get(month)
    if (blenders === undefined) {
      const startMs = Date.UTC(1970, month)
      const blendOf = fitBlend(graded, startMs)
      blenders = { mean: createBlender(blendOf('mean')), weighted: createBlender(blendOf('weighted')) }
      known.set(month, blenders)
      onMonth?.(toUtc(startMs).slice(0, 7))
    }
    return blenders
  }
}
