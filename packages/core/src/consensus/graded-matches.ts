import { invalidArgument } from '../errors.ts'
import { requireNumber, requireProbability, requireRecord, requireRecords } from '../math/check-arguments.ts'
import { clippedLogit, logitClip } from '../math/logit.ts'
import { surprise } from '../metrics/log-loss.ts'

/** A match that has ended, with what each model had said. */
export interface ConsensusRecord {
  /** Days before the forecast to be made, at least 0. */
  readonly ageDays: number
  readonly league: string | null
  /** Calibrated probability by model id, not anchored; a model that gave none is absent. */
  readonly p: Readonly<Record<string, number>>
  /** 1, 0 or a soft label between. */
  readonly y: number
}

/** The matches that all members forecast, as parallel arrays. */
export interface GradedMatches {
  readonly age: Float64Array
  readonly league: readonly (string | null)[]
  /** Largest minus smallest log odds of the members. */
  readonly spread: Float64Array
  /** Log losses, one array per member. */
  readonly losses: readonly Float64Array[]
}

/**
 * Grades the members on the matches that every one of them forecast: on any other set the mix of leagues would leak into
 * the comparison.
 *
 * @throws RiftlineError `invalid_argument`
 */
export function gradeMatches(history: readonly ConsensusRecord[], ids: readonly string[]): GradedMatches {
  requireRecords('history', history, true)
  history.forEach((record, i) => {
    checkRecord(record, ids, i)
  })
  const shared = history.filter((record) => ids.every((id) => Object.hasOwn(record.p, id)))
  return {
    age: Float64Array.from(shared, (record) => record.ageDays),
    league: shared.map((record) => record.league ?? null),
    spread: Float64Array.from(shared, (record) => spreadOf(ids.map((id) => record.p[id] ?? 0))),
    losses: ids.map((id) => Float64Array.from(shared, (record) => surprise(record.p[id] ?? 0, record.y, logitClip))),
  }
}

/** Disagreement of forecasts: the range of their log odds. Unchanged when the sides are swapped. */
export function spreadOf(probabilities: readonly number[]): number {
  const logits = probabilities.map(clippedLogit)
  return Math.max(...logits) - Math.min(...logits)
}

function checkRecord(record: ConsensusRecord, ids: readonly string[], i: number): void {
  requireNumber(`history[${i}].ageDays`, record.ageDays, 0)
  requireProbability(`history[${i}].y`, record.y)
  requireRecord(`history[${i}].p`, record.p)
  const legal = record.league === undefined || record.league === null || typeof record.league === 'string'
  if (!legal) throw invalidArgument(`history[${i}].league`, 'a string or null', record.league)
  for (const id of ids) if (Object.hasOwn(record.p, id)) requireProbability(`history[${i}].p.${id}`, record.p[id])
}
