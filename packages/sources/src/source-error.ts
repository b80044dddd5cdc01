import { RiftlineError } from '@riftline/base'

/** Reason why a source could not be read. */
export type SourceFault =
  | 'not_configured'
  | 'credentials'
  | 'connection'
  | 'timeout'
  | 'status'
  | 'redirect'
  | 'too_large'
  | 'encoding'
  | 'truncated'
  | 'html'
  | 'not_json'
  | 'not_csv'
  | 'shape'
  | 'fewer_rows'
  | 'rate_limited'
  | 'deadline'

/** Causes of a failure. */
export interface SourceErrorOptions extends ErrorOptions {
  /** Status that the service answered. */
  readonly status?: number
}

/** A source that failed: its reason names neither credentials nor more of a URL than its origin. */
export class SourceError extends RiftlineError {
  readonly fault: SourceFault
  /** The status of the answer where that is the fault, else null. */
  readonly status: number | null

  constructor(fault: SourceFault, reason: string, options?: SourceErrorOptions) {
    super('source_failed', reason, options)
    this.name = 'SourceError'
    this.fault = fault
    this.status = options?.status ?? null
  }
}
