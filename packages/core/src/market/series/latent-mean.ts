import { exp } from '../../math/exp.ts'
import { log } from '../../math/log.ts'
import { logOdds } from '../../math/log-odds.ts'

const mostSteps = 100
/** Product of two secant steps below which the search ends, as the remaining error is smaller still. */
const closeEnough = 1e-16

/**
 * Mean of the game logit at which blue wins the series with the chance `probability` before its first map, to 1e-15, by secant steps in
 * a bracket that only shrinks. `shift` is added to the logit of the first map.
 */
export function latentMean(
  grid: StrengthGrid,
  { probability, shift }: { readonly probability: number; readonly shift: number },
  gamesToWin: number,
): number {
  const target = logOdds(probability)
  const missing = (mean: number): number => seriesLogit(grid, { mean, shift }, gamesToWin) - target
  let [low, high] = [-Infinity, Infinity]
  // Equal teams win a series equally often.
  let [last, lastMissing] = [0, shift === 0 ? -target : missing(0)]
  let mean = target / (0.8 + 0.5 * gamesToWin)
  if (mean === 0) mean = lastMissing > 0 ? -0.1 : 0.1
  for (let step = 0; step < mostSteps && lastMissing !== 0; step++) {
    const found = missing(mean)
    if (found === 0) return mean
    if (found > 0) high = Math.min(high, mean)
    else low = Math.max(low, mean)
    const next = mean - (found * (mean - last)) / (found - lastMissing)
    // A bisection step says nothing about the error.
    if (Math.abs((next - mean) * (mean - last)) <= closeEnough * Math.max(1, Math.abs(mean))) return next
    ;[last, lastMissing, mean] = [mean, found, next > low && next < high ? next : bisected(low, high, mean)]
  }
  return lastMissing === 0 ? last : mean
}

/** Middle of a bracket; for an open bracket, a point well beyond its known end. */
function bisected(low: number, high: number, mean: number): number {
  if (low === -Infinity) return high - Math.abs(mean) - 1
  if (high === Infinity) return low + Math.abs(mean) + 1
  return low + (high - low) / 2
}

/** Logit of blue's chance of the whole series. Both sides' chances are sums of positive terms, so each keeps its digits. */
function seriesLogit(
  { weights, against }: StrengthGrid,
  { mean, shift }: { readonly mean: number; readonly shift: number },
  gamesToWin: number,
): number {
  const [afterWin, afterLoss] = waysOf[gamesToWin - 1]!
  const odds = oddsAgainst(mean)
  const firstOdds = oddsAgainst(mean + shift)
  let won = 0
  let lost = 0
  for (let i = 0; i < weights.length; i++) {
    const q = odds * against[i]!
    const g = 1 / (1 + q)
    const h = q * g
    const firstQ = firstOdds * against[i]!
    const u = shift === 0 ? g : 1 / (1 + firstQ)
    const v = firstQ * u
    const weight = weights[i]!
    const blue = gamesToWin === 1 ? 1 : gamesToWin === 2 ? g : g * g
    const red = gamesToWin === 1 ? 1 : gamesToWin === 2 ? h : h * h
    won += weight * blue * (u * sum(afterWin, h) + v * g * sum(afterLoss, h))
    lost += weight * red * (v * sum(afterWin, g) + u * h * sum(afterLoss, g))
  }
  return log(won / lost)
}

/** Numbers of ways to lose j games on the way to the wins still missing after the first map, for a series of 1, 2 or 3 wins. */
const waysOf: readonly (readonly [afterWin: readonly number[], afterLoss: readonly number[]])[] = [
  [[1], []],
  [[1, 1], [1]],
  [
    [1, 2, 3],
    [1, 3],
  ],
]

/** Polynomial in x with these coefficients, lowest first. */
function sum(ways: readonly number[], x: number): number {
  let value = 0
  for (let j = ways.length - 1; j >= 0; j--) value = value * x + ways[j]!
  return value
}

/**
 * Points of a standard normal, from the lowest up and symmetric around 0, and at each the odds against blue between equal teams, e^(-sd
 * z).
 */
export type StrengthGrid = Readonly<ReturnType<typeof strengthGrid>>

const density0 = 1 / Math.sqrt(2 * Math.PI)
const densestStep = 0.4
/** Half width of the grid; beyond it the normal density is below 1e-16. */
const halfWidth = 8.5

/**
 * Trapezoidal grid on which expectations of products of up to 2n game chances under a normal logit keep all their digits. A standard
 * deviation of 0 gives the single point 0. Source: L. N. Trefethen and J. A. C. Weideman, SIAM Review 56 (2014).
 */
