import type { ClientAddress, ProxyDoubt } from '../http/client-address.ts'
import type { Tools } from '../observe/metrics.ts'

/** Named in the log for each reason: more addresses would fill it, and hide nothing that has another reason. */
const mostNamed = 100

const doubts: Readonly<Record<ProxyDoubt, { readonly reason: string; readonly advice: string }>> = {
  undeclared: {
    reason: 'a peer that is no trusted proxy forwards for others',
    advice:
      'name this proxy in RIFTLINE_TRUSTED_PROXIES; until then its customers share one address, and the IP rule bans none of them. ' +
      'RIFTLINE_TRUSTED_PROXIES=none says that there is no proxy',
  },
  nameless: {
    reason: 'a trusted proxy named no client',
    advice:
      'let this proxy set X-Forwarded-For; until then its customers share one address, and the IP rule bans none of them',
  },
  further: {
    reason: 'this address may be a proxy that nobody declared: it came with others behind it',
    advice:
      'every hop must be named in RIFTLINE_TRUSTED_PROXIES; if this address is a proxy, its customers share it, and the IP rule bans them. ' +
      'Any client can send the header, so it may be nothing',
  },
}

/** Tells the operator of proxies, sure and possible, behind which customers cannot be told apart. Only callers with a valid key count. */
export function createUnknownProxies({
  log,
  metrics,
}: Pick<Tools, 'log' | 'metrics'>): (address: ClientAddress) => void {
  const named = { undeclared: new Set<string>(), nameless: new Set<string>(), further: new Set<string>() }
  return ({ text: peer, doubt }) => {
    if (doubt === null) return
    metrics.count('unknown_proxy_requests_total', { reason: doubt })
    const alike = named[doubt]
    if (alike.has(peer) || alike.size >= mostNamed) return
    alike.add(peer)
    log({ level: 'warn', event: 'unknown_proxy', peer, ...doubts[doubt] })
  }
}
