import { RiftlineError } from '@riftline/base'
import { HttpError } from '../http/http-error.ts'

const answered = ['validation_error', 'odds_implausible', 'team_not_found', 'ambiguous_team'] as const

function isAnswered(code: string): code is (typeof answered)[number] {
  return (answered as readonly string[]).includes(code)
}

/** Core's refusals of a request have the codes of the contract. */
export function asHttpError<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof RiftlineError)) throw error
    const { code, message, candidates = [] } = error
    if (isAnswered(code)) throw new HttpError(code, message, { candidates })
    throw error
  }
}
