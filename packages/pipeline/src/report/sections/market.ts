import { dayOf } from '@riftline/base'
import { type BettingRow, bettingTable, pairedDifference } from '@riftline/core'
import {
  type ChanceOf,
  type Forecaster,
  type GradedForecast,
  matchChance,
  servedConsensus,
} from '../../evaluate/graded-forecast.ts'
import { climbPriced } from '../../evaluate/ladder.ts'
import { type Gain, gainOver } from '../../evaluate/scores.ts'
import { measureForecaster } from '../measure.ts'
import type { ReportedWindow } from '../report-input.ts'
import {
  leftColumn,
  markdownTable,
  numberColumn,
  paragraph,
  toCount,
  toDecimal,
  toHundredths,
  toInterval,
  toSigned,
} from '../text.ts'
import { ladderTable, scoreCells, scoreColumns } from './tables.ts'

const marketChance: ChanceOf = ({ market }) => market!.chance
const anchoredChance: ChanceOf = ({ market }) => market!.anchored

/** The comparison with bookmakers' odds, and how little so few series can prove. */
export function marketSection(
  windows: readonly ReportedWindow[],
  diagramPath: (window: ReportedWindow, model: string) => string,
): string {
  const withOdds = windows.filter(({ graded }) => graded.some(({ market }) => market !== null))
  const priced = withOdds.flatMap(({ graded }) => graded.filter(({ market }) => market !== null))
  const steps = climbPriced(priced)
  if (steps === null) {
    return '## Against the market\n\nNo series of the test windows has odds, so nothing is said of the market here.'
  }
  return [
    '## Against the market',
    '',
    paragraph(
      `${toCount(priced.length)} series of the test windows have odds from before their start. The anchor is the consensus`,
      'and the market joined in log-odds, its weight fitted on the series with odds that had ended by then.',
    ),
    '',
    markdownTable(
      scoreColumns,
      forecasters.map((forecaster) => scoreCells(measureForecaster(priced, forecaster))),
    ),
    '',
    'The whole ladder on these series:',
    '',
    ladderTable(steps),
    '',
    howMuchItSays(priced, gainOver(priced, servedConsensus, marketChance)),
    '',
    ...withOdds.map(
      (window) =>
        `![Reliability of the anchored consensus and of the market on ${window.name}](${diagramPath(window, 'anchored')})\n`,
    ),
    bettingTables(priced),
  ].join('\n')
}

const forecasters: readonly Forecaster[] = [
  { name: 'Market, margin removed', form: null, chance: marketChance },
  { name: 'Consensus', form: 'raw', chance: matchChance('consensus', 'raw') },
  { name: 'Consensus', form: 'calibrated', chance: servedConsensus },
  { name: 'Consensus, anchored', form: 'calibrated', chance: anchoredChance },
]

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

const forms: readonly (readonly [string, ChanceOf])[] = [
  ['raw', matchChance('consensus', 'raw')],
  ['calibrated', servedConsensus],
  ['anchored', ({ market }) => market!.anchored],
]

/** Profits of flat bets on the consensus at the prices of the history, by form and threshold. */
function bettingTables(priced: readonly GradedForecast[]): string {
  const columns = [
    leftColumn('chance'),
    ...['EV at least', 'bets', 'profit', 'yield', '95 % interval', 'largest drawdown'].map(numberColumn),
  ]
  const rows = forms.flatMap(([form, chance]) =>
    bettingTable(
      priced.map((forecast) => ({
        probability: chance(forecast),
        decimalOdds: forecast.market!.offer.odds,
        outcome: forecast.outcome,
        cluster: dayOf(forecast.startMs),
      })),
    ).map((row) => [form, ...bettingCells(row)]),
  )
  return [
    paragraph(
      'One unit on the better side of each series by the consensus, where its expected value reaches a threshold that was',
      'fixed before looking; intervals draw days. So few bets describe luck, not skill. The price is the last one that the',
      'history has, hours old at the start where it is no closing line; of an order book the one that a person could take after',
      'the fee, where that was captured.',
    ),
    '',
    markdownTable(columns, rows),
  ].join('\n')
}

function bettingCells({ threshold, n, profit, yield: earned, interval, maxDrawdown }: BettingRow): string[] {
  return [
    toHundredths(threshold),
    toCount(n),
    toSigned(profit),
    earned === null ? '–' : toSigned(earned),
    interval === null ? '–' : toInterval(interval, toSigned),
    toHundredths(maxDrawdown),
  ]
}
