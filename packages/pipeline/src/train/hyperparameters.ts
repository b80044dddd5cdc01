import type { TreeTrainer } from './run-trainers.ts'

/** Features and parameters of a tree model. The trainers' READMEs explain the keys of `parameters`. */
export interface TreeSettings {
  readonly features: readonly string[]
  readonly parameters: Readonly<Record<string, unknown>>
}

export interface PcaSweepSettings {
  /** The first feature is the first direction; the sweep runs over components of the others. */
  readonly features: readonly string[]
  readonly C: number
}

const strength = ['calibrated_logit', 'rating_logit', 'season_kills', 'creep_score'] as const
const results = ['wins_20', 'tournament_form', 'streak', 'head_to_head'] as const

/**
 * Found by `riftline search` on the validation windows of 2023-2024. LightGBM uses the rating and its uncertainty, FastTree also
 * form and schedule, pcasweep all differences. Linear leaves extrapolate the rating's own logit, which is right in the tails.
 */
export const hyperparameters: Readonly<Record<TreeTrainer, TreeSettings> & { pcasweep: PcaSweepSettings }> = {
  lightgbm: {
    features: [...strength, 'variance', 'best_of', 'league_tier'],
    parameters: {
      seed: 1,
      rounds: 600,
      earlyStoppingRounds: 60,
      baggingFraction: 0.7,
      baggingFreq: 1,
      lambdaL2: 0,
      learningRate: 0.06, // 0.03 saved 0.0001 on the validation windows but doubled the trees of every forecast
      numLeaves: 3,
      minDataInLeaf: 500,
      featureFraction: 1,
      linearTree: true,
    },
  },
  fasttree: {
    features: [
      ...[...strength, 'best_of', 'league_tier', 'form_10', ...results],
      ...['rest_1', 'rest_2', 'recent_series_1', 'recent_series_2', 'series_played_1', 'series_played_2'],
    ],
    parameters: {
      seed: 1,
      numberOfTrees: 400,
      earlyStoppingRounds: 50,
      baggingSize: 1,
      baggingExampleFraction: 0.7,
      numberOfLeaves: 4,
      minimumExampleCountPerLeaf: 100,
      learningRate: 0.05,
      featureFraction: 0.7,
    },
  },
  pcasweep: {
    features: [
      ...['calibrated_logit', 'season_kills', 'creep_score', 'form_5', 'form_10', 'wins_10', ...results],
      ...['rest', 'recent_series', 'series_played', 'team_wins', 'lineup_wins'],
    ],
    C: 1,
  },
}
