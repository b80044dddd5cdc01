import { barX, type Data, dot, link, ruleX, text } from '@observablehq/plot'
import { percentText } from '@riftline/predictor/texts'
import { type Canvas, drawPlot, isNarrow } from '../../charts/plot.ts'

/** Blue's chance by one model, or by all together. */
export interface ModelChance {
  readonly model: string
  readonly raw: number
  readonly calibrated: number
}

const labelWidth = 92
const numberWidth = 64

/** Draws a row for each model: an open circle for the raw chance, a filled one for the calibrated chance. */
export function drawModelChances(chances: readonly ModelChance[], team: string, canvas: Canvas): SVGSVGElement {
  const data = chances as Data
  const ends = [0.5, ...chances.flatMap(({ raw, calibrated }) => [raw, calibrated])]
  const [low, high] = [Math.min(0.4, ...ends), Math.max(0.6, ...ends)]
  const y = 'model'
  return drawPlot(
    {
      height: 34 * chances.length + 52,
      marginLeft: labelWidth,
      marginRight: numberWidth,
      marginBottom: 44,
      x: {
        ...axisOf(`chance of ${team}`, canvas),
        domain: [Math.floor(low * 20) / 20, Math.ceil(high * 20) / 20],
      },
      y: { domain: chances.map(({ model }) => model), label: null, tickSize: 0 },
      marks: [
        ruleX([0.5], { stroke: 'var(--chart-text)', strokeDasharray: '3 3' }),
        link(data, { x1: 'raw', x2: 'calibrated', y1: y, y2: y, stroke: 'var(--chart-blue)', strokeWidth: 2 }),
        dot(data, { x: 'raw', y, r: 5, stroke: 'var(--chart-blue)', strokeWidth: 2, fill: 'var(--vp-c-bg)' }),
        dot(data, { x: 'calibrated', y, r: 6, fill: 'var(--chart-blue)' }),
        text(data, {
          y,
          frameAnchor: 'right',
          textAnchor: 'start',
          dx: 10,
          text: ({ calibrated }: ModelChance) => percentText(calibrated),
          fontWeight: 600,
          fill: 'currentColor',
        }),
      ],
    },
    canvas,
  )
}

/** Chance of one final score. */
export interface ScoreChance {
  readonly team: string
  readonly score: string
  readonly isBlue: boolean
  readonly probability: number
}

/** Draws a bar for each final score. */
export function drawScoreChances(chances: readonly ScoreChance[], canvas: Canvas): SVGSVGElement {
  const data = chances as Data
  const most = Math.max(...chances.map(({ probability }) => probability))
  const narrow = isNarrow(canvas.width)
  const letters = narrow ? 14 : 26
  const label = ({ team, score }: ScoreChance): string => {
    return `${team.length > letters ? `${team.slice(0, letters - 1)}…` : team} ${score}`
  }
  return drawPlot(
    {
      height: 30 * chances.length + 46,
      marginLeft: narrow ? 132 : 200,
      marginRight: numberWidth,
      marginBottom: 44,
      x: { ...axisOf('chance', canvas), domain: [0, most] },
      y: { domain: chances.map(label), label: null, tickSize: 0 },
      marks: [
        barX(data, {
          x: 'probability',
          y: label,
          fill: ({ isBlue }: ScoreChance) => (isBlue ? 'var(--chart-blue)' : 'var(--chart-orange)'),
          insetTop: 4,
          insetBottom: 4,
        }),
        text(data, {
          x: 'probability',
          y: label,
          textAnchor: 'start',
          dx: 6,
          text: ({ probability }: ScoreChance) => percentText(probability),
          fill: 'currentColor',
        }),
      ],
    },
    canvas,
  )
}

function axisOf(label: string, { width }: Canvas) {
  return {
    label,
    labelArrow: 'none',
    labelAnchor: 'center',
    labelOffset: 38,
    grid: true,
    ticks: isNarrow(width) ? 3 : 6,
    tickFormat: (chance: number) => `${Math.round(100 * chance)} %`,
  } as const
}
