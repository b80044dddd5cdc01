import type { Caller } from './auth/authenticate.ts'
import type { ChargedAnswer } from './charging/charge-call.ts'
import type { Answer } from './http/answer.ts'
import type { Exchange } from './http/exchange.ts'
import type { RateState } from './limits/rate-limiter.ts'
import type { Serving } from './serving/serving.ts'

/** A request that has passed the checks of key and rate. */
export interface Call {
  readonly exchange: Exchange
  /** Of the query, by name. */
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
export type PublicHandler = (request: Pick<Call, 'exchange' | 'parameters'>) => Promise<Answer>
