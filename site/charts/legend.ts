import { type Data, dot, type Markish, text } from '@observablehq/plot'

type Symbol = 'circle' | 'square' | 'diamond' | 'triangle' | PathSymbol

/** A shape of its own: `draw` adds its outline to a path around the origin. */
interface PathSymbol {
  draw(path: { rect(x: number, y: number, width: number, height: number): void }, size: number): void
}

/** One kind of thing in a chart, told from others by its shape, its colour and its name in the legend. */
export interface ChartSeries {
  readonly name: string
  readonly symbol: Symbol
  readonly colour: string
  readonly opacity?: number
}

const shapes = ['circle', 'square', 'diamond', 'triangle'] as const
const colours = ['blue', 'orange', 'green', 'purple'] as const

/** At most four series, in the order of the legend. */
export function chartSeries(...names: readonly string[]): ChartSeries[] {
  return names.map((name, i) => ({
    name,
    symbol: shapes[i % shapes.length] ?? 'circle',
    colour: `var(--chart-${colours[i % colours.length]})`,
  }))
}

/** Legend entry of a dashed line. */
export function dashesEntry(name: string): ChartSeries {
  return {
    name,
    symbol: {
      draw(path) {
        for (const left of [-9, -2, 5]) path.rect(left, -1, 5, 2)
      },
    },
    colour: 'var(--chart-text)',
  }
}

/** Legend entry of a shaded area. */
export function areaEntry(
  name: string,
  { colour, opacity }: { readonly colour: string; readonly opacity: number },
): ChartSeries {
  return { name, symbol: { draw: (path) => path.rect(-9, -6, 18, 12) }, colour, opacity }
}

const rowHeight = 20
// Width of a letter at the size of chart texts, on the safe side.
const letterWidth = 7
const symbolWidth = 44

interface Legend {
  readonly height: number
  readonly marks: readonly Markish[]
}

/**
 * Lays out a legend above the frame of a chart, as many entries in a row as fit; a single entry needs none.
 *
 * @param width of the drawing
 * @param left width of the margin left of the frame
 * @param gap between the legend and the frame
 */
export function legend(entries: readonly ChartSeries[], width: number, left: number, gap = 8): Legend {
  if (entries.length < 2) return { height: gap, marks: [] }
  let x = 0
  let row = 0
  const places = entries.map((entry) => {
    const needed = symbolWidth + entry.name.length * letterWidth
    if (x > 0 && x + needed > width) {
      x = 0
      row++
    }
    const place = { entry, dx: x - left + 10, row }
    x += needed
    return place
  })
  const height = (row + 1) * rowHeight + gap
  return {
    height,
    marks: places.flatMap(({ entry, dx, row }) => entryMarks(entry, dx, (row + 0.5) * rowHeight - height)),
  }
}

function entryMarks({ name, symbol, colour, opacity = 1 }: ChartSeries, dx: number, dy: number): Markish[] {
  // Above all panels, not above each of them.
  const place = { facet: 'super', frameAnchor: 'top-left', dy } as const
  return [
    dot([0] as Data, { ...place, dx, r: 5, symbol, fill: colour, fillOpacity: opacity }),
    text([name] as Data, {
      ...place,
      ...{ dx: dx + 15, textAnchor: 'start', lineAnchor: 'middle', fill: 'currentColor' },
    }),
  ]
}

/** Number of a tick, without the digits that all ticks have in vain. @example tickText(-0.02) // => '−0.02' */
export function tickText(value: number): string {
  return String(Number(value.toFixed(6))).replace('-', '−')
}
