import type { ModelName } from '@riftline/core'

/** What a call is called in statements and in `/v1/usage`. */
export type Operation = 'team' | 'player' | 'tournament' | 'odds' | 'predict' | 'predict-draft'

/** The price of every call, in credits. Lists and usage are free. */
const prices = {
  detail: 1,
  odds: { winner: 1, all: 2 },
  prediction: { fasttree: 2, lightgbm: 5, pcasweep: 5, consensus: 10 },
} as const

/** Both prediction routes have the same prices. */
export function predictionPrice(model: ModelName): number {
  return prices.prediction[model]
}

export const detailPrice: number = prices.detail

export function oddsPrice(markets: 'winner' | 'all'): number {
  return prices.odds[markets]
}
