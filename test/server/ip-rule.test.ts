import { noMetrics } from '@riftline/server'
import { afterEach, describe, expect, it } from 'vitest'
import type { Caller } from '#server/auth/api-key.ts'
import { createIpCheck } from '#server/auth/ip-rule.ts'
import type { Exchange } from '#server/http/exchange.ts'
import { send, startServer, type TestServer, type TestServerOptions } from '../support/server.ts'
import { matchBody } from '../support/server-catalogue.ts'

let server: TestServer
afterEach(() => server.close())

const minute = 60_000
const days = 24 * 60 * minute
const home = '203.0.113.9'

interface Person {
  readonly accountId: string
  readonly key: string
}

async function start(config: TestServerOptions['config'] = {}): Promise<readonly [Person, Person, Person]> {
  server = await startServer({ config: { trustedProxies: ['127.0.0.1'], ...config } })
  const another = async (name: string): Promise<Person> => {
    const { id: accountId } = await server.credits.createAccount(name)
    return { accountId, key: (await server.addKey(accountId)).key }
  }
  return [{ accountId: server.accountId, key: server.key }, await another('second'), await another('third')]
}

/** Makes a call and gives its error code, or its status if it succeeded. */
async function use({ key }: Person, from = home, path = '/v1/usage'): Promise<string | number> {
  const { status, json } = await send(server, 'GET', path, { key, headers: { 'X-Forwarded-For': from } })
  return json?.error ?? status
}

const meetings = () => server.log.filter(({ event }) => event === 'ip_rule')

describe('a second account on an address', () => {
  it('a second account on an address bans both accounts, for this request and every later one', async () => {
    const [first, second, third] = await start()
    expect(await use(first)).toBe(200)
    expect(await use(second)).toBe('account_banned')
    expect(await use(first, '198.51.100.1')).toBe('account_banned')
    expect(await use(second, '198.51.100.2')).toBe('account_banned')
    expect(await use(third, '198.51.100.3')).toBe(200)
    expect(server.metrics()).toContain('ip_rule_total{action="ban"} 2')
  })

  it('a banned account gets 401 without credit headers, is charged nothing and counts to no rate', async () => {
    const [first, second] = await start({ ratePerMinute: 1 })
    await use(first)
    for (let count = 0; count < 3; count++) {
      const headers = { 'X-Forwarded-For': home }
      const answer = await send(server, 'POST', '/v1/predict', { key: second.key, headers, body: matchBody })
      expect(answer).toMatchObject({
        status: 401,
        json: { error: 'account_banned', message: 'this account is banned' },
        headers: { 'www-authenticate': 'Bearer realm="riftline"' },
      })
      expect(Object.keys(answer.headers).filter((name) => /credits|ratelimit/.test(name))).toEqual([])
    }
    await server.credits.unban(first.accountId, 'operator', false)
    await server.credits.unban(second.accountId, 'operator', false)
    expect(await use(second), 'its one request of this minute is still free').toBe(200)
    expect(await server.credits.balance(second.accountId)).toBe(20)
  })

  it('the log has both accounts, both requests, the address and the times', async () => {
    const [first, second] = await start()
    const startedAt = server.clock.now()
    await use(first)
    server.clock.advance(5000)
    await use(first)
    server.clock.advance(5000)
    await use(second)
    const requests = server.log.filter(({ event }) => event === 'request').map(({ requestId }) => requestId)
    const meeting = { event: 'ip_rule', action: 'enforce', level: 'warn', address: home }
    expect(meetings()).toEqual([
      {
        ...meeting,
        accountId: second.accountId,
        otherAccountId: first.accountId,
        requestId: requests[2],
        otherRequestId: requests[1],
        at: startedAt + 10_000,
        otherAt: startedAt + 5000,
      },
      {
        ...meeting,
        accountId: first.accountId,
        otherAccountId: second.accountId,
        requestId: requests[1],
        otherRequestId: requests[2],
        at: startedAt + 5000,
        otherAt: startedAt + 10_000,
      },
    ])
  })

  it('a new account on an address bans every account seen there', async () => {
    await start()
    const seen = (accountId: string) => ({
      accountId,
      address: home,
      requestId: `req_${accountId}`,
      firstAt: 1,
      lastAt: 2,
    })
    const banned: string[] = []
    const ipRule = createIpCheck({
      credits: {
        useAddress: async () => [seen('first'), seen('second')],
        firstUse: async () => null,
        now: () => days,
        ban: async (accountId, why) => {
          const other = why !== undefined && 'otherAccountId' in why ? why.otherAccountId : 'nobody'
          banned.push(`${accountId} for ${other}`)
        },
      },
      clock: { now: () => days, monotonicMs: () => days },
      log: () => {},
      metrics: noMetrics,
      config: { ipRule: 'enforce' },
    })
    const exchange = {
      address: { text: home, network: home, exempt: false, forwarded: false, doubt: null },
      requestId: 'r',
    } as Exchange
    await expect(ipRule({ accountId: 'third' } as Caller, exchange)).rejects.toThrow('this account is banned')
    expect(banned).toEqual(['third for first', 'first for third', 'second for third'])
  })

  it('only calls with a valid key count as a use of an address', async () => {
    const [first, second] = await start()
    await server.credits.revokeKey(server.keyId)
    expect(await use(first)).toBe('revoked_api_key')
    expect(await use(second)).toBe(200)
  })

  it('uses on an unknown path and over the rate count too', async () => {
    const [first, second] = await start({ ratePerMinute: 1 })
    await use(first, '198.51.100.1')
    expect(await use(first, home, '/v1/nothing')).toBe('rate_limited')
    expect(await use(second)).toBe('account_banned')
  })

  it('two IPv6 addresses of one /64 count as one address', async () => {
    const [first, second, third] = await start()
    await use(first, '2001:db8:1:2::1')
    expect(await use(third, '2001:db8:1:3::1')).toBe(200)
    expect(await use(second, '2001:db8:1:2:abcd::1')).toBe('account_banned')
    expect(meetings()[0]).toMatchObject({ address: '2001:db8:1:2::/64' })
  })
})

