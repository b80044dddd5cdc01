import type { FeatureSchema } from '@riftline/core'

/** Features and parameters of a tree model. The trainers' READMEs explain the keys of `parameters`. */
export interface TreeSettings {
  readonly features: readonly string[]
  readonly parameters: Readonly<Record<string, unknown>>
}

export interface PcaSweepSettings {
  readonly features: readonly string[]
  /** Numbers of components tried. */
  readonly ks: readonly number[]
  readonly C: number
}

export interface Hyperparameters {
  readonly lightgbm: Readonly<Record<FeatureSchema, TreeSettings>>
  readonly fasttree: Readonly<Record<FeatureSchema, TreeSettings>>
  readonly pcasweep: Readonly<Record<FeatureSchema, PcaSweepSettings>>
}

const strength = ['calibrated_logit', 'rating_logit', 'season_kills', 'creep_score'] as const
const context = ['variance', 'best_of', 'league_tier'] as const
const draft = ['draft_logit', 'draft_champions'] as const

const boosting = { seed: 1, rounds: 600, earlyStoppingRounds: 60, baggingFraction: 0.7, baggingFreq: 1, lambdaL2: 0 }
const fastTree = {
  seed: 1,
  numberOfTrees: 400,
  earlyStoppingRounds: 50,
  baggingSize: 1,
  baggingExampleFraction: 0.7,
  numberOfLeaves: 4,
  minimumExampleCountPerLeaf: 100,
  learningRate: 0.05,
  featureFraction: 0.7,
}

/**
 * Found by `riftline search` on the four validation windows of 2023-2024. LightGBM's leaves are linear: constant leaves
 * flatten the tails, where the rating's own logit is already right.
 */
export const hyperparameters: Hyperparameters = {
  lightgbm: {
    match: {
      features: [...strength, ...context],
      parameters: {
        ...boosting,
        learningRate: 0.06, // 0.03 saved 0.0001 on the validation windows and doubled the trees of every forecast
        numLeaves: 3,
        minDataInLeaf: 500,
        featureFraction: 1,
        linearTree: true,
      },
    },
    draft: {
      features: ['calibrated_logit', 'draft_champions', 'season_kills', 'creep_score'],
      parameters: {
        ...boosting,
        learningRate: 0.05,
        numLeaves: 2,
        minDataInLeaf: 500,
        featureFraction: 1,
        linearTree: true,
      },
    },
  },
  fasttree: {
    match: { features: [...strength, 'best_of', 'league_tier'], parameters: fastTree },
    draft: { features: [...draft, ...strength, 'best_of', 'league_tier'], parameters: fastTree },
  },
  pcasweep: {
    match: { features: ['calibrated_logit', 'season_kills', 'creep_score'], ks: [1, 2, 3], C: 1 },
    draft: {
      features: ['calibrated_logit', 'draft_champions', 'season_kills', 'creep_score'],
      ks: [1, 2, 3, 4],
      C: 1,
    },
  },
}
