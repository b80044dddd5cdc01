import { dayOf } from '@riftline/base'
import { type BettingRow, bettingTable } from '@riftline/core'
import { type ChanceOf, matchChance, servedConsensus } from '../../evaluate/forecasters.ts'
import type { GradedForecast } from '../../evaluate/graded-forecast.ts'
import { toCount, toHundredths, toInterval, toSigned } from '../format.ts'
import { leftColumn, markdownTable, numberColumn } from '../markdown-table.ts'
import { paragraph } from '../paragraph.ts'

const forms: readonly (readonly [string, ChanceOf])[] = [
  ['raw', matchChance('consensus', 'raw')],
  ['calibrated', servedConsensus],
  ['anchored', ({ market }) => market!.anchored],
]

/** Profits of flat bets on the consensus at the prices of the history, by form and threshold. */
export function bettingTables(priced: readonly GradedForecast[]): string {
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
