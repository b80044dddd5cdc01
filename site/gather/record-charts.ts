import { toCount } from '@riftline/base'
import { toDecimal, toInterval } from '@riftline/record/svg'
import type { StaticChart } from '../charts/chart-html.ts'
import { drawIntervals, type IntervalChart, type IntervalValue } from '../charts/interval-chart.ts'
import { chartSeries } from '../charts/legend.ts'
import { drawLines, type LineChart } from '../charts/line-chart.ts'
import { drawReliability, type ReliabilityChart } from '../charts/reliability-chart.ts'

/** One topic of the page: a sentence that says what its pictures show, and the pictures. */
export interface RecordSection {
  readonly heading: string
  readonly reading: string
  /** Further explanation, Markdown. */
  readonly note?: string
  readonly charts: readonly StaticChart[]
}

interface CountedValue extends IntervalValue {
  /** Number of series that it rests on, as REPORT.md writes it. */
  readonly n?: string
}

interface IntervalFigure extends Pick<IntervalChart, 'axis' | 'reference' | 'bars' | 'toText'> {
  readonly title: string
  /** What the chart shows, in a sentence. */
  readonly shows: string
  /** Column names of the table: of the groups, of the series, of the values. */
  readonly columns: readonly [group: string, series: string, value: string]
  readonly series: readonly string[]
  readonly groups: readonly { readonly label: string; readonly values: readonly (CountedValue | null)[] }[]
}

/** A chart of values with intervals; its table has a row for each value. */
export function intervalFigure({ title, shows, columns, series, ...chart }: IntervalFigure): StaticChart {
  const values = chart.groups.flatMap(({ label, values }) =>
    values.flatMap((value, i) => (value === null ? [] : [{ ...value, label, name: series[i] ?? '' }])),
  )
  const hasMany = series.length > 1
  const has = { n: values.some(({ n }) => n !== undefined), interval: values.some(({ interval }) => interval) }
  const { toText } = chart
  const bars = chart.bars === undefined ? [] : [chart.bars]
  return {
    title,
    description: described(
      shows,
      values.map(({ label, name, value }) => `${label}${hasMany ? `, ${name}` : ''} ${toText(value)}`),
    ),
    table: {
      columns: [
        ...[columns[0], ...(hasMany ? [columns[1]] : []), ...(has.n ? ['n'] : []), columns[2]],
        ...[...(has.interval ? ['95 % interval'] : []), ...bars],
      ],
      rows: values.map(({ label, name, n = '–', value, interval, bar }) => [
        ...[label, ...(hasMany ? [name] : []), ...(has.n ? [n] : []), toText(value)],
        ...(has.interval ? [interval ? toInterval({ low: interval[0], high: interval[1] }, toText) : '–'] : []),
        ...(bars.length > 0 ? [bar ? `${toText(bar[0])} to ${toText(bar[1])}` : '–'] : []),
      ]),
    },
    draw: (canvas) => drawIntervals({ ...chart, series: chartSeries(...series) }, canvas),
  }
}

/** The sentence, and the numbers if they are few; the table has them all. */
function described(shows: string, numbers: readonly string[]): string {
  return numbers.length > 18 ? `${shows} The table below has the numbers.` : `${shows} ${numbers.join('; ')}.`
}

interface ReliabilityFigure extends Omit<ReliabilityChart, 'series'> {
  readonly title: string
  readonly shows: string
  readonly series: readonly string[]
}

export function reliabilityFigure({ title, shows, series, ...chart }: ReliabilityFigure): StaticChart {
  const hasBand = chart.band !== undefined
  return {
    title,
    description: `${shows} The table below has the numbers.`,
    table: {
      columns: ['', 'forecaster', 'n', 'forecast', 'happened', ...(hasBand ? [chart.band ?? ''] : [])],
      rows: chart.panels.flatMap(({ title, points }) =>
        points.flatMap((own, i) =>
          own.map(({ count, forecast, happened, band }) => [
            ...[title, series[i] ?? '', toCount(count), toDecimal(forecast), toDecimal(happened)],
            ...(hasBand ? [band ? `${toDecimal(band[0])} to ${toDecimal(band[1])}` : '–'] : []),
          ]),
        ),
      ),
    },
    draw: (canvas) => drawReliability({ ...chart, series: chartSeries(...series) }, canvas),
  }
}

interface LineFigure extends LineChart, Omit<StaticChart, 'draw'> {}

export function lineFigure({ title, description, table, ...chart }: LineFigure): StaticChart {
  return { title, description, table, draw: (canvas) => drawLines(chart, canvas) }
}

/** Sums up gains: their range, how many are above 0, and how many intervals leave that open. */
export function gainsInWords(values: readonly (IntervalValue | null)[], toText: (value: number) => string): string {
  const known = values.filter((one) => one !== null)
  const gains = known.map(({ value }) => value)
  const positive = gains.filter((gain) => gain > 0).length
  const zeros = zerosIn(known.map(({ interval = null }) => interval))
  return `${rangeOf(gains, toText)}, above 0 in ${positive} of ${gains.length}; ${zeros}`
}

/** Says how many of some intervals hold 0. */
export function zerosIn(intervals: readonly (readonly [number, number] | null)[]): string {
  const known = intervals.filter((interval) => interval !== null)
  const holding = known.filter(([low, high]) => low <= 0 && high >= 0).length
  if (known.length === 1) return holding === 0 ? 'its interval does not hold 0' : 'its interval holds 0'
  if (holding === 0) return `none of ${known.length} intervals holds 0`
  return `${holding} of ${known.length} intervals hold${holding === 1 ? 's' : ''} 0`
}

/** @example rangeOf([0.01, 0.03], toSigned) // => '+0.0100 to +0.0300' */
export function rangeOf(values: readonly number[], toText: (value: number) => string): string {
  const [low, high] = [Math.min(...values), Math.max(...values)].map(toText)
  return low === high ? `${low}` : `${low} to ${high}`
}
