import { toDecimal, toHundredths, toSigned } from '@riftline/record/svg'
import { intervalFigure, type RecordSection, reliabilityFigure, zerosIn } from './record-charts.ts'
import type { RecordData } from './record-data.ts'
import { gainOf } from './record-groups.ts'
import { type Report, type ReportRow, reportInterval, reportNumber, reportRows } from './record-report.ts'

const section = 'Tournaments, simulated'
const chances = ['first place', 'upper half'] as const
const simulations = ['joint draws', 'Elo (K = 32)'] as const

export function seasonSection({ report }: RecordData): RecordSection {
  const rows = reportRows(report, section, ['chance of', 'of', 'over Elo'])
  const moments = ['25 %', '50 %', '75 %', 'all']
  const groups = moments.map((moment) => ({
    label: moment === 'all' ? 'all moments' : `${moment} played`,
    values: chances.map((chance) => {
      const row = rows.find((one) => one('chance of') === chance && one('of') === moment)
      return row ? gainOf(row, 'over Elo', '95 % interval') : null
    }),
  }))
  const [first, half] = groups.at(-1)!.values
  const [, seasons = ''] = /^(\d+) seasons of at least/m.exec(report.text) ?? []
  return {
    heading: 'Seasons, simulated',
    reading: `In ${seasons} seasons simulated from a quarter, a half and three quarters on, the chance of the first place saves ${toSigned(first!.value)} against Elo and that of the upper half ${toSigned(half!.value)}; ${zerosIn([first!.interval, half!.interval])}.`,
    charts: [
      intervalFigure({
        title: 'Log-loss that simulated seasons save against Elo',
        shows:
          'Dots with 95 % intervals: log-loss that the simulation saves against one with Elo, by the part of the season that was played.',
        axis: 'log-loss saved, nats; right of 0 riftline is better',
        columns: ['moment', 'chance of', 'gain over Elo'],
        series: chances,
        groups,
        reference: { value: 0, name: 'no difference' },
        toText: toSigned,
      }),
      reliabilityFigure({
        title: 'How often a place was reached, by the chance given',
        shows:
          'Reliability diagrams of simulated seasons, for the first place and for the upper half: the chance given against how often it happened, for riftline and for Elo.',
        forecast: 'forecast',
        happened: 'happened',
        from: 0,
        series: ['riftline, joint draws', 'Elo'],
        panels: chances.map((chance) => ({
          title: chance,
          points: simulations.map((simulation) => placePoints(report, chance, simulation)),
        })),
      }),
      slopeFigure(report),
    ],
  }
}

/** Forecast and frequency of a simulation. The table repeats two column names, which stand behind the one of the simulation. */
function placePoints({ tables }: Report, chance: string, simulation: string) {
  const table = tables.find((one) => one.section === section && one.columns[0] === chance)
  const at = table!.columns.indexOf(`${simulation}: n`)
  return table!.rows.map((row) => {
    const [count = 0, forecast = 0, happened = 0] = row.slice(at, at + 3).map(reportNumber)
    return { count, forecast, happened }
  })
}

function slopeFigure(report: Report) {
  const rows = reportRows(report, section, ['simulation', 'slope [95 %]'])
  const named = ['joint draws', 'independent draws', 'Elo (K = 32)']
  const slopeOf = (row: ReportRow) => {
    const cell = row('slope [95 %]')
    return { value: reportNumber(cell.split(' ')[0] ?? ''), interval: reportInterval(cell) }
  }
  return intervalFigure({
    title: 'Slope of the chances of a place',
    shows:
      'Dots with 95 % intervals: the factor on the log-odds that would have fitted the results best, all moments together; 1 is right, less is too bold.',
    axis: 'slope; below 1 chances were too bold',
    columns: ['chance of', 'simulation', 'slope'],
    series: ['joint draws, as served', 'independent draws', 'Elo'],
    groups: chances.map((chance) => ({
      label: chance,
      values: named.map((name) => {
        const row = rows.find(
          (one) => one('chance of') === chance && one('played') === 'all' && one('simulation') === name,
        )
        return row ? slopeOf(row) : null
      }),
    })),
    reference: { value: 1, name: 'exactly right' },
    toText: toHundredths,
  })
}

export function eventSection({ report }: RecordData): RecordSection {
  const rows = reportRows(report, section, ['event', 'joint draws'])
  const brackets = reportRows(report, section, ['brackets', 'over Elo'])
  const columns = ['joint draws', 'Elo', 'equal chances']
  const groups = rows.map((row) => ({
    label: row('event'),
    values: columns.map((column) => ({ value: reportNumber(row(column)) })),
  }))
  const ahead = groups.filter(({ values: [own, elo] }) => own!.value > elo!.value).length
  return {
    heading: 'Play-offs and events',
    reading: `Before the first series of its bracket, riftline gave the later winner a higher chance than Elo did at ${ahead} of ${groups.length} international events. Events are few, so nothing is concluded from them.`,
    charts: [
      intervalFigure({
        title: 'How much better the winner of a bracket was foreseen than by Elo',
        shows: 'Dots with 95 % intervals: difference of the mean logarithm of the winner’s chance.',
        axis: 'mean logarithm of the winner’s chance, over Elo; right of 0 riftline is better',
        columns: ['brackets', '', 'over Elo'],
        series: ['over Elo'],
        groups: brackets.map((row) => ({ label: row('brackets'), values: [gainOf(row, 'over Elo', '95 % interval')] })),
        reference: { value: 0, name: 'no difference' },
        toText: toSigned,
      }),
      intervalFigure({
        title: 'Chance of the later winner before the first series',
        shows:
          'Dots: the chance that the later winner of each event had before its bracket, by riftline, by Elo and if all were equal.',
        axis: 'chance of the later winner; further right is better',
        columns: ['event', 'forecaster', 'chance'],
        series: ['riftline', 'Elo', 'equal chances'],
        groups,
        toText: toDecimal,
      }),
    ],
  }
}
