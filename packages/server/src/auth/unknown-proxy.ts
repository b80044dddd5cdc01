import type { Log } from '../observe/log.ts'
import type { Metrics } from '../observe/metrics.ts'
import type { ClientAddress } from './client-address.ts'

/** Peers that are named in the log; whoever sends the header from more addresses fills it no further. */
const mostNamed = 100

const advice =
  'name this proxy in RIFTLINE_TRUSTED_PROXIES; until then its customers share one address, and the IP rule bans none of them. ' +
  'RIFTLINE_TRUSTED_PROXIES=none says that there is no proxy'

/** Tells the operator of peers that forward for others and that nobody declared. Heard of callers with a valid key alone. */
export function createUnknownProxies({
  log,
  metrics,
}: {
  readonly log: Log
  readonly metrics: Metrics
}): (address: ClientAddress) => void {
  const named = new Set<string>()
  return ({ text: peer, forwarded }) => {
    if (!forwarded) return
    metrics.count('unknown_proxy_requests_total')
    if (named.has(peer) || named.size >= mostNamed) return
    named.add(peer)
    log({ level: 'warn', event: 'unknown_proxy', peer, advice })
  }
}
