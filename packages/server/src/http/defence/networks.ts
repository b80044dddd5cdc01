import type { Socket } from 'node:net'
import { createAddressRanges } from '@riftline/base/node'
import { createIdleMap, createRateWindows } from '../../limits/rate-limiter.ts'
import type { Watchers } from '../../observe/metrics.ts'
import { networkOf, peerOf, widerNetworks } from '../client-address.ts'

export interface NetworksDeps extends Watchers {
  readonly config: { readonly maxConnectionsPerAddress: number; readonly trustedProxies: readonly string[] }
}

const shutOutMs = 60_000
/** In a minute; one more and the network is shut out. */
const mostDrops = 3
/** Thousands of tiny chunks in a minute: two of the largest bodies, byte by byte, and less than half a second of work. */
const mostChunks = 128
/** Networks that are kept apart at a time; with more of them some are forgotten early. */
const mostNetworks = 20_000

/** Limits of the connections of one network together. A trusted proxy carries everybody's, so it has none. */
export function createNetworks({ config, clock, log, metrics }: NetworksDeps) {
  const isProxy = createAddressRanges(config.trustedProxies)
  const open = new Map<string, Set<Socket>>()
  const drops = createRateWindows(mostDrops, clock, mostNetworks)
  const chunks = createRateWindows(mostChunks, clock, mostNetworks)
  const shutOutUntil = createIdleMap<number>(shutOutMs, mostNetworks)

  /** Connections of a /56, which may have four times as many as a /64, and of a /48, with sixteen times. */
  const openOfWider = new Map<string, number>()

  const close = (socket: Socket, reason: 'pipeline' | 'network' | 'cap'): void => {
    metrics.count('connections_dropped_total', { reason })
    socket.destroy()
  }

  /** Null for a trusted proxy, and for a connection that was gone before it was looked at. */
  function networkBehind(socket: Socket): string | null {
    const peer = peerOf(socket)
    return peer === null || isProxy(peer) ? null : networkOf(peer)
  }

  function isShutOut(network: string): boolean {
    const nowMs = clock.monotonicMs()
    return nowMs < (shutOutUntil.get(network, nowMs) ?? nowMs)
  }

  /** Whether there is room for one more connection of a network; it is counted either way, until it closes. */
  function enter(network: string, socket: Socket): boolean {
    const sockets = open.get(network) ?? new Set()
    open.set(network, sockets.add(socket))
    const wider = widerNetworks(network)
    for (const around of wider) openOfWider.set(around, (openOfWider.get(around) ?? 0) + 1)
    socket.once('close', () => {
      sockets.delete(socket)
      if (sockets.size === 0) open.delete(network)
      for (const around of wider) leaveWider(around)
    })
    const most = config.maxConnectionsPerAddress
    return (
      sockets.size <= most && wider.every((around, index) => (openOfWider.get(around) ?? 0) <= most * 4 ** (index + 1))
    )
  }

  function leaveWider(network: string): void {
    const left = (openOfWider.get(network) ?? 1) - 1
    if (left === 0) openOfWider.delete(network)
    else openOfWider.set(network, left)
  }

  function shut(network: string, reason: 'pipeline' | 'chunks'): void {
    const nowMs = clock.monotonicMs()
    shutOutUntil.set(network, nowMs + shutOutMs, nowMs)
    const sockets = [...(open.get(network) ?? [])].filter((socket) => !socket.destroyed)
    for (const socket of sockets) close(socket, 'network')
    const seconds = shutOutMs / 1000
    log({ level: 'warn', event: 'network_shut_out', reason, network, connections: sockets.length, seconds })
  }

  return {
    /** Takes in a new connection, or closes it without bytes. */
    admit(socket: Socket): void {
      const network = networkBehind(socket)
      if (network === null) return
      if (isShutOut(network)) close(socket, 'network')
      else if (!enter(network, socket)) close(socket, 'cap')
    },
    /** Closes a connection with too many unanswered requests, and with the fourth of its network in a minute all of them. */
    dropPipeline(socket: Socket): void {
      close(socket, 'pipeline')
      const network = networkBehind(socket)
      if (network !== null && !drops.take(network).allowed) shut(network, 'pipeline')
    },
    /** Counts 1,024 tiny chunks of bodies; with too many in a minute all connections of the network are closed. */
    countChunks(socket: Socket): void {
      const network = networkBehind(socket)
      if (network !== null && !chunks.take(network).allowed) shut(network, 'chunks')
    },
  }
}
