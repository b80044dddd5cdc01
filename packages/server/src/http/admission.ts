import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { AppConfig } from '../config.ts'
import type { Tools } from '../observe/metrics.ts'
import { answerError, answerWhole, type HeaderConfig, responseHeaders } from './answer.ts'
import { type ClientAddress, createClientAddress } from './client-address.ts'
import { type Bodies, createBodies } from './defence/bodies.ts'
import { abandon, onceClosed } from './defence/connections.ts'
import { type Exchange, openExchange } from './exchange.ts'
import { overloaded } from './http-error.ts'
import { precheck, readTarget, refuseBodyWithoutMeaning, type Target, wholeServer } from './target.ts'
import { writeAnswer } from './write-answer.ts'

/** A message of a provider may have four times the bytes of a call, so that a port of pages waits for a quarter as many. */
const mostBodies = 1024

/** A request that is HTTP: what a port with pages of its own goes on with. */
export interface Visit extends Target {
  readonly requestId: string
  readonly address: ClientAddress | null
}

/** Settings of headers and addresses, and the tools. */
export interface AdmissionDeps extends Tools {
  readonly config: HeaderConfig & Pick<AppConfig, 'trustedProxies' | 'ipAllow' | 'noProxies'>
}

/** Null: what came is not HTTP as this server takes it, and is answered as everywhere, in JSON. */
export type Admit = (request: IncomingMessage, response: ServerResponse) => Visit | null

/** The checks that come before any route, for another port of the same process that `listen` opens. */
export function createAdmission(deps: AdmissionDeps): Admit {
  const { config } = deps
  const open = createOpener(deps)
  const bodies = createBodies(mostBodies)
  return (request, response) => {
    const exchange = open(request, response)
    try {
      precheck(request)
      const target = readTarget(request)
      refuseBodyWithoutMeaning(request)
      if (target.path === wholeServer) {
        writeAnswer(exchange, answerWhole, responseHeaders(answerWhole, exchange.requestId, null, config))
        return null
      }
      if (!request.complete && !waitForBody(exchange, bodies)) throw overloaded({ close: true })
      if (exchange.lastOfConnection) response.setHeader('Connection', 'close')
      return { ...target, requestId: exchange.requestId, address: exchange.address }
    } catch (error) {
      answerRefusal(deps, exchange, error)
      return null
    }
  }
}

function createOpener({ config, clock, randomBytes }: AdmissionDeps) {
  const addressOf = createClientAddress(config.trustedProxies, config.ipAllow, config.noProxies)
  return (request: IncomingMessage, response: ServerResponse) =>
    openExchange({ clock, randomBytes, addressOf }, request, response)
}

function answerRefusal(deps: AdmissionDeps, exchange: Exchange, error: unknown): void {
  const answer = answerError(deps, exchange, error)
  if (answer === null) abandon(exchange.request.socket)
  else writeAnswer(exchange, answer, responseHeaders(answer, exchange.requestId, null, deps.config))
}

/** Counts a body until it has come, by the network that sends it; a network with too many loses its oldest connection. */
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

/** At most this many requests start in a turn of the event loop; paid calls are served between turns. */
const perTurn = 4
const mostWaiting = 256
const mostOfNetwork = 64

export interface GiveWayDeps extends AdmissionDeps {
  /** Whether the process has too much to do for what nobody pays for. */
  readonly overload: () => boolean
}

interface Waiting {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly network: string
}

/**
 * A port whose requests give way to the calls of another in the same process: a few start in each turn, 256 wait, of one
 * network 64, and the others get 503 `overloaded`. `/healthz` costs nothing and is always answered.
 */
export function giveWay(deps: GiveWayDeps, app: RequestListener): RequestListener {
  const { trustedProxies, ipAllow, noProxies } = deps.config
  const addressOf = createClientAddress(trustedProxies, ipAllow, noProxies)
  const open = createOpener(deps)
  const waiting = new Set<Waiting>()
  const ofNetwork = new Map<string, number>()

  function count(network: string, more: 1 | -1): void {
    const all = (ofNetwork.get(network) ?? 0) + more
    if (all === 0) ofNetwork.delete(network)
    else ofNetwork.set(network, all)
  }

  function runSome(): void {
    let left = perTurn
    for (const one of waiting) {
      if (left === 0) break
      left -= 1
      const { request, response, network } = one
      waiting.delete(one)
      count(network, -1)
      if (request.destroyed) abandon(request.socket)
      else app(request, response)
    }
    if (waiting.size > 0) setImmediate(runSome)
  }

  return (request, response) => {
    if (request.url === '/healthz') return app(request, response)
    const network = addressOf(request)?.network ?? ''
    const isFull = waiting.size >= mostWaiting || (ofNetwork.get(network) ?? 0) >= mostOfNetwork
    if (isFull || deps.overload()) return answerRefusal(deps, open(request, response), overloaded())
    if (waiting.size === 0) setImmediate(runSome)
    waiting.add({ request, response, network })
    count(network, 1)
  }
}
