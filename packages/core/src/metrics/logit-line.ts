import { exp } from '../math/exp.ts'
import { log1p } from '../math/log.ts'
import { sigmoid } from '../math/sigmoid.ts'

/** A straight line in log odds, with the standard errors that the curvature at the maximum gives. */
export interface LogitLine {
  readonly slope: number
  readonly slopeSe: number
  readonly intercept: number
  readonly interceptSe: number
}

/**
 * Logistic regression of outcomes on log odds, with normal priors of this precision around slope 1 and intercept 0: Newton's
 * method in two variables, steps halved until they climb. Trusts its arguments; a precision above 0 keeps the maximum finite.
 */
export function fitLogitLine(logits: Float64Array, outcomes: ArrayLike<number>, precision: number): LogitLine {
  let slope = 1
  let intercept = 0
  let here = posterior(logits, outcomes, precision, slope, intercept)
  for (let step = 0; step < 100; step++) {
    const { slopeSlope, cross, interceptIntercept, determinant } = here
    const slopeStep = (here.slopeGradient * interceptIntercept - here.interceptGradient * cross) / determinant
    const interceptStep = (here.interceptGradient * slopeSlope - here.slopeGradient * cross) / determinant
    let length = 1
    let there = posterior(logits, outcomes, precision, slope + slopeStep, intercept + interceptStep)
    while (there.value < here.value - 1e-13 * Math.abs(here.value) && length > 1e-10) {
      length /= 2
      there = posterior(logits, outcomes, precision, slope + length * slopeStep, intercept + length * interceptStep)
    }
    slope += length * slopeStep
    intercept += length * interceptStep
    here = there
    if (Math.abs(slopeStep) + Math.abs(interceptStep) < 1e-12 * (1 + Math.abs(slope) + Math.abs(intercept))) break
  }
  return {
    slope,
    intercept,
    slopeSe: Math.sqrt(here.interceptIntercept / here.determinant),
    interceptSe: Math.sqrt(here.slopeSlope / here.determinant),
  }
}

/** Log posterior, its gradient, and minus its second derivatives. */
interface Posterior {
  readonly value: number
  readonly slopeGradient: number
  readonly interceptGradient: number
  readonly slopeSlope: number
  readonly cross: number
  readonly interceptIntercept: number
  readonly determinant: number
}

function posterior(
  logits: Float64Array,
  outcomes: ArrayLike<number>,
  precision: number,
  slope: number,
  intercept: number,
): Posterior {
  const off = slope - 1
  let value = (-precision * (off * off + intercept * intercept)) / 2
  let slopeGradient = -precision * off
  let interceptGradient = -precision * intercept
  let slopeSlope = precision
  let cross = 0
  let interceptIntercept = precision
  for (let i = 0; i < logits.length; i++) {
    const x = logits[i]!
    const z = intercept + slope * x
    const q = sigmoid(z)
    const upset = sigmoid(-z)
    const residual = outcomes[i]! * upset - (1 - outcomes[i]!) * q // y - q, with its digits also where q rounds to 1
    const spread = q * upset
    value += outcomes[i]! * z - Math.max(z, 0) - log1p(exp(-Math.abs(z)))
    slopeGradient += residual * x
    interceptGradient += residual
    slopeSlope += spread * x * x
    cross += spread * x
    interceptIntercept += spread
  }
  const determinant = slopeSlope * interceptIntercept - cross * cross
  return { value, slopeGradient, interceptGradient, slopeSlope, cross, interceptIntercept, determinant }
}
