import { dayOf } from '@riftline/base'
import { type BettingRow, bettingTable, pairedDifference } from '@riftline/core'
import { climbPriced } from '../../evaluate/evaluation.ts'
import {
  type ChanceOf,
  type Forecaster,
  type GradedForecast,
  matchChance,
  servedConsensus,
} from '../../evaluate/graded-forecast.ts'
import { measurePicks, type PickedSeries, type PickMean, type PickRecord } from '../../evaluate/pick-records.ts'
import { type Gain, gainOver } from '../../evaluate/scores.ts'
import { measureForecaster, type ReportedWindow } from '../measure.ts'
import * as md from '../text.ts'

const marketChance: ChanceOf = ({ market }) => market!.chance
const anchoredChance: ChanceOf = ({ market }) => market!.anchored

export function marketSection(
  windows: readonly ReportedWindow[],
  diagramPath: (window: ReportedWindow, model: string) => string,
): string {
  const withOdds = windows.filter(({ graded }) => graded.some(({ market }) => market !== null))
  const priced = withOdds.flatMap(({ graded }) => graded.filter(({ market }) => market !== null))
  const steps = climbPriced(priced)
  if (steps === null) {
    const unpriced = 'No series of the test windows has odds, so nothing is said of the market here.'
    return md.section('Against the market', unpriced)
  }
  const scores = forecasters.map((forecaster) => md.scoreCells(measureForecaster(priced, forecaster)))
  return md.section(
    'Against the market',
    md.paragraph(
      `${md.toCount(priced.length)} series of the test windows have odds from before their start. The anchor is the consensus`,
      'and the market joined in log-odds, its weight fitted on the series with odds that had ended by then.',
    ),
    md.markdownTable(md.scoreColumns, scores),
    'The whole ladder on these series:',
    md.ladderTable(steps),
    howMuchItSays(priced, gainOver(priced, servedConsensus, marketChance)),
    ...withOdds.map(
      (window) =>
        `![Reliability of the anchored consensus and of the market on ${window.name}](${diagramPath(window, 'anchored')})`,
    ),
    ...bettingTables(priced),
  )
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
  return md.paragraph(
    `${md.toCount(n)} series leave ±${md.toDecimal(half)} around the gain of the consensus over the market. ${verdict} To see a`,
    `gain of ${md.toDecimal(notableGain)} four times in five would take about ${md.toCount(needed)} series with odds.`,
  )
}

const forms = [
  ['raw', matchChance('consensus', 'raw')],
  ['calibrated', servedConsensus],
  ['anchored', anchoredChance],
] as const

function bettingTables(priced: readonly GradedForecast[]): readonly string[] {
  const numbers = ['EV at least', 'bets', 'profit', 'yield', '95 % interval', 'largest drawdown']
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
    md.paragraph(
      'One unit on the better side of each series by the consensus, where its expected value reaches a threshold that was',
      'fixed before looking; intervals draw days. So few bets describe luck, not skill. The price is the last one that the',
      'history has, hours old at the start where it is no closing line; of an order book the one that a person could take after',
      'the fee, where that was captured.',
    ),
    md.markdownTable([...md.leftColumns('chance'), ...numbers], rows),
  ]
}

function bettingCells({ threshold, n, profit, yield: earned, interval, maxDrawdown }: BettingRow): string[] {
  return [
    md.toHundredths(threshold),
    md.toCount(n),
    md.toSigned(profit),
    earned === null ? '–' : md.toSigned(earned),
    interval === null ? '–' : md.toInterval(interval, md.toSigned),
    md.toHundredths(maxDrawdown),
  ]
}

const heading = 'Value picks'

const nothing = md.paragraph(
  'No series of the graded record has a price with the name of its book, so nothing is said of value picks here. A sync fills',
  'this section from captured odds.',
)

/** Earnings of the consensus's value picks, and their prices beside the closing lines, by book. */
export function valuePicksSection(record: readonly PickedSeries[]): string {
  const measured = measurePicks(record)
  if (measured === null) return md.section(heading, nothing)
  const numbers = ['series', 'picks', 'ROI', '95 % interval', 'with closing line', 'CLV', '95 % interval', 'at mid']
  const records = [['all', measured.all] as const, ...Object.entries(measured.books)]
  const rows = records.map(([book, one]) => [book, ...pickCells(one)])
  return md.section(
    heading,
    md.paragraph(
      'One unit on the side to which the raw consensus gave the larger expected value, where that was above 0, at the first',
      'captured price, of an order book the one that a person could take after the fee: of each series at whichever book was captured',
      'first, and of each book. `at mid` counts picks at a price of which no such one was captured: of an order book they flatter. Every series was forecast by',
      'the weights of the start of its month. CLV is the closing-line value in the fair form: price times the chance in the closing',
      'line without its margin, less 1. Intervals draw days.',
    ),
    measured.all.closed === 0 ? 'No book has a closing line here, so nothing can be said of closing-line value.' : '',
    md.markdownTable([...md.leftColumns('book'), ...numbers], rows),
  )
}

/** Renews this section of a report from a newer record. A report without the section gets it if there are picks. */
export function renewValuePicks(report: string, record: readonly PickedSeries[]): string {
  const text = valuePicksSection(record)
  const start = report.indexOf(`## ${heading}\n`)
  if (start === -1) return measurePicks(record) === null ? report : `${report.trimEnd()}\n\n${text}\n`
  const next = report.indexOf('\n## ', start)
  return `${report.slice(0, start)}${text}\n${next === -1 ? '' : report.slice(next)}`
}

function pickCells({ series, picks, atMid, roi, closed, clv }: PickRecord): string[] {
  return [
    md.toCount(series),
    md.toCount(picks),
    ...meanCells(roi),
    md.toCount(closed),
    ...meanCells(clv),
    md.toCount(atMid),
  ]
}

function meanCells(mean: PickMean | null): string[] {
  return mean === null ? ['–', '–'] : md.gainCells(mean)
}
