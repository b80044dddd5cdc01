import type { Exchange } from '../http/exchange.ts'
import type { Watchers } from './metrics.ts'

interface RequestEnd {
  readonly route: string | null
  readonly keyId: string | null
  /** Null: the answer did not leave. */
  readonly status: number | null
  /** Credits that stay charged. */
  readonly credits: number
}

/** One line and one measured time per request. */
export function logRequest({ log, clock, metrics }: Watchers, exchange: Exchange, end: RequestEnd): void {
  const { request, requestId, address, connection, startedMs } = exchange
  const { route, keyId, status, credits } = end
  const ms = clock.monotonicMs() - startedMs
  const { method = '' } = request
  const labels = { method, route: route ?? 'none', status: status === null ? 'none' : String(status) }
  metrics.observe('http_server_request_duration_seconds', ms / 1000, labels)
  log({
    level: 'info',
    event: 'request',
    requestId,
    keyId,
    method,
    route,
    status,
    ms: Math.round(ms * 1000) / 1000,
    credits,
    address: address?.text ?? null,
    peer: connection.peer,
    traceparent: traceOf(request),
  })
}

function traceOf({ headers }: Exchange['request']): string | undefined {
  return headers.traceparent === undefined ? undefined : traceparent.exec(String(headers.traceparent))?.[0]
}

/** Only this form is logged: a header may hold anything. */
const traceparent = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}(?=$|-)/
