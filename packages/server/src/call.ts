import type { IncomingHttpHeaders } from 'node:http'
import type { Caller } from './auth/authenticate.ts'
import type { ChargedAnswer } from './charging/charge-call.ts'
import type { Answer } from './http/answer.ts'
import type { Exchange } from './http/exchange.ts'
import type { RateState } from './limits/rate-limiter.ts'
import type { Serving } from './serving/serving.ts'

/** A request that has passed the checks of key and rate, as its route takes it. */
export interface Call {
  readonly requestId: string
  readonly headers: IncomingHttpHeaders
  /** Names and values of the headers in turn, as they were sent. */
  readonly rawHeaders: readonly string[]
  /** Whether the caller has gone: then nothing is charged and no answer is sent. */
  readonly isAbandoned: () => boolean
  /** Parameters of the query, by name. */
  readonly parameters: ReadonlyMap<string, string>
  /** The number in the place of `{id}`; 0 where the route has none. */
  readonly id: number
  readonly caller: Caller
  readonly rate: RateState
  /** The artifacts of this request: a reload leaves them as they are. */
  readonly serving: Serving
}

/** Answers a call. @param json what was sent, where the route reads JSON */
export type CallHandler = (call: Call, json: unknown) => Promise<ChargedAnswer>

/** Answers anybody, without a key. */
export type PublicHandler = (request: { readonly exchange: Exchange } & Pick<Call, 'parameters'>) => Promise<Answer>
