import { afterEach, describe, expect, it } from 'vitest'
import { amount } from '../support/amount.ts'
import { send, startServer, type TestServer, type TestServerOptions } from '../support/server.ts'

// Each request seems to come from an address that the test chooses, since loopback is exempt from the rule.

let server: TestServer
let peer = ''
afterEach(() => server.close())

const proxy = '203.0.113.80'
const minute = 60_000

interface Person {
  readonly accountId: string
  readonly key: string
}

async function start(config: TestServerOptions['config'] = {}): Promise<readonly [Person, Person, Person, Person]> {
  server = await startServer({ config, peer: () => peer })
  const another = async (name: string): Promise<Person> => {
    const { id: accountId } = await server.credits.createAccount(name)
    return { accountId, key: (await server.addKey(accountId)).key }
  }
  const first = { accountId: server.accountId, key: server.key }
  return [first, await another('second'), await another('third'), await another('fourth')]
}

const forwarded = { 'X-Forwarded-For': '198.51.100.7' }

/** Makes a call and gives its error code, or its status if it succeeded. */
async function use({ key }: Person, headers: Readonly<Record<string, string>> = {}, from = proxy) {
  peer = from
  const { status, json } = await send(server, 'GET', '/v1/usage', { key, headers })
  return json?.error ?? status
}

const logged = (event: string) => server.log.filter((entry) => entry.event === event)
const named = () => logged('ip_rule').map(({ accountId, otherAccountId }) => [accountId, otherAccountId])

describe('behind an undeclared proxy', () => {
  it.each([
    ['X-Forwarded-For', forwarded],
    ['Forwarded', { Forwarded: 'for=198.51.100.7' }],
    ['an empty X-Forwarded-For', { 'X-Forwarded-For': '' }],
  ])('no customer is banned behind an undeclared proxy that sends %s', async (_name, headers) => {
    const [first, second, third] = await start()
    for (let count = 0; count < 3; count++) {
      for (const person of [first, second, third]) expect(await use(person, headers)).toBe(200)
      server.clock.advance(2 * minute)
    }
    expect(server.metrics()).toContain('ip_rule_total{action="flag"} 4')
    expect(server.metrics()).not.toContain('action="ban"')
    expect(server.metrics()).toContain('unknown_proxy_requests_total{reason="undeclared"} 9')
  })

  it('each account behind an undeclared proxy is flagged once, with one other account', async () => {
    const people = await start()
    for (let count = 0; count < 3; count++) {
      for (const person of people) await use(person, forwarded)
      server.clock.advance(2 * minute)
    }
    const [a, b, c, d] = people.map(({ accountId }) => accountId)
    expect(new Set(named().flat())).toEqual(new Set([a, b, c, d]))
    expect(named().length).toBeLessThanOrEqual(2 * people.length)
    expect(logged('ip_rule')[0]).toMatchObject({ action: 'flag', accountId: b, otherAccountId: a, address: proxy })
    expect(logged('ip_rule')[1]).toMatchObject({ action: 'flag', accountId: a, otherAccountId: b, address: proxy })
  })

  it('a flagged account no longer asks the store for others, but others still find it', async () => {
    const [first, second, third] = await start()
    const met: number[] = []
    const { useAddress } = server.credits
    server.credits.useAddress = async (...use) => {
      const others = await useAddress.apply(server.credits, use)
      met.push(others.length)
      return others
    }
    for (const person of [first, second]) await use(person, forwarded)
    server.clock.advance(2 * minute)
    for (const person of [first, second, third]) await use(person, forwarded)
    expect(met).toEqual([0, 1, 0, 0, 2])
    expect(new Set(named().flat()).size).toBe(3)
  })

  it('the log reports an undeclared proxy once for each peer, with the setting that helps', async () => {
    const [first] = await start()
    for (let count = 0; count < 3; count++) await use(first, forwarded)
    await use(first, forwarded, '203.0.113.81')
    expect(logged('unknown_proxy')).toMatchObject([
      {
        level: 'warn',
        peer: proxy,
        reason: expect.stringContaining('no trusted proxy'),
        advice: expect.stringContaining('RIFTLINE_TRUSTED_PROXIES'),
      },
      { level: 'warn', peer: '203.0.113.81' },
    ])
  })

  it('the log names at most a hundred undeclared proxies', async () => {
    const [first] = await start()
    const proxies = amount(110, 300)
    for (let count = 0; count < proxies; count++) await use(first, forwarded, `198.51.${count >> 8}.${count & 255}`)
    expect(logged('unknown_proxy').length).toBe(100)
    expect(server.metrics()).toContain(`unknown_proxy_requests_total{reason="undeclared"} ${proxies}`)
  })

  it('a caller without a valid key causes no report of an undeclared proxy', async () => {
    await start()
    expect(await use({ accountId: '', key: 'rl_live_wrong' }, forwarded)).toBe('invalid_api_key')
    expect(logged('unknown_proxy')).toEqual([])
  })

  it('forwarded uses stay apart from direct ones over time and between processes', async () => {
    const [first, second] = await start()
    await use(first, forwarded)
    await server.credits.useAddress({ accountId: second.accountId, address: proxy, requestId: 'req_elsewhere' }, 0)
    expect(await use(first, forwarded)).toBe(200)
    server.clock.advance(2 * minute)
    expect(await use(first, forwarded)).toBe(200)
  })
})

