import {
  createCatalogueIndex,
  createPredictor,
  type Explanation,
  type MarketsAnswer,
  type Prediction,
  type PredictOptions,
  type PredictorArtifacts,
  parseMarketsRequest,
  parsePredictRequest,
} from '@riftline/predictor'
import { createTitleOdds } from '../title-odds/simulate-tournament.ts'
import { championOptions, type NameOption, teamOptions, tournamentOptions } from './name-options.ts'

/** Artifacts that a worker has loaded. */
export interface PredictorFacts {
  /** Start of the last game in the data, UTC, `YYYY-MM-DDTHH:mm:ss`. */
  readonly dataThroughUtc: string
  /** Day up to which the data are complete, `YYYY-MM-DD`: the earliest moment of a forecast. */
  readonly completeUtc: string
  readonly artifacts: string
}

/** What the pages ask a predictor. Requests are what people typed, so each is checked as the body of its route. */
export interface PredictorService {
  readonly facts: PredictorFacts
  /** Completions of a typed name, best first. */
  teams(typed: string): readonly NameOption[]
  champions(typed: string): readonly NameOption[]
  tournaments(typed: string): readonly NameOption[]
  predict(body: unknown, options?: PredictOptions): Prediction
  explain(body: unknown, options?: PredictOptions): Explanation
  markets(body: unknown, options?: PredictOptions): MarketsAnswer
  titleOdds: ReturnType<typeof createTitleOdds>
}

export function createPredictorService(artifacts: PredictorArtifacts): PredictorService {
  const predictor = createPredictor(artifacts)
  const { catalogue, state, id } = artifacts
  const index = createCatalogueIndex(catalogue)
  const day = (ms: number): string => new Date(ms).toISOString()
  return {
    facts: {
      dataThroughUtc: day(state.asOfMs).slice(0, 19),
      completeUtc: day(state.completeMs).slice(0, 10),
      artifacts: id,
    },
    teams: (typed) => teamOptions(catalogue, index, typed),
    champions: (typed) => championOptions(index, typed),
    tournaments: (typed) => tournamentOptions(index, typed),
    predict: (body, options) => predictor.predict(parsePredictRequest(body), options),
    explain: (body, options) => predictor.explain(parsePredictRequest(body), options),
    markets: (body, options) => predictor.markets(parseMarketsRequest(body), null, options),
    titleOdds: createTitleOdds(predictor),
  }
}
