import { expectedValue } from '../market/expected-value.ts'
import type { BaseModel, Matchup, MemberPrediction, Prediction, PredictionOdds, WinProbabilities } from '../types.ts'
import type { Chance, ConsensusForecast, SeriesForecast, WeightedChance } from './blender.ts'

/** The answer in the order of the request: `chances` are those of the first team, which is blue where `blueFirst`. */
export function toPrediction(
  matchup: Matchup,
  blueFirst: boolean,
  chances: SeriesForecast,
  about: Pick<Prediction, 'league' | 'dataThroughUtc'>,
): Prediction {
  if (isConsensus(chances) && !isPriced(matchup)) return consensusAnswer(matchup, about, chances, blueFirst)
  const prediction = answer(matchup, about, chances[matchup.model]!, blueFirst)
  if (isPriced(matchup)) prediction.odds = predictionOdds(matchup, prediction)
  if (isConsensus(chances)) prediction.models = members(chances, blueFirst)
  return prediction
}

function isPriced({ odds }: Matchup): boolean {
  return odds.blue !== null || odds.red !== null
}

function isConsensus(chances: SeriesForecast): chances is ConsensusForecast {
  return chances.consensus !== undefined
}

function members({ fasttree, lightgbm, pcasweep }: ConsensusForecast, blueFirst: boolean): MemberPrediction[] {
  return [
    member('fasttree', fasttree, blueFirst),
    member('lightgbm', lightgbm, blueFirst),
    member('pcasweep', pcasweep, blueFirst),
  ]
}

// Field by field: spreading objects takes longer than the forecast.

function member(model: BaseModel, { raw, calibrated, weight }: WeightedChance, blueFirst: boolean): MemberPrediction {
  const blue = blueOf(raw, blueFirst)
  const red = blueOf(raw, !blueFirst)
  return {
    model,
    weight,
    blueWinProbability: blue,
    redWinProbability: red,
    calibratedBlueWinProbability: blueOf(calibrated, blueFirst),
    calibratedRedWinProbability: blueOf(calibrated, !blueFirst),
    winner: red > blue ? 'red' : 'blue',
  }
}

function answer(
  { blue: blueTeam, red: redTeam, model }: Matchup,
  { league, dataThroughUtc }: Pick<Prediction, 'league' | 'dataThroughUtc'>,
  { raw, calibrated }: Chance,
  blueFirst: boolean,
): Mutable<Prediction> {
  const blue = blueOf(raw, blueFirst)
  const red = blueOf(raw, !blueFirst)
  return {
    blueTeam,
    redTeam,
    model,
    league,
    dataThroughUtc,
    blueWinProbability: blue,
    redWinProbability: red,
    calibratedBlueWinProbability: blueOf(calibrated, blueFirst),
    calibratedRedWinProbability: blueOf(calibrated, !blueFirst),
    winner: red > blue ? 'red' : 'blue',
  }
}

/** The same with the members, in one go: a field that is added later takes a quarter of the time and memory of all. */
function consensusAnswer(
  { blue: blueTeam, red: redTeam, model }: Matchup,
  { league, dataThroughUtc }: Pick<Prediction, 'league' | 'dataThroughUtc'>,
  chances: ConsensusForecast,
  blueFirst: boolean,
): Prediction {
  const { raw, calibrated } = chances.consensus
  const blue = blueOf(raw, blueFirst)
  const red = blueOf(raw, !blueFirst)
  return {
    blueTeam,
    redTeam,
    model,
    league,
    dataThroughUtc,
    blueWinProbability: blue,
    redWinProbability: red,
    calibratedBlueWinProbability: blueOf(calibrated, blueFirst),
    calibratedRedWinProbability: blueOf(calibrated, !blueFirst),
    winner: red > blue ? 'red' : 'blue',
    models: members(chances, blueFirst),
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** The chance of blue, and turned around that of red: the same two doubles whichever team is blue. Their sum is exactly 1. */
function blueOf(chance: number, blueFirst: boolean): number {
  return blueFirst ? chance : 1 - chance
}

function predictionOdds({ odds: { blue, red } }: Matchup, own: WinProbabilities): PredictionOdds {
  return {
    blue,
    red,
    blueEv: valueAt(own.blueWinProbability, blue),
    redEv: valueAt(own.redWinProbability, red),
    calibratedBlueEv: valueAt(own.calibratedBlueWinProbability, blue),
    calibratedRedEv: valueAt(own.calibratedRedWinProbability, red),
  }
}

function valueAt(probability: number, price: number | null): number | null {
  return price === null ? null : expectedValue(probability, price)
}
