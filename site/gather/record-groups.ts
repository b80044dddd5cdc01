import { toSigned } from '@riftline/record/svg'
import { gainsInWords, intervalFigure, type RecordSection, zerosIn } from './record-charts.ts'
import type { RecordData } from './record-data.ts'
import { type ReportRow, reportInterval, reportNumber, reportRows } from './record-report.ts'

const none = { value: 0, name: 'no difference' } as const
const better = 'log-loss saved, nats a series; right of 0 the consensus is better'

/** Gain and interval of a row, from the columns of these names. */
export function gainOf(row: ReportRow, gain: string, interval: string) {
  return { value: reportNumber(row(gain)), interval: reportInterval(row(interval)), n: row('n') }
}

export function bestOfSection({ report, windows }: RecordData): RecordSection {
  const rows = reportRows(report, 'By best-of', ['best of', 'gain over Elo'])
  const formats = [...new Set(rows.map((row) => row('best of')))]
  const groups = formats.map((format) => ({
    label: `best of ${format}`,
    values: windows.map(({ name }) => {
      const row = rows.find((one) => one('window') === name && one('best of') === format)
      return row ? gainOf(row, 'gain over Elo', '95 % interval') : null
    }),
  }))
  const values = groups.flatMap((group) => group.values)
  return {
    heading: 'By best-of',
    reading: `Gain of the consensus over Elo by format and test window: ${gainsInWords(values, toSigned)}.`,
    charts: [
      intervalFigure({
        title: 'Gain over Elo by best-of and test window',
        shows:
          'Dots with 95 % intervals: log-loss that the consensus saves against Elo in each format and test window.',
        axis: better,
        columns: ['format', 'window', 'gain over Elo'],
        series: windows.map(({ name }) => name),
        groups,
        reference: none,
        toText: toSigned,
      }),
    ],
  }
}

export function leagueSection({ report }: RecordData): RecordSection {
  const rows = reportRows(report, 'By league', ['league', 'gain over Elo'])
  const groups = rows.map((row) => ({ label: row('league'), values: [gainOf(row, 'gain over Elo', '95 % interval')] }))
  const values = groups.flatMap((group) => group.values)
  return {
    heading: 'By league',
    reading: `Gain of the consensus over Elo by league: ${gainsInWords(values, toSigned)}.`,
    note: 'All test windows together, the leagues with the most series first. With this many intervals one in twenty misses the truth by chance.',
    charts: [
      intervalFigure({
        title: 'Gain over Elo by league',
        shows: 'Dots with 95 % intervals: log-loss that the consensus saves against Elo in each league.',
        axis: better,
        columns: ['league', '', 'gain over Elo'],
        series: ['gain'],
        groups,
        reference: none,
        toText: toSigned,
      }),
    ],
  }
}

export function draftSection({ report }: RecordData): RecordSection {
  const rows = reportRows(report, 'With the draft of game 1', ['window', 'gain'])
  const groups = rows.map((row) => ({ label: row('window'), values: [gainOf(row, 'gain', '95 % interval')] }))
  const together = groups.at(-1)?.values[0]
  return {
    heading: 'With the draft',
    reading: `Knowing the ten picks of game 1 saves ${toSigned(together!.value)} on ${together!.n} series; ${zerosIn([together!.interval])}.`,
    charts: [
      intervalFigure({
        title: 'Log-loss that the draft saves',
        shows: 'Dots with 95 % intervals: log-loss that the consensus with picks saves against the consensus without.',
        axis: 'log-loss saved, nats a series; right of 0 picks help',
        columns: ['window', '', 'gain'],
        series: ['gain'],
        groups,
        reference: none,
        toText: toSigned,
      }),
    ],
  }
}

export function mapSection({ report, windows }: RecordData): RecordSection {
  const rows = reportRows(report, 'Scores, totals and maps', ['market', 'gain']).filter(
    (row) => row('format') === 'best of 3 and 5',
  )
  const groups = [...new Set(rows.map((row) => row('market')))].map((market) => ({
    label: market,
    values: windows.map(({ name }) => {
      const row = rows.find((one) => one('market') === market && one('window') === name)
      return row ? gainOf(row, 'gain', '95 % interval') : null
    }),
  }))
  const values = groups.flatMap((group) => group.values)
  return {
    heading: 'Scores, totals and maps',
    reading: `Drawing one strength for all maps of a series, in place of maps independent of each other, saves ${gainsInWords(values, toSigned)}.`,
    note: 'Best of 3 and 5, the consensus against the same chances of a series with maps independent of each other.',
    charts: [
      intervalFigure({
        title: 'Gain of one strength for all maps, by market',
        shows: 'Dots with 95 % intervals: log-loss saved in each market of maps and in each test window.',
        axis: 'log-loss saved, nats; right of 0 one strength is better',
        columns: ['market', 'window', 'gain'],
        series: windows.map(({ name }) => name),
        groups,
        reference: none,
        toText: toSigned,
      }),
    ],
  }
}
