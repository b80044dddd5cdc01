import { reliabilityPoints, toDecimal, toHundredths } from '@riftline/record/svg'
import type { ReliabilityPoint } from '../charts/reliability-chart.ts'
import { intervalFigure, type RecordSection, rangeOf, reliabilityFigure } from './record-charts.ts'
import { type Chances, chancesOf, consensusOf, eloOf, type RecordData } from './record-data.ts'
import { forecasterRow } from './record-gains.ts'
import { reportInterval, reportNumber } from './record-report.ts'

export function reliabilitySection({ windows }: RecordData): RecordSection {
  const panels = windows.map(({ name, series }) => ({
    title: name,
    points: [pointsOf(chancesOf(series, consensusOf)), pointsOf(chancesOf(series, eloOf)).map(withoutBand)],
  }))
  const own = panels.flatMap(({ points }) => points[0] ?? [])
  const inside = own.filter(({ happened, band }) => band && happened >= band[0] && happened <= band[1]).length
  const last = panels.at(-1)?.points[0]?.at(-1)
  return {
    heading: 'Reliability',
    reading: `${inside} of ${own.length} points of the consensus lie in the band in which luck alone would put nineteen of twenty; where it gave the favourite ${percent(last!.forecast)} in ${panels.at(-1)!.title}, the favourite won ${percent(last!.happened)}.`,
    note: 'Each point is a tenth of the series of a window, from weak favourites on the left to strong ones on the right. A point below the diagonal means that favourites won less often than forecast.',
    charts: [
      reliabilityFigure({
        title: 'How often favourites won, by the strength of the favourite',
        shows: `Reliability diagrams of ${panels.length} test windows: mean forecast for the favourite against the share of favourites that won, for the consensus and for Elo.`,
        forecast: 'forecast for the favourite',
        happened: 'favourites that won',
        from: 0.4,
        series: ['Consensus, calibrated', 'Elo'],
        band: '95 % if perfect',
        panels,
      }),
    ],
  }
}

function pointsOf({ chances, outcomes }: Chances): ReliabilityPoint[] {
  return reliabilityPoints(chances, outcomes).map(({ count, forecast, won, low, high }) => ({
    ...{ count, forecast, happened: won },
    band: [low, high],
  }))
}

function withoutBand({ count, forecast, happened }: ReliabilityPoint): ReliabilityPoint {
  return { count, forecast, happened }
}

function percent(value: number): string {
  return `${(value * 100).toFixed(1)}\u00a0%`
}

const compared = [
  ['Consensus', 'calibrated'],
  ['Elo (K = 32)', ''],
  ['Glicko-2', ''],
] as const
const names = ['Consensus', 'Elo', 'Glicko-2']

export function luckSection({ report, windows }: RecordData): RecordSection {
  const rows = windows.map(({ name }) => ({
    name,
    rows: compared.map(([forecaster, form]) => forecasterRow(report, name, forecaster, form)),
  }))
  const luckColumn = 'ECE if perfect (95 % point)'
  const errors = rows.map(({ name, rows }) => ({
    label: name,
    values: rows.map((row) => {
      const [, high = ''] = /\((\S+)\)/.exec(row(luckColumn)) ?? []
      return { value: reportNumber(row('ECE')), bar: [0, reportNumber(high)] as const }
    }),
  }))
  const slopes = rows.map(({ name, rows }) => ({
    label: name,
    values: rows.map((row) => {
      const cell = row('slope [95 %]')
      return { value: reportNumber(cell.split(' ')[0] ?? ''), interval: reportInterval(cell) }
    }),
  }))
  const within = errors.filter(({ values: [own] }) => own!.value <= own!.bar[1]).length
  const slope = rangeOf(
    slopes.map(({ values: [own] }) => own!.value),
    toHundredths,
  )
  const elo = rangeOf(
    slopes.map(({ values }) => values[1]!.value),
    toHundredths,
  )
  return {
    heading: 'Calibration and luck',
    reading: `The calibration error of the consensus is within what a perfect forecaster would show by luck in ${within} of ${errors.length} windows, and its slopes are ${slope}, where 1 is right and less is too bold; Elo’s are ${elo}.`,
    charts: [
      intervalFigure({
        title: 'Calibration error against luck',
        shows:
          'Dots: expected calibration error in each test window. Grey bars: the range of a perfect forecaster, up to its 95 % point.',
        axis: 'calibration error; further left is better',
        columns: ['window', 'forecaster', 'ECE'],
        series: names,
        groups: errors,
        bars: 'luck, up to its 95 % point',
        toText: toDecimal,
      }),
      intervalFigure({
        title: 'Slope of the forecasts',
        shows:
          'Dots with 95 % intervals: the factor on the log-odds that would have fitted the results best; 1 is right, less is too bold.',
        axis: 'slope; below 1 forecasts were too bold, above 1 too timid',
        columns: ['window', 'forecaster', 'slope'],
        series: names,
        groups: slopes,
        reference: { value: 1, name: 'exactly right' },
        toText: toHundredths,
      }),
    ],
  }
}
