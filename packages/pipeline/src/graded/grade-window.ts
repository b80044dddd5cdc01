import {
  type BaseModel,
  baseModels,
  createMembers,
  type FeatureSchema,
  type Members,
  memberChance,
} from '@riftline/core'
import type { FeatureRow } from '../features/feature-rows.ts'
import type { TrainedWindow } from '../train/train-windows.ts'
import type { GradedSeries, MemberChances } from './graded-series.ts'
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
  return rows.map((row) => ({ row, graded: gradedSeries(members, row) }))
}

function gradedSeries(members: Members, row: FeatureRow): GradedSeries {
  const { seriesId, startMs, league, bestOf, outcome, vectors, price } = row
  function chances(schema: FeatureSchema, vector: Float64Array): MemberChances {
    const entries = baseModels.map((model) => [model, memberChance(members, model, schema, vector)] as const)
    return Object.fromEntries(entries) as Record<BaseModel, number>
  }
  const match = chances('match', vectors.match)
  const draft = vectors.draft === null ? null : chances('draft', vectors.draft)
  const returns = (given: MemberChances) => pickReturns(given, price!.odds, outcome)
  const market =
    price === null
      ? null
      : { chance: price.chance, returns: { match: returns(match), draft: draft === null ? null : returns(draft) } }
  return { seriesId, startMs, league, bestOf, outcome, raw: { match, draft }, market }
}
