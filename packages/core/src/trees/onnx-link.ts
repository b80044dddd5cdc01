import { exp } from '../math/exp.ts'
import { logFloat32 } from '../math/float32.ts'
import type { OnnxLink } from './form/links.ts'
import { applySteps, registersOf, softmaxOf } from './form/steps.ts'

const round = Math.fround

/**
 * Creates the map from the `width` scores of each row to its predictions.
 * Source: https://github.com/microsoft/onnxruntime/blob/v1.22.0/onnxruntime/core/providers/cpu/ml/ml_common.h (`write_scores`).
 */
export function createOnnxLink(link: OnnxLink, width: number, hasTwoBases: boolean) {
  const { steps, outputs, roundsLast, inDoubles, transform } = link
  const cells = link.oneScore === 'alone' ? width : Math.max(2, width)
  const registers = new Float64Array(steps === null ? cells : registersOf(steps))
  const first = registers.subarray(0, cells)
  const hasOneScore = (second: number) => width === 1 || (cells === 2 && !hasTwoBases && Object.is(second, -0))
  const transforms = transform !== 'none' && (width > 1 || transform === 'probit')

  return (scores: Float64Array, rows: number, out: Float64Array): void => {
    for (let r = 0; r < rows; r++) {
      for (let k = 0; k < width; k++) first[k] = scores[r * width + k]!
      const isSpread = link.oneScore !== 'alone' && hasOneScore(first[1]!)
      if (isSpread) spreadScore(first, link)
      if (!inDoubles || transforms) each(first, round)
      if (transforms && !isSpread) transformScores(first, transform)
      if (steps !== null) applySteps(steps, registers)
      for (let i = 0; i < outputs.length; i++) {
        const value = registers[outputs[i]!]!
        out[r * outputs.length + i] = roundsLast ? round(value) : value
      }
    }
  }
}

/** Predictions for two labels of one score, which may be a double. */
function spreadScore(scores: Float64Array, { transform, oneScore }: OnnxLink): void {
  const score = scores[0]!
  scores[0] = oneScore === 'complement' ? 1 - score : -score
  scores[1] = score
  if (transform !== 'logistic') return
  scores[0] = logistic(round(-score))
  scores[1] = logistic(round(score))
}

/** Transforms float32 scores in float32, whatever the type of the trees. */
function transformScores(scores: Float64Array, transform: OnnxLink['transform']): void {
  if (transform === 'softmax') softmaxOf(scores, round)
  else if (transform === 'softmaxZero') softmaxZero(scores)
  else if (transform === 'logistic') each(scores, logistic)
  else each(scores, probit)
}

function each(scores: Float64Array, result: (score: number) => number): void {
  for (let i = 0; i < scores.length; i++) scores[i] = result(scores[i]!)
}

/** 1 / (1 + e^-s), for s below 0 as 1 minus that of -s. */
function logistic(score: number): number {
  const chance = round(1 / round(1 + round(exp(-Math.abs(score)))))
  return score < 0 ? round(1 - chance) : chance
}

/** Scores up to this count as 0 in `softmaxZero`. */
const nearlyZero = round(1e-7)

/** Softmax in which scores of 0 stay out of the sum. */
function softmaxZero(scores: Float64Array): void {
  const largest = scores.reduce((most, score) => Math.max(most, score), scores[0]!)
  const zeroFactor = round(exp(-largest))
  let sum = 0
  each(scores, (score) => {
    if (!(score > nearlyZero || score < -nearlyZero)) return round(score * zeroFactor)
    const power = round(exp(round(score - largest)))
    sum = round(sum + power)
    return power
  })
  each(scores, (score) => round(score / sum))
}

/** Inverse of the normal distribution by Winitzki's approximation, each step rounded. */
function probit(score: number): number {
  const x = round(round(2 * score) - 1)
  const factor = round(0.147)
  const logarithm = logFloat32(round(round(1 - x) * round(1 + x)))
  const a = round(round(2 / round(round(3.14159274) * factor)) + round(logarithm / 2))
  const b = round(round(1 / factor) * logarithm)
  const root = round(Math.sqrt(round(round(a * a) - b)))
  return round(round(Math.sqrt(2)) * round(Math.sign(x) * round(Math.sqrt(round(root - a)))))
}
