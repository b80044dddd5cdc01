import { toCount } from '@riftline/base'
import { performanceRows } from '@riftline/record'
import { toDecimal, toInterval, toSigned } from '@riftline/record/svg'
import { chartSeries } from '../charts/legend.ts'
import { intervalFigure, lineFigure, type RecordSection, rangeOf, zerosIn } from './record-charts.ts'
import { eloOf, gainsByMonth, glickoOf, type RecordData, runningGain } from './record-data.ts'
import { type Report, reportInterval, reportNumber, reportRows } from './record-report.ts'

const saved = 'log-loss saved, nats a series; right of 0 the consensus is better'

/** The row of one forecaster in the table of a test window. */
export function forecasterRow(report: Report, window: string, forecaster: string, form: string) {
  const rows = reportRows(report, `Test window ${window}`, ['forecaster', 'form', 'ECE'])
  return rows.find((row) => row('forecaster') === forecaster && row('form') === form)!
}

/** What the consensus saved against one opponent in a test window. */
export function savedAgainst(report: Report, window: string, opponent: string) {
  const rows = reportRows(report, `Test window ${window}`, ['log-loss saved by', 'against'])
  const row = rows.find((row) => row('log-loss saved by') === 'consensus' && row('against') === opponent)!
  return { value: reportNumber(row('gain')), interval: reportInterval(row('95 % interval')) }
}

const opponents = ['Elo (K = 32)', 'Glicko-2'] as const

export function gainSection({ report, windows }: RecordData): RecordSection {
  const groups = windows.map(({ name }) => ({
    label: name,
    values: opponents.map((opponent) => ({
      ...savedAgainst(report, name, opponent),
      n: forecasterRow(report, name, 'Consensus', 'calibrated')('n'),
    })),
  }))
  const range = (i: number): string =>
    rangeOf(
      groups.map(({ values }) => values[i]!.value),
      toSigned,
    )
  return {
    heading: 'Against Elo and Glicko-2',
    reading: `The consensus saves ${range(0)} nats of log-loss a series against Elo and ${range(1)} against Glicko-2; ${zerosIn(groups.flatMap(({ values }) => values.map(({ interval }) => interval)))}.`,
    charts: [
      intervalFigure({
        title: 'Log-loss that the consensus saves, by test window',
        shows: 'Dots with 95 % intervals: log-loss that the calibrated consensus saves in each test window.',
        axis: saved,
        columns: ['window', 'against', 'gain'],
        series: ['against Elo', 'against Glicko-2'],
        groups,
        reference: { value: 0, name: 'no difference' },
        toText: toSigned,
      }),
    ],
  }
}

const forecasters = [
  ['Consensus', 'calibrated'],
  ['PCA sweep', 'calibrated'],
  ['LightGBM', 'calibrated'],
  ['FastTree', 'calibrated'],
  ['Glicko-2', ''],
  ['Elo (K = 32)', ''],
] as const

export function forecasterSection({ report, windows }: RecordData): RecordSection {
  const loss = (window: string, [forecaster, form]: readonly [string, string]): number =>
    reportNumber(forecasterRow(report, window, forecaster, form)('log-loss'))
  const coin = loss(windows[0]!.name, ['Constant ½', ''])
  const [unseen] = windows.slice(-1)
  const ours = forecasters.slice(0, 4).map((one) => loss(unseen!.name, one))
  const spread = Math.max(...ours) - Math.min(...ours)
  return {
    heading: 'All forecasters side by side',
    reading: `In ${unseen!.name} the consensus has a log-loss of ${toDecimal(loss(unseen!.name, forecasters[0]))}, Glicko-2 ${toDecimal(loss(unseen!.name, forecasters[4]))} and Elo ${toDecimal(loss(unseen!.name, forecasters[5]))}; a coin has ${toDecimal(coin)}. The consensus and its three models are within ${toDecimal(spread)} of each other.`,
    charts: [
      intervalFigure({
        title: 'Log-loss by forecaster and test window',
        shows: 'Dots: log-loss of each forecaster in each test window, lower is better.',
        axis: 'log-loss, nats; further left is better',
        columns: ['forecaster', 'window', 'log-loss'],
        series: windows.map(({ name }) => name),
        groups: forecasters.map((one) => ({
          label: one[0],
          values: windows.map(({ name }) => ({ value: loss(name, one) })),
        })),
        reference: { value: coin, name: 'a coin' },
        toText: toDecimal,
      }),
    ],
  }
}

