import type { MemberPrediction, PredictedTeam, Prediction, PredictionOdds, WinProbabilities } from '@riftline/predictor'
import { type Answer, jsonAnswer } from '../http/answer.ts'

/**
 * The answer's keys and no others, in the order of the contract.
 * @throws Error for a number that is not finite: JSON would silently turn it into null
 */
export function predictionAnswer(prediction: Prediction): Answer {
  const { blueTeam, redTeam, league, odds, models, explanation } = prediction
  const body: Prediction = {
    blueTeam: predictedTeam(blueTeam),
    redTeam: predictedTeam(redTeam),
    model: prediction.model,
    bestOf: prediction.bestOf,
    league: league && { code: league.code, name: league.name, source: league.source },
    asOfUtc: prediction.asOfUtc,
    dataThroughUtc: prediction.dataThroughUtc,
    artifacts: prediction.artifacts,
    ...chances(prediction),
    ...(prediction.moment && { moment: prediction.moment }),
    ...(odds && { odds: checkedOdds(odds) }),
    ...(models && { models: models.map(member) }),
    ...(explanation && { explanation: allFinite(explanation) }),
  }
  return jsonAnswer(200, body)
}

function predictedTeam({ id, name, active, lastGameUtc = null }: PredictedTeam): PredictedTeam {
  return active === undefined ? { id, name } : { id, name, active, lastGameUtc }
}

function member(prediction: MemberPrediction): MemberPrediction {
  return { model: prediction.model, weight: finite(prediction.weight), ...chances(prediction) }
}

function chances(prediction: WinProbabilities): WinProbabilities {
  return {
    blueWinProbability: finite(prediction.blueWinProbability),
    redWinProbability: finite(prediction.redWinProbability),
    calibratedBlueWinProbability: finite(prediction.calibratedBlueWinProbability),
    calibratedRedWinProbability: finite(prediction.calibratedRedWinProbability),
    winner: prediction.winner,
  }
}

function checkedOdds(odds: PredictionOdds): PredictionOdds {
  const known = (value: number | null): number | null => (value === null ? null : finite(value))
  return {
    blue: known(odds.blue),
    red: known(odds.red),
    margin: known(odds.margin),
    marketBlueProbability: known(odds.marketBlueProbability),
    marketRedProbability: known(odds.marketRedProbability),
    blueEv: known(odds.blueEv),
    redEv: known(odds.redEv),
    calibratedBlueEv: known(odds.calibratedBlueEv),
    calibratedRedEv: known(odds.calibratedRedEv),
  }
}

/** Its stages are named one by one where they are made. */
function allFinite<T>(value: T): T {
  if (typeof value === 'number') finite(value)
  else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) allFinite(inner)
  return value
}

export function finite(value: number): number {
  if (!Number.isFinite(value)) throw new Error(`prediction holds ${value}`)
  return value
}
