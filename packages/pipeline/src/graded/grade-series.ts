import { dayMs, dayOf } from '@riftline/base'
import { clusteredDifference, logLoss } from '@riftline/core'
import { type Blend, type Blender, createMembers, type Members, manyMemberChances } from '@riftline/predictor'
import type { FeatureRow } from '../features/feature-rows.ts'
import type { MarketPrice } from '../features/market-prices.ts'
import type { TrainedWindow } from '../train/train-windows.ts'
import { rowsWithin } from '../train/windows.ts'
import { blendGraded, type MonthBlenders } from './fit-blend.ts'
import type { GradedMarket, GradedSeries, MemberChances } from './graded-series.ts'
import { bookPicks, pickReturns } from './value-picks.ts'

export interface GradedRow {
  readonly row: FeatureRow
  readonly graded: GradedSeries
}

/** Grades the rows of a window with its models, which have not learned from them. */
export function gradeWindow({ window, models }: TrainedWindow, rows: readonly FeatureRow[]): GradedRow[] {
  return gradeRows(createMembers({ models }), rowsWithin(rows, window))
}

export function gradeRows(members: Members, rows: readonly FeatureRow[]): GradedRow[] {
  const chances = manyMemberChances(
    members,
    rows.map(({ vector }) => vector),
  )
  return rows.map((row, i) => ({ row, graded: gradedSeries(row, chances[i]!) }))
}

/** A price with the members' returns against it; the consensus has made no picks yet. */
export function gradedMarket(raw: MemberChances, { chance, offer }: MarketPrice, outcome: 0 | 1): GradedMarket {
  return { chance, returns: pickReturns(raw, offer.odds, outcome), consensus: null, picks: [] }
}

function gradedSeries(row: FeatureRow, raw: MemberChances): GradedSeries {
  const { seriesId, startMs, league, bestOf, outcome, draftOffset, price } = row
  const market = price === null ? null : gradedMarket(raw, price, outcome)
  return { seriesId, startMs, league, bestOf, outcome, raw, draftOffset, market }
}

export type BlendedRow = ReturnType<typeof blendSeries>

/** Blends every series from `fromMs` on with the blenders of its month, once for each kind of consensus. */
export function walkForward(graded: readonly GradedRow[], fromMs: number, blendersOf: (ms: number) => MonthBlenders) {
  const later = graded.filter((row) => row.graded.startMs >= fromMs)
  const blendedBy = (kind: Blend['consensus']): BlendedRow[] =>
    later.map((row) => blendSeries(blendersOf(row.graded.startMs)[kind], row))
  return { mean: blendedBy('mean'), weighted: blendedBy('weighted') }
}

export function blendSeries(blender: Blender, { row, graded }: GradedRow) {
  const match = blendGraded(blender, graded)
  return {
    row,
    graded,
    match,
    picks: bookPicks(row.price?.books ?? [], graded.outcome, match.consensus.raw),
    draft: graded.draftOffset === null ? null : blendGraded(blender, graded, { draft: true }),
    anchored: graded.market === null ? null : blendGraded(blender, graded, { market: true }).consensus.calibrated,
  }
}

/** A series forecast on data some days old, once as if the data were fresh and once faded by their age. */
export interface AgedForecast {
  readonly series: GradedSeries
  readonly frozen: number
  readonly faded: number
}

/** Forecasts a window's series with results withheld for some days, using the blend of the month in which the data end. */
export function ageForecasts(
  trained: TrainedWindow,
  rows: readonly FeatureRow[],
  withheldDays: number,
  blendersOf: (ms: number) => MonthBlenders,
): AgedForecast[] {
  return gradeWindow(trained, rows).map(({ graded: series }) => {
    const blender = blendersOf(series.startMs - withheldDays * dayMs).weighted
    const calibrated = (ageDays: number): number => blendGraded(blender, series, { ageDays }).consensus.calibrated
    return { series, frozen: calibrated(0), faded: calibrated(withheldDays) }
  })
}

/** The consensus weighted by graded series, compared with the plain mean of its members. */
export type ConsensusComparison = ReturnType<typeof compareConsensus>

/** Compares both kinds of consensus on the graded series before the test windows, resampled by day. */
export function compareConsensus(
  blended: Readonly<Record<Blend['consensus'], readonly BlendedRow[]>>,
  untilMs: number,
) {
  const known = (kind: Blend['consensus']) => blended[kind].filter(({ graded }) => graded.startMs < untilMs)
  const chances = (kind: Blend['consensus']): number[] => known(kind).map(({ match }) => match.consensus.calibrated)
  const outcomes = known('mean').map(({ graded }) => graded.outcome)
  const days = known('mean').map(({ graded }) => dayOf(graded.startMs))
  const [mean, weighted] = [chances('mean'), chances('weighted')]
  return {
    losses: { mean: logLoss(mean, outcomes), weighted: logLoss(weighted, outcomes) },
    difference: clusteredDifference(weighted, mean, outcomes, days),
  }
}
