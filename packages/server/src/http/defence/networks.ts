import type { Socket } from 'node:net'
import { createAddressRanges } from '@riftline/base/node'
import type { ServerConfig } from '../../config.ts'
import { createIdleMap, createRateWindows } from '../../limits/rate-limiter.ts'
import type { Watchers } from '../../observe/metrics.ts'
import { networkOf, peerOf, widerNetworks } from '../client-address.ts'

type NetworksDeps = Watchers & { readonly config: Pick<ServerConfig, 'maxConnectionsPerAddress' | 'trustedProxies'> }

const shutOutMs = 60_000
/** Dropped connections allowed in a minute; at the next one the network is shut out. */
const mostDrops = 3
/** Thousands of tiny chunks allowed in a minute: two of the largest bodies, byte by byte, and less than half a second of work. */
const mostChunks = 128
/** Limit of networks counted separately; beyond it some are forgotten early. */
const mostNetworks = 20_000

/** Limits all connections of one network together. A trusted proxy has no limit, since it carries everybody's connections. */
export function createNetworks({ config, clock, log, metrics }: NetworksDeps) {
  const isProxy = createAddressRanges(config.trustedProxies)
  /** Open connections of each network and of the /56 and /48 around it. */
  const open = new Map<string, Set<Socket>>()
  // A /56 has four times the room of a /64, a /48 sixteen times: an attacker who owns one has thousands of /64s.
  const ofTiers = (most: number) => [1, 4, 16].map((times) => createRateWindows(times * most, clock, mostNetworks))
  const drops = ofTiers(mostDrops)
  const chunks = ofTiers(mostChunks)
  const shutOutUntil = createIdleMap<number>(shutOutMs, mostNetworks)

  const close = (socket: Socket, reason: 'pipeline' | 'network' | 'cap'): void => {
    metrics.count('connections_dropped_total', { reason })
    socket.destroy()
  }

  /** Networks of a connection, the narrowest first; none for a trusted proxy or a connection that is already gone. */
  function networksBehind(socket: Socket): readonly string[] {
    const peer = peerOf(socket)
    if (peer === null || isProxy(peer)) return []
    const network = networkOf(peer)
    return [network, ...widerNetworks(network)]
  }

  function isShutOut(network: string): boolean {
    const nowMs = clock.monotonicMs()
    return nowMs < (shutOutUntil.get(network, nowMs) ?? 0)
  }

  /** Counts a connection of a network until it closes, even if there is no room for it. Returns whether there is. */
  function enter(networks: readonly string[], socket: Socket): boolean {
    for (const network of networks) open.set(network, (open.get(network) ?? new Set()).add(socket))
    socket.once('close', () => {
      for (const network of networks) {
        const sockets = open.get(network)
        sockets?.delete(socket)
        if (sockets?.size === 0) open.delete(network)
      }
    })
    const most = config.maxConnectionsPerAddress
    return networks.every((network, tier) => (open.get(network)?.size ?? 0) <= most * 4 ** tier)
  }

  /** Counts an event of a connection and shuts out the narrowest network with too many; the wider ones then do not count it. */
  function countEvent(socket: Socket, windows: typeof drops, reason: 'pipeline' | 'chunks'): void {
    const network = networksBehind(socket).find((one, tier) => windows[tier]?.take(one).allowed === false)
    if (network === undefined) return
    const nowMs = clock.monotonicMs()
    shutOutUntil.set(network, nowMs + shutOutMs, nowMs)
    const sockets = [...(open.get(network) ?? [])].filter((socket) => !socket.destroyed)
    for (const socket of sockets) close(socket, 'network')
    const seconds = shutOutMs / 1000
    log({ level: 'warn', event: 'network_shut_out', reason, network, connections: sockets.length, seconds })
  }

  return {
    /** Accepts a new connection, or closes it without sending a byte. */
    admit(socket: Socket): void {
      const networks = networksBehind(socket)
      if (networks.some(isShutOut)) close(socket, 'network')
      else if (!enter(networks, socket)) close(socket, 'cap')
    },
    /** Closes a connection with too many unanswered requests; at the fourth in a minute, all connections of its network. */
    dropPipeline(socket: Socket): void {
      close(socket, 'pipeline')
      countEvent(socket, drops, 'pipeline')
    },
    /** Counts 1,024 tiny chunks of bodies; at too many in a minute, all connections of the network are closed. */
    countChunks(socket: Socket): void {
      countEvent(socket, chunks, 'chunks')
    },
  }
}
