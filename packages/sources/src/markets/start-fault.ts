import { dayMs } from '@riftline/base'

/** How long before its start a series is captured. */
const aheadMs = 14 * dayMs

/** Why a series is not captured at `now`, or null; `too_early` is no fault of the series. */
export function startFault(startMs: number | null, now: number): 'no_start' | 'started' | 'too_early' | null {
  if (startMs === null) return 'no_start'
  if (startMs <= now) return 'started'
  return startMs > now + aheadMs ? 'too_early' : null
}
