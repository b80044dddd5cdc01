import { getEventListeners } from 'node:events'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Answer,
  beginStream,
  changeOf,
  frameOf,
  openChangeServer,
  sendJson,
  seqOf,
} from './support/change-server.ts'
import { createFollowingClient, take } from './support/following-client.ts'

const goneBody = { error: 'changes_gone', message: 'gone', oldest: seqOf(1), next: seqOf(7) }

describe('a line that holds streams back', () => {
  it('a proxy that buffers gets long polling, and later a stream again', async () => {
    const server = await openChangeServer()
    const { follow, expire, timers } = createFollowingClient(server)
    server.answers.push(beginStream)
    const changes = follow()
    const first = changes.next()
    await expect.poll(timers).toEqual([10_000])
    await expect.poll(server.open).toBe(1)
    server.add()
    expire(10_000)
    // The first page only tells the place.
    const polls = ['/v1/stream', '/v1/changes', `/v1/changes?since=${seqOf(1)}&wait=25`]
    await expect.poll(() => server.requests).toEqual(polls)
    server.add()
    expect((await first).value?.seq).toBe(seqOf(2))
    for (let number = 3; number < 6; number++) {
      const next = changes.next()
      await expect.poll(() => server.requests.at(-1)).toMatch(seqOf(number - 1))
      server.add()
      expect((await next).value?.seq).toBe(seqOf(number))
    }
    expect(server.requests.map((request) => request.slice(0, 8))).toEqual([
      '/v1/stre',
      ...Array.from({ length: 4 }, () => '/v1/chan'),
      '/v1/stre',
    ])
  })

  it.each<[string, Answer]>([
    ['no head', () => {}],
    ['no stream', (response) => sendJson(response, 200, {})],
  ])('an answer with %s gets long polling', async (name, answer) => {
    const server = await openChangeServer()
    const { follow, expire, timers } = createFollowingClient(server)
    server.log.push(changeOf(1))
    server.answers.push(answer)
    const first = follow({ since: seqOf(0) }).next()
    if (name === 'no head') {
      await expect.poll(server.open).toBe(1)
      expect(timers()).toEqual([10_000])
      expire(10_000)
    }
    expect((await first).value?.seq).toBe(seqOf(1))
    expect(server.requests[1]).toBe(`/v1/changes?since=${seqOf(0)}&wait=25`)
  })

  it('a fetch without a body stream gets long polling', async () => {
    const server = await openChangeServer()
    server.log.push(changeOf(1))
    const { follow } = createFollowingClient({
      ...server,
      fetch: async (url, init) => {
        const { status, headers, ...response } = await fetch(url, { ...init, headers: { ...init.headers } })
        void response
        return url.includes('/v1/stream')
          ? { status: 200, headers: new Headers({ 'Content-Type': 'text/event-stream' }), text: async () => '' }
          : { status, headers, text: async () => JSON.stringify({ changes: server.log, next: seqOf(1) }) }
      },
    })
    expect(await take(follow({ since: seqOf(0) }), 1)).toEqual([seqOf(1)])
  })

  it('a stream that falls silent after its heartbeats is opened anew, one without any gets long polling', async () => {
    const server = await openChangeServer()
    const { follow, expire, timers, retries } = createFollowingClient(server)
    const changes = follow({ since: seqOf(0) })
    const first = changes.next()
    await expect.poll(timers).toEqual([45_000])
    expire(45_000)
    await expect.poll(() => server.requests.at(-1)).toMatch('/v1/changes')
    server.add()
    expect((await first).value?.seq).toBe(seqOf(1))
    for (let number = 2; number < 5; number++) {
      const next = changes.next()
      await expect.poll(() => server.requests.at(-1)).toMatch(seqOf(number - 1))
      server.add()
      await next
    }
    const fifth = changes.next()
    await expect.poll(timers).toEqual([45_000])
    server.add()
    await fifth
    const sixth = changes.next()
    await expect.poll(timers).toEqual([45_000])
    expire(45_000)
    await expect.poll(() => server.requests.at(-1)).toBe(`/v1/stream ${seqOf(5)}`)
    server.add()
    expect((await sixth).value?.seq).toBe(seqOf(6))
    expect(retries).toMatchObject([{ error: { code: 'request_timed_out' } }])
  })

  it('long polling resumes after lost answers, and throws changes_gone', async () => {
    const server = await openChangeServer()
    server.log.push(changeOf(1))
    server.answers.push(
      (response) => sendJson(response, 200, {}),
      (response) => void response.socket?.destroy(),
      (response) => void response.writeHead(200).end('<html>'),
      (response) => sendJson(response, 200, { changes: [{}], next: '1' }),
      (response) => sendJson(response, 504, {}),
    )
    const { follow, waits } = createFollowingClient({ ...server, maxRetries: 9 })
    const changes = follow({ since: seqOf(0) })
    server.answers.push()
    const [seq] = await take(changes, 1)
    expect(seq).toBe(seqOf(1))
    expect(waits).toEqual([3000, 6000, 12_000, 24_000])
    server.answers.push(
      (response) => sendJson(response, 200, {}),
      (response) => sendJson(response, 410, goneBody),
    )
    server.cut()
    await expect(changes.next()).rejects.toMatchObject({ status: 410, oldest: seqOf(1), next: seqOf(7) })
  })
})

