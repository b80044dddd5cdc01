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

/** Status and cause of a failure. */
export interface SourceErrorOptions extends ErrorOptions {
  /** HTTP status of the service's answer. */
  readonly status?: number
}

/** Failure of a source. Its reason contains no credentials, and of a URL only the origin. */
export class SourceError extends RiftlineError {
  readonly fault: SourceFault
  /** HTTP status if the service answered with an error, else null. */
  readonly status: number | null

  constructor(fault: SourceFault, reason: string, options?: SourceErrorOptions) {
    super('source_failed', reason, options)
    this.name = 'SourceError'
    this.fault = fault
    this.status = options?.status ?? null
  }
}
