import { expectedValue } from '@riftline/core'
import { shapleyValues } from '@riftline/core/math'
import type { PredictorArtifacts } from '../../artifacts/parse-artifacts.ts'
import { features } from '../../league/features/feature-schema.ts'
import type { SeriesFeatures } from '../../league/features/feature-vector.ts'
import { type ChampionEffects, championShares } from '../../league/picks/draft-offset.ts'
import {
  type Explanation,
  type FeatureSource,
  featureSources,
  type PredictionOdds,
  pickRoles,
  type Side,
  type SideValue,
} from '../../types.ts'
import type { Blender, MemberPath, SeriesContext } from '../blender.ts'
import type { Members } from '../member.ts'
import type { Series } from '../series.ts'
import { blendStages, type LogitPart, stagesOf, turner } from './blend-stages.ts'
import { type CatalogueNames, createNames, ratingStages } from './rating-stages.ts'

/** A series with every intermediate value of its forecast, from the first team's view except for the matchup. */
export interface ForecastSeries {
  readonly series: Series
  readonly features: SeriesFeatures
  readonly context: SeriesContext
  readonly path: readonly MemberPath[]
}

/** Explains forecasts. Every stage lies between two chances of the predictor, so that the stages add up to its answer. */
export function createExplainer(
  { state, catalogue }: Pick<PredictorArtifacts, 'state' | 'catalogue'>,
  members: Members,
  blender: Blender,
): (forecast: ForecastSeries & { readonly odds: PredictionOdds | undefined }) => Explanation {
  const names = createNames(catalogue)
  return ({ series, features: { vector, gameLogit }, context, path, odds }) => {
    const { blueFirst, request } = series
    const vectorOf = coalitionVectors(vector)
    const way = [
      ...ratingStages(state, request, names, blueFirst),
      ...blendStages({
        path,
        blueFirst,
        context,
        ratingLogit: vector[ratingFeature]!,
        anchorWeight: blender.anchorWeight(context),
        champions: championParts(state.championEffects, series, gameLogit, names),
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
      value: odds
        ? { blue: sideValue(odds.blue, odds.calibratedBlueEv), red: sideValue(odds.red, odds.calibratedRedEv) }
        : null,
    }
  }
}

const ratingFeature = features.findIndex(({ name }) => name === 'calibrated_logit')

/** Expected value of a side's price at even teams and at its calibrated chance. */
function sideValue(decimalOdds: number | null, ev: number | null): SideValue | null {
  if (decimalOdds === null || ev === null) return null
  return { decimalOdds, breakEven: 1 / decimalOdds, evAtEven: expectedValue(0.5, decimalOdds), ev }
}

/** Log odds of the first team added by each champion, blue's five before red's; null without picks. */
function championParts(
  effects: ChampionEffects,
  { draft, request, blueFirst }: Series,
  gameLogit: number,
  names: CatalogueNames,
): readonly LogitPart[] | null {
  if (draft === null) return null
  const shares = championShares(effects, draft, gameLogit, request.bestOf)
  const partsOf = (side: Side): readonly LogitPart[] => {
    const isFirst = (side === 'blue') === blueFirst
    const [champions, own] = isFirst ? [draft.team1, shares.team1] : [draft.team2, shares.team2]
    return champions.map((id, seat) => ({
      label: { part: 'champion', side, role: pickRoles[seat]!, champion: names.champion(id) },
      logit: isFirst ? own[seat]! : -own[seat]!,
    }))
  }
  return [...partsOf('blue'), ...partsOf('red')]
}

/** The features of each source; features with the same value for both teams belong to none. */
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
 * A model's vector with only some sources known, by coalition: bit i is `featureSources[i]`. The other features are those of even
 * teams: differences are 0, adjacent pairs both have their mean. Every call fills the same vector.
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