describe('accounts in one wider network', () => {
  const another = async (name: string): Promise<Person> => {
    const { id: accountId } = await server.credits.createAccount(name)
    return { accountId, key: (await server.addKey(accountId)).key }
  }
  /** Lets accounts come one after the other, each from a /64 of its own. */
  async function come(
    count: number,
    addressOf: (index: number) => string,
  ): Promise<readonly (readonly [Person, string | number])[]> {
    const came: (readonly [Person, string | number])[] = []
    for (let index = 0; index < count; index++) {
      const person = await another(`one of ${addressOf(index)}`)
      server.clock.advance(1000)
      came.push([person, await use(person, addressOf(index))])
    }
    return came
  }
  const codes = (came: readonly (readonly [Person, string | number])[]) => came.map(([, code]) => code)
  const in56 = (index: number) => `2001:db8:7:${(0x4200 + 7 * index).toString(16)}::1`
  const in48 = (index: number) => `2001:db8:8:${((index + 1) << 8).toString(16)}::1`

  it.each([
    ['/56', in56, [200, 200, 'account_banned', 'account_banned'], '2001:db8:7:4200::/56'],
    ['/48', in48, [200, 200, 200, 200, 'account_banned', 'account_banned'], '2001:db8:8::/48'],
  ] as const)(
    'accounts in one %s are banned once it is full, and the earlier ones are not',
    async (_, addressOf, expected, address) => {
      await start()
      const came = await come(expected.length, addressOf)
      expect(codes(came)).toEqual(expected)
      server.clock.advance(2 * minute)
      for (const [index, [person, code]] of came.entries()) expect(await use(person, addressOf(index))).toBe(code)
      const [last] = came.at(-1)!
      expect(meetings().at(-1)).toMatchObject({ action: 'enforce', accountId: last.accountId, address })
      expect(meetings()).toHaveLength(2)
      expect(await server.credits.banOf(last.accountId)).toMatchObject({ by: 'ip-rule', evidence: { address } })
    },
  )

  it('accounts stored by a release without wider networks are not banned', async () => {
    await start()
    const people: Person[] = []
    for (let index = 0; index < 6; index++) {
      const person = await another(`old ${index}`)
      people.push(person)
      // An earlier release stored no wider networks.
      const address = `2001:db8:8:${(index + 1).toString(16)}00::/64`
      await server.credits.useAddress(
        { accountId: person.accountId, address, requestId: `req_${index}` },
        server.clock.now(),
      )
      server.clock.advance(minute)
    }
    for (const [index, person] of people.entries()) {
      expect(await use(person, in48(index))).toBe(200)
      server.clock.advance(1000)
    }
    expect(await use(await another('new'), in48(9))).toBe('account_banned')
  })

  it('an account whose ban was lifted does not get earlier accounts of its wider network banned', async () => {
    await start()
    const came = await come(5, in48)
    const [last] = came[4]!
    await server.credits.unban(last.accountId, 'operator', true)
    for (let round = 0; round < 3; round++) {
      for (const [index, [person]] of came.entries()) expect(await use(person, in48(index))).toBe(200)
      server.clock.advance(2 * minute)
    }
  })

  it('accounts in one wider network count for 30 days, and not inside a range of IP_ALLOW', async () => {
    await start({ ipAllow: ['2001:db8:7::/48'] })
    expect(codes(await come(4, in56))).toEqual([200, 200, 200, 200])
    expect(codes(await come(4, in48))).toEqual([200, 200, 200, 200])
    server.clock.advance(30 * days + minute)
    expect(codes(await come(4, (index) => in48(index + 4)))).toEqual([200, 200, 200, 200])
  })

  it('IP_RULE=flag logs accounts in one wider network once each and bans none', async () => {
    await start({ ipRule: 'flag' })
    const came = await come(3, in56)
    for (let round = 0; round < 3; round++) {
      server.clock.advance(2 * minute)
      for (const [index, [person]] of came.entries()) expect(await use(person, in56(index))).toBe(200)
    }
    expect(codes(came)).toEqual([200, 200, 200])
    expect(meetings().map(({ action, address }) => [action, address])).toEqual([
      ['flag', '2001:db8:7:4200::/56'],
      ['flag', '2001:db8:7:4200::/56'],
    ])
  })
})

