import { type ModelName, modelNames } from '@riftline/predictor'

/** Names of calls in statements and in `/v1/usage`. */
export const soldOperations = [
  ...(['team', 'player', 'tournament', 'odds', 'odds-history', 'results'] as const),
  ...(['predict', 'predict-draft', 'predict-batch', 'markets', 'simulate-tournament'] as const),
] as const

export interface CallPrice {
  readonly operation: (typeof soldOperations)[number]
  readonly model: ModelName | null
  readonly credits: number
  /** Number of calls that the price pays for; 1 by default. */
  readonly calls?: number
}

/** Whether a line of the ledger, which accepts any operation name, is for an operation that this API sells. */
export function isSold<Line extends { readonly operation: string; readonly model: string | null }>(
  line: Line,
): line is Line & Pick<CallPrice, 'operation' | 'model'> {
  const { operation, model } = line
  return includes(soldOperations, operation) && (model === null || includes(modelNames, model))
}

function includes(names: readonly string[], name: string): boolean {
  return names.includes(name)
}

/** The price of every call, in credits. Lists and usage are free; every answer that holds a prediction has its price. */
export const prices = {
  detail: 1,
  results: 1,
  odds: { winner: 1, all: 2 },
  oddsHistory: 2,
  simulation: 20,
  prediction: { fasttree: 2, lightgbm: 5, pcasweep: 5, consensus: 10 } satisfies Record<ModelName, number>,
} as const
