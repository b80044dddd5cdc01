/** One logistic regression on the first k principal components. */
export interface PcaSweepMember {
  /** Number of components it reads. */
  readonly k: number
  /** Share of its log odds in the forecast; the shares of all members sum to 1. */
  readonly weight: number
  /** One coefficient per component. */
  readonly coef: readonly number[]
  readonly intercept: number
}

/**
 * A PCA-sweep model as JSON. A row goes through these stages, which `fold` multiplies into one dot product:
 *
 *   row of numberOfFeatures -> NaN becomes `median`, and 0/1 `indicatorColumns` are appended -> `keptColumns`
 *   -> (x - mean) / sd -> components -> members: coefficients, intercept -> weighted mean of their log odds -> sigmoid
 */
export interface PcaSweepModel {
  readonly format: 'riftline-pcasweep'
  readonly formatVersion: 1
  readonly numberOfFeatures: number
  readonly featureNames: readonly string[] | null
  /** Training median of each feature. */
  readonly median: readonly number[]
  /** Features that were missing somewhere in training, ascending. */
  readonly indicatorColumns: readonly number[]
  /** Columns of features and indicators that varied in training, ascending; the others are ignored. */
  readonly keptColumns: readonly number[]
  /** Training mean and population standard deviation of the kept columns. */
  readonly mean: readonly number[]
  readonly sd: readonly number[]
  /** Loadings, one row per component over the kept columns. */
  readonly components: readonly (readonly number[])[]
  readonly members: readonly PcaSweepMember[]
  /** One weight per feature and indicator: all of the above, multiplied out. */
  readonly fold: { readonly weights: readonly number[]; readonly intercept: number }
  /** The largest k among the members. */
  readonly k: number
  /** Validation losses by k, from which k was chosen; for people. */
  readonly sweep: readonly unknown[]
}

/** The stages that `foldPcaSweep` multiplies out. */
export type FoldedStages = Pick<
  PcaSweepModel,
  'numberOfFeatures' | 'indicatorColumns' | 'keptColumns' | 'mean' | 'sd' | 'components' | 'members'
>

/**
 * Multiplies scaler, loadings and coefficients of all members into one weight per column and one intercept.
 *
 * w_j = sum over components of c x loading_j / sd_j, c the weighted mean of the members' coefficients, and the means go to
 * the intercept. Trusts its argument; `parsePcaSweep` checks one.
 *
 * @example
 * foldPcaSweep({ numberOfFeatures: 1, indicatorColumns: [], keptColumns: [0], mean: [3], sd: [2], components: [[1]], members: [{ k: 1, weight: 1, coef: [4], intercept: 1 }] }) // => { weights: [2], intercept: -5 }
 */
export function foldPcaSweep(model: FoldedStages): { weights: number[]; intercept: number } {
  const weights = new Array<number>(model.numberOfFeatures + model.indicatorColumns.length).fill(0)
  const coef = new Array<number>(model.components.length).fill(0)
  let intercept = 0
  for (const member of model.members) {
    intercept += member.weight * member.intercept
    for (let c = 0; c < member.k; c++) coef[c] = (coef[c] ?? 0) + member.weight * (member.coef[c] ?? 0)
  }
  model.keptColumns.forEach((column, j) => {
    let weight = 0
    for (let c = 0; c < coef.length; c++) weight += (coef[c] ?? 0) * (model.components[c]?.[j] ?? 0)
    weight /= model.sd[j] ?? 1
    weights[column] = weight
    intercept -= weight * (model.mean[j] ?? 0)
  })
  return { weights, intercept }
}
