import { pairedDifference } from '@riftline/core'
import type { GradedForecast } from '../../evaluate/evaluation.ts'
import { type ChanceOf, type Forecaster, servedConsensus } from '../forecasters.ts'
import { toCount, toDecimal } from '../format.ts'
import { leftColumn, markdownTable, numberColumn } from '../markdown-table.ts'
import { type Gain, gainOver } from '../measure/gain.ts'
import { measureForecaster } from '../measure/measure-forecaster.ts'
import { paragraph } from '../paragraph.ts'
import type { ReportedSettings, ReportedWindow } from '../report-input.ts'
import { gainCells, gainColumns, scoreCells, scoreColumns } from './cells.ts'

const marketChance: ChanceOf = ({ market }) => market!.chance
const anchoredChance: ChanceOf = ({ market }) => market!.anchored

/** The one comparison with people who bet money on it, and how little so few series can say. */
export function marketSection(windows: readonly ReportedWindow[], { anchorWeight }: ReportedSettings): string {
  const priced = windows.flatMap(({ graded }) => graded.filter(({ market }) => market !== null))
  if (priced.length === 0) {
    return '## Against the market\n\nNo series of the test windows has odds, so nothing is said of the market here.'
  }
  const forecasters: readonly Forecaster[] = [
    { name: 'Market, margin removed', form: null, chance: marketChance },
    { name: 'Consensus', form: 'calibrated', chance: servedConsensus },
    { name: `Anchored, weight ${toDecimal(anchorWeight)}`, form: 'calibrated', chance: anchoredChance },
  ]
  const overMarket = gainOver(priced, servedConsensus, marketChance)
  const gains: readonly (readonly [string, string, Gain])[] = [
    ['consensus', 'market', overMarket],
    ['anchored', 'market', gainOver(priced, anchoredChance, marketChance)],
    ['anchored', 'consensus', gainOver(priced, anchoredChance, servedConsensus)],
  ]
  return [
    '## Against the market',
    '',
    paragraph(
      `${toCount(priced.length)} series of the test windows have odds from before their start. The weight of the anchor is`,
      'the share of the consensus in log-odds; the rest is the market.',
    ),
    '',
    markdownTable(
      scoreColumns,
      forecasters.map((forecaster) => scoreCells(measureForecaster(priced, forecaster))),
    ),
    '',
    markdownTable(
      [leftColumn('log-loss saved by'), leftColumn('against'), numberColumn('n'), ...gainColumns],
      gains.map(([better, worse, gain]) => [better, worse, toCount(gain.n), ...gainCells(gain)]),
    ),
    '',
    howMuchItSays(priced, overMarket),
  ].join('\n')
}

const notableGain = 0.005
// (1.96 + 0.84)²: two-sided 5 %, power 80 %.
const powerFactor = (1.959963984540054 + 0.8416212335729143) ** 2

function howMuchItSays(priced: readonly GradedForecast[], { n, interval }: Gain): string {
  if (n < 2 || interval === null) return 'That is too few series on too few days to say who is better.'
  const half = (interval.high - interval.low) / 2
  const outcomes = priced.map(({ outcome }) => outcome)
  const { sd } = pairedDifference(priced.map(marketChance), priced.map(servedConsensus), outcomes)
  const needed = Math.ceil(powerFactor * (sd / notableGain) ** 2)
  const verdict =
    interval.low > 0
      ? 'Here the consensus was the better one, on this stretch and these prices.'
      : interval.high < 0
        ? 'Here the market was the better one.'
        : 'It does not tell which of the two is better.'
  return paragraph(
    `${toCount(n)} series leave ±${toDecimal(half)} around the gain of the consensus over the market. ${verdict} To see a`,
    `gain of ${toDecimal(notableGain)} four times in five would take about ${toCount(needed)} series with odds.`,
  )
}
