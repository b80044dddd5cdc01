import { clippedLogit } from '../../math/logit.ts'
import { sigmoid } from '../../math/sigmoid.ts'
import { type BaseModel, featureSources, type PartLabel } from '../../types.ts'
import { type MemberPath, type MemberStep, pooled, type SeriesContext } from '../blender.ts'
import { fading } from '../data-age.ts'
import { type LogitPart, secant, type Waypoint } from './waypoint.ts'

/** What the blending of one series is taken apart from. */
export interface BlendedSeries {
  readonly path: readonly MemberPath[]
  /** Shapley values of `featureSources` in the log odds of a model. */
  readonly sources: (model: BaseModel) => readonly number[]
  /** Logit of the rating's forecast, where this way begins. */
  readonly ratingLogit: number
  /** What each champion adds to the log odds of the first team; null without picks. */
  readonly champions: readonly LogitPart[] | null
  readonly context: SeriesContext
  /** Weight of the models against the market. */
  readonly anchorWeight: number
  readonly blueFirst: boolean
}

/** From the rating's forecast to the answer: what the models make of it, calibration, draft, age of the data and the market. */
export function blendStages(series: BlendedSeries): readonly Waypoint[] {
  const { path, context, champions, blueFirst } = series
  const { ageDays = 0, market = null } = context
  const way: Waypoint[] = [
    { stage: 'models', ...pooledAt(path, 'raw'), parts: (slope) => sourceParts(series, slope) },
    { stage: 'calibration', ...pooledAt(path, 'calibrated'), parts: (slope) => calibrationParts(path, slope) },
  ]
  if (champions !== null) {
    const parts = (slope: number): readonly LogitPart[] => championParts(path, champions, slope)
    way.push({ stage: 'draft', ...pooledAt(path, 'drafted'), parts })
  }
  if (ageDays > 0) {
    way.push({ stage: 'age', ...pooledAt(path, 'aged'), about: { days: ageDays, factor: fading(ageDays) } })
  }
  if (market !== null) {
    const about = { weight: series.anchorWeight, marketProbability: blueFirst ? market : 1 - market }
    way.push({ stage: 'market', ...pooledAt(path, 'anchored'), about })
  }
  return way
}

type Point = Pick<Waypoint, 'logit' | 'probability'>

function pooledAt(path: readonly MemberPath[], step: MemberStep): Point {
  return pointOf(pooled(path, step))
}

function pointOf(probability: number): Point {
  return { logit: clippedLogit(probability), probability }
}

/**
 * What a logit that one member gains between two points is worth in the logit of the pool: the pool is a mean of chances, so it
 * counts by its weight and by how steep the logistic curve is where the member stands.
 */
function rate({ weight }: MemberPath, from: Point, to: Point, slope: number): number {
  return (weight * secant(from, to)) / slope
}

function sourceParts({ path, sources, ratingLogit }: BlendedSeries, slope: number): readonly LogitPart[] {
  const rating = { logit: ratingLogit, probability: sigmoid(ratingLogit) }
  return path.flatMap((member) => {
    const perLogit = rate(member, rating, pointOf(member.raw), slope)
    const shares = sources(member.model)
    return featureSources.map((source, i): LogitPart => {
      const beyondRating = shares[i]! - (source === 'rating' ? ratingLogit : 0)
      return { label: { part: member.model, source }, logit: perLogit * beyondRating }
    })
  })
}

function calibrationParts(path: readonly MemberPath[], slope: number): readonly LogitPart[] {
  return path.map((member) => {
    const [from, to] = [pointOf(member.raw), pointOf(member.calibrated)]
    const label: PartLabel = { part: member.model }
    return { label, logit: rate(member, from, to, slope) * (to.logit - from.logit) }
  })
}

function championParts(
  path: readonly MemberPath[],
  champions: readonly LogitPart[],
  slope: number,
): readonly LogitPart[] {
  let perLogit = 0
  for (const member of path) perLogit += rate(member, pointOf(member.calibrated), pointOf(member.drafted), slope)
  return champions.map(({ label, logit }) => ({ label, logit: perLogit * logit }))
}
