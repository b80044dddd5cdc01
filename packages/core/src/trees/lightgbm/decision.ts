import { type SplitDecision, splitDecision } from '../form/split.ts'

/** In the order of the two bits of `decision_type` in model.txt. */
export const missingTypes = ['None', 'Zero', 'NaN'] as const

export type MissingType = (typeof missingTypes)[number]

/** Under missing type None LightGBM says `default_left: true`, which means nothing: NaN is compared as 0. */
export function numericalDecision(missing: MissingType, defaultLeft: boolean): SplitDecision {
  switch (missing) {
    case 'None':
      return splitDecision.compare
    case 'Zero':
      return defaultLeft ? splitDecision.zeroGoesLeft : splitDecision.zeroGoesRight
    case 'NaN':
      return defaultLeft ? splitDecision.nanGoesLeft : splitDecision.nanGoesRight
  }
}
