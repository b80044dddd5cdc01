import { expectedValue } from '../market/expected-value.ts'
import {
  type BaseModel,
  baseModels,
  type Matchup,
  type MemberPrediction,
  type Prediction,
  type PredictionOdds,
  type WinProbabilities,
} from '../types.ts'
import type { Chance, ConsensusForecast, SeriesForecast, WeightedChance } from './blender.ts'

/** The answer in the order of the request: `chances` are those of the first team, which is blue where `blueFirst`. */
export function toPrediction(
  matchup: Matchup,
  blueFirst: boolean,
  chances: SeriesForecast,
  about: Pick<Prediction, 'league' | 'dataThroughUtc'>,
): Prediction {
  const prediction = answer(matchup, about, winProbabilities(chances[matchup.model]!, blueFirst))
  const odds = predictionOdds(matchup, prediction)
  if (odds !== null) prediction.odds = odds
  if (isConsensus(chances)) prediction.models = baseModels.map((model) => member(model, chances[model], blueFirst))
  return prediction
}

/** Field by field: spreading objects takes longer than the forecast. */
function isConsensus(chances: SeriesForecast): chances is ConsensusForecast {
  return chances.consensus !== undefined
}

function member(model: BaseModel, chance: WeightedChance, blueFirst: boolean): MemberPrediction {
  return { model, weight: chance.weight, ...winProbabilities(chance, blueFirst) }
}

function answer(
  { blue, red, model }: Matchup,
  { league, dataThroughUtc }: Pick<Prediction, 'league' | 'dataThroughUtc'>,
  own: WinProbabilities,
): Mutable<Prediction> {
  return {
    blueTeam: blue,
    redTeam: red,
    model,
    league,
    dataThroughUtc,
    blueWinProbability: own.blueWinProbability,
    redWinProbability: own.redWinProbability,
    calibratedBlueWinProbability: own.calibratedBlueWinProbability,
    calibratedRedWinProbability: own.calibratedRedWinProbability,
    winner: own.winner,
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

function winProbabilities({ raw, calibrated }: Chance, blueFirst: boolean): WinProbabilities {
  const [blue, red] = oriented(raw, blueFirst)
  const [calibratedBlue, calibratedRed] = oriented(calibrated, blueFirst)
  return {
    blueWinProbability: blue,
    redWinProbability: red,
    calibratedBlueWinProbability: calibratedBlue,
    calibratedRedWinProbability: calibratedRed,
    winner: red > blue ? 'red' : 'blue',
  }
}

/** The chances of blue and red: the same two doubles whichever team is blue. Their sum is exactly 1. */
function oriented(chance: number, blueFirst: boolean): readonly [number, number] {
  return blueFirst ? [chance, 1 - chance] : [1 - chance, chance]
}

function predictionOdds({ odds }: Matchup, own: WinProbabilities): PredictionOdds | null {
  const { blue, red } = odds
  if (blue === null && red === null) return null
  const value = (probability: number, price: number | null): number | null =>
    price === null ? null : expectedValue(probability, price)
  return {
    blue,
    red,
    blueEv: value(own.blueWinProbability, blue),
    redEv: value(own.redWinProbability, red),
    calibratedBlueEv: value(own.calibratedBlueWinProbability, blue),
    calibratedRedEv: value(own.calibratedRedWinProbability, red),
  }
}
