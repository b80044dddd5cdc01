import { baseModels } from '@riftline/core'
import { displayNames } from '../../evaluate/forecasters.ts'
import { toCount, toDecimal, toHundredths, toInterval, toSigned } from '../format.ts'
import { point } from '../paragraph.ts'
import type { ReportInput } from '../report-input.ts'

/** The settings that are not models, each with the data that it was chosen on. */
export function settingsSection({ settings }: Pick<ReportInput, 'settings'>): string {
  const { glicko2, choice, calibration, anchor } = settings
  const { startDeviation, startVolatility, tau, periodDays } = glicko2
  const period = periodDays === 1 ? 'a day' : `every ${periodDays} days`
  return [
    '## Settings',
    '',
    point(
      'Elo: by game, start 1500, K = 32, scale 400; the chance of a game becomes that of the series by its best-of.',
    ),
    point(
      `Glicko-2, its settings searched on series before the test windows: start deviation ${startDeviation} on the internal`,
      `scale (${(startDeviation * internalPoints).toFixed(0)} points), start volatility ${startVolatility}, tau ${tau}, one`,
      `rating period ${period}; the chance of a game becomes that of the series as for Elo.`,
    ),
    point(`Consensus: ${consensusText(choice)} That was settled on the validation windows.`),
    point(
      'Calibration: a curve stands only where it would have beaten what it replaces, on its latest series and with 95 %',
      `confidence; elsewhere its parent stands, at last a slope on the log-odds. ${curvesText(calibration)}`,
    ),
    point(
      `Anchor to the market: the consensus has weight ${toHundredths(anchor.model.w)} ± ${toHundredths(anchor.model.sd)} in`,
      `log-odds over all series, fitted on ${toCount(anchor.model.nEff)} with odds; best-of and league move it little yet.`,
    ),
  ].join('\n')
}

/** Points of one unit of Glicko-2's internal scale. */
const internalPoints = 173.7178

function consensusText({ consensus, trials, difference }: ReportInput['settings']['choice']): string {
  const saved = { low: -difference.high, high: -difference.low }
  const against = `weights by graded series save ${toSigned(-difference.mean)} ${toInterval(saved, toSigned)} against it`
  const losses = `log-loss ${toDecimal(trials.mean)} and ${toDecimal(trials.weighted)}`
  return consensus === 'mean'
    ? `the plain mean of the members' log-odds; ${against} (${losses}), which may be chance, so the simpler one stands.`
    : `the weighted mean of the members' log-odds instead of the plain one; ${against} (${losses}).`
}

function curvesText(calibration: ReportInput['settings']['calibration']): string {
  const counts = baseModels.map((model) => {
    const { model: own, curves, cells } = calibration[model]
    const slope = own.parentSlope === undefined ? '' : `, slope ${toHundredths(own.parentSlope)}`
    const stands = own.gate === 'kept' ? 'its own curve' : own.level === 'identity' ? 'raw' : 'the slope'
    const kept = Object.keys(curves).length
    return `${displayNames[model]} ${stands}${slope}, ${kept} of ${toCount(Object.keys(cells).length)} formats and leagues`
  })
  return `Curves that stand now: ${counts.join('; ')}.`
}
