import fc from 'fast-check'
import { type DevigMethod, devigMethods } from '#core/market/devig.ts'

/** Evenly spread real numbers, as `fc.double` spreads the exponents and gives mostly numbers next to 0. */
export function uniform(min: number, max: number): fc.Arbitrary<number> {
  return fc.integer({ min: 0, max: 2 ** 30 }).map((k) => min + (max - min) * (k / 2 ** 30))
}

/** Probabilities in [0, 1], with very small and nearly certain ones as often as the rest. */
export const any01: fc.Arbitrary<number> = fc.oneof(
  uniform(0, 1),
  uniform(-18, 18).map((z) => 1 / (1 + Math.exp(-z))),
  fc.constantFrom(0, 0.5, 1),
)

/** Prices from 1.0000001 to a million, as quoted and as arbitrary doubles, short ones as often as long ones. */
export const anyPrice: fc.Arbitrary<number> = fc.oneof(
  fc.integer({ min: 101, max: 3000 }).map((cents) => cents / 100),
  uniform(-16.1, 13.8).map((x) => 1 + Math.exp(x)),
  fc.constantFrom(1.0000001, 1.01, 2, 1000, 1e6),
)

/** Prices in the usual range of real markets. */
export const usualPrice: fc.Arbitrary<number> = uniform(-4.6, 4.6).map((x) => 1 + Math.exp(x))

/** Methods that need no further option. */
export const twoWayMethods: DevigMethod[] = devigMethods.filter((method) => method !== 'share')

export const nWayMethods: DevigMethod[] = twoWayMethods.filter((method) => method !== 'probit' && method !== 'jsd')
