import { dayMs, monthOf, toUtc } from '@riftline/base'
import {
  type CalibrationCurve,
  type CalibrationHierarchy,
  type ConsensusTable,
  calibrate,
  consensusTable,
  fitAnchorHierarchy,
  fitShrunkCalibration,
  selectCalibration,
} from '@riftline/core'
import {
  type BaseModel,
  type Blend,
  type Blender,
  baseModels,
  type ConsensusForecast,
  createBlender,
} from '@riftline/predictor'
import type { RawSeries } from '@riftline/record'
import { entryOf, recordBy } from '../group-by.ts'
import { memberYields } from './value-picks.ts'

/** A series counts as graded one day after its start, when it has certainly ended. */
export const gradingDelayMs: number = dayMs

/** Graded series older than this, eight half-lives of the curves, are left out of fits. */
const gradedDays = 720

/** Graded series are kept a month longer: value picks of a month are graded with the fits at its start. */
const keptDays = gradedDays + 31

/** Graded series older than this (three half-lives) are not used to weigh the members: reading them would cost more than they add. */
const weighedDays = 360

export function recentlyGraded<T extends Pick<RawSeries, 'startMs'>>(graded: readonly T[], asOfMs: number): T[] {
  return graded.filter(({ startMs }) => startMs > asOfMs - keptDays * dayMs)
}

/** Fits the blend on series graded before `asOfMs`: calibration curves, the members' record, and the weight against the market. */
export function fitBlend(graded: readonly RawSeries[], asOfMs: number): (consensus: Blend['consensus']) => Blend {
  const known = graded.filter(
    ({ startMs }) => startMs > asOfMs - gradedDays * dayMs && startMs + gradingDelayMs <= asOfMs,
  )
  const calibration = fitMembers(known, asOfMs)
  const roi = memberYields(known.flatMap(({ market }) => market?.returns ?? []))
  const weighed = known.filter(({ startMs }) => startMs > asOfMs - weighedDays * dayMs)
  const parts = { calibration, graded: gradedTable(weighed, calibration, asOfMs), roi }
  return (consensus) => ({ consensus, anchor: fitAnchor({ consensus, ...parts }, known), ...parts })
}

function fitAnchor(blend: Omit<Blend, 'anchor'>, graded: readonly RawSeries[]): Blend['anchor'] {
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

function fitMembers(graded: readonly RawSeries[], asOfMs: number) {
  return recordBy(baseModels, (model) => {
    const cases = graded.map(({ raw, outcome, startMs, bestOf, league }) => {
      return { p: raw[model], y: outcome, ageDays: (asOfMs - startMs) / dayMs, bestOf, league }
    })
    return roundKnots(fitShrunkCalibration(cases))
  })
}

export type MonthBlenders = Readonly<Record<Blend['consensus'], Blender>>

/** Returns the blenders of a moment's month, fitted at the start of that month on the series that had ended. */
export function monthlyBlends(graded: readonly RawSeries[], onMonth?: (month: string) => void) {
  const known = new Map<number, MonthBlenders>()
  const fitMonth = (startMs: number): MonthBlenders => {
    const blendOf = fitBlend(graded, startMs)
    onMonth?.(toUtc(startMs).slice(0, 7))
    return { mean: createBlender(blendOf('mean')), weighted: createBlender(blendOf('weighted')) }
  }
  return (ms: number): MonthBlenders => entryOf(known, monthOf(ms), () => fitMonth(Date.UTC(1970, monthOf(ms))))
}

/** Graded series with the members' chances under the new curves, from which the weighted consensus learns. */
function gradedTable(
  graded: readonly RawSeries[],
  calibration: Readonly<Record<BaseModel, CalibrationHierarchy>>,
  asOfMs: number,
): ConsensusTable {
  const records = graded.map((series) => {
    const p = recordBy(baseModels, (model) =>
      roundTo(6, calibrate(selectCalibration(calibration[model], series), series.raw[model])),
    )
    return { ageDays: roundTo(6, (asOfMs - series.startMs) / dayMs), league: series.league, p, y: series.outcome }
  })
  return consensusTable(records, baseModels)
}

/** Rounds far below the precision that the data have or a loss can show; this halves the size of the file. */
function roundTo(digits: number, value: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits
}

function roundKnots({ model, curves, cells }: CalibrationHierarchy): CalibrationHierarchy {
  const entries = Object.entries(curves).map(([cell, curve]) => [cell, rounded(curve)] as const)
  return { model: rounded(model), curves: Object.fromEntries(entries), cells }
}

function rounded(curve: CalibrationCurve): CalibrationCurve {
  const knots = curve.knots.map(([x, y]) => [roundTo(8, x), roundTo(8, y)] as const)
  const distinct = knots.filter(([x], i) => i === 0 || x > knots[i - 1]![0])
  return { ...curve, knots: distinct }
}

/** Conditions under which a forecast is repeated: with the draft, with data of some age, with the market's price. */
interface GradedView {
  readonly draft?: boolean
  readonly ageDays?: number
  readonly market?: boolean
}

/** Forecasts one graded series with a blend; by default without draft and price, on fresh data. */
export function blendGraded(
  blender: Blender,
  { raw, bestOf, league, draftOffset, market }: RawSeries,
  view: GradedView = {},
): ConsensusForecast {
  return blender.consensus(raw, {
    bestOf,
    league,
    draftOffset: view.draft === true ? (draftOffset ?? 0) : 0,
    ageDays: view.ageDays ?? 0,
    market: view.market === true ? (market?.chance ?? null) : null,
  })
}
