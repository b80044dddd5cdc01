import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import type { LogEntry } from '@riftline/base/node'
import { createMetrics } from '@riftline/server'
import { describe, expect, it } from 'vitest'
import { createNetworks } from '#server/http/defence/networks.ts'
import { amount } from '../support/amount.ts'
import { createManualClock } from '../support/clock.ts'

class FakeSocket extends EventEmitter {
  readonly remoteAddress: string | undefined
  destroyed = false
  constructor(remoteAddress: string | undefined) {
    super()
    this.remoteAddress = remoteAddress
  }
  /** Marks the socket as destroyed; a test emits `close` later, as a real socket would. */
  destroy(): void {
    this.destroyed = true
  }
}

const hex = (number: number): string => number.toString(16)

function start({ most = 2, trustedProxies = [] as readonly string[] } = {}) {
  const clock = createManualClock()
  const metrics = createMetrics()
  const log: LogEntry[] = []
  const config = { maxConnectionsPerAddress: most, trustedProxies }
  const networks = createNetworks({ config, clock, metrics, log: (entry) => log.push(entry) })
  const connect = (address: string | undefined) => {
    const socket = new FakeSocket(address)
    networks.admit(socket as unknown as Socket)
    return socket
  }
  const drop = (socket: FakeSocket) => networks.dropPipeline(socket as unknown as Socket)
  return { clock, metrics, log, connect, drop }
}

describe('connections', () => {
  it.each([
    ['one IPv4 address', ['203.0.113.1', '203.0.113.1', '203.0.113.1']],
    ['an IPv4 address in both of its forms', ['203.0.113.1', '::ffff:203.0.113.1', '::ffff:cb00:7101']],
    ['addresses of one /64', ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:ffff::3']],
    ['an IPv4 address that comes through NAT64', ['64:ff9b::203.0.113.1', '203.0.113.1', '64:ff9b::cb00:7101']],
    ['networks that are all of one 6to4 router', ['2002:cb00:7101:1::1', '2002:cb00:7101:2::1', '2002:cb00:7101:3::1']],
  ])('connections from %s are closed from the third on', (_name, addresses) => {
    const { connect, metrics } = start()
    expect(addresses.map((address) => connect(address).destroyed)).toEqual([false, false, true])
    expect(metrics.text()).toContain('connections_dropped_total{reason="cap"} 1\n')
  })

  it.each([
    ['IPv4 addresses', ['203.0.113.1', '203.0.113.2', '203.0.113.3']],
    ['/64s', ['2001:db8:1:2::1', '2001:db8:1:3::1', '2001:db8:1:4::1']],
    ['IPv4 addresses behind one NAT64', ['64:ff9b::203.0.113.1', '64:ff9b::203.0.113.2', '64:ff9b::203.0.113.3']],
  ])('connections from different %s are counted apart', (_name, addresses) => {
    const { connect } = start({ most: 1 })
    expect(addresses.map((address) => connect(address).destroyed)).toEqual([false, false, false])
  })

  it('a /56 may have four times as many connections as a /64, and a /48 sixteen times', () => {
    const { connect } = start({ most: 1 })
    const openIn = (prefix: number, count: number): number =>
      Array.from({ length: count }, (_, i) => connect(`2001:db8:1:${hex(prefix * 256 + i)}::1`)).filter(
        ({ destroyed }) => !destroyed,
      ).length
    expect(openIn(0, 6)).toBe(4)
    expect([1, 2, 3, 4].map((prefix) => openIn(prefix, 4))).toEqual([4, 4, 2, 0])
    expect(connect('2001:db8:2:0::1').destroyed).toBe(false)
  })

  it('a connection counts until it has closed, also one that was refused', () => {
    const { connect } = start()
    const [first, , third] = [connect('203.0.113.1'), connect('203.0.113.1'), connect('203.0.113.1')]
    first?.emit('close')
    expect(connect('203.0.113.1').destroyed).toBe(true)
    third?.emit('close')
    expect(connect('203.0.113.1').destroyed).toBe(true)
  })

  it('connections of a trusted proxy in any form, and those that are already gone, are not limited', () => {
    const { connect } = start({ most: 1, trustedProxies: ['10.0.0.0/8'] })
    for (const address of ['10.0.0.1', '10.0.0.1', '::ffff:10.0.0.1', undefined, undefined]) {
      expect(connect(address).destroyed).toBe(false)
    }
  })
})

describe('a network that pipelines without bound', () => {
  it('a /64 that pipelines without bound loses all its open connections', () => {
    const { connect, drop, log, clock } = start({ most: 10 })
    const sockets = [1, 2, 3, 4, 5].map((host) => connect(`2001:db8:1:2::${host}`))
    const other = connect('2001:db8:1:3::1')
    for (const socket of sockets.slice(0, 3)) drop(socket)
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, true, true, false, false])
    drop(sockets[3]!)
    expect(sockets.every(({ destroyed }) => destroyed)).toBe(true)
    expect(other.destroyed).toBe(false)
    expect(connect('2001:db8:1:2::6').destroyed).toBe(true)
    clock.advance(60_000)
    expect(connect('2001:db8:1:2::6').destroyed).toBe(false)
    expect(log).toEqual([
      {
        level: 'warn',
        event: 'network_shut_out',
        reason: 'pipeline',
        network: '2001:db8:1:2::/64',
        connections: 1,
        seconds: 60,
      },
    ])
  })

  it.each([
    [
      '/56',
      3 * 4,
      (i: number) => `2001:db8:1:2${hex(i).padStart(2, '0')}::1`,
      '2001:db8:1:200::/56',
      '2001:db8:1:2ff::1',
      '2001:db8:1:300::1',
    ],
    [
      '/48',
      3 * 16,
      (i: number) => `2001:db8:1:${hex(i)}00::1`,
      '2001:db8:1::/48',
      '2001:db8:1:ffff::1',
      '2001:db8:2::1',
    ],
  ])(
    'a %s that pipelines without bound from changing /64s is shut out after %i drops, and its neighbour is not',
    (_name, most, address, network, inside, beside) => {
      const { connect, drop, log } = start()
      const waiting = connect(inside)
      for (let i = 0; i < most; i++) drop(connect(address(i)))
      expect([log, waiting.destroyed]).toEqual([[], false])
      drop(connect(address(most)))
      expect(log).toMatchObject([{ event: 'network_shut_out', reason: 'pipeline', network, connections: 1 }])
      expect([waiting, connect(inside), connect(beside)].map(({ destroyed }) => destroyed)).toEqual([true, true, false])
    },
  )

  it('each of very many networks that pipeline without bound is shut out, in bounded memory', () => {
    const { connect, drop, log } = start()
    const networks = amount(1_000, 50_000)
    for (let network = 0; network < networks; network++) {
      const address = `2001:db8:${network.toString(16)}:1::1`
      for (let count = 0; count < 4; count++) {
        const socket = connect(address)
        drop(socket)
        socket.emit('close')
      }
      if (network % 5000 === 0) expect(connect(address).destroyed).toBe(true)
    }
    expect(log.length).toBe(networks)
  })
})
