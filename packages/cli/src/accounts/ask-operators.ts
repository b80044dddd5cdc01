import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { RiftlineError } from '@riftline/base'
import { nodeFs, systemRandomBytes } from '@riftline/base/node'
import type { AccountAdministration } from '@riftline/ledger'
import {
  administrationMethods,
  type OperatorToken,
  operatorProof,
  readOperatorToken,
  sameToken,
} from '@riftline/server'

export interface OperatorsAnswer {
  readonly status: number
  readonly body: unknown
}

/** Longest wait for an answer: a grant may wait for a slow disk, a reload for megabytes of models. */
const patienceMs = 60_000
const helloMs = 3000
/** Limit of bytes read from a process that has not yet proved to be the server. */
const mostHelloBytes = 4096

/**
 * Sends one request to a running server's operators' port. The token is sent only after the other end has proved to know it.
 * @throws RiftlineError `server_unreachable` without such a proof or a complete JSON answer
 */
export async function askOperators(server: OperatorToken, path: string, body?: unknown): Promise<OperatorsAnswer> {
  const line = openLine(server)
  try {
    await prove(line, server)
    return await line.send(path, {
      body,
      token: server.token,
      timeoutMs: patienceMs,
      mostBytes: Number.POSITIVE_INFINITY,
    })
  } finally {
    line.close()
  }
}

interface Line {
  send(path: string, question: Question): Promise<OperatorsAnswer>
  close(): void
}

interface Question {
  readonly body?: unknown
  readonly token?: string
  readonly timeoutMs: number
  readonly mostBytes: number
}

/** @throws RiftlineError `server_unreachable` */
async function prove(line: Line, server: OperatorToken): Promise<void> {
  const nonce = Buffer.from(systemRandomBytes(32)).toString('base64url')
  const question = { timeoutMs: helloMs, mostBytes: mostHelloBytes }
  const { body } = await line.send(`/operator/proof?nonce=${nonce}`, question)
  const { proof }: { readonly proof?: unknown } = Object(body)
  if (typeof proof === 'string' && sameToken(proof, operatorProof(server, nonce))) return
  throw unreachable(server, 'it does not know the token')
}

/** Sends requests on one connection. If it breaks they fail, because a new connection would first need a proof. */
function openLine(server: OperatorToken): Line {
  const { address: host, port } = server
  let isOpened = false
  const agent = Object.assign(new Agent({ keepAlive: true, maxSockets: 1 }), {
    createConnection(_: unknown, callback: (error: Error) => void) {
      if (!isOpened) {
        isOpened = true
        return connect({ host, port })
      }
      callback(new Error('the connection broke'))
    },
  })
  return {
    close: () => agent.destroy(),
    send: (path, { body, token, timeoutMs, mostBytes }) =>
      new Promise((resolve, reject) => {
        const signal = AbortSignal.timeout(timeoutMs)
        const fail = (reason: string): void => reject(unreachable(server, signal.aborted ? 'it took too long' : reason))
        const payload = body === undefined ? undefined : JSON.stringify(body)
        const headers = {
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
          ...(payload === undefined
            ? {}
            : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(payload) }),
        }
        const method = payload === undefined ? 'GET' : 'POST'
        const outgoing = request({ host, port, path, method, agent, signal, headers }, (incoming) => {
          const chunks: Buffer[] = []
          let bytes = 0
          incoming.on('data', (chunk: Buffer) => {
            chunks.push(chunk)
            bytes += chunk.length
            if (bytes > mostBytes) incoming.destroy(new Error('its answer is too long'))
          })
          incoming.on('error', (error) => fail(error.message))
          incoming.on('end', () => {
            try {
              resolve({ status: incoming.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) })
            } catch {
              fail('its answer is not JSON')
            }
          })
        })
        outgoing.on('error', (error) => fail(error.message))
        outgoing.end(payload)
      }),
  }
}

function unreachable({ address, port }: OperatorToken, reason: string): RiftlineError {
  return new RiftlineError('server_unreachable', `the server at ${address} port ${port} did not answer: ${reason}`)
}

/** Accounts of a running server: each method is one call on its operators' port and throws the server's error code. */
export function remoteAdministration(server: OperatorToken): AccountAdministration {
  const methods = administrationMethods.map((method) => [
    method,
    (...args: readonly unknown[]) => callOperators(server, method, { arguments: args }),
  ])
  return Object.fromEntries(methods) as AccountAdministration
}

/** Calls one operator method. @throws RiftlineError the server's refusal, or `server_unreachable` */
export async function callOperators(server: OperatorToken, method: string, body: object): Promise<unknown> {
  const answer = await askOperators(server, `/operator/${method}`, body)
  const { result, error, message }: Readonly<Record<string, unknown>> = Object(answer.body)
  if (answer.status === 200) return result
  throw new RiftlineError(typeof error === 'string' ? error : 'server_unreachable', String(message ?? answer.status))
}

/**
 * Finds the server that holds a data folder, which must prove that it knows the folder's token: a killed server leaves the token
 * behind, and another program may take its port.
 */
export async function findServer(dataFolder: string): Promise<OperatorToken | null> {
  const token = await readOperatorToken(nodeFs, dataFolder)
  if (token === null) return null
  const line = openLine(token)
  return prove(line, token)
    .then(
      () => token,
      () => null,
    )
    .finally(line.close)
}
