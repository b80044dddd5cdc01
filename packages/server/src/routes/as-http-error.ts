import { RiftlineError } from '@riftline/core'
import { HttpError } from '../http/http-error.ts'

/** Core's refusals of a request have the codes of the contract. */
export function asHttpError<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof RiftlineError)) throw error
    const { code, message, candidates = [] } = error
    if (code === 'validation_error' || code === 'team_not_found' || code === 'ambiguous_team') {
      throw new HttpError(code, message, { candidates })
    }
    throw error
  }
}
