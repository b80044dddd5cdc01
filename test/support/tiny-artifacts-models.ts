import { foldPcaSweep, type PcaSweepModel } from '@riftline/core'
import { featureNames } from '@riftline/predictor'
import { fasttreeModel, fasttreeThreeLeaves, lightgbmDump, lightgbmLeaf, lightgbmStump } from '../core/trees/tiny.ts'

// Models that fit on a page, hand-written in the three formats. Their features are real, each model has them in its own order,
// and none is antisymmetric by itself: a prediction is fair only if it averages both orientations.

/** Three trees on all features, in the order of the features. */
export function tinyLightgbm(): unknown {
  const at = (name: string): number => featureNames.indexOf(name)
  const logit = at('calibrated_logit')
  const stump = (feature: number, threshold: number, left: number, right: number) =>
    lightgbmStump({
      split_feature: feature,
      threshold,
      left_child: lightgbmLeaf(0, left),
      right_child: lightgbmLeaf(1, right),
    })
  const trees = [
    stump(logit, -0.2, -0.55, 0.35),
    stump(logit, 0.3, -0.25, 0.6),
    stump(at('creep_score'), 0.05, -0.1, 0.15),
  ]
  return lightgbmDump(trees, { max_feature_idx: featureNames.length - 1, feature_names: [...featureNames] })
}

/** Two trees, one of which also splits on a feature that is equal for both teams. */
export function tinyFasttree(): unknown {
  const featureNamesUsed = ['best_of', 'rating_logit', 'calibrated_logit']
  const tree = fasttreeThreeLeaves({
    NumericalSplitFeatureIndexes: [2, 0],
    NumericalSplitThresholds: [0.10000000149011612, 4],
    LeafValues: [-0.9, 1.1, -0.6],
  })
  const second = fasttreeThreeLeaves({
    NumericalSplitFeatureIndexes: [1, 0],
    NumericalSplitThresholds: [0, 2],
    LeafValues: [-0.2, 0.5, -0.3],
  })
  return fasttreeModel([tree, second], {
    numberOfFeatures: featureNamesUsed.length,
    featureNames: featureNamesUsed,
    calibrator: { type: 'PlattCalibrator', Slope: -0.7, Offset: 0.05 },
  })
}

/** Two components of four features, with an intercept that must cancel. */
export function tinyPcaSweep(): PcaSweepModel {
  const names = ['season_kills', 'calibrated_logit', 'variance', 'creep_score']
  const stages = {
    numberOfFeatures: 4,
    indicatorColumns: [],
    keptColumns: [0, 1, 2, 3],
    mean: [0, 0, 0.4, 0],
    sd: [3, 1.2, 0.5, 0.8],
    components: [
      [0.1, 0.8, 0.1, 0.5],
      [0.6, -0.2, 0.3, 0.2],
    ],
    members: [{ k: 2, weight: 1, coef: [0.9, 0.3], intercept: 0.15 }],
  }
  return {
    format: 'riftline-pcasweep',
    formatVersion: 1,
    featureNames: names,
    median: [0, 0, 0, 0],
    ...stages,
    fold: foldPcaSweep(stages),
    k: 2,
    sweep: [],
  }
}
