import type { Prediction } from '@riftline/predictor'
import { type Answer, jsonAnswer } from '../http/answer.ts'

/** The answer of a prediction, its parts in the order of the contract. @throws Error for a number that is not finite */
export function predictionAnswer({ moment, odds, models, explanation, ...head }: Prediction): Answer {
  return finiteAnswer({
    ...head,
    ...(moment && { moment }),
    ...(odds && { odds }),
    ...(models && { models }),
    ...(explanation && { explanation }),
  })
}

/** @throws Error for a number that is not finite: JSON would silently turn it into null */
export function finiteAnswer(body: object): Answer {
  requireFinite(body)
  return jsonAnswer(200, body)
}

function requireFinite(value: unknown): void {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new Error(`prediction holds ${value}`)
  if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) requireFinite(part)
}
