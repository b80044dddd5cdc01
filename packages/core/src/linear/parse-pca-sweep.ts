import { invalidArgument, malformed, unsupported } from '@riftline/base'
import { sigmoid } from '../math/log-odds.ts'
import {
  arrayField,
  asFinite,
  asInteger,
  asObject,
  field,
  finiteField,
  integerField,
  type JsonObject,
  maximumFeatures,
  namesField,
  readRoot,
} from '../trees/read/json-fields.ts'

/**
 * Reads a PCA-sweep model, a `riftline-pcasweep` object or its JSON text: a fit of one k, or an average over several k
 * whose log odds are averaged. Either way the prediction is one dot product.
 *
 * Stages and `fold` must agree to 1e-9, so an artifact edited in one place only is refused. Other keys are ignored.
 *
 * @throws ArtifactError `artifact_invalid` with the JSON path of what is damaged; `artifact_unsupported` for another
 *   format or version
 * @example
 * const model = parsePcaSweep({
 *   format: 'riftline-pcasweep', formatVersion: 1, numberOfFeatures: 1, featureNames: ['ratingGap'], median: [0],
 *   indicatorColumns: [], keptColumns: [0], mean: [0], sd: [50], components: [[1]],
 *   members: [{ k: 1, weight: 1, coef: [0.5], intercept: 0 }], fold: { weights: [0.01], intercept: 0 }, k: 1, sweep: [],
 * })
 * model.predict([100]) // => 0.7310585786300049
 */
export function parsePcaSweep(json: unknown): LinearModel {
  return readRoot(json, readModel)
}

function readModel(root: JsonObject): LinearModel {
  requireFormat(root)
  const numberOfFeatures = integerField(root, 'numberOfFeatures', () => '$', 1, maximumFeatures)
  const featureNames = namesField(root, 'featureNames', numberOfFeatures)
  const median = finiteArray(root, 'median', numberOfFeatures)
  const indicatorColumns = ascendingColumns(root, 'indicatorColumns', numberOfFeatures)
  const columns = numberOfFeatures + indicatorColumns.length
  const keptColumns = ascendingColumns(root, 'keptColumns', columns)
  const mean = finiteArray(root, 'mean', keptColumns.length)
  const sd = finiteArray(root, 'sd', keptColumns.length)
  sd.forEach((value, j) => {
    if (value <= 0) throw malformed(`$.sd[${j}]`, 'a number above 0', value)
  })
  const components = readComponents(root, keptColumns.length)
  const members = readMembers(root, components.length)
  const stages = { numberOfFeatures, indicatorColumns, keptColumns, mean, sd, components, members }
  const fold = readFold(root, columns, stages)
  return createLinearModel({ numberOfFeatures, featureNames, median, indicatorColumns, ...fold })
}

function requireFormat(root: JsonObject): void {
  const format = field(root, 'format')
  if (format !== 'riftline-pcasweep') throw unsupported('$.format', 'expected "riftline-pcasweep"')
  const version = integerField(root, 'formatVersion', () => '$', 1, Number.MAX_SAFE_INTEGER)
  if (version !== 1) throw unsupported('$.formatVersion', `version ${version} is newer than 1, the one read here`)
}

function finiteArray(object: JsonObject, key: string, length: number, where = '$'): number[] {
  return arrayField(object, key, () => where, length).map((value, i) => asFinite(value, () => `${where}.${key}[${i}]`))
}

/** Distinct column numbers in ascending order. */
function ascendingColumns(root: JsonObject, key: string, columns: number): number[] {
  let least = 0
  return arrayField(root, key, () => '$').map((value, i) => {
    const column = asInteger(value, () => `$.${key}[${i}]`, least, columns - 1)
    least = column + 1
    return column
  })
}

function readComponents(root: JsonObject, columns: number): number[][] {
  return arrayField(root, 'components', () => '$').map((row, c) => {
    if (!Array.isArray(row) || row.length !== columns)
      throw malformed(`$.components[${c}]`, `an array of ${columns}`, row)
    return row.map((value, j) => asFinite(value, () => `$.components[${c}][${j}]`))
  })
}

function readMembers(root: JsonObject, components: number): PcaSweepMember[] {
  const members = arrayField(root, 'members', () => '$').map((value, i) => {
    const path = `$.members[${i}]`
    const member = asObject(value, () => path)
    const k = integerField(member, 'k', () => path, 0, components)
    const weight = finiteField(member, 'weight', () => path)
    if (weight < 0) throw malformed(`${path}.weight`, 'a number of at least 0', weight)
    const intercept = finiteField(member, 'intercept', () => path)
    return { k, weight, coef: finiteArray(member, 'coef', k, path), intercept }
  })
  const total = members.reduce((sum, member) => sum + member.weight, 0)
  if (Math.abs(total - 1) > 1e-9) throw malformed('$.members', 'weights that sum to 1', total)
  return members
}

