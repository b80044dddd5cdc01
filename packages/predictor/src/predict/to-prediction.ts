import { devig, expectedValue } from '@riftline/core'
import { refOf } from '../league/request/resolve-matchup.ts'
import type {
  BaseModel,
  MemberPrediction,
  Prediction,
  PredictionLeague,
  PredictionOdds,
  Side,
  WinProbabilities,
} from '../types.ts'
import { type Chances, placeOf } from './chances.ts'
import type { ForecastMoment } from './moments.ts'
import type { SeriesSlot } from './series-slot.ts'

/** The answer in the order of the request: `chances` are those of the first team. */
export function toPrediction(
  slot: SeriesSlot,
  chances: Chances,
  league: PredictionLeague | null,
  moment: ForecastMoment,
): Prediction {
  const isConsensus = slot.model === 'consensus'
  const withMembers = isConsensus && !isPriced(slot)
  const prediction = withMembers
    ? consensusAnswer(slot, chances, league, moment)
    : answer(slot, chances, league, moment)
  if (moment.isDataDate) prediction.moment = 'at the data date'
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
  return {
    model,
    weight: chances[place + 2]!,
    blueWinProbability: blueOf(raw, blueFirst),
    redWinProbability: blueOf(raw, !blueFirst),
    calibratedBlueWinProbability: blueOf(calibrated, blueFirst),
    calibratedRedWinProbability: blueOf(calibrated, !blueFirst),
    winner: winnerOf(calibrated, blueFirst),
  }
}

/** By the chance that is shown beside it; a tie is blue. */
function winnerOf(calibrated: number, blueFirst: boolean): Side {
  return blueOf(calibrated, !blueFirst) > blueOf(calibrated, blueFirst) ? 'red' : 'blue'
}

function answer(
  { blue: blueTeam, red: redTeam, model, bestOf, blueFirst }: SeriesSlot,
  chances: Chances,
  league: PredictionLeague | null,
  { asOfUtc, dataThroughUtc, artifacts }: ForecastMoment,
): Mutable<Prediction> {
  const place = placeOf[model]
  const calibrated = chances[place + 1]!
  return {
    blueTeam: refOf(blueTeam),
    redTeam: refOf(redTeam),
    model,
    bestOf,
    league,
    asOfUtc,
    dataThroughUtc,
    artifacts,
    blueWinProbability: blueOf(chances[place]!, blueFirst),
    redWinProbability: blueOf(chances[place]!, !blueFirst),
    calibratedBlueWinProbability: blueOf(calibrated, blueFirst),
    calibratedRedWinProbability: blueOf(calibrated, !blueFirst),
    winner: winnerOf(calibrated, blueFirst),
  }
}

/** The same with the members, in one go: a field that is added later takes a quarter of the time and memory of all. */
function consensusAnswer(
  { blue: blueTeam, red: redTeam, model, bestOf, blueFirst }: SeriesSlot,
  chances: Chances,
  league: PredictionLeague | null,
  { asOfUtc, dataThroughUtc, artifacts }: ForecastMoment,
): Mutable<Prediction> {
  const raw = chances[placeOf.consensus]!
  const calibrated = chances[placeOf.consensus + 1]!
  return {
    blueTeam: refOf(blueTeam),
    redTeam: refOf(redTeam),
    model,
    bestOf,
    league,
    asOfUtc,
    dataThroughUtc,
    artifacts,
    blueWinProbability: blueOf(raw, blueFirst),
    redWinProbability: blueOf(raw, !blueFirst),
    calibratedBlueWinProbability: blueOf(calibrated, blueFirst),
    calibratedRedWinProbability: blueOf(calibrated, !blueFirst),
    winner: winnerOf(calibrated, blueFirst),
    models: members(chances, blueFirst),
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** The chance of blue, and turned around that of red: the same two doubles whichever team is blue. Their sum is exactly 1. */
function blueOf(chance: number, blueFirst: boolean): number {
  return blueFirst ? chance : 1 - chance
}

function predictionOdds(
  { oddsBlue: blue, oddsRed: red, blueFirst }: SeriesSlot,
  own: WinProbabilities,
): PredictionOdds {
  // In the order of the teams, so that a swapped request has the same two numbers.
  const market = blue === null || red === null ? null : devig(blueFirst ? [blue, red] : [red, blue])
  const chance = market?.probabilities[0] ?? null
  return {
    blue,
    red,
    margin: market?.margin ?? null,
    marketBlueProbability: chance === null ? null : blueOf(chance, blueFirst),
    marketRedProbability: chance === null ? null : blueOf(chance, !blueFirst),
    blueEv: valueAt(own.blueWinProbability, blue),
    redEv: valueAt(own.redWinProbability, red),
    calibratedBlueEv: valueAt(own.calibratedBlueWinProbability, blue),
    calibratedRedEv: valueAt(own.calibratedRedWinProbability, red),
  }
}

function valueAt(probability: number, price: number | null): number | null {
  return price === null ? null : expectedValue(probability, price)
}
