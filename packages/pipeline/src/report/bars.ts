import { displayNames } from '../evaluate/forecasters.ts'
import type { Gain } from '../evaluate/gain.ts'
import type { Ladder } from '../evaluate/ladder.ts'
import { toDecimal, toHundredths, toInterval, toSigned } from './format.ts'
import type { MeasuredDraft } from './measure/measure-draft.ts'
import type { MeasuredWindow } from './measure/measure-window.ts'

export interface BarResult {
  readonly bar: string
  readonly where: string
  readonly value: string
  readonly met: boolean
}

/** Log-loss that the consensus has to save against Elo: a paired gain, because absolute losses move with the window. */
export const eloGainBar = 0.05
export const glicko2GainBar = 0.035

/** How far the consensus may stay behind the best member, which is known only afterwards. */
export const slack = 0.001

/** What calibration may cost a model, and what weights may cost the consensus: noise of a step that does no harm. */
export const stepSlack = 0.0005

/** Judges the served consensus in every test window, and the draft over all of them. */
export function judgeBars(windows: readonly MeasuredWindow[], draft: MeasuredDraft | null): BarResult[] {
  return [...windows.flatMap(judgeWindow), ...(draft === null ? [] : [judgeDraft(draft)])]
}

function judgeWindow(measured: MeasuredWindow): BarResult[] {
  const { consensus, overElo, overGlicko2, overMembers, overMeanOfMembers, calibratedOverRaw, ladder } = measured
  const where = measured.window.name
  const best = overMembers.reduce((a, b) => (b.gain.mean < a.gain.mean ? b : a))
  const recalibrated = calibratedOverRaw.reduce((a, b) => (b.gain.mean < a.gain.mean ? b : a))
  const overPlainMean = ladder.all.find(({ step }) => step === 'consensus')!.gain!.mean
  const results = [
    {
      bar: `gain over Elo at least ${toDecimal(eloGainBar)}, interval above 0`,
      value: gainText(overElo),
      met: overElo.mean >= eloGainBar && isAboveZero(overElo),
    },
    {
      bar: `gain over Glicko-2 at least ${toDecimal(glicko2GainBar)}, interval above 0`,
      value: gainText(overGlicko2),
      met: overGlicko2.mean >= glicko2GainBar && isAboveZero(overGlicko2),
    },
    {
      bar: `not worse than the best member by more than ${toDecimal(slack)}`,
      value: `${toSigned(best.gain.mean)} (${best.name})`,
      met: best.gain.mean >= -slack,
    },
    { bar: 'better than the mean of the members', value: toSigned(overMeanOfMembers), met: overMeanOfMembers > 0 },
    {
      bar: `not worse than the plain mean by more than ${toDecimal(stepSlack)}`,
      value: toSigned(overPlainMean),
      met: overPlainMean >= -stepSlack,
    },
    {
      bar: `no model worse calibrated than raw by more than ${toDecimal(stepSlack)}`,
      value: `${toSigned(recalibrated.gain.mean)} (${displayNames[recalibrated.model]})`,
      met: recalibrated.gain.mean >= -stepSlack,
    },
    ...judgeCalibration(consensus),
    ...judgeAnchor(ladder),
  ]
  return results.map((result) => ({ where, ...result }))
}

function judgeCalibration({ scores, calibration }: MeasuredWindow['consensus']): Omit<BarResult, 'where'>[] {
  if (calibration === null) return []
  const { perfect, slope } = calibration
  return [
    {
      bar: 'ECE within the 95 % point of a perfect forecaster',
      value: `${toDecimal(scores.ece)} against ${toDecimal(perfect.high)}`,
      met: scores.ece <= perfect.high,
    },
    {
      bar: 'interval of the slope holds 1',
      value: `${toHundredths(slope.slope)} ${toInterval(slope, toHundredths)}`,
      met: slope.low <= 1 && slope.high >= 1,
    },
  ]
}

function judgeAnchor({ priced }: Ladder): Omit<BarResult, 'where'>[] {
  const gain = priced?.find(({ step, over }) => step === 'anchored' && over === 'consensus')?.gain
  if (gain == null || gain.interval === null) return []
  return [
    {
      bar: 'anchored to the market not worse than calibrated: interval not below 0',
      value: gainText(gain),
      met: gain.interval.high >= 0,
    },
  ]
}

function judgeDraft({ overMatch, byWindow }: MeasuredDraft): BarResult {
  return {
    bar: 'draft consensus over match consensus, interval above 0',
    where: byWindow.map(({ name }) => name).join(' and '),
    value: gainText(overMatch),
    met: isAboveZero(overMatch),
  }
}

function gainText({ mean, interval }: Gain): string {
  return interval === null ? toSigned(mean) : `${toSigned(mean)} ${toInterval(interval, toSigned)}`
}

/** A gain without an interval proves nothing. */
function isAboveZero({ interval }: Gain): boolean {
  return interval !== null && interval.low > 0
}
