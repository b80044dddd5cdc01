import type { ExplanationPart, ExplanationStage, PartLabel, Share, StageName } from '../../types.ts'

/** A forecast after a stage, seen from the first team. */
export interface Waypoint {
  readonly stage: StageName
  readonly logit: number
  readonly probability: number
  /** The numbers that the stage shows. */
  readonly about?: Partial<Pick<ExplanationStage, 'factor' | 'sd' | 'slope' | 'days' | 'weight' | 'marketProbability'>>
  /** Parts of the step to here; default none. */
  readonly parts?: readonly LogitPart[]
}

/** Added to the logit of the first team. */
export interface LogitPart {
  readonly label: PartLabel
  readonly logit: number
}

/** Differences between the waypoints, from even teams on, seen from blue. */
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

/** From the first team's view to blue's, without a negative zero. */
export function turner(blueFirst: boolean): (value: number) => number {
  return (value) => (blueFirst ? 0 + value : 0 - value)
}

/** Chance per logit over a step of the logistic curve; along its tangent where the step is too short for a quotient. */
export function secant(
  from: Pick<Waypoint, 'logit' | 'probability'>,
  to: Pick<Waypoint, 'logit' | 'probability'>,
): number {
  const step = to.logit - from.logit
  if (Math.abs(step) < 1e-9) return to.probability * (1 - to.probability)
  return (to.probability - from.probability) / step
}
