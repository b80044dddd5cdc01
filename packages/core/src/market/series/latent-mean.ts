import { log } from '../../math/log.ts'
import { logit } from '../../math/logit.ts'
import { sigmoid } from '../../math/sigmoid.ts'
import type { StrengthGrid } from './strength-grid.ts'

const mostSteps = 100
const closeEnough = 1e-15

/**
 * Mean of the logit of a game at which the series has the chance `probability` before its first map, to 1e-15: the root of
 * ln(won / lost) = logit(probability), by secants inside a bracket that only shrinks.
 *
 * @param probability of blue to win the series, inside (0, 1)
 * @param shift added to the logit of the first map
 */
export function latentMean(
  grid: StrengthGrid,
  { probability, sd, shift }: { readonly probability: number; readonly sd: number; readonly shift: number },
  gamesToWin: number,
): number {
  const wanted = logit(probability)
  const missing = (mean: number): number => seriesLogit(grid, { mean, sd, shift }, gamesToWin) - wanted
  let [low, high] = [-Infinity, Infinity]
  let [last, lastMissing] = [0, missing(0)]
  let mean = wanted / (0.8 + 0.5 * gamesToWin)
  if (mean === 0) mean = lastMissing > 0 ? -0.1 : 0.1
  for (let step = 0; step < mostSteps && lastMissing !== 0; step++) {
    const found = missing(mean)
    if (found === 0) return mean
    if (found > 0) high = Math.min(high, mean)
    else low = Math.max(low, mean)
    let next = mean - (found * (mean - last)) / (found - lastMissing)
    if (!(next > low && next < high)) next = bisected(low, high, mean)
    if (Math.abs(next - mean) <= closeEnough * Math.max(1, Math.abs(mean))) return next
    ;[last, lastMissing, mean] = [mean, found, next]
  }
  return lastMissing === 0 ? last : mean
}

/** The middle of a bracket; of an open one a point well beyond its end. */
function bisected(low: number, high: number, mean: number): number {
  if (low === -Infinity) return high - Math.abs(mean) - 1
  if (high === Infinity) return low + Math.abs(mean) + 1
  return low + (high - low) / 2
}

/** Logit of the chance of a whole series: both chances are sums of positive terms, so each keeps its digits. */
function seriesLogit(
  { points, weights }: StrengthGrid,
  { mean, sd, shift }: { readonly mean: number; readonly sd: number; readonly shift: number },
  gamesToWin: number,
): number {
  let won = 0
  let lost = 0
  for (let i = 0; i < points.length; i++) {
    const strength = mean + sd * points[i]!
    const g = sigmoid(strength)
    const h = sigmoid(-strength)
    const [u, v] = shift === 0 ? [g, h] : [sigmoid(strength + shift), sigmoid(-strength - shift)]
    const weight = weights[i]!
    won += weight * (u * reach(g, h, gamesToWin - 1, gamesToWin) + v * reach(g, h, gamesToWin, gamesToWin - 1))
    lost += weight * (v * reach(h, g, gamesToWin - 1, gamesToWin) + u * reach(h, g, gamesToWin, gamesToWin - 1))
  }
  return log(won / lost)
}

/** Chance to win `needed` games before `allowed` are lost: g^needed times the sum of binomial(needed - 1 + j, j) h^j over j < allowed. */
function reach(g: number, h: number, needed: number, allowed: number): number {
  if (needed === 0) return 1
  let term = 1
  for (let i = 0; i < needed; i++) term *= g
  let sum = 0
  for (let lost = 0; lost < allowed; lost++) {
    sum += term
    term *= ((needed + lost) / (lost + 1)) * h
  }
  return sum
}
