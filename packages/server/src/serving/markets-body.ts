import type { MarketsAnswer } from '@riftline/predictor'
import { type Answer, jsonAnswer } from '../http/answer.ts'
import { finite } from './prediction-body.ts'

/**
 * The answer's keys in the order of the contract.
 * @throws Error for a number that is not finite
 */
export function marketsAnswer(answer: MarketsAnswer): Answer {
  requireFinite(answer)
  const { blueTeam, redTeam, model, bestOf, league, standing, book, markets } = answer
  const { seriesWinner, handicap, totalMaps, correctScore, mapWinner } = markets
  const body: MarketsAnswer = {
    blueTeam,
    redTeam,
    model,
    bestOf,
    league,
    asOfUtc: answer.asOfUtc,
    dataThroughUtc: answer.dataThroughUtc,
    artifacts: answer.artifacts,
    ...(answer.moment && { moment: answer.moment }),
    standing,
    calibratedBlueWinProbability: answer.calibratedBlueWinProbability,
    calibratedRedWinProbability: answer.calibratedRedWinProbability,
    book,
    markets: { seriesWinner, handicap, totalMaps, correctScore, mapWinner },
  }
  return jsonAnswer(200, body)
}

function requireFinite(value: unknown): void {
  if (typeof value === 'number') finite(value)
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) requireFinite(part)
}
