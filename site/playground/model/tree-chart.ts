import { type Data, dot, link, text } from '@observablehq/plot'
import { type Canvas, drawPlot } from '../../charts/plot.ts'
import { withShortNumber } from './texts.ts'
import type { ShownPlace } from './tree-layout.ts'

const gap = 104
const level = 84
const edge = 78
const mostLetters = 30

/** Draws a tree from top to bottom. Lines are as thick as the training rows that take them are many; the way of a row is marked. */
export function drawTree(places: readonly ShownPlace[], { width, document }: Canvas): SVGSVGElement {
  const last = Math.max(...places.map(({ x }) => x))
  const deepest = Math.max(...places.map(({ depth }) => depth))
  const drawing = Math.max(width, 2 * edge + gap * last)
  const at = new Map(places.map((place) => [place.child, place]))
  const lines = places.flatMap((to) => {
    const from = to.parent === null ? undefined : at.get(to.parent)
    return from === undefined ? [] : [{ ...to, fromX: from.x, fromDepth: from.depth }]
  })
  const unmarked = lines.filter(({ isOnWay }) => !isOnWay)
  const marked = lines.filter(({ isOnWay }) => isOnWay)
  const ends = places.filter(({ kind }) => kind !== 'node')
  return drawPlot(
    {
      height: 60 + level * deepest,
      margin: 0,
      x: {
        axis: null,
        domain: [0, Math.max(1, last)],
        range: last === 0 ? [drawing / 2, drawing] : [edge, drawing - edge],
      },
      y: { axis: null, domain: [0, Math.max(1, deepest)], range: [24, 24 + level * Math.max(1, deepest)] },
      marks: [
        ...[unmarked, marked].map((some, i) =>
          link(some as Data, {
            x1: 'fromX',
            x2: 'x',
            y1: 'fromDepth',
            y2: 'depth',
            curve: 'bump-y',
            stroke: i === 0 ? 'var(--chart-grid)' : 'var(--chart-blue)',
            strokeWidth: ({ share }: ShownPlace) => (share === null ? 2 : 1.5 + 10 * Math.sqrt(share)),
          }),
        ),
        text(lines as Data, {
          x: ({ x, fromX }: (typeof lines)[number]) => (x + fromX) / 2,
          y: ({ depth }: ShownPlace) => depth - 0.5,
          text: ({ passes }: ShownPlace) => (passes === true ? 'yes' : 'no'),
          fill: 'var(--chart-text)',
          ...halo,
        }),
        dot(ends as Data, {
          x: 'x',
          y: 'depth',
          r: 5,
          dy: -9,
          symbol: ({ kind, text: value }: ShownPlace) =>
            kind === 'cut' ? 'square' : value.startsWith('-') ? 'diamond2' : 'circle',
          fill: ({ kind, text: value }: ShownPlace) =>
            kind === 'cut' ? 'var(--chart-grid)' : value.startsWith('-') ? 'var(--chart-orange)' : 'var(--chart-blue)',
        }),
        ...[places.filter(({ kind }) => kind === 'node'), ends].map((some, i) =>
          text(
            some as Data,
            {
              x: 'x',
              y: 'depth',
              dy: i === 0 ? 0 : 9,
              text: ({ text: words }: ShownPlace) => labelOf(words),
              title: ({ text: words, share }: ShownPlace) =>
                share === null ? words : `${words}\n${(100 * share).toFixed(1)} % of the training rows of the tree`,
              fontWeight: ({ isOnWay }: ShownPlace) => (isOnWay ? 700 : 400),
              fill: 'var(--chart-text)',
              ...halo,
            } as object,
          ),
        ),
      ],
    },
    { width: drawing, document },
  )
}

function labelOf(text: string): string {
  const label = withShortNumber(text)
  return label.length > mostLetters ? `${label.slice(0, mostLetters - 1)}…` : label
}

/** Background-coloured edge that keeps words readable on lines. */
const halo = { stroke: 'var(--vp-c-bg)', strokeWidth: 5, strokeLinejoin: 'round' } as const
