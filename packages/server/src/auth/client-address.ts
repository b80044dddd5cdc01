import type { IncomingMessage } from 'node:http'
import { isIP, type Socket, SocketAddress } from 'node:net'
import { createAddressRanges } from './address-range.ts'

/** Where a request comes from. */
export interface ClientAddress {
  /** Canonical text: IPv4, or IPv6 that is no IPv4 in disguise. */
  readonly text: string
  /** What is compared: the IPv4 address, or the /64 of an IPv6 one, which is what one customer has. */
  readonly network: string
  /** Whether rules about addresses leave it out. */
  readonly exempt: boolean
  /** The socket's, of a peer that says it forwards for others and is no trusted proxy: who knows how many customers this is. */
  readonly forwarded: boolean
}

/**
 * Loopback, private, link-local and carrier NAT. Behind a proxy that is not configured every customer has one address:
 * without this the first two of them would be banned.
 */
const exemptRanges = [
  '127.0.0.0/8',
  '::1',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  'fc00::/7',
  '169.254.0.0/16',
  'fe80::/10',
  '100.64.0.0/10',
]

/** Known addresses kept beside the text, so that a request costs a look-up. */
const mostKnown = 10_000

/**
 * Finds the address of a request: its socket's, unless that is a trusted proxy's; then the first one that is not trusted,
 * from right to left through `X-Forwarded-For`. An entry that is no address ends the walk at the last good one: what lies
 * further left was written by nobody we trust.
 *
 * @param trustedProxies, ipAllow addresses and CIDR ranges
 * @param noProxies nobody forwards here: a header that says so means nothing
 */
export function createClientAddress(
  trustedProxies: readonly string[],
  ipAllow: readonly string[],
  noProxies = false,
): (request: Pick<IncomingMessage, 'socket' | 'headers'>) => ClientAddress | null {
  const isTrusted = trustedProxies.length === 0 ? () => false : createAddressRanges(trustedProxies)
  const isExempt = createAddressRanges([...exemptRanges, ...ipAllow])
  const direct = new Map<string, ClientAddress>()
  const behindUnknown = new Map<string, ClientAddress>()

  return ({ socket, headers }) => {
    const peer = peerOf(socket)
    if (peer === null) return null
    if (isTrusted(peer)) return addressOf(direct, walk(peer, headers['x-forwarded-for'], isTrusted))
    const forwards = !noProxies && (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined)
    return addressOf(forwards ? behindUnknown : direct, peer)
  }

  function addressOf(known: Map<string, ClientAddress>, text: string): ClientAddress {
    const before = known.get(text)
    if (before !== undefined) return before
    if (known.size >= mostKnown) known.clear()
    const forwarded = known === behindUnknown
    const address = { text, network: networkOf(text), exempt: isExempt(text), forwarded }
    known.set(text, address)
    return address
  }
}

const peers = new WeakMap<Socket, string>()

function peerOf(socket: Socket): string | null {
  const known = peers.get(socket)
  if (known !== undefined) return known
  const peer = parseAddress(socket.remoteAddress ?? '')
  if (peer !== null) peers.set(socket, peer)
  return peer
}

/** Several header lines arrive joined, as one list. */
function walk(
  peer: string,
  forwardedFor: string | readonly string[] = '',
  isTrusted: (address: string) => boolean,
): string {
  let last = peer
  for (const entry of String(forwardedFor).split(',').reverse()) {
    const address = parseAddress(withoutPort(entry.trim()))
    if (address === null) return last
    if (!isTrusted(address)) return address
    last = address
  }
  return last
}

/** Some proxies write `192.0.2.7:4711`, `[2001:db8::7]` and `"[2001:db8::7]:4711"`. */
function withoutPort(entry: string): string {
  const bare = entry.replace(/^"(.*)"$/, '$1')
  return /^\[([^\]]*)\](?::[0-9]{1,5})?$/.exec(bare)?.[1] ?? /^([0-9.]+):[0-9]{1,5}$/.exec(bare)?.[1] ?? bare
}

/** Canonical text, without a zone, IPv4 taken out of IPv6; null for anything else. */
function parseAddress(text: string): string | null {
  const family = isIP(text)
  if (family !== 6) return family === 4 ? text : null
  const { address } = new SocketAddress({ address: text.replace(/%.*$/, ''), family: 'ipv6' })
  return /^::ffff:([0-9.]+)$/.exec(address)?.[1] ?? address
}

function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [head = [], tail] = address.split('::').map((half) => (half === '' ? [] : half.split(':')))
  // An IPv4 address at the end stands for two groups.
  const written = head.length + (tail?.length ?? 0) + (address.includes('.') ? 1 : 0)
  const groups = [...head, ...Array<string>(8 - written).fill('0'), ...(tail ?? [])]
  const { address: prefix } = new SocketAddress({ address: `${groups.slice(0, 4).join(':')}::`, family: 'ipv6' })
  return `${prefix}/64`
}
