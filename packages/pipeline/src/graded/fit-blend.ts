import {
  type BaseModel,
  type Blend,
  baseModels,
  type CalibrationHierarchy,
  createBlender,
  dayMs,
  type FeatureSchema,
  fitAnchorHierarchy,
  fitCalibrationHierarchy,
  type SchemaBlend,
} from '@riftline/core'
import { blendGraded } from './blend-graded.ts'
import type { GradedSeries } from './graded-series.ts'
import { gradedTable } from './graded-table.ts'
import { memberYields } from './value-picks.ts'

/** A series counts as graded a day after its start: by then it has ended. */
export const gradingDelayMs: number = dayMs

/** Graded series older than this, four half-lives of the curves, are left out of fits and artifacts. */
const gradedDays = 720

/** The graded series that are recent enough to be kept in artifacts. */
export function recentlyGraded(graded: readonly GradedSeries[], asOfMs: number): GradedSeries[] {
  return graded.filter(({ startMs }) => startMs > asOfMs - gradedDays * dayMs)
}

/**
 * Prior spread of a model's calibration slope. Of 0.2, 0.1, 0.05 and 0.03 the last did best on the validation windows: a model is
 * trained anew on the series that the old one's slope was fitted on, so little of that slope is left to correct.
 */
const slopeSd = 0.03

/**
 * Fits the blend on series graded before a moment: for both schemas the calibration curves and the record that weighs the
 * members, and for either kind of consensus its weight against the market, on the series that had odds.
 */
export function fitBlend(graded: readonly GradedSeries[], asOfMs: number): (consensus: Blend['consensus']) => Blend {
  const known = recentlyGraded(graded, asOfMs).filter(({ startMs }) => startMs + gradingDelayMs <= asOfMs)
  function bySchema(schema: FeatureSchema): SchemaBlend {
    const calibration = fitMembers(schema, known, asOfMs)
    const returns = known.flatMap(({ market }) => market?.returns[schema] ?? [])
    return { calibration, graded: gradedTable(schema, known, calibration, asOfMs), roi: memberYields(returns) }
  }
  const schemas = { match: bySchema('match'), draft: bySchema('draft') }
  return (consensus) => ({ consensus, anchor: fitAnchor({ consensus, schemas }, known), schemas })
}

function fitAnchor(blend: Pick<Blend, 'consensus' | 'schemas'>, graded: readonly GradedSeries[]): Blend['anchor'] {
  const blender = createBlender(blend)
  return fitAnchorHierarchy(
    graded.flatMap((series) => {
      if (series.market === null) return []
      const { calibrated } = blendGraded(blender, 'match', series)!.consensus!
      const { outcome, bestOf, league } = series
      return [{ calibrated, market: series.market.chance, y: outcome, bestOf, league }]
    }),
  )
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
      { parent: { slopeSd } },
    )
  return Object.fromEntries(baseModels.map((model) => [model, hierarchyOf(model)])) as Record<
    BaseModel,
    CalibrationHierarchy
  >
}
