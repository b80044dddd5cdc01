/** Rating, deviation and volatility on the scale of published ratings; a new player has 1500, 350 and 0.06. */
export interface PaperRating {
  readonly rating: number
  readonly deviation: number
  readonly volatility: number
}

export const pointsPerUnit = 173.7178

/**
 * One rating period against one opponent, step by step after Glickman, "Example of the Glicko-2 system" (2013),
 * http://www.glicko.net/glicko/glicko2.pdf, written for this test only. Step 5 walks from the old volatility to
 * the nearest root and halves the last step, instead of the paper's iteration, so it shares no code with the tested one.
 */
export function ratePeriod(own: PaperRating, other: PaperRating, scores: readonly number[], tau: number): PaperRating {
  // Step 2.
  const mu = (own.rating - 1500) / pointsPerUnit
  const phi = own.deviation / pointsPerUnit
  const muOther = (other.rating - 1500) / pointsPerUnit
  const phiOther = other.deviation / pointsPerUnit
  // Steps 3 and 4.
  const g = 1 / Math.sqrt(1 + (3 * phiOther * phiOther) / (Math.PI * Math.PI))
  const e = 1 / (1 + Math.exp(-g * (mu - muOther)))
  let inverse = 0
  let surprise = 0
  for (const score of scores) {
    inverse += g * g * e * (1 - e)
    surprise += g * (score - e)
  }
  const v = 1 / inverse
  const delta = v * surprise
  // Step 5.
  const a = Math.log(own.volatility ** 2)
  const f = (x: number) =>
    (Math.exp(x) * (delta * delta - phi * phi - v - Math.exp(x))) / (2 * (phi * phi + v + Math.exp(x)) ** 2) -
    (x - a) / (tau * tau)
  const direction = Math.sign(f(a))
  let low = a
  let high = a
  while (f(high) * direction > 0) {
    low = high
    high += direction / 100
  }
  for (let n = 0; n < 60; n++) {
    const middle = (low + high) / 2
    if (f(middle) * direction > 0) low = middle
    else high = middle
  }
  const volatility = Math.exp(low / 2)
  // Steps 6 to 8.
  const before = Math.sqrt(phi * phi + volatility * volatility)
  const after = 1 / Math.sqrt(1 / (before * before) + 1 / v)
  return {
    rating: 1500 + pointsPerUnit * (mu + after * after * surprise),
    deviation: pointsPerUnit * after,
    volatility,
  }
}
