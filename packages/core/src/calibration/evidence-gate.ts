import { clamp } from '../math/clamp.ts'
import { surprise } from '../metrics/log-loss.ts'
import type { GateOutcome } from './calibration-curve.ts'
import type { CurveInTime } from './curve-in-time.ts'
import type { FoldedHistory } from './folded-history.ts'

/** How many of the latest matches decide. */
const gateWindow = 400

/**
 * Evidence gate: would the fitted level have beaten its parent on its latest 400 matches, each forecast by the curves
 * fitted on strictly older ones? Equal counts as no.
 *
 * Source: A. P. Dawid, "Present position and potential developments: the prequential approach", J. R. Stat. Soc. A 147
 * (1984). The curves are fitted again whenever their history has grown by
 * a quarter of a percent, so the cost is at most a few hundred fits of each.
 *
 * @returns `'kept'`, `'parent'`, or `'no-order'` where all matches have one age and nothing can be replayed
 */
export function evidenceGate(
  history: FoldedHistory,
  level: CurveInTime,
  parent: CurveInTime,
  epsilon: number,
): GateOutcome {
  const { x, target, age } = history
  const oldest = age.reduce((largest, value) => Math.max(largest, value), -Infinity)
  const latest = Array.from(age, (_, i) => i).sort((a, b) => (age[a] ?? 0) - (age[b] ?? 0))
  const judged = latest.slice(0, gateWindow).filter((i) => (age[i] ?? 0) < oldest)
  if (judged.length === 0) return 'no-order'
  let gain = 0
  for (const i of judged.reverse()) {
    const ageDays = age[i] ?? 0
    const forecast = x[i] ?? 0
    const before = parent.before(ageDays)(forecast)
    const fitted = clamp(level.before(ageDays)(forecast), epsilon, 1 - epsilon)
    const unfitted = parent.identity ? before : clamp(before, epsilon, 1 - epsilon)
    gain += surprise(unfitted, target[i] ?? 0) - surprise(fitted, target[i] ?? 0)
  }
  return gain > 0 ? 'kept' : 'parent'
}
