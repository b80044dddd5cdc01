import {
  type BaseModel,
  type Blend,
  baseModels,
  type CalibrationHierarchy,
  dayMs,
  type FeatureSchema,
  fitCalibrationHierarchy,
  type SchemaBlend,
} from '@riftline/core'
import { fitConsensusWeights } from './fit-consensus-weights.ts'
import type { GradedSeries } from './graded-series.ts'

/** A series counts as graded from a day after its start on: by then it has ended. */
export const gradingDelayMs = dayMs

/** Graded series older than this weigh next to nothing and are left out of fits and artifacts. */
export const gradedDays = 3 * 365

/**
 * Fits calibration curves and consensus weights on what was graded before a moment, for both schemas.
 *
 * @param choice what is decided elsewhere: the kind of consensus and the weight of the anchor
 */
export function fitBlend(
  graded: readonly GradedSeries[],
  asOfMs: number,
  choice: Pick<Blend, 'consensus' | 'anchorWeight'>,
): Blend {
  const known = graded.filter(
    ({ startMs }) => startMs + gradingDelayMs <= asOfMs && startMs > asOfMs - gradedDays * dayMs,
  )
  const bySchema = (schema: FeatureSchema): SchemaBlend => ({
    calibration: fitMembers(schema, known, asOfMs),
    weights: fitConsensusWeights(schema, known, asOfMs),
  })
  return { ...choice, schemas: { match: bySchema('match'), draft: bySchema('draft') } }
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
