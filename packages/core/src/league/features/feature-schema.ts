import type { FeatureSchema } from '../../types.ts'

/** `difference`: first team minus second, changes sign when the teams swap. `symmetric`: the same for both orders. */
export type FeatureKind = 'difference' | 'symmetric'

export interface Feature {
  readonly name: string
  readonly kind: FeatureKind
  /** What it is, in a line. */
  readonly about: string
}

const matchFeatures: readonly Feature[] = [
  {
    name: 'calibrated_logit',
    kind: 'difference',
    about: 'logit of the rating forecast of the series, league slope applied',
  },
  { name: 'rating_logit', kind: 'difference', about: 'the same before the league slope' },
  {
    name: 'season_kills',
    kind: 'difference',
    about: 'kills minus deaths a game of the year before, shrunk; 0 where unknown',
  },
  {
    name: 'creep_score',
    kind: 'difference',
    about: 'opponent-adjusted creep score a minute in standard deviations; 0 where unknown',
  },
  { name: 'variance', kind: 'symmetric', about: 'variance of the difference of strength' },
  { name: 'best_of', kind: 'symmetric', about: '1, 3 or 5' },
  {
    name: 'league_tier',
    kind: 'symmetric',
    about: 'prior tier of the league: 1 top, 2 major, 3 strong, 4 other or unknown',
  },
]

const draftFeatures: readonly Feature[] = [
  { name: 'draft_logit', kind: 'difference', about: 'calibrated_logit moved by the draft of game 1' },
  { name: 'draft_champions', kind: 'difference', about: 'champion-in-role effects, in series logits' },
]

/** The features of a schema in the order of its vectors. */
export const featureSchemas: Readonly<Record<FeatureSchema, readonly Feature[]>> = {
  match: matchFeatures,
  draft: [...matchFeatures, ...draftFeatures],
}

/** Names of a vector's entries, in order. */
export function featureNames(schema: FeatureSchema): string[] {
  return featureSchemas[schema].map((feature) => feature.name)
}

/** The vector of the same matchup with the teams in the other order. */
export function mirrored(schema: FeatureSchema, vector: Float64Array): Float64Array {
  const isDifference = differences[schema]
  const other = new Float64Array(vector.length)
  for (let i = 0; i < other.length; i++) other[i] = isDifference[i] ? -vector[i]! : vector[i]!
  return other
}

const differences: Readonly<Record<FeatureSchema, readonly boolean[]>> = {
  match: featureSchemas.match.map(({ kind }) => kind === 'difference'),
  draft: featureSchemas.draft.map(({ kind }) => kind === 'difference'),
}
