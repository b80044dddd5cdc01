import type { FeatureSchema } from '@riftline/core'
import { hyperparameters, type TreeSettings } from '../train/hyperparameters.ts'
import type { TreeTrainer } from '../train/run-trainers.ts'

export interface Candidates {
  readonly trainer: TreeTrainer
  readonly schema: FeatureSchema
  readonly candidates: readonly TreeSettings[]
}

type Change = Readonly<Record<string, unknown>>

const lightgbmChanges: readonly Change[] = [
  {},
  { learningRate: 0.05 },
  { numLeaves: 2 },
  { numLeaves: 4 },
  { numLeaves: 6, minDataInLeaf: 300 },
  { minDataInLeaf: 1500 },
  { featureFraction: 0.5 },
  { featureFraction: 0.7 },
  { linearTree: false, numLeaves: 5, minDataInLeaf: 150 },
  { linearTree: false, numLeaves: 5, minDataInLeaf: 150, lambdaL2: 20, featureFraction: 0.5 },
]

const fasttreeChanges: readonly Change[] = [
  {},
  { numberOfLeaves: 6 },
  { numberOfLeaves: 12 },
  { minimumExampleCountPerLeaf: 100 },
  { minimumExampleCountPerLeaf: 1000 },
  { learningRate: 0.1 },
  { featureFraction: 1 },
]

/** The settings in use and single changes to them, each with the features in use and with those of the rating alone. */
export const treeCandidates: readonly Candidates[] = [
  candidatesOf('lightgbm', 'match', lightgbmChanges),
  candidatesOf('lightgbm', 'draft', lightgbmChanges),
  candidatesOf('fasttree', 'match', fasttreeChanges),
  candidatesOf('fasttree', 'draft', fasttreeChanges),
]

function candidatesOf(trainer: TreeTrainer, schema: FeatureSchema, changes: readonly Change[]): Candidates {
  const used = hyperparameters[trainer][schema]
  const candidates = changes.map((change) => ({ ...used, parameters: { ...used.parameters, ...change } }))
  const rating = ['calibrated_logit', 'rating_logit', ...(schema === 'draft' ? ['draft_logit'] : [])]
  return { trainer, schema, candidates: [...candidates, { features: rating, parameters: used.parameters }] }
}