describe('the thirty days of the IP rule', () => {
  it.each([
    [0, 'account_banned'],
    [1, 200],
  ])('a second account that comes 30 days and %i ms after the last use gets %s', async (late, expected) => {
    const [first, second] = await start()
    await use(first)
    server.clock.advance(10 * days)
    await use(first)
    server.clock.advance(30_000)
    await use(first)
    server.clock.advance(30 * days + late)
    expect(await use(second)).toBe(expected)
  })

  it('the thirty days run from the last use, even if it is only cached', async () => {
    const [first, second] = await start()
    for (let count = 0; count < 200; count++) {
      await use(first)
      server.clock.advance(31_000)
    }
    server.clock.advance(30 * days - 31_000)
    expect(await use(second)).toBe('account_banned')
  })
})

describe('a ban that an operator lifts', () => {
  it('a lifted ban removes the uses behind it, and a new meeting bans again', async () => {
    const [first, second] = await start()
    await use(first)
    await use(second)
    for (const { accountId } of [first, second]) await server.credits.unban(accountId, 'operator', false)
    expect(await use(second)).toBe(200)
    expect(await use(first), 'they met again').toBe('account_banned')
  })

  it('accounts are not banned again once their ban is lifted with the address allowed', async () => {
    const [first, second] = await start()
    await use(first)
    await use(second)
    for (const { accountId } of [first, second]) await server.credits.unban(accountId, 'operator', true)
    for (let count = 0; count < 3; count++) {
      expect(await use(first)).toBe(200)
      expect(await use(second)).toBe(200)
      server.clock.advance(2 * minute)
    }
  })
})

it('a new account is not banned because of a banned one, but because of the next', async () => {
  const [first, second, third] = await start()
  await use(first)
  await server.credits.ban(first.accountId)
  expect(await use(first)).toBe('account_banned')
  expect(await use(second)).toBe(200)
  expect(await use(third)).toBe('account_banned')
})

describe('addresses that are exempt from the IP rule', () => {
  it.each(['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.0.7', '100.64.0.1', '169.254.0.1', 'fd00::1', 'fe80::1'])(
    'the address %s is exempt from the IP rule',
    async (address) => {
      const [first, second] = await start()
      expect([await use(first, address), await use(second, address), await use(first, address)]).toEqual([
        200, 200, 200,
      ])
    },
  )

  it('the ranges of IP_ALLOW are exempt from the IP rule', async () => {
    const [first, second] = await start({ ipAllow: ['203.0.113.0/24'] })
    expect([await use(first), await use(second), await use(first)]).toEqual([200, 200, 200])
  })
})

it('IP_RULE=flag logs and counts a meeting once and bans nobody', async () => {
  const [first, second] = await start({ ipRule: 'flag' })
  for (let count = 0; count < 3; count++) {
    expect(await use(first)).toBe(200)
    expect(await use(second)).toBe(200)
    server.clock.advance(2 * minute)
  }
  expect(meetings().length).toBe(2)
  expect(meetings()[0]).toMatchObject({ action: 'flag', accountId: second.accountId, otherAccountId: first.accountId })
  expect(server.metrics()).toContain('ip_rule_total{action="flag"} 2')
})

it('IP_RULE=off records nothing', async () => {
  const [first, second] = await start({ ipRule: 'off' })
  expect([await use(first), await use(second)]).toEqual([200, 200])
  const since = server.clock.now() - days
  const others = await server.credits
    .useAddress({ accountId: 'x', address: home, requestId: 'r' }, since)
    .catch(() => [])
  expect(others).toEqual([])
  expect(meetings()).toEqual([])
})

it('a known use of an address is sent to the store once a minute only', async () => {
  const [first] = await start()
  let asked = 0
  const { useAddress } = server.credits
  server.credits.useAddress = (...use) => {
    asked += 1
    return useAddress.apply(server.credits, use)
  }
  for (let count = 0; count < 20; count++) await use(first)
  expect(asked).toBe(1)
  server.clock.advance(minute)
  for (let count = 0; count < 20; count++) await use(first)
  expect(asked).toBe(2)
})
