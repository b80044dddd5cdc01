import type { IncomingMessage } from 'node:http'
import type { Clock } from '../clock.ts'
import type { Exchange } from '../exchange.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'

export interface RequestLogDeps {
  readonly log: Log
  readonly clock: Clock
  readonly metrics: Metrics
}

/** One line and one measured time per request; a status of null is an answer that did not leave. */
export function logRequest({ log, clock, metrics }: RequestLogDeps, exchange: Exchange, status: number | null): void {
  const { request, requestId, caller, route, address } = exchange
  const ms = clock.monotonicMs() - exchange.startedMs
  const { method = '' } = request
  const labels = { method, route: route ?? 'none', status: status === null ? 'none' : String(status) }
  metrics.observe('http_server_request_duration_seconds', ms / 1000, labels)
  log({
    level: 'info',
    event: 'request',
    requestId,
    keyId: caller?.key.id ?? null,
    method,
    route,
    status,
    ms: Math.round(ms * 1000) / 1000,
    credits: exchange.captured,
    address: address?.text ?? null,
    peer: exchange.connection.peer,
    traceparent: traceOf(request),
  })
}

function traceOf({ headers }: IncomingMessage): string | undefined {
  return headers.traceparent === undefined ? undefined : traceparent.exec(String(headers.traceparent))?.[0]
}

/** Only what has the form: a header may hold anything, and a log is no place for it. */
const traceparent = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}(?=$|-)/
