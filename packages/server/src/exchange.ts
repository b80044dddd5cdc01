import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Caller } from './auth/authenticate.ts'
import type { RateState } from './limits/rate-limiter.ts'

/** One request on its way through the checks. Each check fills in what it found; headers and log read it at the end. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
  readonly startedMs: number
  /** Whether this is the last request that its connection may carry. */
  readonly lastOfConnection: boolean
  /** Set by the check of the key; from then on every answer carries credit headers. */
  caller: Caller | null
  /** Set by the check of the rate. */
  rate: RateState | null
  /** The route's path in the table, for the log. */
  route: string | null
  /** Credits captured for this request and not given back. */
  captured: number
}

/** The caller of a route behind the check of the key. */
export function callerOf(exchange: Exchange): Caller {
  if (exchange.caller === null) throw new Error('the route runs without the check of the key')
  return exchange.caller
}

/** The rate of a route behind the check of the rate. */
export function rateOf(exchange: Exchange): RateState {
  if (exchange.rate === null) throw new Error('the route runs without the check of the rate')
  return exchange.rate
}
