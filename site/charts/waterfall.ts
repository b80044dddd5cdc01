import { barX, type Data, dot, link, ruleX, text } from '@observablehq/plot'
import { type Canvas, clipLabel, drawPlot, isNarrow, labelSpace } from './plot.ts'

/** Sum of contributions, as bars that each start where the one before ends. */
export interface Waterfall {
  readonly start: Bar
  readonly steps: readonly Bar[]
  readonly end: Bar
  /** Meaning and unit of the axis. */
  readonly axis: string
  /** Texts of a position on the axis, and of the length of a step. */
  readonly toText: (value: number) => string
  readonly toStepText: (value: number) => string
}

interface Bar {
  readonly label: string
  /** Position of `start` and `end`; length of a step. */
  readonly value: number
}

/** A row of the chart. */
interface Row extends Bar {
  readonly from: number
  readonly to: number
  readonly shown: string
}

const rowHeight = 26

export function drawWaterfall(
  { start, steps, end, axis, toText, toStepText }: Waterfall,
  canvas: Canvas,
): SVGSVGElement {
  let at = start.value
  const rows: Row[] = steps.map((step, i) => {
    const from = at
    at += step.value
    return { ...step, label: `${i}`, from, to: at, shown: toStepText(step.value) }
  })
  const labels = ['start', ...rows.map(({ label }) => label), 'end']
  const names = new Map([
    ['start', start.label],
    ...steps.map((step, i) => [`${i}`, step.label] as const),
    ['end', end.label],
  ])
  const ends = [start, end].map(({ value }, i) => ({ value, label: i === 0 ? 'start' : 'end', shown: toText(value) }))
  const joins = rows.map(({ label, to }, i) => ({ to, y1: label, y2: labels[i + 2] as string }))
  return drawPlot(
    {
      height: rowHeight * labels.length + 46,
      marginLeft: labelSpace(canvas),
      marginRight: 84,
      marginTop: 4,
      marginBottom: 40,
      x: {
        label: axis,
        labelArrow: 'none',
        labelAnchor: 'center',
        grid: true,
        nice: true,
        ticks: isNarrow(canvas.width) ? 3 : 6,
        tickFormat: toText,
      },
      y: {
        domain: labels,
        label: null,
        tickSize: 0,
        tickFormat: (label: string) => clipLabel(names.get(label) ?? '', canvas),
      },
      marks: [
        ruleX([start.value], { stroke: 'var(--chart-text)', strokeDasharray: '3 3' }),
        barX(rows as Data, {
          y: 'label',
          x1: 'from',
          x2: 'to',
          fill: ({ value }: Row) => colourOf(value),
          insetTop: 4,
          insetBottom: 4,
        }),
        link(joins as Data, { x: 'to', y1: 'y1', y2: 'y2', stroke: 'var(--chart-text)', strokeOpacity: 0.5 }),
        text(rows as Data, {
          y: 'label',
          frameAnchor: 'right',
          textAnchor: 'start',
          dx: 6,
          text: 'shown',
          fill: 'currentColor',
        }),
        dot(ends as Data, { x: 'value', y: 'label', r: 5, fill: 'var(--chart-text)' }),
        text(ends as Data, {
          y: 'label',
          frameAnchor: 'right',
          textAnchor: 'start',
          dx: 6,
          text: 'shown',
          fontWeight: 700,
          fill: 'currentColor',
        }),
      ],
    },
    canvas,
  )
}

/** Blue to the right, orange to the left; the signs of the numbers say the same without colour. */
function colourOf(value: number): string {
  return value < 0 ? 'var(--chart-orange)' : 'var(--chart-blue)'
}
