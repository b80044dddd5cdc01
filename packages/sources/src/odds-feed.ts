import { RiftlineError, requireOptions } from '@riftline/base'
import { type ClientIdentity, createExchange, type SourceTime, userAgent } from './http/exchange.ts'
import { firstHop, type Hop } from './http/hop.ts'
import { type AnswerMark, conditionalHeaders, toKnownAnswer } from './http/source-client.ts'
import { requireOk, TemporaryFault } from './http/wire.ts'
import { SourceError } from './source-error.ts'

/** Answer of a feed: a file with its mark for the next request, or `unchanged` since the given mark. */
export type FeedAnswer =
  | { readonly kind: 'file'; readonly bytes: Uint8Array; readonly mark: AnswerMark | null }
  | { readonly kind: 'unchanged' }

/** A file of odds that an operator provides on a server. */
export interface OddsFeed {
  /** Scheme, host and port, which may be shown; the rest of the address may contain secrets. */
  readonly origin: string
  /** Requests the file once, without retries, since pollers repeat anyway. @throws SourceError; `timeout` when the signal aborts */
  fetch(mark: AnswerMark | null, signal: AbortSignal): Promise<FeedAnswer>
  close(): Promise<void>
}

/** Identity and clock of a feed's client. */
export interface OddsFeedOptions extends ClientIdentity {
  readonly time: SourceTime
}

const maxFeedBytes = 16 * 1024 * 1024

/**
 * Opens a file of odds at an address. Requests follow the rules of every source, except for retries and pauses.
 * @throws RiftlineError `invalid_config` for an address that is not http or https; the message does not contain it
 */
export function openOddsFeed(url: string, options: OddsFeedOptions): OddsFeed {
  requireOptions(options, ['version', 'contact', 'time'])
  const { time } = options
  const hop = parseAddress(url)
  const { origin } = hop.url
  // Time is limited by the poller.
  const limits = { pauseMs: 0, timeoutMs: 2 ** 31 - 1, deadlineMs: Number.POSITIVE_INFINITY }
  const exchange = createExchange({ userAgent: userAgent(options), time, ...limits })
  return {
    origin,
    async fetch(mark, signal) {
      try {
        const answer = await exchange.send(hop, conditionalHeaders(mark), maxFeedBytes, signal)
        if (answer.status === 304 && mark !== null) return { kind: 'unchanged' }
        requireOk(answer, origin, time.now())
        return { kind: 'file', bytes: answer.bytes, mark: toKnownAnswer(answer, null) }
      } catch (error) {
        if (signal.aborted) throw new SourceError('timeout', `${origin} gave no complete answer in time`)
        throw error instanceof TemporaryFault ? error.fault : error
      }
    },
    close: () => exchange.close(),
  }
}

function parseAddress(url: string): Hop {
  try {
    return firstHop({ url })
  } catch {
    throw new RiftlineError('invalid_config', 'odds feed: expected an http or https URL')
  }
}
