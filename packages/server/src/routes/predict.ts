import { type Matchup, type Prediction, type Predictor, RiftlineError } from '@riftline/core'
import type { Clock } from '../clock.ts'
import { chargeCall } from '../credits/charge-call.ts'
import type { CreditStore } from '../credits/credit-store.ts'
import { predictionPrice } from '../credits/prices.ts'
import { callerOf } from '../exchange.ts'
import { jsonAnswer } from '../http/answer.ts'
import { HttpError } from '../http/http-error.ts'
import { readJson } from '../http/read-json.ts'
import { readParameters } from '../http/target.ts'
import type { Route } from '../router.ts'
import { checkedPredictionBody } from './prediction-body.ts'

export interface PredictDeps {
  readonly predictor: Predictor
  readonly credits: CreditStore
  readonly clock: Clock
  readonly config: { readonly predictTimeoutMs: number }
}

/** `POST /v1/predict` (`match`) and `POST /v1/predict-draft` (`draft`): parse, resolve, charge, compute. */
export function predictRoute(deps: PredictDeps, kind: 'match' | 'draft'): Route {
  const operation = kind === 'match' ? 'predict' : 'predict-draft'
  return {
    path: `/v1/${operation}`,
    methods: ['POST'],
    handle: async ({ exchange, target }) => {
      const body = await readJson(exchange.request, exchange.response)
      readParameters(target)
      const matchup = resolve(deps.predictor, body, kind)
      const { model } = matchup
      const { accountId } = callerOf(exchange)
      const call = {
        requestId: exchange.requestId,
        accountId,
        operation,
        model,
        credits: predictionPrice(model),
      } as const
      const answer = await chargeCall(deps.credits, exchange, call, () => forecast(deps, matchup))
      return jsonAnswer(200, answer)
    },
  }
}

function resolve(predictor: Predictor, body: unknown, kind: 'match' | 'draft'): Matchup {
  try {
    return predictor.resolve(body, kind)
  } catch (error) {
    if (!(error instanceof RiftlineError)) throw error
    const { code, message } = error
    if (code === 'validation_error' || code === 'team_not_found' || code === 'ambiguous_team') {
      throw new HttpError(code, message)
    }
    throw error
  }
}

function forecast({ predictor, clock, config }: PredictDeps, matchup: Matchup): Prediction {
  const started = clock.monotonicMs()
  try {
    const body = checkedPredictionBody(predictor.forecast(matchup))
    if (clock.monotonicMs() - started > config.predictTimeoutMs) throw new Error('prediction ran too long')
    return body
  } catch (cause) {
    throw new HttpError('prediction_error', 'the prediction failed; nothing was charged', { cause })
  }
}
