import type { FeatureSchema } from '@riftline/core'
import { hyperparameters, type TreeSettings } from '../train/hyperparameters.ts'
import type { TreeTrainer } from '../train/run-trainers.ts'

/** Settings to grade; `label` names how they differ from those in use. */
export interface Candidate extends TreeSettings {
  readonly label: string
}

export interface Candidates {
  readonly trainer: TreeTrainer
  readonly schema: FeatureSchema
  readonly candidates: readonly Candidate[]
}

type Change = Readonly<Record<string, unknown>>

const lightgbmChanges: readonly Change[] = [
  { learningRate: 0.03 },
  { learningRate: 0.05 },
  { numLeaves: 2 },
  { numLeaves: 3 },
  { numLeaves: 4 },
  { numLeaves: 6, minDataInLeaf: 300 },
  { minDataInLeaf: 1500 },
  { featureFraction: 0.5 },
  { featureFraction: 0.7 },
  { linearTree: false, numLeaves: 5, minDataInLeaf: 150 },
  { linearTree: false, numLeaves: 5, minDataInLeaf: 150, lambdaL2: 20, featureFraction: 0.5 },
]

const fasttreeChanges: readonly Change[] = [
  { numberOfLeaves: 3 },
  { numberOfLeaves: 6 },
  { numberOfLeaves: 12 },
  { minimumExampleCountPerLeaf: 30 },
  { minimumExampleCountPerLeaf: 300 },
  { minimumExampleCountPerLeaf: 1000 },
  { learningRate: 0.1 },
  { featureFraction: 1 },
]

const rating = ['calibrated_logit', 'rating_logit'] as const
const statistics = ['season_kills', 'creep_score'] as const
const context = ['variance', 'best_of', 'league_tier'] as const

/** Sets of features, by schema: the rating alone, with statistics, with the context of the series. */
const featureSets: Readonly<Record<FeatureSchema, readonly (readonly string[])[]>> = {
  match: [
    rating,
    ['calibrated_logit', ...statistics],
    [...rating, ...statistics],
    [...rating, ...statistics, ...context],
  ],
  draft: [
    ['draft_logit', ...statistics],
    ['calibrated_logit', 'draft_champions', ...statistics],
    ['draft_logit', 'draft_champions', ...rating, ...statistics],
    ['draft_logit', 'draft_champions', ...rating, ...statistics, ...context],
  ],
}

/** The settings in use, single changes to them, and other sets of features. */
export const treeCandidates: readonly Candidates[] = [
  candidatesOf('lightgbm', 'match', lightgbmChanges),
  candidatesOf('lightgbm', 'draft', lightgbmChanges),
  candidatesOf('fasttree', 'match', fasttreeChanges),
  candidatesOf('fasttree', 'draft', fasttreeChanges),
]

function candidatesOf(trainer: TreeTrainer, schema: FeatureSchema, changes: readonly Change[]): Candidates {
  const used = hyperparameters[trainer][schema]
  const changed = changes.map((change) => ({
    label: Object.entries(change)
      .map(([name, value]) => `${name} ${value}`)
      .join(', '),
    features: used.features,
    parameters: { ...used.parameters, ...change },
  }))
  const sets = featureSets[schema].map((features) => ({
    label: `features ${features.join(' ')}`,
    features,
    parameters: used.parameters,
  }))
  return { trainer, schema, candidates: [{ label: 'in use', ...used }, ...changed, ...sets] }
}
