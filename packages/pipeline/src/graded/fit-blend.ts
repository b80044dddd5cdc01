import {
  type BaseModel,
  type Blend,
  baseModels,
  type CalibrationHierarchy,
  dayMs,
  type FeatureSchema,
  fitAnchorWeight,
  fitCalibrationHierarchy,
  type SchemaBlend,
} from '@riftline/core'
import { blendGraded } from './blend-graded.ts'
import { fitConsensusWeights } from './fit-consensus-weights.ts'
import type { GradedSeries } from './graded-series.ts'

/** A series counts as graded from a day after its start on: by then it has ended. */
export const gradingDelayMs: number = dayMs

/** Graded series older than this, four half-lives of the curves, are left out of fits and artifacts. */
export const gradedDays: number = 720

/**
 * Fits calibration curves and consensus weights on what was graded before a moment, for both schemas, and the weight
 * against the market on the series that had odds.
 */
export function fitBlend(graded: readonly GradedSeries[], asOfMs: number, consensus: Blend['consensus']): Blend {
  const known = graded.filter(
    ({ startMs }) => startMs + gradingDelayMs <= asOfMs && startMs > asOfMs - gradedDays * dayMs,
  )
  const bySchema = (schema: FeatureSchema): SchemaBlend => ({
    calibration: fitMembers(schema, known, asOfMs),
    weights: fitConsensusWeights(schema, known, asOfMs),
  })
  const blend = { consensus, anchorWeight: 0, schemas: { match: bySchema('match'), draft: bySchema('draft') } }
  return { ...blend, anchorWeight: fitAnchor(blend, known) }
}

function fitAnchor(blend: Blend, graded: readonly GradedSeries[]): number {
  const records = graded.flatMap((series) => {
    if (series.market === null) return []
    const calibrated = blendGraded(blend, 'match', series)!.consensus!.calibrated
    return [{ calibrated, market: series.market, y: series.outcome }]
  })
  return fitAnchorWeight(records).w
}

function fitMembers(
  schema: FeatureSchema,
  graded: readonly GradedSeries[],
  asOfMs: number,
): Record<BaseModel, CalibrationHierarchy> {
  const hierarchyOf = (model: BaseModel): CalibrationHierarchy =>
    fitCalibrationHierarchy(
      graded.flatMap(({ raw, outcome, startMs, bestOf, league }) => {
        const chances = raw[schema]
        const ageDays = (asOfMs - startMs) / dayMs
        return chances === null ? [] : [{ p: chances[model], y: outcome, ageDays, bestOf, league }]
      }),
    )
  return Object.fromEntries(baseModels.map((model) => [model, hierarchyOf(model)])) as Record<
    BaseModel,
    CalibrationHierarchy
  >
}
