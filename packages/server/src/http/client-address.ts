import type { IncomingMessage } from 'node:http'
import { isIP, isIPv4, type Socket, SocketAddress } from 'node:net'
import { createAddressRanges, privateRanges } from '@riftline/base/node'
import type { ServerConfig } from '../config.ts'
import type { Tools } from '../observe/metrics.ts'

export interface ClientAddress {
  /** Canonical text: an IPv4 address, also for one mapped into IPv6, or an IPv6 address. */
  readonly text: string
  /** Network that rules compare: the IPv4 address, also one inside IPv6, or the /64 of an IPv6 address, which one customer has. */
  readonly network: string
  /** The /56 and the /48 around a /64, which one customer may have instead; none for an IPv4 address. */
  readonly wider?: readonly string[]
  /** Whether rules about addresses leave this address out. */
  readonly exempt: boolean
  /** Whether the address is, or seems to be, a proxy's, so that any number of customers may share it. */
  readonly forwarded: boolean
  readonly doubt: ProxyDoubt | null
}

/**
 * `undeclared`: a peer that is no trusted proxy says that it forwards. `nameless`: a trusted proxy does not say for which client.
 * `further`: the header has more entries before this address, which is a proxy's, or a client's that sent the header itself.
 */
export type ProxyDoubt = 'undeclared' | 'nameless' | 'further'

/** Trusted proxies and exempt addresses, as addresses and CIDR ranges. With `noProxies`, a header that claims to forward means nothing. */
export type AddressConfig = Pick<ServerConfig, 'trustedProxies' | 'ipAllow' | 'noProxies'>

/**
 * Finds the address of a request: the socket's, unless that is a trusted proxy's; then the first address that is not trusted,
 * from right to left through `X-Forwarded-For`. An entry that is no address ends the walk at the last good one.
 */
export function createClientAddress({ trustedProxies, ipAllow, noProxies }: AddressConfig) {
  const isTrusted = trustedProxies.length === 0 ? () => false : createAddressRanges(trustedProxies)
  // Private addresses are exempt: behind an unconfigured proxy all customers have one, and the first two would be banned.
  const isExempt = createAddressRanges([...privateRanges, ...ipAllow])

  /** Addresses of direct connections, which are the same for every request. */
  const direct = new WeakMap<Socket, ClientAddress>()

  return ({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): ClientAddress | null => {
    const peer = peerOf(socket)
    if (peer === null) return null
    if (isTrusted(peer)) {
      const { text, doubt } = walk(peer, headers['x-forwarded-for'], isTrusted)
      return addressOf(text, doubt)
    }
    const forwards = !noProxies && (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined)
    if (forwards) return addressOf(peer, 'undeclared')
    if (!direct.has(socket)) direct.set(socket, addressOf(peer, null))
    return direct.get(socket)!
  }

  function addressOf(text: string, doubt: ProxyDoubt | null): ClientAddress {
    const network = networkOf(text)
    const exempt = isExempt(text) || (isIPv4(network) && isExempt(network))
    // A nameless exempt peer is not doubted: operators try their own server from such addresses, and the rule leaves them out.
    const believed = exempt && doubt === 'nameless' ? null : doubt
    // A further hop is not believed: any client could claim one to escape the rule.
    const forwarded = believed !== null && believed !== 'further'
    return { text, network, wider: widerNetworks(network), exempt, forwarded, doubt: believed }
  }
}

const peers = new WeakMap<Socket, string>()

/** The canonical address of the other end, as it was at the first call; null when the socket is gone. */
export function peerOf(socket: Socket): string | null {
  const known = peers.get(socket)
  if (known !== undefined) return known
  const peer = parseAddress(socket.remoteAddress ?? '')
  if (peer !== null) peers.set(socket, peer)
  return peer
}

/** Walks `X-Forwarded-For` from right to left. Node joins several header lines to one list. */
function walk(
  peer: string,
  forwardedFor: string | readonly string[] = '',
  isTrusted: (address: string) => boolean,
): Pick<ClientAddress, 'text' | 'doubt'> {
  const entries = String(forwardedFor).split(',')
  let last = peer
  for (let entry = entries.pop(); entry !== undefined; entry = entries.pop()) {
    const address = parseAddress(withoutPort(entry.trim()))
    if (address === null) break
    const isFurther = entries.some((other) => other.trim() !== '')
    if (!isTrusted(address)) return { text: address, doubt: isFurther ? 'further' : null }
    last = address
  }
  return { text: last, doubt: 'nameless' }
}

/** Removes a port: some proxies write `192.0.2.7:4711`, `[2001:db8::7]` and `"[2001:db8::7]:4711"`. */
function withoutPort(entry: string): string {
  const bare = entry.replace(/^"(.*)"$/, '$1')
  return /^\[([^\]]*)\](?::[0-9]{1,5})?$/.exec(bare)?.[1] ?? /^([0-9.]+):[0-9]{1,5}$/.exec(bare)?.[1] ?? bare
}

