import type { RequestListener } from 'node:http'
import { errorFields, type Log } from '@riftline/base/node'
import { abandon } from './http/defence/connections.ts'
import { type Exchange, type ExchangeDeps, openExchange } from './http/exchange.ts'
import type { Lifecycle } from './lifecycle.ts'

/** Handles the requests of a port. */
export interface Frame<Outcome> extends ExchangeDeps {
  readonly log: Log
  /** Where requests are counted until their answer is sent. */
  readonly lifecycle: Lifecycle
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
