import { expectedValue } from '@riftline/core'
import type { Explanation, PredictionOdds, SideValue } from '../../types.ts'

/** What the prices of an answer are worth at even teams and at its calibrated chance; null without a price. */
export function oddsValue(odds: PredictionOdds | undefined): Explanation['value'] {
  if (odds === undefined) return null
  return { blue: sideValue(odds.blue, odds.calibratedBlueEv), red: sideValue(odds.red, odds.calibratedRedEv) }
}

function sideValue(decimalOdds: number | null, ev: number | null): SideValue | null {
  if (decimalOdds === null || ev === null) return null
  return { decimalOdds, breakEven: 1 / decimalOdds, evAtEven: expectedValue(0.5, decimalOdds), ev }
}
