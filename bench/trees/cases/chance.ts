import { type SeededRandom, seededRandom } from '#core/math/seeded-random.ts'

/** Random draws; the same seed gives the same draws. */
export interface Chance {
  /** Uniform in (0, 1). */
  uniform(): number
  /** Standard normal. */
  normal(): number
  /** True with the given probability. */
  happens(probability: number): boolean
}

export function createChance(seed: number): Chance {
  const random: SeededRandom = seededRandom(seed)
  const uniform = (): number => (random.below(2 ** 32) + 0.5) / 2 ** 32
  return {
    uniform,
    normal: () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform()),
    happens: (probability) => uniform() < probability,
  }
}
