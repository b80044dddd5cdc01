import type { Sampled } from '@riftline/predictor'

/**
 * A number that enough games tell, else null: ten or all of them, and a quarter. The noise of ten games is about as large as the
 * difference between teams.
 *
 * @param known games that tell it
 * @param all games of the span
 */
export function sampled(value: number | null, known: number, all: number): Sampled {
  return 4 * known >= all ? ofLeast(10, value, known, all) : null
}

/** The same for numbers that change little from game to game: five games tell them, or all. */
export function steadySampled(value: number | null, known: number, all: number): Sampled {
  return ofLeast(5, value, known, all)
}

/** A number from published averages; null unless they rest on ten games. */
export function published(value: number | null, games: number): Sampled {
  return value === null || games < 10 ? null : { value: asPublished(value), games, from: 'season' }
}

/** Means that were multiplied and divided again, as people write them: .9 and not .9000000000000001. */
function asPublished(value: number): number {
  const short = Number(value.toPrecision(12))
  return Math.abs(short - value) <= 4 * Number.EPSILON * value ? short : value
}

function ofLeast(least: number, value: number | null, known: number, all: number): Sampled {
  if (value === null || known === 0 || (known < least && known < all)) return null
  return { value, games: known, from: 'games' }
}