describe('without a forwarding header', () => {
  it('accounts that come without a forwarding header are banned, at the same address', async () => {
    const [first, second, third, fourth] = await start()
    expect([await use(first, forwarded), await use(second, forwarded)]).toEqual([200, 200])
    expect([await use(third), await use(fourth)]).toEqual([200, 'account_banned'])
    expect(await use(third)).toBe('account_banned')
    expect([await use(first, forwarded), await use(second, forwarded)]).toEqual([200, 200])
  })

  it.each([
    ['first, the other through the proxy', [{}, forwarded]],
    ['second, the other through the proxy', [forwarded, {}]],
  ])('accounts are flagged and not banned if one comes directly %s', async (_name, [one = {}, two = {}]) => {
    const [first, second] = await start()
    for (let count = 0; count < 3; count++) {
      expect([await use(first, one), await use(second, two)]).toEqual([200, 200])
      server.clock.advance(2 * minute)
    }
    expect(named()).toEqual([
      [second.accountId, first.accountId],
      [first.accountId, second.accountId],
    ])
    expect(logged('ip_rule')[0]).toMatchObject({ action: 'flag', address: proxy })
  })

  it('an account that comes with and without a forwarding header does not meet itself', async () => {
    const [first] = await start()
    expect([await use(first), await use(first, forwarded), await use(first)]).toEqual([200, 200, 200])
    expect(logged('ip_rule')).toEqual([])
  })
})

it('with RIFTLINE_TRUSTED_PROXIES=none the header means nothing, and accounts that send it are banned', async () => {
  const [first, second] = await start({ noProxies: true })
  expect([await use(first, forwarded), await use(second, forwarded)]).toEqual([200, 'account_banned'])
  expect(logged('unknown_proxy')).toEqual([])
  expect(server.metrics()).not.toContain('unknown_proxy_requests_total{')
})

it('a declared proxy is believed, and an undeclared one beside it is not', async () => {
  const [first, second, third] = await start({ trustedProxies: ['203.0.113.81'] })
  expect(await use(first, forwarded, '203.0.113.81')).toBe(200)
  expect(await use(second, forwarded)).toBe(200)
  expect(await use(third, forwarded, '203.0.113.81')).toBe('account_banned')
  expect(logged('unknown_proxy')).toMatchObject([{ peer: proxy }])
})

