import { malformed, unsupported } from '@riftline/base'
import type { Link } from '../form/tree-ensemble.ts'

export interface ParsedObjective {
  readonly link: Link
  readonly mayStopEarly: boolean
  readonly warnings: readonly string[]
}

/** Objectives whose `NeedAccuratePrediction` is false, as only the sign or the order of scores counts. */
const decidable: ReadonlySet<unknown> = new Set(['binary', 'multiclass', 'multiclassova', 'lambdarank', 'rank_xendcg'])

const identity: Link = { kind: 'identity' }

/**
 * Parses LightGBM's objective string into a link. The string is a name, then `key:value` options or flags, separated by blanks.
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
 * | absent, `custom`, `none`, `null`, `na` | raw, with a warning |
 *
 * LightGBM's other names for these, such as `xentropy` and `mse`, are accepted without options. Any other name is refused, as
 * LightGBM does: its predictions are unknown.
 *
 * Source: `ToString` and `ConvertOutput` in https://github.com/microsoft/LightGBM/tree/v4.6.0/src/objective,
 * `ParseObjectiveAlias` in https://github.com/microsoft/LightGBM/blob/v4.6.0/include/LightGBM/config.h.
 * @param outputs trees per iteration
 */
export function parseObjective(objective: string | null, outputs: number): ParsedObjective {
  const known = objective === null ? 'custom' : (aliases.get(objective) ?? objective)
  if (known === 'custom') {
    const warnings = ['the model was trained with a custom objective: predictions are raw scores']
    return { link: identity, mayStopEarly: false, warnings }
  }
  const [name, ...options] = known.split(' ').filter((token) => token !== '')
  const link = linkOf(name, options)
  if (link === null) {
    const shown = JSON.stringify(known.slice(0, 60))
    throw unsupported('$.objective', `${shown} is no objective of LightGBM; expected one such as "binary sigmoid:1"`)
  }
  const perClass = name === 'multiclass' || name === 'multiclassova'
  const width = perClass ? classCount(options) : 1
  if (width !== outputs) {
    throw malformed('$.num_tree_per_iteration', `${width}, as the objective has it`, outputs)
  }
  return { link, mayStopEarly: decidable.has(name), warnings: [] }
}

/** Aliases of objectives. LightGBM replaces them before it reads options, so an alias has none. */
const aliases: ReadonlyMap<string, string> = new Map(
  Object.entries({
    regression: 'regression_l2 mean_squared_error mse l2 l2_root root_mean_squared_error rmse',
    regression_l1: 'mean_absolute_error l1 mae',
    mape: 'mean_absolute_percentage_error',
    cross_entropy: 'xentropy',
    cross_entropy_lambda: 'xentlambda',
    rank_xendcg: 'xendcg xe_ndcg xe_ndcg_mart xendcg_mart',
    custom: 'none null na',
  }).flatMap(([name, others]) => others.split(' ').map((other) => [other, name] as const)),
)

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

/** Value of the option `key:value`; the last one counts, as in LightGBM. */
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
