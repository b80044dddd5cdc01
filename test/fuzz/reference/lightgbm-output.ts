import { exp } from '#core/math/exp.ts'
import { log1p } from '#core/math/log.ts'
import { Unreadable } from './reference.ts'

/** Predictions of LightGBM's objective string for a row's raw scores. A repeated option has its last value, as in LightGBM. */
export function lightgbmOutput(objective: string | null): (raw: readonly number[]) => number[] {
  const [name, ...options] = (objective ?? '').split(' ').filter((word) => word !== '')
  const each = (of: (score: number) => number) => (raw: readonly number[]) => raw.map((score) => of(score))
  switch (name) {
    case 'binary':
    case 'multiclassova': {
      const steepness = sigmoid(options)
      return each((score) => 1 / (1 + exp(-steepness * score)))
    }
    case 'cross_entropy':
      return each((score) => 1 / (1 + exp(-score)))
    case 'cross_entropy_lambda':
      return each((score) => log1p(exp(score)))
    case 'poisson':
    case 'gamma':
    case 'tweedie':
      return each((score) => exp(score))
    case 'multiclass':
      return softmax
    case 'regression':
    case 'regression_l1':
    case 'fair':
    case 'quantile':
    case 'mape':
      return each(options.includes('sqrt') ? (score) => Math.sign(score) * score * score : (score) => score)
    default:
      return each((score) => score)
  }
}

function sigmoid(options: readonly string[]): number {
  const word = options.findLast((option) => option.startsWith('sigmoid:'))
  const value = word === undefined ? 1 : Number(word.slice('sigmoid:'.length))
  if (!(value > 0 && value < Infinity)) throw new Unreadable('sigmoid')
  return value
}

function softmax(raw: readonly number[]): number[] {
  const largest = Math.max(...raw)
  const parts = raw.map((score) => exp(score - largest))
  const sum = parts.reduce((total, part) => total + part, 0)
  return parts.map((part) => part / sum)
}
