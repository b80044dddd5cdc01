import { seededUniform } from './seeded-uniform.ts'

/** What calibration looks like by luck alone, when every forecast is exactly right. */
export interface PerfectForecaster {
  /** Mean and 95 % point of its calibration error. */
  readonly ece: { readonly mean: number; readonly high: number }
  /** Middle 95 % of the share of favourites that win, for every filled bin, in ascending order of forecast. */
  readonly bins: readonly { readonly low: number; readonly high: number }[]
}

export const binCount = 10
export const simulatedResults = 1000
export const simulationSeed = 7

/**
 * Draws the results of the same favourites again and again from the forecasts themselves. A calibration error is never
 * zero, even of a perfect forecaster: it has to be read against this band, which depends on the number and the spread of
 * the forecasts.
 *
 * Consistency resampling: J. Bröcker and L. A. Smith, "Increasing the reliability of reliability diagrams", Weather and
 * Forecasting 22 (2007), https://doi.org/10.1175/WAF993.1. Bins are those of the equal-mass ECE. Cost: 1,000 × n.
 *
 * @param folded forecasts of the favourites, in [1/2, 1], at least one
 */
export function simulatePerfect(folded: readonly number[]): PerfectForecaster {
  const sorted = Float64Array.from(folded).sort()
  const n = sorted.length
  const random = seededUniform(simulationSeed)
  const starts = Array.from({ length: binCount + 1 }, (_, bin) => Math.ceil((bin * n) / binCount))
  const errors = new Float64Array(simulatedResults)
  const bins: { low: number; high: number }[] = []
  for (let bin = 0; bin < binCount; bin++) {
    const members = sorted.subarray(starts[bin], starts[bin + 1])
    if (members.length === 0) continue
    const expected = members.reduce((sum, p) => sum + p, 0)
    const shares = new Float64Array(simulatedResults)
    for (let r = 0; r < simulatedResults; r++) {
      const won = drawWins(members, random)
      shares[r] = won / members.length
      errors[r] = errors[r]! + Math.abs(won - expected) / n
    }
    shares.sort()
    bins.push({ low: quantileSorted(shares, 0.025), high: quantileSorted(shares, 0.975) })
  }
  const mean = errors.reduce((sum, error) => sum + error, 0) / simulatedResults
  return { ece: { mean, high: quantileSorted(errors.sort(), 0.95) }, bins }
}

// A forecast of exactly one half has no favourite: folding counts it as half a win.
function drawWins(chances: Float64Array, random: () => number): number {
  let won = 0
  for (let i = 0; i < chances.length; i++) {
    const p = chances[i]!
    won += p === 0.5 ? 0.5 : random() < p ? 1 : 0
  }
  return won
}

function quantileSorted(sorted: Float64Array, share: number): number {
  const position = share * (sorted.length - 1)
  const below = Math.floor(position)
  const low = sorted[below]!
  return low + (sorted[Math.min(below + 1, sorted.length - 1)]! - low) * (position - below)
}
