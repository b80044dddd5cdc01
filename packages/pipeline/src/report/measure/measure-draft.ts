import { type ChanceOf, draftChance, draftForecasters, servedConsensus } from '../../evaluate/forecasters.ts'
import { type Gain, gainOver } from '../../evaluate/gain.ts'
import type { GradedForecast } from '../../evaluate/graded-forecast.ts'
import { type Scores, score } from '../../evaluate/scores.ts'
import type { ReportedWindow } from '../report-input.ts'
import { type Measured, measureForecaster } from './measure-forecaster.ts'

/** The gain from knowing the picks of game 1, on the series where they are known. */
export interface MeasuredDraft {
  readonly series: number
  readonly forecasters: readonly Measured[]
  /** The consensus without the picks, on the same series. */
  readonly matchConsensus: Scores
  readonly overMatch: Gain
  readonly byWindow: readonly { readonly name: string; readonly overMatch: Gain }[]
}

/** Null where no series has a known draft. */
export function measureDraft(windows: readonly ReportedWindow[]): MeasuredDraft | null {
  const drafted = windows
    .map(({ name, graded }) => ({ name, graded: graded.filter(({ draft }) => draft !== null) }))
    .filter(({ graded }) => graded.length > 0)
  const all = drafted.flatMap(({ graded }) => graded)
  if (all.length === 0) return null
  return {
    series: all.length,
    forecasters: draftForecasters.map((forecaster) => measureForecaster(all, forecaster)),
    matchConsensus: score(all, servedConsensus),
    overMatch: overMatch(all),
    byWindow: drafted.map(({ name, graded }) => ({ name, overMatch: overMatch(graded) })),
  }
}

const draftConsensus: ChanceOf = draftChance('consensus', 'calibrated')

function overMatch(graded: readonly GradedForecast[]): Gain {
  return gainOver(graded, draftConsensus, servedConsensus)
}
