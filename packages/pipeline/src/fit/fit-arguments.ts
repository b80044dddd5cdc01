import {
  invalidArgument,
  requireArrayLike,
  requireLength,
  requireProbabilities,
  requireWeights,
  requireWhole,
} from '@riftline/base'

/** Refuses anything but a non-empty list of whole numbers of at least 1. */
export function requireKs(ks: unknown): void {
  if (!Array.isArray(ks) || ks.length === 0) throw invalidArgument('ks', 'at least one number of components', ks)
  ks.forEach((k, i) => {
    requireWhole(`ks[${i}]`, k, 1)
  })
}

/** The length of an array or typed array; refuses anything else, and an empty one. */
export function requireList(argument: string, value: unknown): number {
  requireArrayLike(argument, value)
  const { length } = value as ArrayLike<unknown>
  if (length === 0) throw invalidArgument(argument, 'at least one element', value)
  return length
}

/** Refuses outcomes that are not one number in [0, 1] per row. */
export function requireOutcomes(y: ArrayLike<number>, rows: number): void {
  requireProbabilities('y', y)
  requireLength('y', y, rows)
}

/** Refuses weights that are not one number of at least 0 for each of `count`, or that have no finite sum above 0. */
export function requireFiniteWeights(weights: ArrayLike<number>, count: number): void {
  requireWeights('weights', weights, count)
  let sum = 0
  for (let i = 0; i < count; i++) sum += weights[i]!
  if (!Number.isFinite(sum)) throw invalidArgument('weights', 'a finite sum', sum)
}

/** Refuses names that are not one string per feature. */
export function requireNames(names: readonly string[] | undefined, numberOfFeatures: number): void {
  if (names === undefined) return
  const legal =
    Array.isArray(names) && names.length === numberOfFeatures && names.every((name) => typeof name === 'string')
  if (!legal) throw invalidArgument('featureNames', `${numberOfFeatures} names, one per feature`, names)
}