describe('an end at any moment', () => {
  const steps = fc.constantFrom('begin', 'head', 'change', 'wait', 'poll', 'yielded')
  it('an abort ends the loop at once, and leaves no connection, timer or listener', async () => {
    const property = fc.asyncProperty(steps, fc.boolean(), async (step, isReturn) => {
      const controller = new AbortController()
      const { signal } = controller
      const server = await openChangeServer()
      let end = (): void => controller.abort('enough')
      const client = createFollowingClient(server, () => (step === 'wait' ? end() : undefined))
      const changes = client.follow({ signal })
      if (isReturn) end = () => void changes.return?.()
      server.answers.push((response) => {
        if (step === 'head') return void end()
        beginStream(response)
        if (step === 'poll') return void response.end()
        response.write(frameOf(changeOf(1)) + frameOf(changeOf(2)), () => {
          if (step === 'wait') response.socket?.destroy()
        })
      })
      if (step === 'begin') end()
      const first = changes.next()
      if (step === 'change') {
        await first
        const next = changes.next()
        expect((await next).value?.seq).toBe(seqOf(2))
        const third = changes.next()
        end()
        await expectEnd(third, isReturn)
      } else if (step === 'yielded') {
        await first
        end()
      } else if (step === 'wait') {
        await first
        await changes.next()
      } else if (step === 'poll') end()
      else await expectEnd(first, isReturn)
      if (step === 'poll') await expectEnd(first, isReturn)
      if (step === 'wait' || step === 'yielded') await expectEnd(changes.next(), isReturn)
      expect(await changes.next()).toEqual({ done: true, value: undefined })
      expect(client.timers()).toEqual([])
      expect(getEventListeners(signal, 'abort')).toEqual([])
      await expect.poll(server.open).toBe(0)
    })
    await fc.assert(property)
  })

  async function expectEnd(next: Promise<unknown>, isReturn: boolean): Promise<void> {
    if (isReturn) expect(await next).toEqual({ done: true, value: undefined })
    else await expect(next).rejects.toMatchObject({ code: 'aborted', cause: 'enough' })
  }

  it('an abort closes the connection even while the loop is busy with a change', async () => {
    const server = await openChangeServer()
    const controller = new AbortController()
    server.log.push(changeOf(1))
    const changes = createFollowingClient(server).follow({ since: seqOf(0), signal: controller.signal })
    await changes.next()
    controller.abort()
    await expect.poll(server.open).toBe(0)
  })

  it('an abort ends a loop whose fetch ignores the signal', async () => {
    const controller = new AbortController()
    const fetch = () => new Promise<Response>(() => {})
    const { follow, timers } = createFollowingClient({ baseUrl: 'https://api.example.org', fetch })
    const first = follow({ signal: controller.signal }).next()
    controller.abort()
    await expect(first).rejects.toMatchObject({ code: 'aborted' })
    expect(timers()).toEqual([])
  })
})
