import { clamp, clippedLogit, logitClip, sigmoid } from '@riftline/core/math'
import {
  type BaseModel,
  type ExplanationPart,
  type ExplanationStage,
  featureSources,
  type PartLabel,
  type Share,
  type StageName,
} from '../../types.ts'
import { type MemberPath, type MemberStep, pooled, type SeriesContext } from '../blender.ts'
import { fading } from '../moments.ts'

export interface BlendedSeries {
  readonly path: readonly MemberPath[]
  /** Shapley values of `featureSources` in a model's log odds. */
  readonly sources: (model: BaseModel) => readonly number[]
  readonly ratingLogit: number
  /** Log odds of the first team added by each champion; null without picks. */
  readonly champions: readonly LogitPart[] | null
  readonly context: SeriesContext
  readonly anchorWeight: number
  readonly blueFirst: boolean
}

/** Steps from the rating's forecast to the answer: models, calibration, draft, age of the data and the market. */
export function blendStages(series: BlendedSeries): readonly Waypoint[] {
  const { path, context, champions, blueFirst } = series
  const { ageDays = 0, market = null } = context
  const way: Waypoint[] = [
    { stage: 'models', ...pooledAt(path, 'raw'), parts: sourceParts(series) },
    { stage: 'calibration', ...pooledAt(path, 'calibrated'), parts: calibrationParts(path) },
  ]
  if (champions !== null) {
    const parts = championParts(path, champions, context.draftOffset ?? 0)
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
  const probability = pooled(path, step)
  return { logit: clippedLogit(probability), probability }
}

/** A member's chance as a point of the pool; it keeps the distance from 0 and 1 that a clipped logit has. */
function counted(probability: number): Point {
  return { logit: clippedLogit(probability), probability: clamp(probability, logitClip, 1 - logitClip) }
}

/** The pool of these clipped chances; if all members are certain, the exact pool is closer to 0 or 1. */
function countedPool(path: readonly MemberPath[], step: MemberStep): Point {
  let probability = 0
  for (const member of path) probability += member.weight * counted(member[step]).probability
  return { logit: pooledAt(path, step).logit, probability }
}

/**
 * Change of the pool's logit per logit of one member between two points. The pool is a mean of chances, so a member
 * counts by its weight and by the slope of the logistic curve at its chance.
 */
function rate({ weight }: MemberPath, from: Point, to: Point, slope: number): number {
  return (weight * secant(from, to)) / slope
}

function sourceParts({ path, sources, ratingLogit }: BlendedSeries): readonly LogitPart[] {
  const rating = { logit: ratingLogit, probability: sigmoid(ratingLogit) }
  const slope = secant(rating, countedPool(path, 'raw'))
  return path.flatMap((member) => {
    const shares = sources(member.model)
    const logit = shares.reduce((sum, share) => sum + share, 0)
    const perLogit = rate(member, rating, { ...counted(member.raw), logit }, slope)
    return featureSources.map((source, i): LogitPart => {
      const beyondRating = shares[i]! - (source === 'rating' ? ratingLogit : 0)
      return { label: { part: member.model, source }, logit: perLogit * beyondRating }
    })
  })
}

function calibrationParts(path: readonly MemberPath[]): readonly LogitPart[] {
  const slope = secant(countedPool(path, 'raw'), countedPool(path, 'calibrated'))
  return path.map((member) => {
    const [from, to] = [counted(member.raw), counted(member.calibrated)]
    const label: PartLabel = { part: member.model }
    return { label, logit: rate(member, from, to, slope) * (to.logit - from.logit) }
  })
}

/** @param offset sum over the champions, in logits */
function championParts(
  path: readonly MemberPath[],
  champions: readonly LogitPart[],
  offset: number,
): readonly LogitPart[] {
  const slope = secant(countedPool(path, 'calibrated'), countedPool(path, 'drafted'))
  let perLogit = 0
  for (const member of path) {
    const from = counted(member.calibrated)
    perLogit += rate(member, from, { ...counted(member.drafted), logit: from.logit + offset }, slope)
  }
  return champions.map(({ label, logit }) => ({ label, logit: perLogit * logit }))
}

/** The forecast after a stage, from the first team's view. */
export interface Waypoint {
  readonly stage: StageName
  readonly logit: number
  readonly probability: number
  readonly about?: Partial<Pick<ExplanationStage, 'factor' | 'sd' | 'slope' | 'days' | 'weight' | 'marketProbability'>>
  /** Parts of the step that ends here; default none. */
  readonly parts?: readonly LogitPart[]
}

export interface LogitPart {
  readonly label: PartLabel
  readonly logit: number
}

/** Differences between consecutive waypoints, starting from even teams, from blue's view. */
export function stagesOf(way: readonly Waypoint[], blueFirst: boolean): readonly ExplanationStage[] {
  const turned = turner(blueFirst)
  return way.map((to, i) => {
    const from = way[i - 1] ?? evenTeams
    const slope = secant(from, to)
    const share = (logit: number, points: number): Share => ({ logit: turned(logit), points: turned(points) })
    return {
      stage: to.stage,
      ...share(to.logit - from.logit, 100 * (to.probability - from.probability)),
      probability: blueFirst ? to.probability : 1 - to.probability,
      ...to.about,
      parts: (to.parts ?? []).map(
        ({ label, logit }): ExplanationPart => ({ ...label, ...share(logit, 100 * slope * logit) }),
      ),
    }
  })
}

const evenTeams = { logit: 0, probability: 0.5 } as const

/** Converts values from the first team's to blue's view, without a negative zero. */
export function turner(blueFirst: boolean): (value: number) => number {
  return (value) => (blueFirst ? 0 + value : 0 - value)
}

/** Chance per logit along a step on the logistic curve; the tangent's slope if the step is too short for a quotient. */
function secant(from: Point, to: Point): number {
  const step = to.logit - from.logit
  if (Math.abs(step) < 1e-9) return to.probability * (1 - to.probability)
  return (to.probability - from.probability) / step
}
