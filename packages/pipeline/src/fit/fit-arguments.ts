import { RiftlineError } from '@riftline/core'

/** A refused argument of a fit: `invalid_argument` with its name and what was expected. */
export function refuse(argument: string, expected: string): RiftlineError {
  return new RiftlineError('invalid_argument', `${argument}: expected ${expected}`)
}

/** Refuses anything but a finite number above 0. */
export function requirePositive(argument: string, value: unknown): void {
  if (!(typeof value === 'number' && value > 0 && Number.isFinite(value))) throw refuse(argument, 'a number above 0')
}

/** Refuses anything but a non-empty list of whole numbers of at least 1. */
export function requireKs(ks: unknown): void {
  if (!Array.isArray(ks) || ks.length === 0) throw refuse('ks', 'at least one number of components')
  ks.forEach((k, i) => {
    if (!Number.isSafeInteger(k) || k < 1) throw refuse(`ks[${i}]`, 'a whole number of at least 1')
  })
}

/** The length of an array or typed array; refuses anything else. */
export function requireList(argument: string, value: unknown): number {
  const length = typeof value === 'object' && value !== null ? (value as { length?: unknown }).length : undefined
  if (Number.isSafeInteger(length) && (length as number) > 0) return length as number
  throw refuse(argument, 'at least one element')
}

/** Refuses outcomes that are not one number in [0, 1] per row. */
export function requireOutcomes(y: ArrayLike<number>, rows: number): void {
  if (typeof y !== 'object' || y?.length !== rows) throw refuse('y', `${rows} outcomes, one per row`)
  for (let i = 0; i < rows; i++) {
    const value = y[i]
    if (!(typeof value === 'number' && value >= 0 && value <= 1)) throw refuse(`y[${i}]`, 'a number in [0, 1]')
  }
}

/** Refuses weights that are not one number of at least 0 for each of `count` rows or fits, or that are all 0. */
export function requireWeights(weights: ArrayLike<number>, count: number, of: 'row' | 'fit'): void {
  if (typeof weights !== 'object' || weights?.length !== count) {
    throw refuse('weights', `${count} weights, one per ${of}`)
  }
  let sum = 0
  for (let i = 0; i < count; i++) {
    const weight = weights[i]
    const legal = typeof weight === 'number' && Number.isFinite(weight) && weight >= 0
    if (!legal) throw refuse(`weights[${i}]`, 'a finite number of at least 0')
    sum += weight
  }
  if (!(sum > 0 && Number.isFinite(sum))) throw refuse('weights', 'a finite sum above 0')
}

/** Refuses names that are not one string per feature. */
export function requireNames(names: readonly string[] | undefined, numberOfFeatures: number): void {
  if (names === undefined) return
  const legal =
    Array.isArray(names) && names.length === numberOfFeatures && names.every((name) => typeof name === 'string')
  if (!legal) throw refuse('featureNames', `${numberOfFeatures} names, one per feature`)
}
