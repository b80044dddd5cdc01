import { type Matchup, type Predictor, parsePredictRequest, type RequestKind, resolveMatchup } from '@riftline/core'
import type { Clock } from '../clock.ts'
import { chargeCall } from '../credits/charge-call.ts'
import type { CreditStore } from '../credits/credit-store.ts'
import { oncePerKey } from '../credits/idempotency.ts'
import { predictionPrice } from '../credits/prices.ts'
import type { Answer } from '../http/answer.ts'
import { HttpError } from '../http/http-error.ts'
import { readParameters } from '../http/target.ts'
import type { Metrics } from '../observe/metrics.ts'
import type { Route } from '../router.ts'
import { asHttpError } from './as-http-error.ts'
import { predictionAnswer } from './prediction-body.ts'

export interface PredictDeps {
  readonly credits: CreditStore
  readonly clock: Clock
  readonly metrics: Metrics
  readonly config: { readonly predictTimeoutMs: number }
}

/** `POST /v1/predict` (`match`) and `POST /v1/predict-draft` (`draft`): parse, resolve, charge, compute. */
export function predictRoute(deps: PredictDeps, kind: RequestKind): Route {
  const operation = kind === 'match' ? 'predict' : 'predict-draft'
  const path = `/v1/${operation}`
  return {
    path,
    methods: ['POST'],
    readsJson: true,
    handle: async ({ exchange, target, json }) => {
      readParameters(target)
      const body = asHttpError(() => parsePredictRequest(json, kind))
      return await oncePerKey(deps.credits, exchange, path, body, (claim) => {
        const { predictor, catalogue } = exchange.serving
        const matchup = asHttpError(() => resolveMatchup(catalogue, body))
        const { model } = matchup
        const price = { operation, model, credits: predictionPrice(model) } as const
        return chargeCall(deps.credits, exchange, price, claim, () => forecast(deps, predictor, matchup))
      })
    },
  }
}

function forecast({ clock, config, metrics }: PredictDeps, predictor: Predictor, matchup: Matchup): Answer {
  const started = clock.monotonicMs()
  try {
    const answer = predictionAnswer(predictor.forecast(matchup))
    const ms = clock.monotonicMs() - started
    if (ms > config.predictTimeoutMs) throw new Error('prediction ran too long')
    metrics.observe('prediction_seconds', ms / 1000, { model: matchup.model })
    return answer
  } catch (cause) {
    throw new HttpError('prediction_error', 'the prediction failed; nothing was charged', { cause })
  }
}
