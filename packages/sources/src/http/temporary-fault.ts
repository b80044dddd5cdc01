import { SourceError } from '../source-error.ts'
import type { WireAnswer } from './wire.ts'

const repetitions = 5
/** Repetitions without a network: one, in case it was just coming up. */
const repetitionsOffline = 1
const longestWaitMs = 300_000

/** A fault that a repetition may overcome. */
export class TemporaryFault extends Error {
  readonly fault: SourceError
  /** Time that the service asked to wait. */
  readonly retryAfterMs: number
  /** The service's name is unknown, or there is no network. */
  readonly isOffline: boolean

  constructor(fault: SourceError, retryAfterMs: number = 0, isOffline: boolean = false) {
    super(fault.message)
    this.name = 'TemporaryFault'
    this.fault = fault
    this.retryAfterMs = retryAfterMs
    this.isOffline = isOffline
  }
}

/**
 * Milliseconds to wait before the next repetition, each time twice as long, or as long as the service asked if that is longer,
 * but never over five minutes; null after the fifth, and without a network after the first.
 *
 * @param repeated how often it was asked again
 */
export function waitBeforeRepetition(
  repeated: number,
  backoffMs: number,
  { retryAfterMs, isOffline }: Pick<TemporaryFault, 'retryAfterMs' | 'isOffline'>,
): number | null {
  if (repeated >= (isOffline ? repetitionsOffline : repetitions)) return null
  return Math.min(Math.max(backoffMs * 2 ** repeated, retryAfterMs), longestWaitMs)
}

/** `Retry-After`, seconds or a date, as milliseconds from now; 0 for anything else. */
export function parseRetryAfter(header: unknown, nowMs: number): number {
  if (typeof header !== 'string') return 0
  if (/^\s*[0-9]+\s*$/.test(header)) return Number(header) * 1000
  const ms = /^[A-Z][a-z]{2}, /.test(header) ? Date.parse(header) - nowMs : 0
  return ms > 0 ? ms : 0
}

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
