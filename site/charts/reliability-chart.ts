import { areaY, axisX, axisY, type Data, dot, gridX, gridY, line, type Markish, text } from '@observablehq/plot'
import { areaEntry, type ChartSeries, dashesEntry, legend } from './legend.ts'
import { type Canvas, drawPlot, isNarrow } from './plot.ts'

/** How often forecasts came true, one panel beside the other: points on the diagonal are right. */
export interface ReliabilityChart {
  /** Names of the axes: of the forecast, and of how often it came true. */
  readonly forecast: string
  readonly happened: string
  /** Both axes begin here and end at 1. */
  readonly from: number
  readonly series: readonly ChartSeries[]
  readonly panels: readonly ReliabilityPanel[]
  /** Meaning of the band of the points of the first series. */
  readonly band?: string
}

interface ReliabilityPanel {
  readonly title: string
  /** Points in the order of the series. */
  readonly points: readonly (readonly ReliabilityPoint[])[]
}

export interface ReliabilityPoint {
  readonly count: number
  readonly forecast: number
  readonly happened: number
  /** Ends of the band. */
  readonly band?: readonly [number, number]
}

interface PlacedPoint extends ReliabilityPoint {
  readonly panel: string
}

const bandLook = { colour: 'var(--chart-blue)', opacity: 0.2 }

/** Draws panels beside each other, or one below the other on a phone. */
export function drawReliability(chart: ReliabilityChart, canvas: Canvas): SVGSVGElement {
  const { forecast, happened, from, series, panels, band } = chart
  const narrow = isNarrow(canvas.width)
  const margins = { marginLeft: 66, marginRight: 22, marginBottom: 46 }
  const entries = [...series, ...(band === undefined ? [] : [areaEntry(band, bandLook)]), dashesEntry('exactly right')]
  const { height: marginTop, marks: legendMarks } = legend(entries, canvas.width, margins.marginLeft, 32)
  const inner = canvas.width - margins.marginLeft - margins.marginRight
  const facet = narrow ? 'fy' : 'fx'
  const ticks = { tickFormat: toPercent, ticks: narrow || panels.length > 2 ? 4 : 6 }
  const grid = { ...ticks, stroke: 'var(--chart-grid)', strokeOpacity: 1 }
  const axis = { ...ticks, labelArrow: 'none', labelAnchor: 'center', tickSize: 0 } as const
  return drawPlot(
    {
      ...margins,
      marginTop,
      height: marginTop + margins.marginBottom + (narrow ? inner * 1.1 * panels.length : inner / panels.length),
      x: { domain: [from, 1], insetLeft: 6, insetRight: 6 },
      y: { domain: [from, 1], insetTop: 6, insetBottom: 6 },
      [facet]: { axis: null, padding: narrow ? 0.12 : 0.22, domain: panels.map(({ title }) => title) },
      marks: [
        gridX(grid),
        gridY(grid),
        axisX({ ...axis, label: forecast }),
        axisY({ ...axis, label: happened }),
        ...panelMarks(chart, facet),
        ...legendMarks,
      ],
    },
    canvas,
  )
}

function panelMarks({ from, series, panels }: ReliabilityChart, facet: 'fx' | 'fy'): Markish[] {
  const placed = (i: number): PlacedPoint[] =>
    panels.flatMap(({ title, points }) => (points[i] ?? []).map((point) => ({ ...point, panel: title })))
  const diagonal = [from, 1].map((end) => [end, end] as const)
  const symbols = series.map(({ symbol, colour }, i) =>
    dot(placed(i) as Data, {
      ...{ [facet]: 'panel', x: 'forecast', y: 'happened' },
      ...{ symbol, fill: colour, r: i === 0 ? 5 : 4.5 },
    }),
  )
  return [
    areaY(placed(0) as Data, {
      ...{ [facet]: 'panel', x: 'forecast', fill: bandLook.colour, fillOpacity: bandLook.opacity },
      y1: ({ band }: PlacedPoint) => band?.[0],
      y2: ({ band }: PlacedPoint) => band?.[1],
    }),
    line(diagonal as unknown as Data, { stroke: 'var(--chart-text)', strokeDasharray: '5 4' }),
    // The first series is drawn last, on top.
    ...symbols.reverse(),
    text(panels as unknown as Data, {
      ...{ [facet]: 'title', text: 'title', frameAnchor: 'top-left', textAnchor: 'start' },
      ...{ dy: -16, fill: 'currentColor', fontWeight: 600 },
    }),
  ]
}

function toPercent(value: number): string {
  return `${Math.round(value * 100)} %`
}
