import { RiftlineApiError, RiftlineConnectionError } from '@riftline/client'
import { describe, expect, it } from 'vitest'
import { changeOf, frameOf, openChangeServer, sendJson, seqOf, stream } from './support/change-server.ts'
import { createFollowingClient, take } from './support/following-client.ts'

describe('changes of a stream', () => {
  it('changes come in order from now on, and the loop ends when it is left', async () => {
    const server = await openChangeServer()
    server.add()
    const { client, timers } = createFollowingClient(server)
    const seen: string[] = []
    const changes = client.changes()
    const first = changes.next()
    await expect.poll(server.open).toBe(1)
    server.add({ type: 'schedule.added' })
    server.add()
    seen.push((await first).value?.type)
    for await (const change of changes) {
      seen.push(change.type)
      break
    }
    expect(seen).toEqual(['schedule.added', 'odds.captured'])
    expect(timers()).toEqual([])
    await expect.poll(server.open).toBe(0)
    expect(server.requests).toEqual(['/v1/stream'])
  })

  it('types and since are sent, and a stream that broke is resumed after its last change', async () => {
    const server = await openChangeServer()
    for (let i = 0; i < 4; i++) server.add()
    server.answers.push(stream(frameOf(changeOf(2)) + frameOf(changeOf(3)).slice(0, -1)))
    const { follow, waits } = createFollowingClient(server)
    const changes = follow({ since: seqOf(1), types: ['odds.captured', 'schedule.added'] })
    expect(await take(changes, 3)).toEqual([2, 3, 4].map(seqOf))
    expect(server.requests).toEqual([
      `/v1/stream?types=odds.captured%2Cschedule.added ${seqOf(1)}`,
      `/v1/stream?types=odds.captured%2Cschedule.added ${seqOf(2)}`,
    ])
    expect(waits).toEqual([3000])
  })

  it('an id without a change is a place to resume from', async () => {
    const server = await openChangeServer()
    server.answers.push(stream(`id: ${seqOf(5)}\n\n: heartbeat\nid: ${seqOf(6)}\n\n`), stream(`id: ${seqOf(6)}\n\n`))
    const { follow } = createFollowingClient(server)
    server.log.push(changeOf(7))
    expect(await take(follow(), 1)).toEqual([seqOf(7)])
    expect(server.requests).toEqual(['/v1/stream', `/v1/stream ${seqOf(6)}`, `/v1/stream ${seqOf(6)}`])
  })

  it('a change that the server sends again is not yielded again', async () => {
    const server = await openChangeServer()
    const [one, two, three] = [1, 2, 3].map((number) => frameOf(changeOf(number)))
    server.answers.push(stream(`${one}${two}${one}`), stream(`${one}${two}${two}${three}`, 'hold'))
    const { follow } = createFollowingClient(server)
    expect(await take(follow(), 3)).toEqual([1, 2, 3].map(seqOf))
  })

  it('bye and an ended stream are followed by a new connection', async () => {
    const server = await openChangeServer()
    server.answers.push(
      stream(`${frameOf(changeOf(1))}event: bye\ndata: {}\n\n${frameOf(changeOf(3))}`, 'hold'),
      stream(frameOf(changeOf(2)), 'end'),
    )
    server.log.push(changeOf(3))
    const { follow, retries } = createFollowingClient(server)
    expect(await take(follow(), 3)).toEqual([1, 2, 3].map(seqOf))
    expect(retries).toEqual([
      { error: null, waitMs: 3000 },
      { error: null, waitMs: 3000 },
    ])
  })

  it('events of later servers are passed over, and changes of later types are yielded', async () => {
    const server = await openChangeServer()
    const later = changeOf(1, { type: 'patch.released' })
    server.answers.push(stream(`event: notice\ndata: hello\n\nevent: load\ndata: {"a":1}\n\n${frameOf(later)}`, 'hold'))
    const { value } = await createFollowingClient(server).follow().next()
    expect(value).toEqual(later)
  })

  it.each([
    [
      'a damaged change',
      'id: 0001-abc\nevent: odds.captured\ndata: {"seq":\n\n',
      'an event odds.captured is no change',
    ],
    [
      'a change without a place',
      'event: odds.closed\ndata: {"type":"odds.closed"}\n\n',
      'an event odds.closed is no change',
    ],
    ['an endless line', `data: ${'x'.repeat(1_100_000)}`, 'an event is over 1048576 characters'],
  ])(
    '%s is asked for again from the last change, ever later, and given up by a loop that had nothing else',
    async (_, bytes, message) => {
      const server = await openChangeServer()
      const damaged = stream(`id: ${seqOf(0)}\n\n${bytes}`, 'hold')
      server.answers.push(damaged, damaged, damaged)
      const refused = createFollowingClient(server)
      await expect(refused.follow({ since: seqOf(0) }).next()).rejects.toMatchObject({
        code: 'invalid_response',
        message,
      })
      expect(refused.waits).toEqual([3000, 6000])
      await expect.poll(server.open).toBe(0)
      expect(refused.timers()).toEqual([])

      const whole = frameOf(changeOf(1))
      server.log.push(changeOf(1), changeOf(2))
      server.answers.push(stream(whole + bytes, 'hold'), damaged, damaged, damaged, damaged)
      const { follow, waits } = createFollowingClient(server)
      expect(await take(follow({ since: seqOf(0) }), 2)).toEqual([1, 2].map(seqOf))
      expect(waits).toEqual([3000, 6000, 12_000, 24_000, 30_000])
    },
  )

  it('changes that are no longer kept end the loop with changes_gone and the place to go on from', async () => {
    const server = await openChangeServer()
    server.answers.push(stream(`event: gone\ndata: {"oldest":"${seqOf(4)}","next":"${seqOf(6)}"}\n\n`, 'hold'))
    const { follow } = createFollowingClient(server)
    const error = await follow({ since: seqOf(1) })
      .next()
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(RiftlineApiError)
    expect(error).toMatchObject({ status: 410, code: 'changes_gone', oldest: seqOf(4), next: seqOf(6) })
  })

  it("onGone: 'skip' goes on from the place that the server names, even if it is before the last one", async () => {
    const server = await openChangeServer()
    server.answers.push(stream(`event: gone\ndata: {"oldest":"${seqOf(4)}","next":"${seqOf(6)}"}\n\n`, 'hold'))
    for (let i = 0; i < 7; i++) server.add()
    const { follow } = createFollowingClient(server)
    expect(await take(follow({ since: seqOf(9), onGone: 'skip' }), 1)).toEqual([seqOf(7)])
    expect(server.requests.at(-1)).toBe(`/v1/stream ${seqOf(6)}`)
  })
})

