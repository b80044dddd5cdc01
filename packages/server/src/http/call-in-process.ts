import { type IncomingHttpHeaders, request, type Server } from 'node:http'
import { duplexPair } from 'node:stream'

/** A call made from inside this process. */
export interface InProcessCall {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** Address that the rules about addresses take for the caller's. */
  readonly remoteAddress: string
}

export interface InProcessAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const patienceMs = 30_000

/** Sends a call through the whole server as a connection of its own; it is checked, charged and logged as any other. */
export function callInProcess(server: Server, call: InProcessCall): Promise<InProcessAnswer> {
  const { method, path, headers, body, remoteAddress } = call
  const [near, far] = duplexPair()
  server.emit('connection', Object.assign(far, { remoteAddress }))
  const length = body === null ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
  return new Promise((resolve, reject) => {
    const outgoing = request({
      method,
      path,
      headers: { Host: 'localhost', ...headers, ...length, Connection: 'close' },
      signal: AbortSignal.timeout(patienceMs),
      createConnection: () => near,
    })
    outgoing.on('error', reject)
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', reject)
      incoming.on('end', () => {
        const { statusCode: status = 0, headers } = incoming
        resolve({ status, headers, body: Buffer.concat(chunks).toString() })
      })
    })
    outgoing.end(body ?? undefined)
  })
}
