import type { IncomingMessage } from 'node:http'
import type { Watchers } from '../observe/tools.ts'

/** Notes a request that the operators' port refused; the path only where it is one of ours. */
export type Denied = (reason: 'host' | 'token', request: IncomingMessage, path?: string) => void

const betweenLinesMs = 60_000

/** Each one is counted, and one a minute has a line in the log, which says how many came since the last. */
export function createDenials({ clock, log, metrics }: Watchers): Denied {
  let count = 0
  let lastMs = Number.NEGATIVE_INFINITY
  return (reason, request, path) => {
    metrics.count('operator_denied_total', { reason })
    count += 1
    const nowMs = clock.monotonicMs()
    if (nowMs - lastMs < betweenLinesMs) return
    log({ level: 'warn', event: 'operator_denied', reason, path, peer: request.socket.remoteAddress, count })
    lastMs = nowMs
    count = 0
  }
}
