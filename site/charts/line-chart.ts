import { axisX, axisY, type Data, dot, gridX, gridY, line, ruleX, ruleY } from '@observablehq/plot'
import { type ChartSeries, dashesEntry, legend } from './legend.ts'
import { type Canvas, drawPlot, isNarrow } from './plot.ts'

/** Values over time or over another number, joined by lines or with intervals. */
export interface LineChart {
  readonly xAxis: string
  readonly yAxis: string
  readonly lines: readonly ChartLine[]
  /** A value to compare with, drawn as a dashed line. */
  readonly reference: { readonly value: number; readonly name: string }
  readonly toText: (value: number) => string
  /** Dates as x are UTC. */
  readonly isTime?: boolean
}

interface ChartLine {
  readonly series: ChartSeries
  readonly points: readonly LinePoint[]
  /** Whether points are joined and not marked, or marked and not joined, or both. */
  readonly look: 'line' | 'points' | 'both'
}

export interface LinePoint {
  readonly x: number | Date
  readonly y: number
  readonly interval?: readonly [number, number] | null
}

export function drawLines(chart: LineChart, canvas: Canvas): SVGSVGElement {
  const { xAxis, yAxis, lines, reference, toText, isTime = false } = chart
  const narrow = isNarrow(canvas.width)
  const margins = { marginLeft: 66, marginRight: 22, marginBottom: 46 }
  const entries = [...lines.map(({ series }) => series), dashesEntry(reference.name)]
  const { height: legendHeight, marks: legendMarks } = legend(entries, canvas.width, margins.marginLeft, 14)
  const marginTop = legendHeight
  const values = lines.flatMap(({ points }) => points.flatMap(({ y, interval }) => [y, ...(interval ?? [])]))
  const xTicks = { ticks: narrow ? 4 : 8 }
  const yTicks = { ticks: 6, tickFormat: toText }
  const grid = { stroke: 'var(--chart-grid)', strokeOpacity: 1 }
  const axis = { labelArrow: 'none', tickSize: 0 } as const
  return drawPlot(
    {
      ...margins,
      marginTop,
      height: marginTop + margins.marginBottom + (narrow ? 210 : 260),
      x: { type: isTime ? 'utc' : 'linear', insetLeft: 8, insetRight: 8 },
      y: { domain: [Math.min(reference.value, ...values), Math.max(reference.value, ...values)], nice: true },
      marks: [
        gridX({ ...xTicks, ...grid }),
        gridY({ ...yTicks, ...grid }),
        axisX({ ...xTicks, ...axis, label: xAxis, labelAnchor: 'center' }),
        axisY({ ...yTicks, ...axis, label: yAxis, labelAnchor: 'center' }),
        ruleY([reference.value], { stroke: 'var(--chart-text)', strokeDasharray: '5 4' }),
        ...lines.flatMap(lineMarks),
        ...legendMarks,
      ],
    },
    canvas,
  )
}

function lineMarks({ series: { symbol, colour }, points, look }: ChartLine) {
  const withIntervals = points.filter(({ interval }) => interval !== undefined && interval !== null)
  return [
    look === 'points' ? null : line(points as Data, { x: 'x', y: 'y', stroke: colour, strokeWidth: 2 }),
    ruleX(withIntervals as Data, {
      ...{ x: 'x', stroke: colour, strokeWidth: 1.5 },
      y1: ({ interval }: LinePoint) => interval?.[0],
      y2: ({ interval }: LinePoint) => interval?.[1],
    }),
    look === 'line'
      ? // The last point alone has the symbol, so that the line can be found in the legend.
        dot(points.slice(-1) as Data, { x: 'x', y: 'y', symbol, fill: colour, r: 5 })
      : dot(points as Data, { x: 'x', y: 'y', symbol, fill: colour, r: 4.5 }),
  ]
}
