import type { IncomingMessage } from 'node:http'
import { inUrl } from '../http/host.ts'
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

/** Whether a request may come under a Host. */
export type HostRule = (host: string | undefined) => boolean

/**
 * On a loopback address only this machine asks, but its browser does so for any page whose name resolves to that address
 * (DNS rebinding): then the Host is that name. Only the machine's own names are good, with or without a port. On other
 * addresses, where somebody opened the port to others on purpose, any Host is.
 *
 * @param bound the address that is listened on
 * @param name what the configuration calls it
 */
export function createHostRule(bound: string, name: string): HostRule {
  if (!/^(127\.|::1$|::ffff:127\.)/.test(bound)) return () => true
  const names = new Set(['127.0.0.1', 'localhost', '[::1]', inUrl(bound), inUrl(name).toLowerCase()])
  return (host = '') => names.has(host.toLowerCase().replace(/:[0-9]{1,5}$/, ''))
}
