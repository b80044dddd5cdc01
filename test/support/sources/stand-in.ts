import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A request as the stand-in received it. */
export interface StandInRequest {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export type StandInAnswer = (request: StandInRequest, response: ServerResponse) => void

/** A fake service on a loopback address. */
export interface StandIn {
  readonly origin: string
  readonly port: number
  readonly requests: readonly StandInRequest[]
  /** Sets the answers to the next requests, one each; afterwards the service itself answers again. */
  next(...answers: readonly StandInAnswer[]): void
  /** Sets the answer to all requests from now on; null restores the service's own answers. */
  always(answer: StandInAnswer | null): void
  /** Resolves when this number of requests has come. */
  received(count: number): Promise<void>
  close(): Promise<void>
}

export async function startStandIn(serve: StandInAnswer): Promise<StandIn> {
  const requests: StandInRequest[] = []
  const waiting: StandInAnswer[] = []
  const listeners = new Set<() => void>()
  let instead: StandInAnswer | null = null
  const server = createServer(async (message, response) => {
    response.on('error', () => {})
    message.on('error', () => {})
    const body = await text(message).catch(() => '')
    const url = new URL(message.url ?? '/', standIn.origin)
    const request = { method: message.method ?? '', url, headers: message.headers, body }
    requests.push(request)
    const answer = waiting.shift() ?? instead ?? serve
    answer(request, response)
    for (const listener of listeners) listener()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const standIn: StandIn = {
    origin: `http://127.0.0.1:${port}`,
    port,
    requests,
    next: (...answers) => void waiting.push(...answers),
    always(answer) {
      instead = answer
    },
    received: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (requests.length < count) return
          listeners.delete(look)
          resolve()
        }
        listeners.add(look)
        look()
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return standIn
}

/** Sends a value as JSON. */
export function sendJson(response: ServerResponse, value: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
}