export function monthSection({ graded }: RecordData): RecordSection {
  const months = gainsByMonth(graded)
  const ahead = months.filter(({ gain }) => gain > 0).length
  const elo = runningGain(graded, eloOf)
  const glicko = runningGain(graded, glickoOf)
  const [eloLine, glickoLine] = chartSeries('over Elo', 'over Glicko-2')
  const points = ({ daily }: typeof elo) => daily.map(({ day, sum }) => ({ x: day, y: sum }))
  const tenths = (value: number): string => value.toFixed(1).replace('-', '−')
  return {
    heading: 'Month by month',
    reading: `The consensus was better than Elo in ${ahead} of ${months.length} months; over ${toCount(graded.length)} series that adds up to ${tenths(elo.total)} nats, and to ${tenths(glicko.total)} over Glicko-2.`,
    note: 'A month with few series has a wide interval, and a month with series on fewer than 10 days has none. From `graded.json`.',
    charts: [
      lineFigure({
        title: 'Log-loss saved against Elo in each month',
        description: `Dots with 95 % intervals for ${months.length} months: the gain over Elo a series, ${rangeOf(
          months.map(({ gain }) => gain),
          toSigned,
        )}. The table below has the numbers.`,
        ...{
          xAxis: 'month',
          yAxis: 'gain, nats a series',
          isTime: true,
          toText: (value) => value.toFixed(2).replace('-', '−'),
        },
        reference: { value: 0, name: 'no difference' },
        lines: [
          {
            series: { ...eloLine!, name: 'gain over Elo, with its 95 % interval' },
            points: months.map(({ month, gain, interval }) => ({
              x: new Date(`${month}-15`),
              y: gain,
              interval: interval && [interval.low, interval.high],
            })),
            look: 'points',
          },
        ],
        table: {
          columns: ['month', 'series', 'gain over Elo', '95 % interval'],
          rows: months.map(({ month, count, gain, interval }) => [
            ...[month, toCount(count), toSigned(gain)],
            interval ? toInterval(interval, toSigned) : '–',
          ]),
        },
      }),
      lineFigure({
        title: 'Log-loss saved, added up series by series',
        description: `Two lines that rise over time: the sum of the gain over Elo ends at ${tenths(elo.total)} nats, that over Glicko-2 at ${tenths(glicko.total)}.`,
        ...{ xAxis: 'day', yAxis: 'nats, added up', isTime: true, toText: String },
        reference: { value: 0, name: 'no difference' },
        lines: [
          { series: eloLine!, points: points(elo), look: 'line' },
          { series: glickoLine!, points: points(glicko), look: 'line' },
        ],
        table: {
          columns: ['until the end of', 'over Elo', 'over Glicko-2'],
          rows: months.map(({ month }) => [month, ...[elo, glicko].map((one) => tenths(sumUntil(one.daily, month)))]),
        },
      }),
    ],
  }
}

function sumUntil(daily: ReturnType<typeof runningGain>['daily'], month: string): number {
  return daily.filter(({ day }) => day.toISOString().slice(0, 7) <= month).at(-1)?.sum ?? 0
}

const recent = [
  ['last30days', 'last 30 days'],
  ['last90days', 'last 90 days'],
  ['last365days', 'last 365 days'],
  ['all', 'all'],
] as const

export function recentSection({ performance }: RecordData): RecordSection {
  const windows = performanceRows(performance, { league: null, bestOf: null })
  const groups = recent.map(([name, label]) => {
    const window = windows.find(({ window }) => window === name)!
    const values = (['consensus', 'glicko2', 'elo'] as const).map((model) => {
      const row = window.rows.find((one) => one.model === model)
      const { logLoss = null, logLossInterval, n } = row ?? {}
      return logLoss === null ? null : { value: logLoss, interval: logLossInterval ?? null, n: toCount(n ?? 0) }
    })
    return { label, values }
  })
  const year = groups[2]!.values
  return {
    heading: 'The latest record',
    reading: `In the 365 days before ${performance.dataThroughUtc.slice(0, 10)} the consensus has a log-loss of ${toDecimal(year[0]!.value)} on ${year[0]!.n} series, Glicko-2 ${toDecimal(year[1]!.value)} and Elo ${toDecimal(year[2]!.value)}.`,
    note: 'These are the numbers of `GET /v1/performance`, `riftline performance` and a server’s page `/record`.',
    charts: [
      intervalFigure({
        title: 'Log-loss in the last days and in the whole record',
        shows:
          'Dots with 95 % intervals: log-loss in the last 30, 90 and 365 days and in the whole record; lower is better.',
        axis: 'log-loss, nats; further left is better',
        columns: ['days', 'forecaster', 'log-loss'],
        series: ['Consensus', 'Glicko-2', 'Elo'],
        groups,
        toText: toDecimal,
      }),
    ],
  }
}
