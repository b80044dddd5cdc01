import { shapleyValues, sigmoid } from '@riftline/core/math'
import type { PredictorArtifacts } from '../../artifacts/parse-artifacts.ts'
import { features } from '../../league/features/feature-schema.ts'
import { type BaseModel, baseModels, type Explanation, featureSources } from '../../types.ts'
import type { Blender } from '../blender.ts'
import type { Member } from '../member.ts'
import { blendStages } from './blend-stages.ts'
import { championParts } from './champion-parts.ts'
import { coalitionVectors } from './feature-sources.ts'
import type { ForecastSeries } from './forecast-series.ts'
import { createNames } from './names.ts'
import { oddsValue } from './odds-value.ts'
import { ratingStages } from './rating-stages.ts'
import { stagesOf, turner } from './waypoint.ts'

/**
 * Takes forecasts apart: every stage lies between two chances that the predictor really passes, so the stages add up to its answer.
 */
export function createExplainer(
  { state, catalogue }: Pick<PredictorArtifacts, 'state' | 'catalogue'>,
  members: Readonly<Record<BaseModel, Member>>,
  blender: Blender,
): (series: ForecastSeries) => Explanation {
  const names = createNames(catalogue)
  return (series) => {
    const { matchup, blueFirst, vector, context } = series
    const models = matchup.model === 'consensus' ? baseModels : [matchup.model]
    const raw = Object.fromEntries(models.map((model) => [model, sigmoid(members[model].seriesLogit(vector))]))
    const path = blender.path(raw, context)
    const vectorOf = coalitionVectors(vector)
    const way = [
      ...ratingStages(state, series.request, names, blueFirst),
      ...blendStages({
        path,
        blueFirst,
        context,
        ratingLogit: vector[ratingFeature]!,
        anchorWeight: blender.anchorWeight(context),
        champions: championParts(state.championEffects, series, names),
        sources: (model) =>
          shapleyValues(featureSources.length, (coalition) => members[model].seriesLogit(vectorOf(coalition))),
      }),
    ]
    const { logit, probability } = way.at(-1)!
    const turned = turner(blueFirst)
    return {
      logit: turned(logit),
      points: turned(100 * (probability - 0.5)),
      league: context.league,
      weights: Object.fromEntries(path.map(({ model, weight }) => [model, weight])),
      stages: stagesOf(way, blueFirst),
      value: oddsValue(series.odds),
    }
  }
}

const ratingFeature = features.findIndex(({ name }) => name === 'calibrated_logit')
