import { toDecimal } from '../format.ts'
import { point } from '../paragraph.ts'
import type { ReportInput } from '../report-input.ts'

/** The choices that are not models: each with what it was chosen on. */
export function settingsSection({ settings }: Pick<ReportInput, 'settings'>): string {
  const { glicko2, anchorWeight } = settings
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
    point(`Consensus: ${consensusText(settings)}, both over the validation windows, which made the choice.`),
    point(`Anchor to the market: the consensus has weight ${toDecimal(anchorWeight)} in log-odds.`),
  ].join('\n')
}

/** Points of one unit of Glicko-2's internal scale. */
const internalPoints = 173.7178

function consensusText({ consensus, consensusTrials }: ReportInput['settings']): string {
  const other = consensus === 'mean' ? 'weighted' : 'mean'
  const own = consensusTrials[consensus]
  const against = consensusTrials[other]
  const trials = `its log-loss is ${toDecimal(own)}, that of the ${names[other]} ${toDecimal(against)}`
  const better =
    consensus === 'mean' ? ', within chance, so the simpler one stands' : ', so the other one would have been better'
  const verdict = own <= against ? '' : better
  return `the ${names[consensus]} of the members' log-odds; ${trials}${verdict}`
}

const names = { mean: 'plain mean', weighted: 'weighted mean' } as const
