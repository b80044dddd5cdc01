import { SourceError } from '../source-error.ts'
import { parseRetryAfter, TemporaryFault } from './temporary-fault.ts'
import type { WireAnswer } from './wire.ts'

/** @throws SourceError for an answer that is none, TemporaryFault where it may be one later */
export function requireOk(
  { status, headers }: Pick<WireAnswer, 'status' | 'headers'>,
  origin: string,
  nowMs: number,
): void {
  if (status === 200) return
  const fault = status === 429 ? 'rate_limited' : status === 401 ? 'credentials' : 'status'
  const error = new SourceError(fault, `${origin} answered ${status}`, { status })
  if (status !== 429 && status < 500) throw error
  throw new TemporaryFault(error, parseRetryAfter(headers['retry-after'], nowMs))
}
