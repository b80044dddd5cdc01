import { exp } from '#core/math/exp.ts'
import { finite, float, has, list, own, text, Unreadable } from './reference.ts'

type Output = (raw: readonly number[]) => number[]

/** ML.NET's predictions for a row's float32 scores: each step in double, each result cast to float32. */
export function fasttreeOutput(model: unknown): Output {
  if ((own(model, 'subModels') ?? null) !== null) return severalClasses(model)
  const calibrated = platt(model)
  if (calibrated !== null) return (raw) => raw.map(calibrated)
  return own(model, 'outputTransform') === 'exp'
    ? (raw) => raw.map((score) => Math.fround(exp(score)))
    : (raw) => [...raw]
}

function severalClasses(model: unknown): Output {
  switch (text(model, 'outputFormula')) {
    case 'Raw':
      return (raw) => [...raw]
    case 'Softmax':
      return (raw) => {
        const parts = raw.map(exp)
        const sum = parts.reduce((total, part) => total + part, 0)
        return parts.map((part) => Math.fround(part / sum))
      }
    case 'ProbabilityNormalization': {
      const each = list(model, 'subModels').map((part) => platt(part))
      return (raw) => {
        const parts = raw.map((score, k) => (each[k] ?? refuse())(score))
        const sum = parts.reduce((total, part) => (Number.isNaN(part) ? total : total + part), 0)
        return sum > 0 ? parts.map((part) => Math.fround(part / sum)) : parts
      }
    }
    default:
      throw new Unreadable('outputFormula')
  }
}

function refuse(): never {
  throw new Unreadable('a class without a calibrator')
}

function platt(holder: unknown): ((score: number) => number) | null {
  if (!has(holder, 'calibrator') || own(holder, 'calibrator') === null) return null
  const calibrator = own(holder, 'calibrator')
  if (text(calibrator, 'type') !== 'PlattCalibrator') throw new Unreadable('calibrator')
  const slope = finite(float(own(calibrator, 'Slope')), 'Slope')
  const offset = finite(float(own(calibrator, 'Offset')), 'Offset')
  return (score) => Math.fround(1 / (1 + exp(slope * score + offset)))
}
