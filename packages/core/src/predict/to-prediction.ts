import { refOf } from '../league/request/resolve-matchup.ts'
import { expectedValue } from '../market/expected-value.ts'
import type {
  BaseModel,
  MemberPrediction,
  Prediction,
  PredictionLeague,
  PredictionOdds,
  WinProbabilities,
} from '../types.ts'
import { type Chances, placeOf } from './chances.ts'
import type { SeriesSlot } from './series-slot.ts'

/** The answer in the order of the request: `chances` are those of the first team. */
export function toPrediction(
  slot: SeriesSlot,
  chances: Chances,
  league: PredictionLeague | null,
  dataThroughUtc: string,
): Prediction {
  const isConsensus = slot.model === 'consensus'
  if (isConsensus && !isPriced(slot)) return consensusAnswer(slot, chances, league, dataThroughUtc)
  const prediction = answer(slot, chances, league, dataThroughUtc)
  if (!isPriced(slot)) return prediction
  prediction.odds = predictionOdds(slot, prediction)
  if (isConsensus) prediction.models = members(chances, slot.blueFirst)
  return prediction
}

function isPriced({ oddsBlue, oddsRed }: SeriesSlot): boolean {
  return oddsBlue !== null || oddsRed !== null
}

function members(chances: Chances, blueFirst: boolean): MemberPrediction[] {
  return [
    member('fasttree', chances, blueFirst),
    member('lightgbm', chances, blueFirst),
    member('pcasweep', chances, blueFirst),
  ]
}

// Field by field: spreading objects takes longer than the forecast.

function member(model: BaseModel, chances: Chances, blueFirst: boolean): MemberPrediction {
  const place = placeOf[model]
  const raw = chances[place]!
  const calibrated = chances[place + 1]!
  const blue = blueOf(raw, blueFirst)
  const red = blueOf(raw, !blueFirst)
  return {
    model,
    weight: chances[place + 2]!,
    blueWinProbability: blue,
    redWinProbability: red,
    calibratedBlueWinProbability: blueOf(calibrated, blueFirst),
    calibratedRedWinProbability: blueOf(calibrated, !blueFirst),
    winner: red > blue ? 'red' : 'blue',
  }
}

function answer(
  { blue: blueTeam, red: redTeam, model, blueFirst }: SeriesSlot,
  chances: Chances,
  league: PredictionLeague | null,
  dataThroughUtc: string,
): Mutable<Prediction> {
  const place = placeOf[model]
  const calibrated = chances[place + 1]!
  const blue = blueOf(chances[place]!, blueFirst)
  const red = blueOf(chances[place]!, !blueFirst)
  return {
    blueTeam: refOf(blueTeam),
    redTeam: refOf(redTeam),
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
  { blue: blueTeam, red: redTeam, model, blueFirst }: SeriesSlot,
  chances: Chances,
  league: PredictionLeague | null,
  dataThroughUtc: string,
): Prediction {
  const calibrated = chances[placeOf.consensus + 1]!
  const blue = blueOf(chances[placeOf.consensus]!, blueFirst)
  const red = blueOf(chances[placeOf.consensus]!, !blueFirst)
  return {
    blueTeam: refOf(blueTeam),
    redTeam: refOf(redTeam),
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

function predictionOdds({ oddsBlue: blue, oddsRed: red }: SeriesSlot, own: WinProbabilities): PredictionOdds {
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
