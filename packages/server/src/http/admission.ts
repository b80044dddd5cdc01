import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Tools } from '../observe/metrics.ts'
import { answerError, answerWhole, type HeaderConfig } from './answer.ts'
import { type AddressConfig, type ClientAddress, createClientAddress } from './client-address.ts'
import { type Bodies, createBodies } from './defence/bodies.ts'
import { abandon, onceClosed } from './defence/connections.ts'
import { type Exchange, openExchange, sendAlone } from './exchange.ts'
import { overloaded } from './http-error.ts'
import { precheck, readTarget, refuseBodyWithoutMeaning, type Target, wholeServer } from './target.ts'

/** Limit of bodies in transit on a port of pages: a quarter of the API's, as a provider's message may be four times as long as a call. */
const mostBodies = 1024

/** A valid HTTP request, which a port with pages of its own then handles. */
export interface Visit extends Target {
  readonly requestId: string
  readonly address: ClientAddress | null
}

export interface AdmissionDeps extends Tools {
  readonly config: HeaderConfig & AddressConfig
}

/** Checks a request; null if it was answered already: refused, in JSON as on every port, or `OPTIONS *`. */
export type Admit = (request: IncomingMessage, response: ServerResponse) => Visit | null

/** Runs the checks that come before any route, for another port of the same process that `listen` opens. */
export function createAdmission(deps: AdmissionDeps): Admit {
  const addressOf = createClientAddress(deps.config)
  const bodies = createBodies(mostBodies)
  return (request, response) => {
    const exchange = openExchange({ ...deps, addressOf }, request, response)
    try {
      precheck(request)
      const target = readTarget(request)
      refuseBodyWithoutMeaning(request)
      if (target.path === wholeServer) {
        sendAlone(deps.config, exchange, answerWhole)
        return null
      }
      if (!request.complete && !waitForBody(exchange, bodies)) throw overloaded({ close: true })
      if (exchange.lastOfConnection) response.setHeader('Connection', 'close')
      return { ...target, requestId: exchange.requestId, address: exchange.address }
    } catch (error) {
      sendAlone(deps.config, exchange, answerError(deps, exchange, error))
      return null
    }
  }
}

/** Counts a body until it is complete, by the network of its sender. A network with too many loses its oldest connection. */
function waitForBody({ request, address, connection }: Exchange, bodies: Bodies): boolean {
  const body = { accountId: address?.network ?? '', request, refuse: () => void request.socket.destroy() }
  if (!bodies.begin(body)) return false
  function end(): void {
    stopListening()
    bodies.end(body)
  }
  const stopListening = onceClosed(connection, end)
  request.once('end', end)
  return true
}

/** Limit of requests that start in one turn of the event loop; paid calls are served between turns. */
const perTurn = 4
const mostWaiting = 256
const mostOfNetwork = 64

export interface GiveWayDeps extends AdmissionDeps {
  /** Whether the process is too busy for unpaid work. */
  readonly overload: () => boolean
}

/**
 * Makes the requests of a port give way to the calls of another port in the same process: four start in each turn of the
 * event loop, up to 256 wait, at most 64 of one network, and all others get 503 `overloaded`. `/healthz` is always answered.
 */
export function giveWay(deps: GiveWayDeps, app: RequestListener): RequestListener {
  const addressOf = createClientAddress(deps.config)
  /** Responses of the waiting requests, with their networks. */
  const waiting = new Map<ServerResponse, string>()

  function runSome(): void {
    for (const response of [...waiting.keys()].slice(0, perTurn)) {
      const { req: request } = response
      waiting.delete(response)
      if (request.destroyed) abandon(request.socket)
      else app(request, response)
    }
    if (waiting.size > 0) setImmediate(runSome)
  }

  return (request, response) => {
    if (request.url === '/healthz') return app(request, response)
    const network = addressOf(request)?.network ?? ''
    const ofNetwork = [...waiting.values()].filter((other) => other === network).length
    const isFull = waiting.size >= mostWaiting || ofNetwork >= mostOfNetwork
    if (isFull || deps.overload()) {
      const exchange = openExchange({ ...deps, addressOf }, request, response)
      return sendAlone(deps.config, exchange, answerError(deps, exchange, overloaded()))
    }
    if (waiting.size === 0) setImmediate(runSome)
    waiting.set(response, network)
  }
}
