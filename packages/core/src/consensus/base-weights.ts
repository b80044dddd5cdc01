import { requireNumber, requireNumbers, requireOptions } from '@riftline/base'
import { exp } from '../math/exp.ts'

/**
 * Weights of models by their log losses: b_i proportional to e^(-eta E loss_i), E = min(nEff, nCap).
 *
 * With eta = 1 and summed losses this is Bayesian model averaging; the cap on the evidence keeps a long history from
 * giving everything to whichever model is ahead by a hair. Only differences of losses matter.
 *
 * Source: Y. Freund and R. E. Schapire, "A decision-theoretic generalization of on-line learning", J. Computer and System
 * Sciences 55 (1997); V. Vovk, "A game of prediction with expert advice" (1998), for eta = 1 under log loss.
 *
 * @param losses mean log loss of each model, over the same matches
 * @param nEff effective number of those matches, at least 0
 * @param options.eta learning rate, at least 0, default 1
 * @param options.nCap most matches that count, default 100
 * @returns one weight per model; they sum to 1
 * @throws RiftlineError `invalid_argument`
 * @example
 * baseWeights([0.63, 0.64, 0.655], 0) // => [0.3333333333333333, 0.3333333333333333, 0.3333333333333333]
 * baseWeights([0.63, 0.64, 0.655], 400) // => [0.6896720861245037, 0.2537161816350251, 0.05661173224047118]
 */
export function baseWeights(
  losses: ArrayLike<number>,
  nEff: number,
  options: { readonly eta?: number; readonly nCap?: number } = {},
): number[] {
  requireOptions(options, ['eta', 'nCap'])
  const { eta = 1, nCap = 100 } = options
  requireNumbers('losses', losses)
  requireNumber('nEff', nEff, 0)
  requireNumber('eta', eta, 0)
  requireNumber('nCap', nCap, 0)
  const shares = new Float64Array(losses.length)
  return Array.from(weighLosses(losses, Math.min(Number.MAX_VALUE, eta * Math.min(nEff, nCap)), shares))
}

/** `baseWeights` for a learning rate times evidence, written to `shares`, which may be the losses; trusts its arguments. */
export function weighLosses(losses: ArrayLike<number>, evidence: number, shares: Float64Array): Float64Array {
  let least = Infinity
  for (let i = 0; i < losses.length; i++) least = Math.min(least, losses[i]!)
  let total = 0
  for (let i = 0; i < shares.length; i++) {
    shares[i] = exp(-evidence * Math.min(Number.MAX_VALUE, losses[i]! - least))
    total += shares[i]!
  }
  for (let i = 0; i < shares.length; i++) shares[i]! /= total
  return shares
}
