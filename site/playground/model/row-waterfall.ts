import type { RowExplanation } from './model-session.ts'
import { withShortNumber } from './texts.ts'

/** Features with a bar of their own. */
const mostSteps = 12

/** A row of a waterfall. */
interface Bar {
  readonly label: string
  readonly value: number
}

/** Contributions as a waterfall: the largest ones, and the others together. */
export function waterfallOf(
  { base, contributions, rawScore }: RowExplanation,
  features: readonly string[],
  cells: readonly string[],
  name: string,
): { readonly start: Bar; readonly steps: readonly Bar[]; readonly end: Bar } {
  const order = [...contributions.keys()]
    .filter((i) => contributions[i] !== 0)
    .sort((a, b) => Math.abs(contributions[b]!) - Math.abs(contributions[a]!))
  // One feature more needs no bar for others.
  const own = order.length === mostSteps + 1 ? order : order.slice(0, mostSteps)
  const others = order.slice(own.length)
  const steps = own.map((i) => ({
    label: `${features[i]} = ${withShortNumber(cells[i] ?? '') || 'missing'}`,
    value: contributions[i]!,
  }))
  return {
    start: { label: 'mean of training', value: base },
    steps:
      others.length === 0
        ? steps
        : [
            ...steps,
            { label: `${others.length} other features`, value: others.reduce((sum, i) => sum + contributions[i]!, 0) },
          ],
    end: { label: name, value: rawScore },
  }
}
