import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '@riftline/base/node'
import type { ClientAddress } from './client-address.ts'
import { type Connection, connectionOf, countRequest } from './defence/connections.ts'

/** One request and its response on the wire; what is known before any check. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
  readonly startedMs: number
  readonly connection: Connection
  /** Whether this is the last request that its connection may carry. */
  readonly lastOfConnection: boolean
  /** Where the request came from, behind trusted proxies; null when the socket is gone. */
  readonly address: ClientAddress | null
}

export interface ExchangeDeps {
  readonly clock: Clock
  readonly nextRequestId: () => string
  readonly addressOf: (request: IncomingMessage) => ClientAddress | null
}

/** Counts a request of its connection, and notes what is known of it. */
export function openExchange(
  { clock, nextRequestId, addressOf }: ExchangeDeps,
  request: IncomingMessage,
  response: ServerResponse,
): Exchange {
  const connection = connectionOf(request.socket)
  const exchange = {
    request,
    response,
    requestId: nextRequestId(),
    startedMs: clock.monotonicMs(),
    connection,
    lastOfConnection: countRequest(connection),
    address: addressOf(request),
  }
  // A line that breaks is seen at its socket; without a listener the response's `error` event would crash the process.
  response.on('error', ignore)
  return exchange
}

function ignore(): void {}
