import { baseModels, type ModelName, modelNames } from '@riftline/predictor'
import {
  baselineChance,
  displayNames,
  matchChance,
  matchForecasters,
  servedConsensus,
} from '../../evaluate/forecasters.ts'
import { type Gain, gainOver } from '../../evaluate/gain.ts'
import { climbLadder, type Ladder } from '../../evaluate/ladder.ts'
import type { ReportedWindow } from '../report-input.ts'
import { type Measured, measureForecaster } from './measure-forecaster.ts'

export interface MeasuredWindow {
  readonly window: ReportedWindow
  /** In the order of `matchForecasters`. */
  readonly forecasters: readonly Measured[]
  /** The calibrated consensus measured, which the acceptance checks are about. */
  readonly consensus: Measured
  readonly overElo: Gain
  readonly overGlicko2: Gain
  readonly overMembers: readonly { readonly name: string; readonly gain: Gain }[]
  /** Mean of the calibrated members' log-losses minus the consensus': a difference of means, without an interval. */
  readonly overMeanOfMembers: number
  readonly calibratedOverRaw: readonly { readonly model: ModelName; readonly gain: Gain }[]
  readonly ladder: Ladder
}

/** Every number of a test window that more than one section shows. */
export function measureWindow(window: ReportedWindow): MeasuredWindow {
  const { graded } = window
  const forecasters = matchForecasters.map((forecaster) => measureForecaster(graded, forecaster))
  const calibrated = (model: ModelName): Measured =>
    forecasters.find(({ forecaster: { name, form } }) => name === displayNames[model] && form === 'calibrated')!
  const consensus = calibrated('consensus')
  const memberLoss = baseModels.reduce((sum, model) => sum + calibrated(model).scores.logLoss, 0) / baseModels.length
  return {
    window,
    forecasters,
    consensus,
    overElo: gainOver(graded, servedConsensus, baselineChance('elo')),
    overGlicko2: gainOver(graded, servedConsensus, baselineChance('glicko2')),
    overMembers: baseModels.map((model) => ({
      name: displayNames[model],
      gain: gainOver(graded, servedConsensus, matchChance(model, 'calibrated')),
    })),
    overMeanOfMembers: memberLoss - consensus.scores.logLoss,
    calibratedOverRaw: modelNames.map((model) => ({
      model,
      gain: gainOver(graded, matchChance(model, 'calibrated'), matchChance(model, 'raw')),
    })),
    ladder: climbLadder(graded),
  }
}
