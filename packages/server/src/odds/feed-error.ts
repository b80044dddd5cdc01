export type FeedFault = 'connection' | 'status' | 'encoding' | 'too_large' | 'timeout'

/** Why there is no answer to be used. */
export class FeedError extends Error {
  readonly fault: FeedFault

  constructor(fault: FeedFault, message: string) {
    super(message)
    this.name = 'FeedError'
    this.fault = fault
  }
}
