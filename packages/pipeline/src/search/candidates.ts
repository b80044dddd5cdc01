import { hyperparameters, type TreeSettings } from '../train/hyperparameters.ts'
import type { TreeTrainer } from '../train/run-trainers.ts'

/** Settings to grade; `label` names how they differ from those in use. */
export interface Candidate extends TreeSettings {
  readonly label: string
}

export interface Candidates {
  readonly trainer: TreeTrainer
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

const results = ['form_10', 'wins_20', 'tournament_form', 'streak', 'head_to_head'] as const
const schedule = [
  'rest_1',
  'rest_2',
  'recent_series_1',
  'recent_series_2',
  'series_played_1',
  'series_played_2',
] as const

/** Sets of features: the rating alone, with statistics, with the context of the series, with form and schedule. */
const featureSets: readonly (readonly string[])[] = [
  rating,
  ['calibrated_logit', ...statistics],
  [...rating, ...statistics],
  [...rating, ...statistics, ...context],
  [...rating, ...statistics, ...context, ...results],
  [...rating, ...statistics, ...context, ...results, ...schedule],
]

/** The settings in use, single changes to them, and other sets of features. */
export const treeCandidates: readonly Candidates[] = [
  candidatesOf('lightgbm', lightgbmChanges),
  candidatesOf('fasttree', fasttreeChanges),
]

function candidatesOf(trainer: TreeTrainer, changes: readonly Change[]): Candidates {
  const used = hyperparameters[trainer]
  const changed = changes.map((change) => ({
    label: Object.entries(change)
      .map(([name, value]) => `${name} ${value}`)
      .join(', '),
    features: used.features,
    parameters: { ...used.parameters, ...change },
  }))
  const sets = featureSets.map((features) => ({
    label: `features ${features.join(' ')}`,
    features,
    parameters: used.parameters,
  }))
  return { trainer, candidates: [{ label: 'in use', ...used }, ...changed, ...sets] }
}