export function strengthGrid(sd: number, gamesToWin: number) {
  if (sd === 0) return { points: new Float64Array(1), weights: Float64Array.of(1), against: Float64Array.of(1) }
  const step = densestStep / Math.max(1, sd)
  // Powers of a chance move the middle of the sum by up to n sd.
  const half = Math.ceil((halfWidth + gamesToWin * sd) / step)
  const points = new Float64Array(2 * half + 1)
  const weights = new Float64Array(2 * half + 1)
  const against = new Float64Array(2 * half + 1)
  for (let i = 0; i <= half; i++) {
    const z = i * step
    const weight = step * density0 * exp((-z * z) / 2)
    points[half + i] = z
    points[half - i] = -z
    weights[half + i] = weight
    weights[half - i] = weight
    const odds = exp(sd * z)
    against[half - i] = odds
    against[half + i] = 1 / odds
  }
  return { points, weights, against }
}

/** Odds against blue at a logit; times `against` of a grid point, the odds at that point. Capped, so that the product stays finite. */
function oddsAgainst(logit: number): number {
  return Math.min(exp(-logit), mostOdds)
}

const mostOdds = 1e120

/** Maps won in a series so far. */
export interface Standing {
  readonly blue: number
  readonly red: number
}

/** Map that may be played: the standing before it, and the chance that it is played there and won by each side. */
export interface GameChance {
  readonly at: Standing
  readonly blueWins: number
  readonly redWins: number
}

/**
 * Maps still possible: the chance of each standing, split by the winner of the next map. The first map on the way to a standing is the
 * next one, whose chances may be shifted: binomial(x + y - 1, y) ways begin with blue, binomial(x + y - 1, x) with red.
 */
export function seriesGames(moments: GameMoments, now: Standing, gamesToWin: number): readonly GameChance[] {
  const { played, blueNext, redNext } = moments
  const all = played[momentAt(moments, now.blue, now.red)]!
  const games: GameChance[] = []
  for (let blue = now.blue; blue < gamesToWin; blue++) {
    for (let red = now.red; red < gamesToWin; red++) {
      const x = blue - now.blue
      const y = red - now.red
      const at = { blue, red }
      const next = momentAt(moments, blue, red)
      if (x === 0 && y === 0) {
        games.push({ at, blueWins: blueNext[next]! / all, redWins: redNext[next]! / all })
        continue
      }
      const beganBlue = x === 0 ? 0 : binomial(x + y - 1, y)
      const beganRed = y === 0 ? 0 : binomial(x + y - 1, x)
      const blueWins = chance(moments, blue + 1, red, beganBlue, beganRed) / all
      const redWins = chance(moments, blue, red + 1, beganBlue, beganRed) / all
      games.push({ at, blueWins, redWins })
    }
  }
  return games
}

/** Chance of a later standing, from the numbers of ways that begin with a map won by blue and by red. */
function chance(moments: GameMoments, blue: number, red: number, beganBlue: number, beganRed: number): number {
  const viaBlue = beganBlue === 0 ? 0 : beganBlue * moments.blueNext[momentAt(moments, blue - 1, red)]!
  const viaRed = beganRed === 0 ? 0 : beganRed * moments.redNext[momentAt(moments, blue, red - 1)]!
  return viaBlue + viaRed
}

/** Ways to choose k of n. */
function binomial(n: number, k: number): number {
  let ways = 1
  for (let i = 1; i <= k; i++) ways = (ways * (n - k + i)) / i
  return ways
}

/**
 * Expectations over the strength difference of a series, given which games are independent. g is blue's chance of a game and h = 1 - g
 * red's; u and v are their chances of the next game. `momentAt(moments, blue, red)` is the index of g^blue h^red.
 */
type GameMoments = Readonly<ReturnType<typeof gameMoments>>

function momentAt({ side }: GameMoments, blue: number, red: number): number {
  return blue * side + red
}

/** Moments up to the power `most`. `mean` is that of the logit that blue wins a game; `shift` is added to it for the next game. */
export function gameMoments(
  { weights, against }: StrengthGrid,
  { mean, shift }: { readonly mean: number; readonly shift: number },
  most: number,
) {
  const side = most + 1
  const played = new Float64Array(side * side)
  const blueNext = new Float64Array(side * side)
  const redNext = new Float64Array(side * side)
  const odds = oddsAgainst(mean)
  const nextOdds = oddsAgainst(mean + shift)
  for (let i = 0; i < weights.length; i++) {
    const q = odds * against[i]!
    const g = 1 / (1 + q)
    const h = q * g
    const nextQ = nextOdds * against[i]!
    const u = shift === 0 ? g : 1 / (1 + nextQ)
    const v = nextQ * u
    let byBlue = weights[i]!
    for (let first = 0; first < played.length; first += side) {
      let term = byBlue
      for (let at = first; at < first + side; at++) {
        played[at]! += term
        blueNext[at]! += term * u
        redNext[at]! += term * v
        term *= h
      }
      byBlue *= g
    }
  }
  // Expectations of u, v and 1 times g^blue h^red.
  return { side, blueNext, redNext, played }
}
