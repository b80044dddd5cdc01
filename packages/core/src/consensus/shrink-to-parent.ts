import { requireNumber } from '@riftline/base'
import { meanOfTwo } from '../calibration/pool-adjacent-violators.ts'

/**
 * Shrinks the value of a cell towards that of the wider level: (W delta + kappa parent) / (W + kappa).
 *
 * The less weight a cell has, the closer it is to its parent: with W = kappa it is half way.
 *
 * Source: B. Efron and C. Morris, "Stein's estimation rule and its competitors", J. American Statistical Association 68 (1973).
 *
 * @param delta value of the cell
 * @param parent value of the level above
 * @param W total weight behind the cell, at least 0
 * @param kappa weight of the parent, at least 0
 * @returns a number between delta and parent; the parent where both weights are 0
 * @throws RiftlineError `invalid_argument`
 * @example
 * shrinkToParent(0.02, 0, 100, 300) // => 0.005
 */
export function shrinkToParent(delta: number, parent: number, W: number, kappa: number): number {
  requireNumber('delta', delta)
  requireNumber('parent', parent)
  requireNumber('W', W, 0)
  requireNumber('kappa', kappa, 0)
  if (W === 0) return parent
  if (kappa === 0) return delta
  const mean = (W * delta + kappa * parent) / (W + kappa)
  return Number.isFinite(mean) && W + kappa < Infinity ? mean : meanOfTwo(delta, W, parent, kappa)
}
