import { dayMs, dayOf } from '@riftline/base'
import { clusteredDifference, logLoss } from '@riftline/core'
import { type Blend, type Blender, createMembers, type Members, manyMemberChances } from '@riftline/predictor'
import type { GradedSeries, MemberChances, RawSeries } from '@riftline/record'
import type { FeatureRow } from '../features/feature-rows.ts'
import type { TrainedWindow } from '../train/train-windows.ts'
import { rowsWithin } from '../train/windows.ts'
import { blendGraded, type MonthBlenders } from './fit-blend.ts'
import { bookPicks, gradedMarket, rawMarket } from './value-picks.ts'

export interface GradedRow {
  readonly row: FeatureRow
  readonly graded: RawSeries
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
  return rows.map((row, i) => ({ row, graded: rawSeries(row, chances[i]!) }))
}

function rawSeries(row: FeatureRow, raw: MemberChances): RawSeries {
  const { seriesId, startMs, league, bestOf, outcome, draftOffset, price } = row
  const market = price === null ? null : rawMarket(raw, price, outcome)
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

/** Records series with the forecasts of their month's blend, whatever the moment at which they were learned. */
export function recordSeries(
  rows: readonly GradedRow[],
  kind: Blend['consensus'],
  blendersOf: (ms: number) => MonthBlenders,
): GradedSeries[] {
  return rows.map(({ row, graded }) => {
    const { team1Id, team2Id, wins1, wins2, baselines, price } = row
    const { fasttree, lightgbm, pcasweep, consensus } = blendGraded(blendersOf(graded.startMs)[kind], graded)
    return {
      ...graded,
      ...{ team1Id, team2Id, wins1, wins2 },
      calibrated: { fasttree: fasttree.calibrated, lightgbm: lightgbm.calibrated, pcasweep: pcasweep.calibrated },
      consensus: { raw: consensus.raw, calibrated: consensus.calibrated },
      baselines: { elo: baselines.elo, glicko2: baselines.glicko2 },
      market: price && gradedMarket(price, { ...graded, consensus }),
    }
  })
}

/** Renames teams that turned out to be others. */
export function renameTeams(graded: readonly GradedSeries[], joins: ReadonlyMap<number, number>): GradedSeries[] {
  return graded.map((one) => {
    const [team1Id, team2Id] = [joins.get(one.team1Id) ?? one.team1Id, joins.get(one.team2Id) ?? one.team2Id]
    return { ...one, team1Id, team2Id }
  })
}

/** A series forecast on data some days old, once as if the data were fresh and once faded by their age. */
export interface AgedForecast {
  readonly series: RawSeries
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
