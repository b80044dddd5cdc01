import { type Candidate, RiftlineError } from '@riftline/base'
import { errorFields, type Log } from '@riftline/base/node'
import { RiftlineApiError, RiftlineConnectionError } from '@riftline/client'

interface Refused {
  readonly text: string
  /** The body of the error as `/v1` has it, and what its headers say. */
  readonly details: Readonly<Record<string, unknown>>
}

/** What an agent is told of a call that failed: the code and message of the contract, or of the files. Of anything else the log has the details. */
export function refusedCall(
  error: unknown,
  { isOffline, log }: { readonly isOffline: boolean; readonly log: Log },
): Refused {
  const { code, message, ...details } = told(error, log)
  const wait = details.retryAfterSeconds === undefined ? '' : ` (retry after ${details.retryAfterSeconds} s)`
  const hint = isOffline && code === 'odds_not_available' ? '; riftline odds capture reads what markets offer now' : ''
  return {
    text: `${code}: ${message}${wait}${hint}`,
    details: { error: code, message, ...details },
  }
}

interface Told {
  readonly code: string
  readonly message: string
  readonly status?: number
  readonly requestId?: string
  readonly retryAfterSeconds?: number
  readonly candidates?: readonly Candidate[]
}

function told(error: unknown, log: Log): Told {
  if (error instanceof RiftlineApiError) {
    const { code, message, status, requestId, retryAfterSeconds, candidates } = error
    return {
      ...{ code, message, status },
      ...(requestId === undefined ? {} : { requestId }),
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      ...(candidates === undefined ? {} : { candidates }),
    }
  }
  if (error instanceof RiftlineError) {
    const { code, message, candidates } = error
    return { code, message, ...(candidates === undefined ? {} : { candidates }) }
  }
  if (error instanceof RiftlineConnectionError) return { code: error.code, message: error.message }
  log({ level: 'error', event: 'tool_failed', ...errorFields(error) })
  return { code: 'internal_error', message: 'the call failed; the log on stderr says why' }
}
