import { type Data, rectY, ruleY } from '@observablehq/plot'
import { type Canvas, drawPlot, isNarrow } from '../../charts/plot.ts'
import type { ScoreBin } from './score-bins.ts'

export function drawDistribution(bins: readonly ScoreBin[], name: string, canvas: Canvas): SVGSVGElement {
  return drawPlot(
    {
      height: 200,
      marginLeft: 56,
      marginBottom: 42,
      x: { label: name, labelArrow: 'none', labelAnchor: 'center', ticks: isNarrow(canvas.width) ? 4 : 8 },
      y: { label: 'rows', labelArrow: 'none', grid: true, ticks: 4 },
      marks: [
        rectY(bins as Data, { x1: 'from', x2: 'to', y: 'rows', fill: 'var(--chart-blue)', inset: 0.5 }),
        ruleY([0], { stroke: 'var(--chart-text)' }),
      ],
    },
    canvas,
  )
}
