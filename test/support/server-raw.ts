import { connect, type Socket } from 'node:net'

export interface RawResponse {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

export interface RawExchange {
  readonly responses: readonly RawResponse[]
  /** Whether the server closed the connection instead of answering one more request on it. */
  readonly closed: boolean
}

const probe = 'GET /healthz HTTP/1.1\r\nHost: h\r\nX-Probe: 1\r\nConnection: close\r\n\r\n'

/**
 * Sends bytes over a plain connection and reads whole responses. After `expected` of them one more request probes whether
 * the connection is still open; the probe's answer is not among the responses.
 */
export function sendRaw(
  port: number,
  bytes: string | Buffer,
  expected: number = 1,
  noBody: boolean = false,
): Promise<RawExchange> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' })
    let received = Buffer.alloc(0)
    let probed = false
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
    })
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      if (!probed && parseResponses(received, noBody).length >= expected) {
        probed = true
        if (socket.writable) socket.write(probe)
      }
    })
    socket.on('close', () => {
      const responses = parseResponses(received, noBody)
      const closed = responses.length <= expected
      resolve({ responses: responses.slice(0, expected), closed })
    })
    socket.write(bytes)
  })
}

/** Opens a connection that a test drives by hand. */
export function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => resolve(socket))
    socket.once('error', reject)
  })
}

/** Reads all bytes until the server closes the connection. */
export function readToEnd(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', () => {})
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()))
  })
}

/** Parses the whole responses at the beginning of received bytes. Interim responses (1xx) count as responses without a body. */
export function parseResponses(received: Buffer, noBody: boolean = false): readonly RawResponse[] {
  const responses: RawResponse[] = []
  let rest = received.toString('latin1')
  for (;;) {
    const headEnd = rest.indexOf('\r\n\r\n')
    if (headEnd < 0) return responses
    const [statusLine = '', ...lines] = rest.slice(0, headEnd).split('\r\n')
    const headers = new Map(
      lines.map((line) => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
      }),
    )
    const status = Number(statusLine.split(' ')[1])
    const bodyless = noBody || status === 204 || status === 304 || status < 200
    const length = bodyless ? 0 : Number(headers.get('content-length') ?? 0)
    if (rest.length < headEnd + 4 + length) return responses
    responses.push({ status, headers, body: rest.slice(headEnd + 4, headEnd + 4 + length) })
    rest = rest.slice(headEnd + 4 + length)
  }
}
