import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Tools } from '../observe/tools.ts'
import { answerError } from './answer-error.ts'
import { type ClientAddress, createClientAddress } from './client-address.ts'
import { type HeaderConfig, responseHeaders } from './common-headers.ts'
import { abandon } from './connections.ts'
import { openExchange } from './exchange.ts'
import { precheck, refuseBodyWithoutMeaning } from './precheck.ts'
import { createRequestIds } from './request-id.ts'
import { parseTarget, type Target } from './target.ts'
import { writeAnswer } from './write-answer.ts'

/** A request that is HTTP: what a port with pages of its own goes on with. */
export interface Visit extends Target {
  readonly requestId: string
  readonly address: ClientAddress | null
}

/** Settings of headers and addresses, and the tools. */
export interface AdmissionDeps extends Tools {
  readonly config: HeaderConfig & {
    readonly trustedProxies: readonly string[]
    readonly ipAllow: readonly string[]
    readonly noProxies: boolean
  }
}

/** Null: what came is not HTTP as this server takes it, and is answered as everywhere, in JSON. */
export type Admit = (request: IncomingMessage, response: ServerResponse) => Visit | null

/** The checks that come before any route, for another port of the same process that `listen` opens. */
export function createAdmission(deps: AdmissionDeps): Admit {
  const { config, clock, randomBytes } = deps
  const tools = {
    clock,
    nextRequestId: createRequestIds(randomBytes),
    addressOf: createClientAddress(config.trustedProxies, config.ipAllow, config.noProxies),
  }
  return (request, response) => {
    const exchange = openExchange(tools, request, response)
    try {
      precheck(request)
      const target = parseTarget(request.url ?? '')
      refuseBodyWithoutMeaning(request)
      if (exchange.lastOfConnection) response.setHeader('Connection', 'close')
      return { ...target, requestId: exchange.requestId, address: exchange.address }
    } catch (error) {
      const answer = answerError(deps, exchange, error)
      if (answer === null) abandon(request.socket)
      else writeAnswer(exchange, answer, responseHeaders(answer, exchange.requestId, null, config))
      return null
    }
  }
}
