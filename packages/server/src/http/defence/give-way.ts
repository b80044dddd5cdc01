import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { type AdmissionDeps, createRefusal } from '../admission.ts'
import { createClientAddress } from '../client-address.ts'
import { overloaded } from '../http-error.ts'
import { abandon } from './connections.ts'

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
  const refuse = createRefusal(deps)
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
    if (isFull || deps.overload()) return refuse(request, response, overloaded())
    if (waiting.size === 0) setImmediate(runSome)
    waiting.add({ request, response, network })
    count(network, 1)
  }
}
