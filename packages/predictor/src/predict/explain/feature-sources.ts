import { features } from '../../league/features/feature-schema.ts'
import { type FeatureSource, featureSources } from '../../types.ts'

/** The features of every source; those that are the same for both teams belong to none. */
export const sourceFeatures: Readonly<Record<FeatureSource, readonly string[]>> = {
  rating: ['calibrated_logit', 'rating_logit'],
  seasonKills: ['season_kills'],
  creepScore: ['creep_score'],
  form: ['form_5', 'form_10', 'wins_10', 'wins_20', 'tournament_form', 'streak'],
  seasonWins: ['team_wins', 'lineup_wins'],
  headToHead: ['head_to_head'],
  schedule: ['rest', 'recent_series', 'series_played'].flatMap((name) => [name, `${name}_1`, `${name}_2`]),
}

const columns = featureSources.map((source) =>
  sourceFeatures[source].map((name) => features.findIndex((feature) => feature.name === name)),
)

/**
 * Vector of a model when only some sources are known, by coalition: bit i is `featureSources[i]`. The others are as for even
 * teams: no difference, and side by side twice their mean. Every call fills the same vector.
 */
export function coalitionVectors(vector: Float64Array): (coalition: number) => Float64Array {
  const even = evenVector(vector)
  const known = new Float64Array(vector.length)
  return (coalition) => {
    known.set(even)
    for (const [source, own] of columns.entries()) {
      if (((coalition >> source) & 1) === 1) for (const column of own) known[column] = vector[column]!
    }
    return known
  }
}

function evenVector(vector: Float64Array): Float64Array {
  return vector.map((value, i) => {
    const { kind } = features[i]!
    if (kind === 'symmetric') return value
    if (kind === 'difference') return 0
    return (value + vector[kind === 'first' ? i + 1 : i - 1]!) / 2
  })
}
