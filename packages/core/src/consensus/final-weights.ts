import { invalidArgument, requireLength, requireNumber, requireOptions, requireWeights } from '@riftline/base'

/**
 * Final weights: base weights times tilts, scaled to sum to 1 above a floor that no member falls below.
 *
 * w_i = (1 - k wMin) b_i T_i / (sum of b T) + wMin, for k members. The floor lets a member that was behind come back.
 *
 * Source: M. Herbster and M. Warmuth, "Tracking the best expert", Machine Learning 32 (1998), for the floor.
 *
 * @param base one weight per member, at least 0
 * @param tilt one factor per member, at least 0
 * @param options.wMin floor, in [0, 1/k], default 0.05
 * @returns weights that sum to 1
 * @throws RiftlineError `invalid_argument`
 * @example
 * finalWeights([0.5, 0.5], [1, 1]) // => [0.5, 0.5]
 */
export function finalWeights(
  base: ArrayLike<number>,
  tilt: ArrayLike<number>,
  options: { readonly wMin?: number } = {},
): number[] {
  requireOptions(options, ['wMin'])
  const { wMin = 0.05 } = options
  requireWeights('base', base, base?.length ?? 0)
  requireWeights('tilt', tilt, base.length)
  requireNumber('wMin', wMin, 0, 1 / base.length)
  requireLength('tilt', tilt, base.length)
  return Array.from(tiltWeights(base, tilt, wMin, new Float64Array(base.length)))
}

/**
 * `finalWeights` without checks, except that some member must have base weight and tilt above 0.
 *
 * @param weights receives the result, and is returned; may be the base weights
 */
export function tiltWeights(
  base: ArrayLike<number>,
  tilt: ArrayLike<number>,
  wMin: number,
  weights: Float64Array,
): Float64Array {
  const largestBase = largest(base)
  const largestTilt = largest(tilt)
  let total = 0
  for (let i = 0; i < weights.length; i++) {
    weights[i] = (base[i]! / largestBase) * (tilt[i]! / largestTilt)
    total += weights[i]!
  }
  if (!(total > 0)) throw invalidArgument('base', 'a member with a base weight and a tilt above 0', Array.from(base))
  for (let i = 0; i < weights.length; i++) weights[i] = (1 - base.length * wMin) * (weights[i]! / total) + wMin
  return weights
}

function largest(values: ArrayLike<number>): number {
  let most = 0
  for (let i = 0; i < values.length; i++) most = Math.max(most, values[i]!)
  return most
}
