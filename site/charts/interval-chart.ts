import { axisX, type Data, dot, gridX, type Markish, rect, ruleX, ruleY, text } from '@observablehq/plot'
import { areaEntry, type ChartSeries, dashesEntry, legend, tickText } from './legend.ts'
import { type Canvas, drawPlot, isNarrow } from './plot.ts'

/** Values with their intervals, as symbols on horizontal lines: one group of lines for each label, one line for each series. */
export interface IntervalChart {
  /** Meaning and unit of the axis. */
  readonly axis: string
  readonly series: readonly ChartSeries[]
  readonly groups: readonly IntervalGroup[]
  /** A value to compare with, drawn as a dashed line. */
  readonly reference?: { readonly value: number; readonly name: string }
  /** Meaning of the grey bars of the values. */
  readonly bars?: string
  readonly toText: (value: number) => string
}

export interface IntervalGroup {
  readonly label: string
  /** Values in the order of the series; null where there is none. */
  readonly values: readonly (IntervalValue | null)[]
}

export interface IntervalValue {
  readonly value: number
  /** Ends of the interval, drawn as a line. */
  readonly interval?: readonly [number, number] | null
  /** Ends of a grey bar behind it. */
  readonly bar?: readonly [number, number]
}

/** One line of the chart; `y` is in pixels from the first group. */
interface Line extends IntervalValue {
  readonly y: number
  readonly series: ChartSeries
}

const lineHeight = 19
const groupGap = 12
const barLook = { colour: 'var(--chart-text)', opacity: 0.22 }

/** Draws a chart whose labels stand left of its lines, or above them on a phone. */
export function drawIntervals(chart: IntervalChart, canvas: Canvas): SVGSVGElement {
  const { axis, series, groups, reference, bars, toText } = chart
  const narrow = isNarrow(canvas.width)
  const longest = Math.max(...groups.map(({ label }) => label.length))
  const left = narrow ? 12 : Math.min(300, longest * 7 + 24)
  const { labels, lines, height } = placed(chart, narrow)
  const entries = [
    ...series,
    ...(bars === undefined ? [] : [areaEntry(bars, barLook)]),
    ...(reference === undefined ? [] : [dashesEntry(reference.name)]),
  ]
  const { height: legendHeight, marks: legendMarks } = legend(entries, canvas.width, left)
  const top = legendHeight
  const axisHeight = narrow ? 60 : 48
  const ends = lines.flatMap(({ value, interval, bar }) => [value, ...(interval ?? []), ...(bar ?? [])])
  if (reference !== undefined) ends.push(reference.value)
  const ticks = { ticks: narrow ? 4 : 7, tickFormat: tickText }
  return drawPlot(
    {
      height: height + top + axisHeight,
      ...{ marginLeft: left, marginRight: 70, marginTop: top, marginBottom: axisHeight },
      x: { domain: [Math.min(...ends), Math.max(...ends)], nice: true },
      y: { domain: [0, height], range: [top, top + height], axis: null },
      marks: [
        gridX({ ...ticks, stroke: 'var(--chart-grid)', strokeOpacity: 1 }),
        axisX({
          ...ticks,
          label: narrow ? axis.replace('; ', ';\n') : axis,
          labelArrow: 'none',
          labelAnchor: 'center',
          tickSize: 0,
        }),
        rect(lines.filter(({ bar }) => bar !== undefined) as Data, {
          x1: ({ bar }: Line) => bar?.[0],
          x2: ({ bar }: Line) => bar?.[1],
          y1: ({ y }: Line) => y - lineHeight / 2 + 2,
          y2: ({ y }: Line) => y + lineHeight / 2 - 2,
          fill: barLook.colour,
          fillOpacity: barLook.opacity,
        }),
        reference === undefined
          ? null
          : ruleX([reference.value], { stroke: 'var(--chart-text)', strokeDasharray: '5 4' }),
        labelMark(labels, narrow, left),
        ...series.flatMap((one) => valueMarks(one, lines, toText)),
        ...legendMarks,
      ],
    },
    canvas,
  )
}

function placed({ series, groups }: IntervalChart, narrow: boolean) {
  let y = 0
  const labels: { readonly label: string; readonly y: number }[] = []
  const lines: Line[] = []
  for (const { label, values } of groups) {
    const top = y + (narrow ? lineHeight : 0)
    const present = values.flatMap((value, i) => (value === null ? [] : [{ value, series: series[i]! }]))
    lines.push(...present.map(({ value, series }, i) => ({ ...value, series, y: top + (i + 0.5) * lineHeight })))
    labels.push({ label, y: narrow ? y + lineHeight / 2 : top + (present.length * lineHeight) / 2 })
    y = top + present.length * lineHeight + groupGap
  }
  return { labels, lines, height: y }
}

function labelMark(labels: readonly unknown[], narrow: boolean, left: number): Markish {
  return text(labels as Data, {
    ...{ y: 'y', text: 'label', frameAnchor: 'left', fill: 'currentColor' },
    // Readable across the lines of the grid.
    ...{ stroke: 'var(--vp-c-bg)', strokeWidth: 4 },
    ...(narrow ? { textAnchor: 'start', dx: 2 - left, fontWeight: 600 } : { textAnchor: 'end', dx: -12 }),
  })
}

function valueMarks({ symbol, colour, name }: ChartSeries, lines: readonly Line[], toText: IntervalChart['toText']) {
  const own = lines.filter(({ series }) => series.name === name) as Data
  return [
    ruleY(own, {
      x1: ({ interval, value }: Line) => interval?.[0] ?? value,
      x2: ({ interval, value }: Line) => interval?.[1] ?? value,
      ...{ y: 'y', stroke: colour, strokeWidth: 2 },
    }),
    dot(own, { x: 'value', y: 'y', r: 5, symbol, fill: colour }),
    text(own, {
      ...{ y: 'y', frameAnchor: 'right', textAnchor: 'start', dx: 10, fill: 'currentColor' },
      text: ({ value }: Line) => toText(value),
    }),
  ]
}