/** Reads the fold of the artifact and compares it with the product of the stages. */
function readFold(root: JsonObject, columns: number, stages: FoldedStages): { weights: number[]; intercept: number } {
  const object = asObject(field(root, 'fold'), () => '$.fold')
  const weights = finiteArray(object, 'weights', columns, '$.fold')
  const intercept = finiteField(object, 'intercept', () => '$.fold')
  const expected = foldPcaSweep(stages)
  // Columns differ in scale, so weights are compared per standard deviation. Weights of dropped columns must be 0.
  const deviation = new Float64Array(columns)
  stages.keptColumns.forEach((column, j) => {
    deviation[column] = stages.sd[j]!
  })
  const largest = expected.weights.reduce((most, weight, j) => Math.max(most, Math.abs(weight) * deviation[j]!), 0)
  weights.forEach((weight, j) => {
    const room = deviation[j] === 0 ? 0 : largest / deviation[j]!
    requireNear(weight, expected.weights[j]!, room, `$.fold.weights[${j}]`)
  })
  requireNear(intercept, expected.intercept, Math.abs(expected.intercept) + 1, '$.fold.intercept')
  return { weights, intercept }
}

function requireNear(actual: number, expected: number, scale: number, path: string): void {
  const near = Number.isFinite(expected) && Math.abs(actual - expected) <= 1e-9 * scale
  if (!near) throw malformed(path, `${expected}, the product of the stages`, actual)
}

/** One logistic regression on the first k principal components. */
interface PcaSweepMember {
  /** Number of components that it reads. */
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
  /** Training median of each feature, which replaces a missing value. */
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
  /** Validation losses by k, from which k was chosen; kept for readers of the file. */
  readonly sweep: readonly unknown[]
}

/** The stages that `foldPcaSweep` multiplies out. */
type FoldedStages = Pick<
  PcaSweepModel,
  'numberOfFeatures' | 'indicatorColumns' | 'keptColumns' | 'mean' | 'sd' | 'components' | 'members'
>

/**
 * Multiplies scaler, loadings and coefficients of all members into one weight per column, w_j = sum over components c of coefficient x
 * loading_j / sd_j, and one intercept, which takes the means. Trusts its argument; `parsePcaSweep` checks one.
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

/** Model of one dot product and a sigmoid. */
export interface LinearModel {
  readonly numberOfFeatures: number
  /** Names in column order, or null where the artifact has none. */
  readonly featureNames: readonly string[] | null
  /** Whether reversing the sign of every value reverses the log odds exactly. */
  readonly isAntisymmetric: boolean
  /** Log odds of a row of `numberOfFeatures` numbers; NaN is missing. */
  logit(row: ArrayLike<number>): number
  /** Writes the log odds of as many rows, row-major, as `out` is long. */
  logits(rows: Float64Array, out: Float64Array): void
  /** Probability of a row: sigmoid of its log odds. */
  predict(row: ArrayLike<number>): number
}

/** Parameters of a linear model; scaler, loadings and coefficients are already multiplied into `weights`. */
type LinearModelParts = PcaSweepModel['fold'] &
  Pick<PcaSweepModel, 'numberOfFeatures' | 'featureNames' | 'median' | 'indicatorColumns'>

/**
 * Builds the model that scores rows: z = intercept + sum of w_j x_j, with the median in place of a NaN and the weight of its indicator
 * added. Trusts the parts, checks each row. Without intercept, indicators and medians other than 0, logit(-x) = -logit(x) to the bit.
 */
function createLinearModel(parts: LinearModelParts): LinearModel {
  const { numberOfFeatures, featureNames, intercept } = parts
  const weights = Float64Array.from(parts.weights)
  const median = Float64Array.from(parts.median)
  const indicatorColumns = Int32Array.from(parts.indicatorColumns)
  const logit = (row: ArrayLike<number>): number => {
    if (row?.length !== numberOfFeatures) throw invalidArgument('row.length', String(numberOfFeatures), row?.length)
    let sum = intercept
    for (let j = 0; j < numberOfFeatures; j++) {
      const value = row[j]
      if (typeof value !== 'number') throw invalidArgument(`row[${j}]`, 'a number', value)
      sum += weights[j]! * (Number.isNaN(value) ? median[j]! : value)
    }
    for (let i = 0; i < indicatorColumns.length; i++) {
      if (Number.isNaN(row[indicatorColumns[i]!])) sum += weights[numberOfFeatures + i]!
    }
    if (!Number.isFinite(sum)) throw notFinite(row)
    return sum
  }
  const logits = (rows: Float64Array, out: Float64Array): void => {
    if (rows.length !== out.length * numberOfFeatures) {
      throw invalidArgument('rows.length', String(out.length * numberOfFeatures), rows.length)
    }
    for (let i = 0; i < out.length; i++) {
      out[i] = logit(rows.subarray(i * numberOfFeatures, (i + 1) * numberOfFeatures))
    }
  }
  const isAntisymmetric =
    Object.is(intercept, 0) && indicatorColumns.length === 0 && median.every((value) => value === 0)
  return { numberOfFeatures, featureNames, isAntisymmetric, logit, logits, predict: (row) => sigmoid(logit(row)) }
}

function notFinite(row: ArrayLike<number>): Error {
  const values = Array.from(row)
  const at = values.findIndex((value) => Math.abs(value) === Infinity)
  if (at >= 0) return invalidArgument(`row[${at}]`, 'a finite number or NaN', values[at])
  return invalidArgument('row', 'values whose weighted sum is finite', row)
}
