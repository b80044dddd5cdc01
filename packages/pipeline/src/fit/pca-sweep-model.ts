import { foldPcaSweep, type PcaSweepModel, parsePcaSweep } from '@riftline/core'
import { requireFiniteWeights, requireList } from './fit-arguments.ts'
import type { PcaSweep } from './pca-sweep.ts'

/** Makes the JSON of one or several fits of a sweep, with only the components that they read. */
export function toPcaSweepModel(
  table: Pick<PcaSweepModel, 'numberOfFeatures' | 'median' | 'indicatorColumns'>,
  scaled: Pick<PcaSweepModel, 'keptColumns' | 'mean' | 'sd'>,
  rotation: Pick<PcaSweepModel, 'components'>,
  members: PcaSweepModel['members'],
  featureNames?: readonly string[] | null,
): PcaSweepModel {
  const { numberOfFeatures, median, indicatorColumns } = table
  const { keptColumns, mean, sd } = scaled
  const k = members.reduce((most, member) => Math.max(most, member.k), 0)
  const components = rotation.components.slice(0, k)
  const stages = { numberOfFeatures, indicatorColumns, keptColumns, mean, sd, components, members }
  return {
    format: 'riftline-pcasweep',
    formatVersion: 1,
    featureNames: featureNames ?? null,
    median,
    ...stages,
    fold: foldPcaSweep(stages),
    k,
    sweep: [],
  }
}

/**
 * Joins several fits of one sweep into a model whose log odds are their weighted mean: a log pool over k.
 *
 * Neighbouring k are usually nearly tied, so averaging them is safer than choosing one. The result is still one dot
 * product.
 *
 * @param sweep from `fitPcaSweep`
 * @param weights one per fit of the sweep, at least 0, for example `averageWeights` of `selectComponents`; scaled to
 *   sum to 1, and fits of weight 0 are left out
 * @throws RiftlineError `invalid_argument`; ArtifactError for a damaged model
 * @example
 * const sweep = fitPcaSweep([[2, 1], [1, -1], [-1, 0], [-2, -1]], [1, 1, 0, 0], { ks: [1, 2] })
 * averagePcaSweep(sweep, [0.75, 0.25]).members.length // => 2
 */
export function averagePcaSweep(sweep: PcaSweep, weights: ArrayLike<number>): PcaSweepModel {
  const count = requireList('sweep.fits', sweep?.fits)
  requireFiniteWeights(weights, count)
  const models = sweep.fits.map((fit) => {
    parsePcaSweep(fit?.model)
    return fit.model
  })
  const total = Array.from(weights).reduce((sum, weight) => sum + weight, 0)
  const members = models.flatMap((model, i) => {
    const share = weights[i]! / total
    return share > 0 ? model.members.map((member) => ({ ...member, weight: member.weight * share })) : []
  })
  const widest = models.reduce((most, model) => (model.k > most.k ? model : most))
  return toPcaSweepModel(widest, widest, widest, members, widest.featureNames)
}
