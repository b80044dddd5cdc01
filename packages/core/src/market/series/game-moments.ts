import { oddsAgainst, type StrengthGrid } from './strength-grid.ts'

/**
 * Expectations over the strength difference of a series, in which games are independent given it. g is blue's chance of a game,
 * h = 1 - g red's; u and v are those of the next game, which a draft may shift. That of g^blue h^red is at `momentAt(moments, blue, red)`.
 */
export interface GameMoments {
  /** One more than the highest power. */
  readonly side: number
  /** E[u g^blue h^red]. */
  readonly blueNext: Float64Array
  /** E[v g^blue h^red]. */
  readonly redNext: Float64Array
  /** E[g^blue h^red]. */
  readonly played: Float64Array
}

export function momentAt({ side }: GameMoments, blue: number, red: number): number {
  return blue * side + red
}

/**
 * @param mean of the logit that blue wins a game
 * @param shift added to the logit of the next game
 * @param most highest power that is asked for
 */
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
