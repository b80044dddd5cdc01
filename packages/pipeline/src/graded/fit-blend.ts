import { dayMs } from '@riftline/base'
import { type CalibrationHierarchy, fitAnchorHierarchy, fitShrunkCalibration } from '@riftline/core'
import { type BaseModel, type Blend, baseModels, createBlender } from '@riftline/predictor'
import { blendGraded } from './blend-graded.ts'
import type { GradedSeries } from './graded-series.ts'
import { gradedTable } from './graded-table.ts'
import { roundKnots } from './round-knots.ts'
import { memberYields } from './value-picks.ts'

/** A series counts as graded a day after its start: by then it has ended. */
export const gradingDelayMs: number = dayMs

/** Graded series older than this, eight half-lives of the curves, are left out of fits. */
const gradedDays = 720

/** A month more is kept: what value picks of a month earn is by the fits at its start. */
const keptDays = gradedDays + 31

/** Series older than this, three half-lives of the weights, no longer weigh the members: reading them took longer than what they add. */
const weighedDays = 360

/** The graded series that are recent enough to be kept in artifacts. */
export function recentlyGraded<T extends Pick<GradedSeries, 'startMs'>>(graded: readonly T[], asOfMs: number): T[] {
  return graded.filter(({ startMs }) => startMs > asOfMs - keptDays * dayMs)
}

/**
 * Fits the blend on series graded before a moment: the calibration curves, the record that weighs the members, and for either kind
 * of consensus its weight against the market, on the series that had odds.
 */
export function fitBlend(graded: readonly GradedSeries[], asOfMs: number): (consensus: Blend['consensus']) => Blend {
  const known = graded.filter(
    ({ startMs }) => startMs > asOfMs - gradedDays * dayMs && startMs + gradingDelayMs <= asOfMs,
  )
  const calibration = fitMembers(known, asOfMs)
  const roi = memberYields(known.flatMap(({ market }) => market?.returns ?? []))
  const weighed = known.filter(({ startMs }) => startMs > asOfMs - weighedDays * dayMs)
  const parts = { calibration, graded: gradedTable(weighed, calibration, asOfMs), roi }
  return (consensus) => ({ consensus, anchor: fitAnchor({ consensus, ...parts }, known), ...parts })
}

function fitAnchor(blend: Omit<Blend, 'anchor'>, graded: readonly GradedSeries[]): Blend['anchor'] {
  const blender = createBlender({ ...blend, anchor: fitAnchorHierarchy([]) })
  return fitAnchorHierarchy(
    graded.flatMap((series) => {
      if (series.market === null) return []
      const { calibrated } = blendGraded(blender, series).consensus
      const { outcome, bestOf, league } = series
      return [{ calibrated, market: series.market.chance, y: outcome, bestOf, league }]
    }),
  )
}

function fitMembers(graded: readonly GradedSeries[], asOfMs: number): Record<BaseModel, CalibrationHierarchy> {
  const hierarchyOf = (model: BaseModel): CalibrationHierarchy =>
    roundKnots(
      fitShrunkCalibration(
        graded.map(({ raw, outcome, startMs, bestOf, league }) => {
          return { p: raw[model], y: outcome, ageDays: (asOfMs - startMs) / dayMs, bestOf, league }
        }),
      ),
    )
  return Object.fromEntries(baseModels.map((model) => [model, hierarchyOf(model)])) as Record<
    BaseModel,
    CalibrationHierarchy
  >
}
