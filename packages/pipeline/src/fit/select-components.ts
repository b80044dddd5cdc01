import { invalidArgument, requireLength, requireNumbers } from '@riftline/base'
import { requireKs } from './fit-arguments.ts'

/** What validation says of each k. */
export interface ComponentSelection {
  /** Mean loss of each k, in the order given. */
  readonly mean: number[]
  /** The k of smallest mean loss. */
  readonly best: number
  /** The smallest k that is within one standard error of the best. */
  readonly oneSE: number
  /** Standard error of the paired difference of each k to the best. */
  readonly seOfDifference: number[]
  /** Weights for averaging over k: e^(-min(n, 100) (mean - smallest mean)), scaled to sum to 1. */
  readonly averageWeights: number[]
}

/** No more matches than this count as evidence for one k over another. */
const evidenceCap = 100

/**
 * Chooses the number of components from validation losses.
 *
 * Neighbouring k share most of their loss, so the one-standard-error rule compares differences match by match: the
 * smallest k whose mean difference to the best is at most sd / sqrt(n) of that difference.
 *
 * Source: L. Breiman et al., "Classification and Regression Trees" (1984), section 3.4.3, for the one-SE rule; the
 * weights are those of Bayesian model averaging with capped evidence.
 *
 * @param ks numbers of components
 * @param losses one array per k, one loss per validation match, in the same order for all k
 * @throws RiftlineError `invalid_argument`; one match alone has no standard error
 * @example
 * selectComponents([1, 2], [[0.7, 0.6], [0.6, 0.6]]).best // => 2
 */
export function selectComponents(ks: readonly number[], losses: readonly ArrayLike<number>[]): ComponentSelection {
  checkLosses(ks, losses)
  const n = losses[0]?.length ?? 0
  const mean = losses.map((loss) => Array.from(loss).reduce((sum, value) => sum + value, 0) / n)
  const smallest = Math.min(...mean)
  const best = mean.indexOf(smallest)
  const seOfDifference = losses.map((loss) => standardError(loss, losses[best] ?? loss))
  const within = ks.filter((_, i) => (mean[i] ?? 0) - smallest <= (seOfDifference[i] ?? 0))
  const evidence = mean.map((value) => Math.exp(-Math.min(n, evidenceCap) * (value - smallest)))
  const total = evidence.reduce((sum, value) => sum + value, 0)
  return {
    mean,
    best: ks[best] ?? 0,
    oneSE: Math.min(...within),
    seOfDifference,
    averageWeights: evidence.map((value) => value / total),
  }
}

function standardError(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const n = a.length
  const differences = Array.from(a, (value, i) => value - (b[i] ?? 0))
  const mean = differences.reduce((sum, value) => sum + value, 0) / n
  const squares = differences.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return Math.sqrt(squares / (n - 1) / n)
}

/** Losses beyond this have no finite variance in doubles. */
const largestLoss = 1e100

function checkLosses(ks: readonly number[], losses: readonly ArrayLike<number>[]): void {
  requireKs(ks)
  if (!Array.isArray(losses)) throw invalidArgument('losses', 'an array for each k', losses)
  requireLength('losses', losses, ks.length)
  losses.forEach((loss, i) => {
    requireNumbers(`losses[${i}]`, loss, -largestLoss, largestLoss)
    requireLength(`losses[${i}]`, loss, losses[0].length)
  })
  if (losses[0].length < 2) throw invalidArgument('losses[0]', 'the losses of at least two matches', losses[0])
}
