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

/** The code of an answer, or its status. */
async function use({ key }: Person, from = home, path = '/v1/usage'): Promise<string | number> {
  const { status, json } = await send(server, 'GET', path, { key, headers: { 'X-Forwarded-For': from } })
  return json?.error ?? status
}

const meetings = () => server.log.filter(({ event }) => event === 'ip_rule')

describe('a second account on an address', () => {
  it('a second account on an address bans both: the request in hand and every later one', async () => {
    const [first, second, third] = await start()
    expect(await use(first)).toBe(200)
    expect(await use(second)).toBe('account_banned')
    expect(await use(first, '198.51.100.1')).toBe('account_banned')
    expect(await use(second, '198.51.100.2')).toBe('account_banned')
    expect(await use(third, '198.51.100.3')).toBe(200)
    expect(server.metrics()).toContain('ip_rule_total{action="ban"} 2')
  })

  it('a second account on an address gets 401 without credit headers, is charged nothing and counts to no rate', async () => {
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

  it('a second account on an address leaves evidence of both accounts, both requests, the address and the times', async () => {
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

  it('a second account on an address bans every account that was seen there', async () => {
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

  it('a second account on an address counts only with a valid key', async () => {
    const [first, second] = await start()
    await server.credits.revokeKey(server.keyId)
    expect(await use(first)).toBe('revoked_api_key')
    expect(await use(second)).toBe(200)
  })

  it('a second account on an address is found on any route, known or not, and over the rate', async () => {
    const [first, second] = await start({ ratePerMinute: 1 })
    await use(first, '198.51.100.1')
    expect(await use(first, home, '/v1/nothing')).toBe('rate_limited')
    expect(await use(second)).toBe('account_banned')
  })

  it('a second account on an address has the same /64 with IPv6', async () => {
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
  /** Accounts that come one after the other, each from a /64 of its own. */
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
    'accounts in one %s are banned once it is full, and the earlier ones stay',
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

  it('accounts in one wider network stay if they were there before wider networks were compared', async () => {
    await start()
    const people: Person[] = []
    for (let index = 0; index < 6; index++) {
      const person = await another(`old ${index}`)
      people.push(person)
      // As an earlier release noted it.
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

  it('accounts in one wider network: one whose ban was lifted bans none that were there before', async () => {
    await start()
    const came = await come(5, in48)
    const [last] = came[4]!
    await server.credits.unban(last.accountId, 'operator', true)
    for (let round = 0; round < 3; round++) {
      for (const [index, [person]] of came.entries()) expect(await use(person, in48(index))).toBe(200)
      server.clock.advance(2 * minute)
    }
  })

  it('accounts in one wider network count for 30 days, and not behind an unknown proxy or where IP_ALLOW has the range', async () => {
    await start({ ipAllow: ['2001:db8:7::/48'] })
    expect(codes(await come(4, in56))).toEqual([200, 200, 200, 200])
    expect(codes(await come(4, in48))).toEqual([200, 200, 200, 200])
    server.clock.advance(30 * days + minute)
    expect(codes(await come(4, (index) => in48(index + 4)))).toEqual([200, 200, 200, 200])
  })

  it('accounts in one wider network are logged once with IP_RULE=flag, and nobody is banned', async () => {
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
  ])('the IP rule gives a second account, 30 days and %i ms after the last use, %s', async (late, expected) => {
    const [first, second] = await start()
    await use(first)
    server.clock.advance(10 * days)
    await use(first)
    server.clock.advance(30_000)
    await use(first)
    server.clock.advance(30 * days + late)
    expect(await use(second)).toBe(expected)
  })

  it('the thirty days of the IP rule run from the last use, even if that is only cached', async () => {
    const [first, second] = await start()
    for (let count = 0; count < 200; count++) {
      await use(first)
      server.clock.advance(31_000)
    }
    server.clock.advance(30 * days - 31_000)
    expect(await use(second)).toBe('account_banned')
  })
})

describe('a lifted ban', () => {
  it('a lifted ban forgets the uses it was based on, and begins anew', async () => {
    const [first, second] = await start()
    await use(first)
    await use(second)
    for (const { accountId } of [first, second]) await server.credits.unban(accountId, 'operator', false)
    expect(await use(second)).toBe(200)
    expect(await use(first), 'they met again').toBe('account_banned')
  })

  it('a lifted ban with the address allowed is not repeated', async () => {
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

it('a newcomer is not banned because of a banned account, but with the next one', async () => {
  const [first, second, third] = await start()
  await use(first)
  await server.credits.ban(first.accountId)
  expect(await use(first)).toBe('account_banned')
  expect(await use(second)).toBe(200)
  expect(await use(third)).toBe('account_banned')
})

describe('exempt from the IP rule are', () => {
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

it('with IP_RULE=flag a meeting is logged and counted once, and nobody is banned', async () => {
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

it('with IP_RULE=off nothing is recorded', async () => {
  const [first, second] = await start({ ipRule: 'off' })
  expect([await use(first), await use(second)]).toEqual([200, 200])
  const since = server.clock.now() - days
  const others = await server.credits
    .useAddress({ accountId: 'x', address: home, requestId: 'r' }, since)
    .catch(() => [])
  expect(others).toEqual([])
  expect(meetings()).toEqual([])
})

it('an account on its known address asks the store once a minute', async () => {
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