describe('waits between connections', () => {
  it('the server sets the time, failures double it up to 30 seconds, and a change resets it', async () => {
    const server = await openChangeServer()
    const begin = stream('retry: 500\nid: 0000-abc\n\n')
    server.answers.push(begin, ...Array.from({ length: 9 }, () => stream('')), begin)
    server.log.push(changeOf(1))
    const { follow, waits } = createFollowingClient(server)
    await take(follow(), 1)
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000, 500])
  })

  it.each([
    ['0', 100],
    ['99999999999', 60_000],
  ])('a reconnection time of %s ms becomes %i ms', async (asked, expected) => {
    const server = await openChangeServer()
    server.answers.push(stream(`retry: ${asked}\nid: 0000-abc\n\n`))
    server.log.push(changeOf(1))
    const { follow, waits } = createFollowingClient(server)
    await take(follow(), 1)
    expect(waits).toEqual([expected])
  })

  it('429 and 503 wait as long as they ask, and then some, so that not all clients come at once', async () => {
    const server = await openChangeServer()
    server.answers.push(
      stream('id: 0000-abc\n\n'),
      (response) => sendJson(response, 503, { error: 'overloaded', message: 'no' }, { 'Retry-After': '7' }),
      (response) => sendJson(response, 429, { error: 'rate_limited', message: 'no' }, { 'Retry-After': '60' }),
      (response) => sendJson(response, 502, {}),
    )
    server.log.push(changeOf(1))
    const { follow, waits, retries } = createFollowingClient(server)
    await take(follow(), 1)
    expect(waits).toEqual([3000, 7000 + 6000, 60_000 + 12_000, 24_000])
    expect(retries.map(({ error }) => error?.code)).toEqual([
      'connection_failed',
      'overloaded',
      'rate_limited',
      'unknown_error',
    ])
  })

  it('a server that was never reached is given up after maxRetries', async () => {
    const client = createFollowingClient({ baseUrl: 'http://127.0.0.1:9', maxRetries: 2 })
    const error = await client
      .follow()
      .next()
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(RiftlineConnectionError)
    expect(error).toMatchObject({ code: 'connection_failed' })
    expect(client.waits).toEqual([3000, 6000])
  })

  it('a server that answered once is tried for ever', async () => {
    const server = await openChangeServer()
    server.answers.push(stream('id: 0000-abc\n\n'))
    for (let i = 0; i < 20; i++) server.answers.push((response) => void response.socket?.destroy())
    server.log.push(changeOf(1))
    const { follow, waits } = createFollowingClient({ ...server, maxRetries: 0 })
    expect(await take(follow(), 1)).toEqual([seqOf(1)])
    expect(waits.length).toBe(21)
  })
})

describe('refusals', () => {
  it.each([
    [400, 'validation_error'],
    [401, 'invalid_api_key'],
    [401, 'key_expired'],
    [402, 'insufficient_credits'],
    [403, 'scope_missing'],
    [404, 'not_found'],
    [307, 'unknown_error'],
  ])('%i %s ends the loop at once, also after changes, and shows no key', async (status, code) => {
    const server = await openChangeServer()
    server.answers.push(stream(frameOf(changeOf(1))), (response) =>
      sendJson(response, status, code === 'unknown_error' ? {} : { error: code, message: 'rl_live_secret' }),
    )
    const { follow, waits } = createFollowingClient(server)
    const changes = follow()
    await changes.next()
    const error = await changes.next().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(RiftlineApiError)
    expect(error).toMatchObject({ status, code })
    expect(String(error)).not.toContain('secret')
    expect(waits.length).toBe(1)
    expect(await changes.next()).toEqual({ done: true, value: undefined })
  })

  it.each([
    [{ typs: ['odds.closed'] }, 'typs: unknown; did you mean types?'],
    [{ types: [] }, 'types: must be a list with at least one type'],
    [{ types: 'odds.closed' }, 'types: must be a list with at least one type'],
    [{ since: 'a b' }, 'since: must be the seq of a change'],
    [{ since: '' }, 'since: must be the seq of a change'],
    [{ since: 'ü' }, 'since: must be the seq of a change'],
    [{ onGone: 'ignore' }, "onGone: must be 'throw' or 'skip'"],
    [{ onRetry: 1 }, 'onRetry: must be a function'],
  ])('%o is refused with invalid_option before anything is sent', (options, message) => {
    const { client } = createFollowingClient({ baseUrl: 'http://127.0.0.1:9' })
    expect(() => client.changes(options as never)).toThrow(expect.objectContaining({ code: 'invalid_option', message }))
  })
})
