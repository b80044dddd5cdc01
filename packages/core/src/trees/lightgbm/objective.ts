import { malformed } from '../../errors.ts'
import type { Link } from '../form/output-link.ts'

export interface ParsedObjective {
  readonly link: Link
  readonly mayStopEarly: boolean
  readonly warnings: readonly string[]
}

/** Objectives whose `NeedAccuratePrediction` is false: the sign or the order of the scores is what counts. */
const decidable: ReadonlySet<unknown> = new Set(['binary', 'multiclass', 'multiclassova', 'lambdarank', 'rank_xendcg'])

const identity: Link = { kind: 'identity' }

/**
 * The link that LightGBM's objective string names: a name, then `key:value` options or flags, separated by blanks.
 *
 * | objective | prediction |
 * |---|---|
 * | `binary sigmoid:S` | 1 / (1 + e^(-S·raw)) |
 * | `cross_entropy` | the same with S = 1 |
 * | `multiclass num_class:K` | softmax |
 * | `multiclassova num_class:K sigmoid:S` | K sigmoids, not normalised |
 * | `cross_entropy_lambda` | ln(1 + e^raw): an intensity, not a probability |
 * | `poisson`, `gamma`, `tweedie` | e^raw |
 * | `regression`, `regression_l1`, `fair`, `quantile`, `mape`, each with or without the flag `sqrt` | raw, or sign(raw)·raw² |
 * | `huber`, `lambdarank`, `rank_xendcg` | raw |
 * | absent (custom objective) or unknown | raw, with a warning |
 *
 * Source: `ToString` and `ConvertOutput` in https://github.com/microsoft/LightGBM/tree/v4.6.0/src/objective.
 *
 * @param outputs trees per iteration
 * @throws ArtifactError `artifact_invalid` for an option that is not a number or a width that contradicts the objective
 * @example parseObjective('binary sigmoid:0.7', 1).link // => { kind: 'sigmoid', slope: 0.7, offset: 0 }
 */
export function parseObjective(objective: string | null, outputs: number): ParsedObjective {
  if (objective === null) return unknownObjective('the model was trained with a custom objective')
  const [name, ...options] = objective.split(' ').filter((token) => token !== '')
  const link = linkOf(name, options)
  if (link === null) return unknownObjective(`unknown objective ${JSON.stringify(objective.slice(0, 60))}`)
  const perClass = name === 'multiclass' || name === 'multiclassova'
  const width = perClass ? classCount(options) : 1
  if (width !== outputs) {
    throw malformed('$.num_tree_per_iteration', `${width}, as the objective has it`, outputs)
  }
  return { link, mayStopEarly: decidable.has(name), warnings: [] }
}

function unknownObjective(reason: string): ParsedObjective {
  return { link: identity, mayStopEarly: false, warnings: [`${reason}: predictions are raw scores`] }
}

function linkOf(name: string | undefined, options: readonly string[]): Link | null {
  switch (name) {
    case 'binary':
    case 'multiclassova':
      return { kind: 'sigmoid', slope: sigmoidOption(options), offset: 0 }
    case 'cross_entropy':
      return { kind: 'sigmoid', slope: 1, offset: 0 }
    case 'multiclass':
      return { kind: 'softmax', shiftByMaximum: true }
    case 'cross_entropy_lambda':
      return { kind: 'softplus' }
    case 'poisson':
    case 'gamma':
    case 'tweedie':
      return { kind: 'exp' }
    case 'regression':
    case 'regression_l1':
    case 'fair':
    case 'quantile':
    case 'mape':
      return options.includes('sqrt') ? { kind: 'signedSquare' } : identity
    case 'huber':
    case 'lambdarank':
    case 'rank_xendcg':
      return identity
    default:
      return null
  }
}

/** The value of `key:value`; of an option given twice the last counts, as in LightGBM. */
function option(options: readonly string[], key: string): string | undefined {
  return options.findLast((token) => token.startsWith(`${key}:`))?.slice(key.length + 1)
}

function sigmoidOption(options: readonly string[]): number {
  const text = option(options, 'sigmoid')
  if (text === undefined) return 1
  const value = /^[0-9.e+-]+$/i.test(text) ? Number(text) : Number.NaN
  if (!(value > 0 && value < Infinity)) throw malformed('$.objective', 'a sigmoid above 0', text)
  return value
}

function classCount(options: readonly string[]): number {
  const text = option(options, 'num_class') ?? ''
  if (!/^[1-9][0-9]{0,8}$/.test(text)) throw malformed('$.objective', 'num_class:K', text)
  return Number(text)
}
