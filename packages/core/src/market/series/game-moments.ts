import { oddsAgainst, type StrengthGrid } from './strength-grid.ts'

/**
 * Expectations over the strength difference of a series, in which games are independent given it. g is blue's chance of a game,
 * h = 1 - g red's; u and v are those of the next game, which a draft may shift.
 */
export interface GameMoments {
  /** E[u g^blue h^red]. */
  blueNext(blue: number, red: number): number
  /** E[v g^blue h^red]. */
  redNext(blue: number, red: number): number
  /** E[g^blue h^red]. */
  played(blue: number, red: number): number
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
  const plain = new Float64Array(side * side)
  const blueNext = new Float64Array(side * side)
  const redNext = new Float64Array(side * side)
  const odds = oddsAgainst(mean)
  const nextOdds = oddsAgainst(mean + shift)
  for (let i = 0; i < weights.length; i++) {
    const q = odds * against[i]!
    const g = 1 / (1 + q)
    const h = q * g
    const nextQ = nextOdds * against[i]!
    const u = 1 / (1 + nextQ)
    const v = nextQ * u
    let byBlue = weights[i]!
    for (let blue = 0; blue < side; blue++) {
      let term = byBlue
      for (let red = 0; red < side; red++) {
        const at = blue * side + red
        plain[at]! += term
        blueNext[at]! += term * u
        redNext[at]! += term * v
        term *= h
      }
      byBlue *= g
    }
  }
  return {
    blueNext: (blue, red) => blueNext[blue * side + red]!,
    redNext: (blue, red) => redNext[blue * side + red]!,
    played: (blue, red) => plain[blue * side + red]!,
  }
}
