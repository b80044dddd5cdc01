import { createMembers, type Members, manyMemberChances } from '@riftline/predictor'
import type { FeatureRow } from '../features/feature-rows.ts'
import type { MarketPrice } from '../features/market-prices.ts'
import type { TrainedWindow } from '../train/train-windows.ts'
import type { GradedMarket, GradedSeries, MemberChances } from './graded-series.ts'
import { pickReturns } from './value-picks.ts'

/** A row with the raw chances that models gave it. */
export interface GradedRow {
  readonly row: FeatureRow
  readonly graded: GradedSeries
}

/** The models of a window grade its rows, which they have not learned from. */
export function gradeWindow({ window, models }: TrainedWindow, rows: readonly FeatureRow[]): GradedRow[] {
  const { fromMs, untilMs } = window
  const own = rows.filter(({ startMs }) => startMs >= fromMs && startMs < untilMs)
  return gradeRows(createMembers({ models }), own)
}

export function gradeRows(members: Members, rows: readonly FeatureRow[]): GradedRow[] {
  const chances = manyMemberChances(
    members,
    rows.map(({ vector }) => vector),
  )
  return rows.map((row, i) => ({ row, graded: gradedSeries(row, chances[i]!) }))
}

/** A price held against what the members had said; the consensus has not picked yet. */
export function gradedMarket(raw: MemberChances, { chance, offer }: MarketPrice, outcome: 0 | 1): GradedMarket {
  return { chance, returns: pickReturns(raw, offer.odds, outcome), consensus: null, picks: [] }
}

function gradedSeries(row: FeatureRow, raw: MemberChances): GradedSeries {
  const { seriesId, startMs, league, bestOf, outcome, draftOffset, price } = row
  const market = price === null ? null : gradedMarket(raw, price, outcome)
  return { seriesId, startMs, league, bestOf, outcome, raw, draftOffset, market }
}
