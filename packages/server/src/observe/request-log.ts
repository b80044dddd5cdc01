import type { Clock } from '../clock.ts'
import type { Exchange } from '../exchange.ts'
import type { Log } from './log.ts'

/** One line per request; a status of null is an answer that did not leave. */
export function logRequest(deps: { log: Log; clock: Clock }, exchange: Exchange, status: number | null): void {
  deps.log({
    level: 'info',
    event: 'request',
    requestId: exchange.requestId,
    keyId: exchange.caller?.key.id ?? null,
    method: exchange.request.method,
    route: exchange.route,
    status,
    ms: Math.round((deps.clock.monotonicMs() - exchange.startedMs) * 1000) / 1000,
    credits: exchange.captured,
    address: exchange.request.socket.remoteAddress ?? null,
  })
}
