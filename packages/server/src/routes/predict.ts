import {
  type MarketsMatchup,
  type ModelName,
  parseMarketsRequest,
  parsePredictRequest,
  type RequestKind,
  resolveMarkets,
  resolveMatchup,
} from '@riftline/predictor'
import { chargeCall, oncePerKey } from '../charging/charge-call.ts'
import { prices } from '../charging/prices.ts'
import type { Answer } from '../http/answer.ts'
import { asHttpError, HttpError } from '../http/http-error.ts'
import type { CallHandler, Route } from '../router.ts'
import { finiteAnswer, predictionAnswer } from '../serving/resources.ts'
import type { Serving } from '../serving/serving.ts'
import { askedTeam, type DataDeps, findOdds } from './odds.ts'

/** `POST /v1/predict` (`match`) and `POST /v1/predict-draft` (`draft`): parse, resolve, charge, compute. */
export function predictRoute(deps: DataDeps, kind: RequestKind): Route<CallHandler> {
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
function computed({ clock, config, metrics }: DataDeps, model: ModelName, answerAt: (at: number) => Answer): Answer {
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

/** `POST /v1/markets`: parse, resolve, look up the odds to compare with, charge, compute. */
export function marketsRoute(deps: DataDeps): Route<CallHandler> {
  const path = '/v1/markets'
  return {
    path,
    methods: ['POST'],
    readsJson: true,
    handle: async (call, json) => {
      const body = asHttpError(() => parseMarketsRequest(json))
      return oncePerKey(deps.credits, call, path, body, async (claim) => {
        const { predictor, catalogue } = call.serving
        const matchup = asHttpError(() => resolveMarkets(catalogue, body))
        const { model } = matchup
        const book = await bookOf(deps, call.serving, matchup)
        const price = { operation: 'markets', model, credits: prices.prediction[model] } as const
        return chargeCall(deps.credits, call, price, claim, () =>
          computed(deps, model, (at) => finiteAnswer(predictor.forecastMarkets(matchup, book, { at }))),
        )
      })
    },
  }
}

/** Captured odds are of a series before its first map. */
function bookOf(deps: DataDeps, { index: { teams } }: Serving, { blue, red, standing }: MarketsMatchup) {
  if (standing.blue + standing.red > 0) return null
  return findOdds(deps, [askedTeam(teams, blue), askedTeam(teams, red)], 'all')
}
