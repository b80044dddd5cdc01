import type { LookupFunction } from 'node:net'
import { expect, it } from 'vitest'
import { firstHop, isPrivateAddress, nextHop } from '#sources/http/hop.ts'
import { redirectLoop, redirectTo } from '../../support/sources/faults.ts'
import { openClient, openService } from './open-client.ts'

/** Resolves every host name to this machine. */
const lookup: LookupFunction = (_name, options, callback) =>
  options.all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4)

it('five redirects are followed, a sixth is a fault', async () => {
  const service = await openService()
  service.next(...[1, 2, 3, 4, 5].map((n) => redirectTo(`/${n}`)))
  const { client } = openClient()
  expect(await client.json({ url: service.origin })).toEqual({ ok: true })
  service.always(redirectLoop)
  await expect(client.json({ url: service.origin })).rejects.toMatchObject({ fault: 'redirect' })
  expect(service.requests).toHaveLength(12)
})

it('a redirect to another host carries no credentials, neither headers nor cookies', async () => {
  const [service, other] = [await openService(), await openService()]
  service.next((_request, response) => {
    response.writeHead(302, { location: other.origin, 'set-cookie': 'session=secret' }).end()
  })
  const { client } = openClient()
  const url = service.origin.replace('http://', 'http://user:secret@')
  await client.json({ url, headers: { 'x-api-key': 'secret' } })
  expect(service.requests[0]?.headers).toMatchObject({ 'x-api-key': 'secret', authorization: 'Basic dXNlcjpzZWNyZXQ=' })
  expect(JSON.stringify(other.requests[0])).not.toMatch(/secret|dXNlc/)
})

it('a body is not posted to another host', async () => {
  const [service, other] = [await openService(), await openService()]
  const { client } = openClient()
  const request = { url: service.origin, method: 'POST', body: new URLSearchParams({ password: 'secret' }) } as const
  service.next(redirectTo(other.origin, 307))
  await expect(client.json(request)).rejects.toMatchObject({ fault: 'redirect' })
  expect(other.requests).toEqual([])
  service.next(redirectTo(other.origin, 303))
  await client.json(request)
  expect(other.requests.map(({ method, body }) => [method, body])).toEqual([['GET', '']])
  service.next(redirectTo('/again', 307))
  await client.json(request)
  expect(service.requests.at(-1)).toMatchObject({ method: 'POST', body: 'password=secret' })
})

it('a public address may not redirect to a private one, by number or by name', async () => {
  const [service, inner] = [await openService(), await openService()]
  const { client } = openClient({ lookup })
  const url = `http://source.example:${service.port}/list`
  for (const host of ['127.0.0.1', 'localhost', '[::1]', 'inner.example', '[::ffff:127.0.0.1]', '2130706433']) {
    service.next(redirectTo(`http://${host}:${inner.port}/`))
    await expect(client.json({ url }), host).rejects.toMatchObject({ fault: 'redirect' })
  }
  expect(inner.requests).toEqual([])
  service.next(redirectTo('/elsewhere'))
  expect(await client.json({ url })).toEqual({ ok: true })
})

it('a configured private address may redirect to another private one', async () => {
  const [service, inner] = [await openService(), await openService()]
  service.next(redirectTo(`http://localhost:${inner.port}/there`))
  const { client } = openClient()
  expect(await client.json({ url: service.origin })).toEqual({ ok: true })
})

it.each([
  ['http://source.example/', 'from https to http'],
  ['ftp://source.example/', 'something else than http or https'],
  [null, 'without an address'],
  ['http://[', 'without an address'],
])('a redirect from https to %s is refused', (location, why) => {
  const hop = firstHop({ url: 'https://source.example/list?token=secret' })
  expect(() => nextHop(hop, 302, location, hop.url)).toThrow(why)
  expect(() => nextHop(hop, 302, location, hop.url)).not.toThrow('secret')
})

it.each([
  ['10.1.2.3', true],
  ['172.31.0.1', true],
  ['192.168.0.1', true],
  ['169.254.169.254', true],
  ['0.0.0.0', true],
  ['::', true],
  ['fd00::1', true],
  ['fe80::1', true],
  ['::ffff:10.0.0.1', true],
  ['64:ff9b::7f00:1', true],
  ['172.32.0.1', false],
  ['8.8.8.8', false],
  ['2606:4700::1', false],
  ['::ffff:8.8.8.8', false],
])('the address %s is private: %s', (address, expected) => {
  expect(isPrivateAddress(address)).toBe(expected)
})
