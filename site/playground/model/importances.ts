import { barX, type Data, text } from '@observablehq/plot'
import type { ModelReport } from '@riftline/core/trees'
import { type Canvas, clipLabel, drawPlot, isNarrow, labelSpace } from '../../charts/plot.ts'

type Importances = ModelReport['features']

/** Most features in the picture. */
export const mostBars = 20

const rowHeight = 24

/** Draws the first features as bars. */
export function drawImportances(features: Importances, canvas: Canvas): SVGSVGElement {
  const bars = features.slice(0, mostBars).map(({ name, splits, share }, i) => ({ name, splits, share, place: `${i}` }))
  return drawPlot(
    {
      height: rowHeight * bars.length + 44,
      marginLeft: labelSpace(canvas),
      marginRight: isNarrow(canvas.width) ? 64 : 130,
      marginTop: 4,
      marginBottom: 40,
      x: {
        label: 'share of the splits, in %',
        labelArrow: 'none',
        labelAnchor: 'center',
        grid: true,
        percent: true,
        ticks: 5,
      },
      y: {
        domain: bars.map(({ place }) => place),
        label: null,
        tickSize: 0,
        tickFormat: (place: string) => clipLabel(bars[Number(place)]?.name ?? '', canvas),
      },
      marks: [
        barX(bars as Data, { y: 'place', x: 'share', fill: 'var(--chart-blue)', insetTop: 4, insetBottom: 4 }),
        text(bars as Data, {
          y: 'place',
          frameAnchor: 'right',
          textAnchor: 'start',
          dx: 6,
          text: ({ share, splits }: { share: number; splits: number }) =>
            `${(100 * share).toFixed(1)} %${isNarrow(canvas.width) ? '' : ` (${splits} splits)`}`,
          fill: 'currentColor',
        }),
      ],
    },
    canvas,
  )
}
