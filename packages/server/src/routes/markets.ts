import { type MarketsMatchup, parseMarketsRequest, resolveMarkets } from '@riftline/predictor'
import type { CallHandler } from '../call.ts'
import { chargeCall } from '../charging/charge-call.ts'
import { oncePerKey } from '../charging/idempotency.ts'
import { prices } from '../charging/prices.ts'
import type { Route } from '../router.ts'
import { marketsAnswer } from '../serving/markets-body.ts'
import type { Serving } from '../serving/serving.ts'
import { asHttpError } from './as-http-error.ts'
import { askedTeam, findOdds, type OddsDeps } from './odds.ts'
import { computed, type PredictDeps } from './predict.ts'

export interface MarketsDeps extends PredictDeps, OddsDeps {}

/** `POST /v1/markets`: parse, resolve, look up the odds to compare with, charge, compute. */
export function marketsRoute(deps: MarketsDeps): Route<CallHandler> {
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
          computed(deps, model, (at) => marketsAnswer(predictor.forecastMarkets(matchup, book, { at }))),
        )
      })
    },
  }
}

/** Captured odds are of a series before its first map. */
function bookOf(deps: OddsDeps, { index: { teams } }: Serving, { blue, red, standing }: MarketsMatchup) {
  if (standing.blue + standing.red > 0) return null
  return findOdds(deps, [askedTeam(teams, blue), askedTeam(teams, red)], 'all')
}