/** Canonical text of an address, without a zone, and with IPv4 taken out of IPv6; null for any other text. */
function parseAddress(text: string): string | null {
  const family = isIP(text)
  if (family !== 6) return family === 4 ? text : null
  const { address } = new SocketAddress({ address: text.replace(/%.*$/, ''), family: 'ipv6' })
  return /^::ffff:([0-9.]+)$/.exec(address)?.[1] ?? address
}

/** The network that rules compare for an address: the IPv4 address, also one that came in IPv6, or the /64. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const groups = groupsOf(address)
  return ipv4Inside(groups) ?? prefixOf(groups, 64)
}

/** The /56 and the /48 around a /64; none around an IPv4 address. @param network result of `networkOf` */
export function widerNetworks(network: string): readonly string[] {
  if (!network.endsWith('/64')) return []
  const groups = groupsOf(network.slice(0, -'/64'.length))
  return [prefixOf(groups, 56), prefixOf(groups, 48)]
}

function prefixOf([a = 0, b = 0, c = 0, d = 0]: readonly number[], bits: 64 | 56 | 48): string {
  const last = bits === 64 ? d : bits === 56 ? d & 0xff00 : 0
  const start = [a, b, c, last].map((group) => group.toString(16))
  const { address } = new SocketAddress({ address: `${start.join(':')}::`, family: 'ipv6' })
  return `${address}/${bits}`
}

function groupsOf(address: string): readonly number[] {
  const hexadecimal = address.replace(/[0-9]+(?:\.[0-9]+){3}$/, (ipv4) => {
    const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number)
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  })
  const [head = [], tail = []] = hexadecimal.split('::').map((half) => (half === '' ? [] : half.split(':')))
  const zeros = Array<string>(8 - head.length - tail.length).fill('0')
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16))
}

/**
 * The IPv4 address of a client that comes through NAT64, Teredo or 6to4, where all customers would share one /64, or one
 * customer would have thousands. A forged one cannot connect, since the answers go to the owner of the address.
 */
function ipv4Inside(groups: readonly number[]): string | null {
  const [a, b, c = 0, d = 0, e = 0, f = 0, high = 0, low = 0] = groups
  const isNat64 = a === 0x64 && b === 0xff9b && ((c | d | e | f) === 0 || (c === 1 && (high | low) !== 0))
  if (isNat64) return dotted(high, low)
  if (a === 0x2001 && b === 0) return dotted(high ^ 0xffff, low ^ 0xffff)
  return a === 0x2002 ? dotted(b ?? 0, c) : null
}

function dotted(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** Limit of addresses logged for each reason, so that no reason can flood the log or hide another one. */
const mostNamed = 100

const doubts = {
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

/** Warns the operator of certain and possible proxies that hide which customer is calling. Only callers with a valid key count. */
export function createUnknownProxies({ log, metrics }: Pick<Tools, 'log' | 'metrics'>) {
  const named = { undeclared: new Set(), nameless: new Set(), further: new Set() }
  return ({ text: peer, doubt }: ClientAddress): void => {
    if (doubt === null) return
    metrics.count('unknown_proxy_requests_total', { reason: doubt })
    const alike = named[doubt]
    if (alike.has(peer) || alike.size >= mostNamed) return
    alike.add(peer)
    log({ level: 'warn', event: 'unknown_proxy', peer, ...doubts[doubt] })
  }
}
