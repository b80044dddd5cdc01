import { type Candidate, describe, RiftlineError } from '@riftline/base'
import { didYouMean, nearestWords } from '../../league/names/nearest-names.ts'

/** The fault of a format at a JSON path. @param message rule, actual value and cure */
export function faultAt(place: string, message: string, candidates: readonly Candidate[] = []): RiftlineError {
  const text = place === '' ? message : `${place}: ${message}`
  return new RiftlineError('validation_error', text + didYouMean(candidates), { candidates })
}

/** The fault of an unknown name, with suggestions of known ones. */
export function unknownName(place: string, expected: string, got: string, known: readonly string[]): RiftlineError {
  return faultAt(place, `must be ${expected}, got ${describe(got)}`, nearestWords(got, known))
}
