import { request } from 'node:http'
import { RiftlineError } from '@riftline/core'
import type { OperatorToken } from '@riftline/server'

export interface OperatorsAnswer {
  readonly status: number
  readonly body: unknown
}

/** A grant may wait for a slow disk, a reload for megabytes of models; a server that says nothing for this long is gone. */
const patienceMs = 60_000

/**
 * One request to the operators' port of a running server, on a connection of its own: a POST with a body, else a GET.
 * @throws RiftlineError `server_unreachable` when there is no whole answer in JSON
 */
export function askOperators(
  { address, port, token }: OperatorToken,
  path: string,
  body?: unknown,
  timeoutMs: number = patienceMs,
): Promise<OperatorsAnswer> {
  const payload = body === undefined ? undefined : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void =>
      reject(new RiftlineError('server_unreachable', `the server at ${address} port ${port} did not answer: ${reason}`))
    const outgoing = request(
      {
        host: address,
        port,
        path,
        method: payload === undefined ? 'GET' : 'POST',
        agent: false,
        timeout: timeoutMs,
        headers: {
          Authorization: `Bearer ${token}`,
          ...(payload === undefined ? {} : jsonHeaders(payload)),
        },
      },
      (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', (error) => fail(error.message))
        incoming.on('end', () => {
          try {
            resolve({ status: incoming.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) })
          } catch {
            fail('its answer is not JSON')
          }
        })
      },
    )
    outgoing.on('timeout', () => outgoing.destroy(new Error('it took too long')))
    outgoing.on('error', (error) => fail(error.message))
    outgoing.end(payload)
  })
}

function jsonHeaders(payload: string): Record<string, string | number> {
  return { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(payload) }
}
