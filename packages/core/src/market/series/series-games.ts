import { oddsAgainst, type StrengthGrid } from './latent-mean.ts'

/** Maps won in a series so far. */
export interface Standing {
  readonly blue: number
  readonly red: number
}

/** Map that may be played: its standing, and the chances that it is played there and won by each side. */
export interface GameChance {
  readonly at: Standing
  readonly blueWins: number
  readonly redWins: number
}

/**
 * Maps still possible, with the chance of each standing split by the winner there.
 *
 * The first map of a way to a standing is the next one, whose chances may be shifted: binomial(x + y - 1, y) ways begin with blue,
 * binomial(x + y - 1, x) with red.
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

/** Chance of a later standing, from the numbers of ways that begin with a map of blue and of red. */
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
 * Expectations over the strength difference of a series; games are independent given it. g is blue's chance of a game and h = 1 - g
 * red's; u and v are their chances of the next game. `momentAt(moments, blue, red)` is the place of g^blue h^red.
 */
interface GameMoments {
  /** One more than the highest power. */
  readonly side: number
  /** E[u g^blue h^red]. */
  readonly blueNext: Float64Array
  /** E[v g^blue h^red]. */
  readonly redNext: Float64Array
  /** E[g^blue h^red]. */
  readonly played: Float64Array
}

function momentAt({ side }: GameMoments, blue: number, red: number): number {
  return blue * side + red
}

/** Moments up to the power `most`; `mean` is of the logit that blue wins a game, and `shift` is added to that of the next game. */
export function gameMoments(
  { weights, against }: StrengthGrid,
  { mean, shift }: { readonly mean: number; readonly shift: number },
  most: number,
): GameMoments {
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
  return { side, blueNext, redNext, played }
}