describe('behind a trusted proxy that names no client', () => {
  const trustedProxies = [proxy, '203.0.113.81', '127.0.0.1']

  it.each([
    ['no header', {}],
    ['an empty X-Forwarded-For', { 'X-Forwarded-For': '' }],
    ['no address in it', { 'X-Forwarded-For': 'unknown' }],
    ['an empty last entry', { 'X-Forwarded-For': '198.51.100.7,' }],
    ['Forwarded alone', { Forwarded: 'for=198.51.100.7' }],
    ['nobody but trusted proxies', { 'X-Forwarded-For': proxy }],
  ])('no customer is banned behind a trusted proxy that names no client, with %s', async (_name, headers) => {
    const [first, second, third] = await start({ trustedProxies })
    for (let count = 0; count < 3; count++) {
      for (const person of [first, second, third]) expect(await use(person, headers)).toBe(200)
      server.clock.advance(2 * minute)
    }
    expect(server.metrics()).toContain('ip_rule_total{action="flag"} 4')
    expect(server.metrics()).toContain('unknown_proxy_requests_total{reason="nameless"} 9')
    expect(logged('unknown_proxy')).toMatchObject([
      { level: 'warn', peer: proxy, reason: 'a trusted proxy named no client' },
    ])
  })

  it('clients that a trusted proxy names are banned when they meet at their own address', async () => {
    const [first, second, third] = await start({ trustedProxies })
    expect(await use(first)).toBe(200)
    expect([await use(second, forwarded), await use(third, forwarded)]).toEqual([200, 'account_banned'])
  })

  it('a nameless trusted proxy at an exempt address is not reported', async () => {
    const [first, second] = await start({ trustedProxies })
    expect([await use(first, {}, '127.0.0.1'), await use(second, {}, '127.0.0.1')]).toEqual([200, 200])
    expect(logged('unknown_proxy')).toEqual([])
    expect(logged('ip_rule')).toEqual([])
  })
})

describe('behind an undeclared second proxy', () => {
  const trustedProxies = [proxy]
  const chain = (hop: string) => ({ 'X-Forwarded-For': `192.0.2.44, ${hop}` })

  it('the log reports, once for each address, that a hop may be undeclared', async () => {
    const [first, second] = await start({ trustedProxies })
    for (const hop of ['198.51.100.7', '198.51.100.7', '10.1.2.3']) await use(first, chain(hop))
    await use(second, { 'X-Forwarded-For': 'unknown, 198.51.100.8' })
    expect(logged('unknown_proxy')).toMatchObject([
      { peer: '198.51.100.7', reason: expect.stringContaining('may be'), advice: expect.stringContaining('every') },
      { peer: '10.1.2.3' },
      { peer: '198.51.100.8' },
    ])
    expect(server.metrics()).toContain('unknown_proxy_requests_total{reason="further"} 4')
  })

  it('accounts at the address of a second proxy are banned, since any client can send the header', async () => {
    const [first, second] = await start({ trustedProxies })
    expect(await use(first, chain('198.51.100.7'))).toBe(200)
    expect(await use(second, forwarded)).toBe('account_banned')
  })

  it('an only entry, also before a trusted one, is no further hop', async () => {
    const [first] = await start({ trustedProxies })
    for (const list of ['198.51.100.7', ' , 198.51.100.7', `198.51.100.7, ${proxy}`])
      expect(await use(first, { 'X-Forwarded-For': list })).toBe(200)
    expect(logged('unknown_proxy')).toEqual([])
  })

  it('the log names at most a hundred possible hops, and still reports a certain proxy', async () => {
    const [first] = await start({ trustedProxies })
    for (let count = 0; count < amount(110, 150); count++) await use(first, chain(`198.51.100.${count}`))
    expect(logged('unknown_proxy').length).toBe(100)
    await use(first)
    expect(logged('unknown_proxy').at(-1)).toMatchObject({ peer: proxy, reason: 'a trusted proxy named no client' })
  })
})

it('a proxy at a private address is exempt from the rule, and reported', async () => {
  const [first, second] = await start()
  expect([await use(first, forwarded, '10.0.0.1'), await use(second, forwarded, '10.0.0.1')]).toEqual([200, 200])
  expect(logged('ip_rule')).toEqual([])
  expect(logged('unknown_proxy')).toMatchObject([{ peer: '10.0.0.1' }])
})

it('IP_RULE=off still reports an undeclared proxy', async () => {
  const [first, second] = await start({ ipRule: 'off' })
  expect([await use(first, forwarded), await use(second, forwarded)]).toEqual([200, 200])
  expect(logged('unknown_proxy').length).toBe(1)
})
