import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { type AddressConfig, createClientAddress } from '#server/http/client-address.ts'
import { runsAll } from '../support/amount.ts'

type Request = Pick<IncomingMessage, 'socket' | 'headers'>

function requestFrom(remoteAddress: string | undefined, forwardedFor?: string): Request {
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }
  return { socket: { remoteAddress } as Request['socket'], headers }
}

function addressBehind(config: Partial<AddressConfig>) {
  return createClientAddress({ trustedProxies: [], ipAllow: [], noProxies: false, ...config })
}

const direct = addressBehind({})
const behindProxies = addressBehind({ trustedProxies: ['10.0.0.0/8', 'fd00::/8', '192.0.2.1'] })

it.each([
  ['203.0.113.9', '203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9', '203.0.113.9'],
  ['::ffff:cb00:7109', '203.0.113.9', '203.0.113.9'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1', '2001:db8::/64'],
  ['2001:db8:0:1::1', '2001:db8:0:1::1', '2001:db8:0:1::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::3:4:5:6', '2001:db8::3:4:5:6', '2001:db8::/64'],
  ['::1', '::1', '::/64'],
  ['64:ff9b::203.0.113.9', '64:ff9b::cb00:7109', '203.0.113.9'],
  ['64:ff9b:0:0:0:1:203.0.113.9', '64:ff9b::1:cb00:7109', '64:ff9b::/64'],
  ['64:ff9b:1::203.0.113.9', '64:ff9b:1::cb00:7109', '203.0.113.9'],
  ['64:ff9b:1:cb00:71:900::', '64:ff9b:1:cb00:71:900::', '64:ff9b:1:cb00::/64'],
  ['64:ff9b:2::203.0.113.9', '64:ff9b:2::cb00:7109', '64:ff9b:2::/64'],
  ['2001:0:4136:e378:8000:63bf:34ff:8ef6', '2001:0:4136:e378:8000:63bf:34ff:8ef6', '203.0.113.9'],
  ['2001::', '2001::', '255.255.255.255'],
  ['2001:1::34ff:8ef6', '2001:1::34ff:8ef6', '2001:1::/64'],
  ['2002:cb00:7109:1::1', '2002:cb00:7109:1::1', '203.0.113.9'],
  ['::203.0.113.9', '::203.0.113.9', '::/64'],
  ['fe80::1%eth0', 'fe80::1', 'fe80::/64'],
])('the socket address %s has the canonical text %s and the network %s', (remote, text, network) => {
  expect(direct(requestFrom(remote))).toMatchObject({ text, network })
})

it('two addresses share a network in one /64, and not in two', () => {
  const network = (address: string) => direct(requestFrom(address))?.network
  expect(network('2001:db8:1:2::1')).toBe(network('2001:db8:1:2:ffff:ffff:ffff:ffff'))
  expect(network('2001:db8:1:2::1')).not.toBe(network('2001:db8:1:3::1'))
})

it('a socket that is gone has no address', () => {
  expect(direct(requestFrom(undefined))).toBeNull()
})

it('X-Forwarded-For from a peer that is no trusted proxy is ignored', () => {
  expect(direct(requestFrom('198.51.100.1', '203.0.113.9'))?.text).toBe('198.51.100.1')
  expect(behindProxies(requestFrom('198.51.100.1', '203.0.113.9'))?.text).toBe('198.51.100.1')
})

it.each([
  ['one entry', '203.0.113.9', '203.0.113.9'],
  ['the rightmost that is not trusted', '1.1.1.1, 203.0.113.9, 10.1.2.3', '203.0.113.9'],
  ['what a client put before it does not count', '127.0.0.1, 203.0.113.9', '203.0.113.9'],
  ['all trusted: the leftmost', '10.9.9.9, 10.1.2.3', '10.9.9.9'],
  ['an entry that is no address ends the walk', '203.0.113.9, unknown, 10.1.2.3', '10.1.2.3'],
  ['no address at all', 'unknown', '10.0.0.1'],
  ['an empty entry', '203.0.113.9,', '10.0.0.1'],
  ['empty', '', '10.0.0.1'],
  ['leading zeros are no address', '203.0.113.09', '10.0.0.1'],
  ['with a port', '203.0.113.9:4711', '203.0.113.9'],
  ['IPv6 in brackets', '[2001:db8::9]', '2001:db8::9'],
  ['IPv6 with a port, quoted', '"[2001:db8::9]:4711"', '2001:db8::9'],
  ['IPv4 in IPv6', '::ffff:203.0.113.9', '203.0.113.9'],
  ['a proxy as IPv4 in IPv6', '203.0.113.9, ::ffff:10.1.2.3', '203.0.113.9'],
  ['a proxy over IPv6', '203.0.113.9, fd00::1', '203.0.113.9'],
  ['spaces and tabs', ' \t203.0.113.9 \t', '203.0.113.9'],
])('X-Forwarded-For gives the client address behind trusted proxies: %s', (_name, forwardedFor, text) => {
  expect(behindProxies(requestFrom('10.0.0.1', forwardedFor))?.text).toBe(text)
})

it.each([
  ['127.0.0.1', true],
  ['127.255.0.1', true],
  ['::1', true],
  ['10.1.2.3', true],
  ['172.16.0.1', true],
  ['172.32.0.1', false],
  ['192.168.1.1', true],
  ['fc00::1', true],
  ['fdff::1', true],
  ['169.254.1.1', true],
  ['fe80::1', true],
  ['fec0::1', false],
  ['100.64.0.1', true],
  ['100.127.255.255', true],
  ['100.128.0.1', false],
  ['::ffff:10.1.2.3', true],
  ['64:ff9b::10.1.2.3', true],
  ['64:ff9b::203.0.113.9', false],
  ['203.0.113.9', false],
  ['2001:db8::1', false],
])('the rules exempt the address %s by default: %s', (address, exempt) => {
  expect(direct(requestFrom(address))?.exempt).toBe(exempt)
})

it('IP_ALLOW exempts ranges, and a single address inside a /64', () => {
  const addressOf = addressBehind({ ipAllow: ['203.0.113.0/24', '2001:db8::5'] })
  expect(addressOf(requestFrom('203.0.113.9'))?.exempt).toBe(true)
  expect(addressOf(requestFrom('203.0.114.9'))?.exempt).toBe(false)
  expect(addressOf(requestFrom('2001:db8::5'))?.exempt).toBe(true)
  expect(addressOf(requestFrom('2001:db8::6'))?.exempt).toBe(false)
})

it('an IPv4 address inside IPv6 is a trusted proxy only if its IPv6 form is one', () => {
  expect(behindProxies(requestFrom('64:ff9b::10.0.0.1', '203.0.113.9'))?.network).toBe('10.0.0.1')
  const addressOf = addressBehind({ trustedProxies: ['64:ff9b::a00:0/104'] })
  expect(addressOf(requestFrom('64:ff9b::10.0.0.1', '203.0.113.9'))?.network).toBe('203.0.113.9')
})

it.runIf(runsAll)('100,000 distinct addresses are resolved alike, and not all are kept in memory', () => {
  const addressOf = addressBehind({ trustedProxies: ['10.0.0.1'] })
  const first = addressOf(requestFrom('10.0.0.1', '11.0.0.0'))
  for (let count = 0; count < 100_000; count++) {
    addressOf(requestFrom('10.0.0.1', `11.${count >> 16}.${(count >> 8) & 255}.${count & 255}`))
  }
  const again = addressOf(requestFrom('10.0.0.1', '11.0.0.0'))
  expect(again).toEqual(first)
  expect(again, 'forgotten meanwhile').not.toBe(first)
})
