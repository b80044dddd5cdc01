import { type ModelName, parsePredictRequest, type RequestKind, resolveMatchup } from '@riftline/predictor'
import type { CallHandler } from '../call.ts'
import { type ChargingStore, chargeCall } from '../charging/charge-call.ts'
import { oncePerKey } from '../charging/idempotency.ts'
import { prices } from '../charging/prices.ts'
import type { Answer } from '../http/answer.ts'
import { HttpError } from '../http/http-error.ts'
import type { Watchers } from '../observe/tools.ts'
import type { Route } from '../router.ts'
import { predictionAnswer } from '../serving/prediction-body.ts'
import { asHttpError } from './as-http-error.ts'

export interface PredictDeps extends Watchers {
  readonly credits: ChargingStore
  readonly config: { readonly predictTimeoutMs: number }
}

/** `POST /v1/predict` (`match`) and `POST /v1/predict-draft` (`draft`): parse, resolve, charge, compute. */
export function predictRoute(deps: PredictDeps, kind: RequestKind): Route<CallHandler> {
  const operation = kind === 'match' ? 'predict' : 'predict-draft'
  const path = `/v1/${operation}`
  return {
    path,
    methods: ['POST'],
    readsJson: true,
    handle: async (call, json) => {
      const body = asHttpError(() => parsePredictRequest(json, kind))
      return oncePerKey(deps.credits, call, path, body, (claim) => {
        const { predictor, catalogue } = call.serving
        const matchup = asHttpError(() => resolveMatchup(catalogue, body))
        const { model } = matchup
        const price = { operation, model, credits: prices.prediction[model] } as const
        return chargeCall(deps.credits, call, price, claim, () =>
          computed(deps, model, (at) => predictionAnswer(predictor.forecast(matchup, { at }))),
        )
      })
    },
  }
}

/** The answer of a forecast for now. @throws HttpError `prediction_error` */
export function computed(
  { clock, config, metrics }: PredictDeps,
  model: ModelName,
  answerAt: (at: number) => Answer,
): Answer {
  const started = clock.monotonicMs()
  try {
    const answer = answerAt(clock.now())
    const ms = clock.monotonicMs() - started
    if (ms > config.predictTimeoutMs) throw new Error('prediction ran too long')
    metrics.observe('prediction_seconds', ms / 1000, { model })
    return answer
  } catch (cause) {
    throw new HttpError('prediction_error', 'the prediction failed; nothing was charged', { cause })
  }
}
