import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { RiftlineError } from '@riftline/core'
import type { App } from './app.ts'
import { createAddressRanges } from './auth/address-range.ts'
import type { RandomBytes } from './auth/base62.ts'
import type { Clock } from './clock.ts'
import type { AppConfig, ListenConfig } from './config.ts'
import { clientErrorOf, hasBegun, writeByHand } from './http/client-error.ts'
import type { HeaderConfig } from './http/common-headers.ts'
import { badRequest, type HttpError } from './http/http-error.ts'
import type { Log } from './observe/log.ts'

export interface ListenDeps {
  readonly app: App
  readonly config: ListenConfig & HeaderConfig & Pick<AppConfig, 'trustedProxies'>
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  /** Told about connections that were refused before there was a request. */
  readonly log?: Log
}

export interface Listening {
  readonly server: Server
  readonly port: number
}

/**
 * Puts an app on a port, with every switch of `node:http` set on purpose and JSON for whatever never reaches the app.
 * @throws RiftlineError `cannot_listen`
 */
export async function listen(deps: ListenDeps): Promise<Listening> {
  const { app, config } = deps
  const server = createServer({
    headersTimeout: config.headersTimeoutMs,
    requestTimeout: config.requestTimeoutMs,
    keepAliveTimeout: config.keepAliveMs,
    // The two limits above are enforced on this tick only.
    connectionsCheckingInterval: 1000,
    maxHeaderSize: 8192,
    // Checked by hand: Node's own answer has no body, and it accepts two Host lines.
    requireHostHeader: false,
    joinDuplicateHeaders: false,
    insecureHTTPParser: false,
  })
  server.maxConnections = config.maxConnections
  limitPerAddress(server, config.maxConnectionsPerAddress, createAddressRanges(config.trustedProxies))

  const pending = new WeakMap<Duplex, ServerResponse[]>()
  const serve: App = (request, response) => {
    track(pending, request.socket, response)
    app(request, response)
  }
  server.on('request', serve)
  server.on('checkContinue', serve)
  // Refused by the app, in its turn behind the requests before it.
  server.on('checkExpectation', serve)
  server.on('connect', (_request, socket) => {
    // Node lets go of the socket here: unheard, a reset would end the process.
    socket.on('error', () => socket.destroy())
    refuse(socket, badRequest('CONNECT is not served'))
  })
  server.on('clientError', (error, socket) => {
    const answer = clientErrorOf(error)
    if (answer === null) socket.destroy()
    else refuse(socket, answer)
  })
  const refuse = (socket: Duplex, error: HttpError): void => {
    if (hasBegun(pending.get(socket))) socket.destroy()
    else writeByHand(socket, error, deps)
  }

  await start(server, config)
  return { server, port: (server.address() as AddressInfo).port }
}

/** Keeps the unfinished responses of each socket, in their order, for the moment when the parser gives up on it. */
function track(pending: WeakMap<Duplex, ServerResponse[]>, socket: Socket, response: ServerResponse): void {
  const responses = pending.get(socket)
  if (responses === undefined) {
    pending.set(socket, [response])
    return
  }
  while (responses[0]?.writableFinished) responses.shift()
  responses.push(response)
}

/** A connection over the cap of its address is closed without bytes. A trusted proxy carries everybody's. */
function limitPerAddress(server: Server, most: number, isProxy: (address: string) => boolean): void {
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    if (isProxy(address)) return
    const count = (open.get(address) ?? 0) + 1
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
    if (count > most) socket.destroy()
  })
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
