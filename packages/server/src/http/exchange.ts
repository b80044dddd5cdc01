import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { type Clock, errorFields, type Log, type RandomBytes, randomBase62 } from '@riftline/base/node'
import type { ClientAddress } from './client-address.ts'
import { abandon, type Connection, connectionOf, countRequest } from './defence/connections.ts'

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
  readonly randomBytes: RandomBytes
  readonly addressOf: (request: IncomingMessage) => ClientAddress | null
}

/** Counts a request of its connection, and notes what is known of it. */
export function openExchange(
  { clock, randomBytes, addressOf }: ExchangeDeps,
  request: IncomingMessage,
  response: ServerResponse,
): Exchange {
  const connection = connectionOf(request.socket)
  const exchange = {
    request,
    response,
    requestId: newRequestId(randomBytes),
    startedMs: clock.monotonicMs(),
    connection,
    lastOfConnection: countRequest(connection),
    address: addressOf(request),
  }
  // A line that breaks is seen at its socket; without a listener the response's `error` event would crash the process.
  response.on('error', () => {})
  return exchange
}

/** `req_` + 20 base62 characters, never the caller's own. */
export function newRequestId(randomBytes: RandomBytes): string {
  return `req_${randomBase62(20, randomBytes)}`
}

/** Handles the requests of a port. */
export interface Frame<Outcome> extends ExchangeDeps {
  readonly log: Log
  /** Where requests are counted until their answer is sent. */
  readonly lifecycle: { begin(): void; end(): void }
  /** Never rejects for what a caller can cause. */
  readonly handle: (exchange: Exchange) => Promise<Outcome>
  readonly send: (exchange: Exchange, outcome: Outcome) => Promise<void>
  /** Called when `send` failed before its first byte. */
  readonly onUnsent: (exchange: Exchange, outcome: Outcome) => void
}

/** Frame of both ports: open, count, handle, send. It catches everything that is thrown. */
export function createFrame<Outcome>(frame: Frame<Outcome>): RequestListener {
  return (request, response) => {
    void serve(frame, openExchange(frame, request, response))
  }
}

async function serve<Outcome>(frame: Frame<Outcome>, exchange: Exchange): Promise<void> {
  const { lifecycle, log } = frame
  lifecycle.begin()
  try {
    const outcome = await frame.handle(exchange)
    try {
      await frame.send(exchange, outcome)
    } catch (error) {
      frame.onUnsent(exchange, outcome)
      throw error
    }
  } catch (error) {
    log({ level: 'error', event: 'send_failed', requestId: exchange.requestId, ...errorFields(error) })
    abandon(exchange.request.socket)
  } finally {
    lifecycle.end()
  }
}
