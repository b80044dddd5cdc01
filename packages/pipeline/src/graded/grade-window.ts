import {
  type BaseModel,
  baseModels,
  createMembers,
  type FeatureSchema,
  type Members,
  memberChance,
} from '@riftline/core'
import type { FeatureRow } from '../features/feature-rows.ts'
import type { TrainedModels } from '../train/train-models.ts'
import type { GradedSeries, MemberChances } from './graded-series.ts'
import { pickReturns } from './value-picks.ts'

/** Raw chances that models gave to series they have not learned from. */
export function gradeWindow(trained: Pick<TrainedModels, 'models'>, rows: readonly FeatureRow[]): GradedSeries[] {
  const members = createMembers(trained)
  return rows.map((row) => gradedSeries(members, row))
}

export function gradedSeries(members: Members, row: FeatureRow): GradedSeries {
  const { seriesId, startMs, league, bestOf, outcome, vectors, price } = row
  const chances = (schema: FeatureSchema, vector: Float64Array): MemberChances => {
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
