import { toCount } from '@riftline/base'
import { logLoss } from '@riftline/core'
import { toDecimal, toSigned } from '@riftline/record/svg'
import { chartSeries } from '../charts/legend.ts'
import { intervalFigure, lineFigure, type RecordSection, zerosIn } from './record-charts.ts'
import { chancesOf, consensusOf, type RecordData } from './record-data.ts'
import { gainOf } from './record-groups.ts'
import { reportInterval, reportNumber, reportRows } from './record-report.ts'

const coin = Math.LN2

export function ageSection({ report, windows }: RecordData): RecordSection {
  const rows = reportRows(report, 'On old data', ['days old', 'frozen', 'faded'])
  const ages = rows.map((row) => reportNumber(row('days old')))
  const [faded, frozen] = ['faded', 'frozen'].map((form) => rows.map((row) => reportNumber(row(form))))
  const { chances, outcomes } = chancesOf(
    windows.flatMap(({ series }) => series),
    consensusOf,
  )
  const fresh = logLoss(chances, outcomes)
  const [fadedLine, frozenLine] = chartSeries('faded by age, as served', 'as if the data were fresh')
  const points = (losses: readonly number[]) => [fresh, ...losses].map((y, i) => ({ x: [0, ...ages][i] ?? 0, y }))
  return {
    heading: 'On old data',
    reading: `With fresh data the consensus has a log-loss of ${toDecimal(fresh)}, with data ${ages[0]} days old ${toDecimal(faded![0]!)}, and at ${ages.at(-1)} days ${toDecimal(faded!.at(-1)!)}, since forecasts fade with the age of the data; without fading that would be ${toDecimal(frozen!.at(-1)!)}. A coin has ${toDecimal(coin)}.`,
    charts: [
      lineFigure({
        title: 'Log-loss by the age of the data',
        description: `Two lines that rise with the age of the data. Fresh: ${toDecimal(fresh)}; ${ages.map((age, i) => `${age} days: ${toDecimal(faded![i]!)} faded, ${toDecimal(frozen![i]!)} as if fresh`).join('; ')}. A coin has ${toDecimal(coin)}.`,
        ...{ xAxis: 'days old', yAxis: 'log-loss, nats; lower is better', toText: (value) => value.toFixed(2) },
        reference: { value: coin, name: 'a coin' },
        lines: [
          { series: fadedLine!, points: points(faded!), look: 'both' },
          { series: frozenLine!, points: points(frozen!), look: 'both' },
        ],
        table: {
          columns: ['days old', 'n', 'as if fresh', 'faded', 'gain', '95 % interval'],
          rows: [
            ['0', toCount(outcomes.length), toDecimal(fresh), toDecimal(fresh), '–', '–'],
            ...rows.map((row) => ['days old', 'n', 'frozen', 'faded', 'gain', '95 % interval'].map(row)),
          ],
        },
      }),
    ],
  }
}

const marketForecasters = [
  ['Market, margin removed', ''],
  ['Consensus, anchored', 'calibrated'],
  ['Consensus', 'calibrated'],
] as const

export function marketSection({ report }: RecordData): RecordSection {
  const rows = reportRows(report, 'Against the market', ['forecaster', 'form', 'log-loss'])
  const losses = marketForecasters.map(([forecaster, form]) => {
    const row = rows.find((one) => one('forecaster') === forecaster && one('form') === form)!
    return { label: forecaster, values: [{ value: reportNumber(row('log-loss')), n: row('n') }] }
  })
  const steps = reportRows(report, 'Against the market', ['step', 'gain', 'over']).filter(
    (row) => row('step') === 'anchored',
  )
  const gains = steps.map((row) => ({
    label: `anchored over ${row('over')}`,
    values: [{ value: reportNumber(row('gain')), interval: reportInterval(row('95 % interval')) }],
  }))
  const [market, anchored, plain] = losses.map(({ values }) => values[0]!)
  return {
    heading: 'Against the market',
    reading: `On the ${market!.n} series with a price the market has ${toDecimal(market!.value)}, the consensus ${toDecimal(plain!.value)}, and the consensus anchored to the market ${toDecimal(anchored!.value)}: ${zerosIn(gains.map(({ values }) => values[0]!.interval))}. So few series do not tell which is better.`,
    charts: [
      intervalFigure({
        title: 'Log-loss on series with a price',
        shows: 'Dots: log-loss of the market, of the anchored consensus and of the consensus; lower is better.',
        axis: 'log-loss, nats; further left is better',
        columns: ['forecaster', '', 'log-loss'],
        series: ['log-loss'],
        groups: losses,
        toText: toDecimal,
      }),
      intervalFigure({
        title: 'Log-loss that the anchored consensus saves',
        shows:
          'Dots with 95 % intervals: log-loss that the anchored consensus saves against the consensus and against the market.',
        axis: 'log-loss saved, nats a series; right of 0 the anchored consensus is better',
        columns: ['comparison', '', 'gain'],
        series: ['gain'],
        groups: gains,
        reference: { value: 0, name: 'no difference' },
        toText: toSigned,
      }),
    ],
  }
}

export function stepSection({ report }: RecordData): RecordSection {
  const rows = reportRows(report, 'What each step changes', ['step', 'median move', 'gain'])
  const groups = rows.map((row) => ({ label: row('step'), values: [gainOf(row, 'gain', '95 % interval')] }))
  const moves = rows.map((row) => ({
    label: row('step'),
    values: [{ value: reportNumber(row('median move')), n: row('n') }],
  }))
  const largest = [...moves].sort((a, b) => b.values[0]!.value - a.values[0]!.value)[0]
  return {
    heading: 'What each step changes',
    reading: `Of the steps after the models, the ${largest!.label} moves a chance most, by ${largest!.values[0]!.value} points in the median; ${zerosIn(groups.map(({ values }) => values[0]!.interval))}.`,
    charts: [
      intervalFigure({
        title: 'Log-loss that each step saves',
        shows: 'Dots with 95 % intervals: log-loss that each step of a forecast saves on the test windows.',
        axis: 'log-loss saved, nats a series; right of 0 the step helps',
        columns: ['step', '', 'gain'],
        series: ['gain'],
        groups,
        reference: { value: 0, name: 'no difference' },
        toText: toSigned,
      }),
    ],
  }
}
