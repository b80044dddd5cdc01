import { baseModels, dayMs, type FeatureSchema, prepareConsensus, type SchemaBlend } from '@riftline/core'
import type { GradedSeries } from './graded-series.ts'

/**
 * Weights of the weighted consensus by league, from the members' log-losses on graded series. They are tabulated, so the
 * disagreement of the members in the series at hand does not move them.
 */
export function fitConsensusWeights(
  schema: FeatureSchema,
  graded: readonly GradedSeries[],
  asOfMs: number,
): SchemaBlend['weights'] {
  const history = graded.flatMap(({ raw, outcome, startMs, league }) => {
    const chances = raw[schema]
    return chances === null ? [] : [{ ageDays: (asOfMs - startMs) / dayMs, league, p: { ...chances }, y: outcome }]
  })
  const weigh = prepareConsensus(history, baseModels, { conditionOnSpread: false })
  const members = baseModels.map((id) => ({ id, p: 0.5 }))
  const weightsOf = (league: string | null): number[] => {
    const { weights } = weigh({ members, league })
    return baseModels.map((model) => weights[model]!)
  }
  const leagues = [...new Set(history.map(({ league }) => league))].sort()
  return { all: weightsOf(null), leagues: Object.fromEntries(leagues.map((league) => [league, weightsOf(league)])) }
}
