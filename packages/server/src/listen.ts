import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { RiftlineError } from '@riftline/base'
import { silentLog, systemTimers } from '@riftline/base/node'
import type { App } from './app.ts'
import type { AppConfig, ListenConfig } from './config.ts'
import { errorAnswer, type HeaderConfig, responseHeaders } from './http/answer.ts'
import { connectionOf, trackConnections } from './http/defence/connections.ts'
import { createNetworks } from './http/defence/networks.ts'
import { inTurns, joinPipeline } from './http/defence/pipeline.ts'
import { countTinyChunks, endUnreadConnections, timedResponses } from './http/defence/stalled-answers.ts'
import { newRequestId } from './http/exchange.ts'
import { badRequest, HttpError } from './http/http-error.ts'
import { maxHeaderBytes } from './http/target.ts'
import { noMetrics, type Tools } from './observe/metrics.ts'

/** Dependencies of a port. Log and metrics report connections refused without a request, and networks that are shut out. */
export interface ListenDeps extends Pick<Tools, 'clock' | 'randomBytes'>, Partial<Pick<Tools, 'log' | 'metrics'>> {
  readonly app: App
  readonly config: ListenConfig & HeaderConfig & Pick<AppConfig, 'trustedProxies'>
}

/** An open server and its port. */
export interface Listening {
  readonly server: Server
  readonly port: number
}

/** Opens a port with every option of `node:http` set on purpose. Requests that never reach the app get JSON too. @throws RiftlineError `cannot_listen` */
export async function listen(deps: ListenDeps): Promise<Listening> {
  const { app, config, log = silentLog, metrics = noMetrics } = deps
  const tools = { ...deps, log, metrics }
  const networks = createNetworks(tools)
  const server = createServer({
    IncomingMessage: countTinyChunks(networks.countChunks),
    ServerResponse: timedResponses(deps.clock),
    headersTimeout: config.headersTimeoutMs,
    requestTimeout: config.requestTimeoutMs,
    keepAliveTimeout: config.keepAliveMs,
    // The two limits above are enforced on this tick only.
    connectionsCheckingInterval: Math.min(1000, config.headersTimeoutMs),
    maxHeaderSize: maxHeaderBytes,
    // `precheck` checks the header: Node's own answer has no body, and Node accepts two Host lines.
    requireHostHeader: false,
    joinDuplicateHeaders: false,
    insecureHTTPParser: false,
  })
  // A client that half-closes after its request still gets its answer. `node:http` reads this field, though its types lack it.
  Object.assign(server, { httpAllowHalfOpen: true })
  trackConnections(server)
  server.maxConnections = config.maxConnections
  server.on('drop', () => metrics.count('connections_dropped_total', { reason: 'cap' }))
  server.on('connection', networks.admit)

  const inTurn = inTurns(app)
  const serve: App = (request, response) => {
    const { socket } = request
    // Bytes that were read from a connection before it was dropped arrive here too, and must cost nothing.
    if (socket.destroyed) return
    const connection = connectionOf(socket)
    if (connection.isStreaming) socket.destroy()
    else if (joinPipeline(connection, response)) inTurn(connection, request, response)
    else networks.dropPipeline(socket)
  }
  server.on('request', serve)
  server.on('checkContinue', serve)
  // The app refuses such a request, in its turn after the requests before it.
  server.on('checkExpectation', serve)
  server.on('connect', (request, socket) => {
    // Node removes its own listeners from this socket: without this one a reset would crash the process.
    socket.on('error', () => socket.destroy())
    refuse(socket, badRequest('CONNECT is not served'), request)
  })
  server.on('clientError', (error, socket) => {
    const answer = clientErrorOf(error)
    if (answer === null) socket.destroy()
    else refuse(socket, answer)
  })
  const refuse = (socket: Duplex, error: HttpError, request?: IncomingMessage): void => {
    const { unanswered = [] } = connectionOf(socket as Socket)
    // A body that breaks has a head that said what its sender accepts.
    if (isBeingSent(unanswered)) socket.destroy()
    else writeByHand(socket, error, tools, request ?? unanswered.at(-1)?.req)
  }

  await start(server, config)
  endUnreadConnections(server, deps.clock)
  return { server, port: (server.address() as AddressInfo).port }
}

/**
 * Opens a port. Any free port replaces a default one that is taken, so that two servers run side by side; a port that was set is required.
 * @param prefix of the variables for host and port: `RIFTLINE_OPS` for `RIFTLINE_OPS_HOST` and `RIFTLINE_OPS_PORT`
 * @throws RiftlineError `cannot_listen`
 */
export async function listenOrGiveWay(deps: ListenDeps, isGiven: boolean, prefix: string): Promise<Listening> {
  try {
    return await listen(deps)
  } catch (cause) {
    if (!(cause instanceof RiftlineError)) throw cause
    const isTaken = (cause.cause as NodeJS.ErrnoException | undefined)?.code === 'EADDRINUSE'
    if (isTaken && !isGiven) return listen({ ...deps, config: { ...deps.config, port: 0 } })
    throw new RiftlineError('cannot_listen', `${cause.message} (${prefix}_HOST, ${prefix}_PORT)`, { cause })
  }
}

function start(server: Server, { host, port }: ListenConfig): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const reason = cause.code === 'EADDRINUSE' ? 'the port is in use' : cause.message
      reject(new RiftlineError('cannot_listen', `cannot listen on ${host} port ${port}: ${reason}`, { cause }))
    })
    server.listen(port, host, resolve)
  })
}

/** The answer to an error of Node's parser; null if the client has gone and the socket need only be closed. */
function clientErrorOf(error: NodeJS.ErrnoException): HttpError | null {
  switch (error.code) {
    case 'ECONNRESET':
    case 'EPIPE':
    case 'HPE_INVALID_EOF_STATE':
      return null
    case 'HPE_HEADER_OVERFLOW':
      return new HttpError('headers_too_large', 'header block is too large')
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new HttpError('payload_too_large', 'chunk extensions are too large')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new HttpError('request_timeout', 'request not received in time')
    default:
      return new HttpError('bad_request', 'this is not valid HTTP/1.1')
  }
}

const lingerMs = 1000
const answered = new WeakSet<Duplex>()

/** Writes a response to a socket without a response object, and ends the connection: a reset could take the answer with it. */
function writeByHand(
  socket: Duplex,
  error: HttpError,
  deps: ListenDeps & Pick<Tools, 'log'>,
  request: IncomingMessage | undefined,
): void {
  if (answered.has(socket)) return
  if (!socket.writable) return void socket.destroy()
  answered.add(socket)
  const requestId = newRequestId(deps.randomBytes)
  const answer = errorAnswer(deps.config, error, { requestId, request })
  const { status, body } = answer
  const headers = {
    ...responseHeaders(answer, requestId, null, deps.config),
    Date: new Date(deps.clock.now()).toUTCString(),
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
  const { remoteAddress: peer = null } = socket as Partial<Socket>
  deps.log({ level: 'info', event: 'broken_request', requestId, status, code: error.code, peer })
  const stopTimer = systemTimers.after(lingerMs, () => socket.destroy())
  socket.once('close', stopTimer)
  socket.resume()
}

/** Whether an answer has begun to leave: any bytes written now would corrupt it. */
function isBeingSent(responses: readonly ServerResponse[] = []): boolean {
  return responses.some((response) => response.headersSent && !response.writableFinished)
}
