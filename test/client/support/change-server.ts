import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Change } from '@riftline/client'
import { onTestFinished } from 'vitest'

/** Answers one request to the stand-in. */
export type Answer = (response: ServerResponse, request: IncomingMessage) => void

export interface ChangeServer {
  readonly baseUrl: string
  /** All changes, oldest first. */
  readonly log: Change[]
  /** Answers of the next requests in order; later ones are answered as the API does. */
  readonly answers: Answer[]
  /** Requests as `path last-event-id`. */
  readonly requests: string[]
  /** Adds a change, and writes it to the open streams. */
  add(fields?: object): Change
  /** Number of requests whose answer is not complete. */
  open(): number
  /** Breaks all connections. */
  cut(): void
}

/** Starts a stand-in of the routes of changes over real sockets. Its places are `0001-abc`, `0002-abc` … */
export async function openChangeServer(): Promise<ChangeServer> {
  const log: Change[] = []
  const answers: Answer[] = []
  const requests: string[] = []
  const streams = new Set<ServerResponse>()
  const waiting = new Set<(change: Change) => void>()
  const sockets = new Set<Socket>()
  let open = 0
  const head = (): string => log.at(-1)?.seq ?? seqOf(0)
  const http = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    const resumed = request.headers['last-event-id']
    requests.push(`${request.url}${resumed === undefined ? '' : ` ${resumed}`}`)
    open += 1
    response.on('close', () => (open -= 1))
    const answer = answers.shift()
    if (answer !== undefined) return answer(response, request)
    const since = String(resumed ?? searchParams.get('since') ?? head())
    const changes = log.filter(({ seq }) => seq > since)
    if (pathname === '/v1/changes') {
      const send = (found: readonly Change[]): void => sendJson(response, 200, { changes: found, next: head() })
      if (changes.length > 0 || !searchParams.has('wait')) return send(changes)
      return void waiting.add((change) => send([change]))
    }
    beginStream(response)
    response.write(`retry: 1000\nid: ${since}\n\n${changes.map(frameOf).join('')}`)
    streams.add(response)
    response.on('close', () => streams.delete(response))
  })
  http.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(async () => {
    cut()
    http.close()
    await once(http, 'close')
  })
  return {
    baseUrl: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    log,
    answers,
    requests,
    add(fields = {}) {
      const change = changeOf(log.length + 1, fields)
      log.push(change)
      for (const stream of streams) stream.write(frameOf(change))
      for (const answer of waiting) answer(change)
      waiting.clear()
      return change
    },
    open: () => open,
    cut,
  }
}

export function seqOf(number: number): string {
  return `${String(number).padStart(4, '0')}-abc`
}

export function changeOf(number: number, fields: object = {}): Change {
  const own = { type: 'odds.captured', source: 'märkt €', esportsMatchId: 'm1', team1Id: 1, team2Id: 2 }
  return { seq: seqOf(number), atUtc: '2026-11-28T10:00:07', ...own, ...fields } as Change
}

export function frameOf(change: Change): string {
  return `id: ${change.seq}\nevent: ${change.type}\ndata: ${JSON.stringify(change)}\n\n`
}

export function beginStream(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' })
  response.flushHeaders()
}

export function sendJson(response: ServerResponse, status: number, body: object, headers: object = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

/** An answer of a stream that writes these bytes and then breaks, or with `hold` stays open. */
export function stream(bytes: string | Uint8Array, then: 'break' | 'end' | 'hold' = 'break'): Answer {
  return (response) => {
    beginStream(response)
    if (then === 'end') return void response.end(bytes)
    response.write(bytes, () => {
      if (then === 'break') setImmediate(() => response.socket?.destroy())
    })
  }
}
