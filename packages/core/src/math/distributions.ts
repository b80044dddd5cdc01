import { invalidArgument, requireProbability } from '@riftline/base'
import { exp } from './exp.ts'
import { log, log1p } from './log.ts'

/**
 * Standard normal distribution function, by a series near the middle and a continued fraction in the tails, so that small probabilities keep
 * their relative accuracy. Source: G. Marsaglia, J. Statistical Software 11 (2004); Abramowitz and Stegun 26.2.14.
 */
export function normalCdf(x: number): number {
  if (x < -2) return lowerTail(-x)
  if (x > 2) return 1 - lowerTail(x)
  let term = x
  let sum = x
  for (let odd = 3; Math.abs(term) > 1e-17 * Math.abs(sum); odd += 2) {
    term *= (x * x) / odd
    sum += term
  }
  return 0.5 + density(x) * sum
}

/**
 * Standard normal quantile: a rational first guess accurate to 4.5e-4, then Halley steps, each of which triples the correct digits.
 * Source: Abramowitz and Stegun 26.2.23; https://en.wikipedia.org/wiki/Probit. Trusts 0 < p < 1.
 */
export function normalQuantile(p: number): number {
  if (p === 0.5) return 0
  if (p > 0.5) return -normalQuantile(1 - p)
  const t = Math.sqrt(-2 * log(p))
  const above = 2.515517 + t * (0.802853 + t * 0.010328)
  const below = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308))
  let x = above / below - t
  for (let step = 0; step < 3; step++) {
    const error = (normalCdf(x) - p) / density(x)
    x -= error / (1 + (x * error) / 2)
  }
  return x
}

function density(x: number): number {
  return exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)
}

/** P(value > x) for x above 2, where a hundred levels of the fraction are exact to the last bit. */
function lowerTail(x: number): number {
  let fraction = x
  for (let n = 100; n >= 1; n--) fraction = x + n / fraction
  return density(x) / fraction
}

/**
 * Probability that a Student t value is at least as far from 0 as t: I_x(n / 2, 1 / 2) with x = n / (n + t^2), by its continued fraction
 * on the side where it converges fast. Trusts a whole number of degrees. Source: Abramowitz and Stegun 26.5.8 and 26.7.1.
 */
export function studentTwoSided(t: number, degrees: number): number {
  if (t === 0) return 1
  if (Math.abs(t) > 1e150) return 0
  const square = t * t
  const a = degrees / 2
  // x^a (1 - x)^(1/2) / B(a, 1/2)
  const front = exp(-a * log1p(square / degrees)) * Math.sqrt(square / (degrees + square)) * inverseBeta(degrees)
  const x = degrees / (degrees + square)
  if (square > 3) return (front / a) * betaFraction(x, a, 0.5)
  return 1 - 2 * front * betaFraction(square / (degrees + square), 0.5, a)
}

/** 1 / B(n / 2, 1 / 2) = Gamma((n + 1) / 2) / (Gamma(n / 2) sqrt(pi)), in steps of two degrees. */
function inverseBeta(degrees: number): number {
  let value = degrees % 2 === 1 ? 1 / Math.PI : 1 / 2
  for (let n = degrees % 2 === 1 ? 1 : 2; n < degrees; n += 2) value *= (n + 1) / n
  return value
}

/** Continued fraction of the incomplete beta function, by the modified Lentz method. */
function betaFraction(x: number, a: number, b: number): number {
  const tiny = 1e-300
  let c = 1
  let d = 1 / (1 - ((a + b) * x) / (a + 1) || tiny)
  let value = d
  for (let m = 1; m < 10_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / (1 + even * d || tiny)
    c = 1 + even / c || tiny
    value *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / (1 + odd * d || tiny)
    c = 1 + odd / c || tiny
    value *= d * c
    if (Math.abs(d * c - 1) < 1e-16) break
  }
  return value
}

/**
 * Probability of winning a best-of series from the probability g of winning one game of it, a race to n games:
 * P = sum over j = 0 .. n-1 of C(n-1+j, j) g^n (1-g)^j. Games are taken as independent, so a model that already forecasts the series must
 * not be compounded with it. Swapping the sides gives the complement.
 *
 * Source: negative binomial distribution, https://en.wikipedia.org/wiki/Negative_binomial_distribution. O(n).
 *
 * @param gameProbability in [0, 1]
 * @param bestOf odd number of games, 1 to 99
 * @throws RiftlineError `invalid_argument`
 * @example
 * seriesProbability(0.6, 3) // => 0.6479999999999999
 * seriesProbability(0.55, 5) // => 0.593126875
 */
export function seriesProbability(gameProbability: number, bestOf: number): number {
  requireProbability('gameProbability', gameProbability)
  if (!Number.isInteger(bestOf) || bestOf < 1 || bestOf > 99 || bestOf % 2 === 0) {
    throw invalidArgument('bestOf', 'an odd whole number from 1 to 99', bestOf)
  }
  const gamesToWin = (bestOf + 1) / 2
  if (gameProbability > 0.5) return 1 - race(1 - gameProbability, gamesToWin)
  return race(gameProbability, gamesToWin)
}

/** Chance that the side with the smaller chance of a game wins `gamesToWin` games before the other does. Trusts its arguments. */
export function race(g: number, gamesToWin: number): number {
  let term = 1
  let sum = 0
  let straight = 1 // g to the power of gamesToWin, without the last bits of a pow, which differ between runtimes
  for (let lost = 0; lost < gamesToWin; lost++) {
    sum += term
    term *= ((gamesToWin + lost) / (lost + 1)) * (1 - g)
    straight *= g
  }
  return sum * straight
}
