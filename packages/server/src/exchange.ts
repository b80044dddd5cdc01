import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Caller } from './auth/authenticate.ts'
import type { ClientAddress } from './auth/client-address.ts'
import type { Operation } from './credits/prices.ts'
import { type Connection, connectionOf, countRequest } from './http/connections.ts'
import type { RateState } from './limits/rate-limiter.ts'
import type { Serving } from './serving/serving.ts'

/** One request on its way through the checks. Each check fills in what it found; headers and log read it at the end. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
  readonly startedMs: number
  readonly connection: Connection
  /** Whether this is the last request that its connection may carry. */
  readonly lastOfConnection: boolean
  /** The artifacts of this request: a reload does not change them under it. */
  readonly serving: Serving
  /** Where the request came from, behind trusted proxies; null when the socket is gone. */
  readonly address: ClientAddress | null
  /** Set by the check of the key; from then on every answer carries credit headers. */
  caller: Caller | null
  /** Set by the check of the rate. */
  rate: RateState | null
  /** The route's template, for log and metrics. */
  route: string | null
  /** Whether it counts as a call in flight: set when its request is there in full. */
  inFlight: boolean
  /** Credits captured for this request and not given back. */
  captured: number
  /** What they were captured for. */
  operation: Operation | null
  /** The account's balance, as a capture left it or as it is when the answer leaves; null until then. */
  balance: number | null
}

/** An exchange before its first check. */
export function openExchange(
  request: IncomingMessage,
  response: ServerResponse,
  { requestId, startedMs, serving, address }: Pick<Exchange, 'requestId' | 'startedMs' | 'serving' | 'address'>,
): Exchange {
  const connection = connectionOf(request.socket)
  return {
    request,
    response,
    requestId,
    startedMs,
    serving,
    address,
    connection,
    lastOfConnection: countRequest(connection),
    caller: null,
    rate: null,
    route: null,
    inFlight: false,
    captured: 0,
    operation: null,
    balance: null,
  }
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
