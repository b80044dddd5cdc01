import type { ModelName } from '@riftline/predictor'
import { drawPicture, element, horizontalAxis, linearScale, type Scale, textElement, ticks } from '@riftline/record/svg'
import { baselineChance, type ChanceOf, displayNames, matchChance } from '../../evaluate/graded-forecast.ts'
import { gainOver } from '../../evaluate/scores.ts'
import { requiredEloGain } from '../acceptance-checks.ts'
import type { ReportedWindow } from '../measure.ts'
import { toCount, toHundredths, toInterval, toSigned } from '../text.ts'

type Dot = ReturnType<typeof gainsOf>[number] & { readonly window: number }

const models: readonly ModelName[] = ['consensus', 'lightgbm', 'fasttree', 'pcasweep']
const rowNames: readonly string[] = [...models.map((model) => displayNames[model]), displayNames.glicko2]
const classes = ['first', 'second', 'third'] as const
const windowGap = 15

/** Log-loss saved over Elo by every calibrated model and by Glicko-2: one dot with its interval per window. */
export function gainsPlot(windows: readonly ReportedWindow[]): string {
  const dots = windows.flatMap(({ graded }, window) => gainsOf(graded).map((dot) => ({ ...dot, window })))
  const ends = dots.flatMap(({ gain: { mean, interval } }) => [mean, interval?.low ?? mean, interval?.high ?? mean])
  const low = Math.floor(Math.min(0, ...ends) / step) * step
  const high = Math.ceil(Math.max(requiredEloGain, ...ends) / step) * step
  const rowHeight = 16 + windowGap * windows.length
  const top = 36 + 20 * windows.length
  const frame = { left: 112, right: 576, top, bottom: top + rowNames.length * rowHeight }
  const x = linearScale([low, high], [frame.left, frame.right])
  const lineOf = (row: number, window: number): number =>
    frame.top + rowHeight * (row + 0.5) + windowGap * (window - (windows.length - 1) / 2)
  const upright = (value: number, kind: string): string =>
    element('line', { class: kind, x1: x(value), x2: x(value), y1: frame.top, y2: frame.bottom })
  return drawPicture({
    width: 600,
    height: frame.bottom + 50,
    title: 'Log-loss saved against Elo (K = 32) on the same series',
    description: inWords(windows, dots),
    body: [
      ...windows.flatMap(({ name, graded }, window) => [
        ...mark(window, frame.left + 6, 40 + 20 * window),
        textElement({ x: frame.left + 20, y: 44 + 20 * window }, `${name}, ${toCount(graded.length)} series`),
      ]),
      ...horizontalAxis({ scale: x, ticks: ticks(low, high, step), toText: toHundredths }, frame),
      upright(0, 'axis'),
      upright(requiredEloGain, 'reference'),
      ...rowNames.map((name, row) =>
        textElement({ x: frame.left - 10, y: lineOf(row, (windows.length - 1) / 2) + 4, 'text-anchor': 'end' }, name),
      ),
      ...dots.flatMap((dot) => drawDot(dot, x, lineOf(rowNames.indexOf(dot.name), dot.window))),
      textElement(
        { x: (frame.left + frame.right) / 2, y: frame.bottom + 38, 'text-anchor': 'middle' },
        `nats a series, 95 % interval; dashed: asked of the consensus in test windows, ${requiredEloGain.toFixed(2)}`,
      ),
    ],
  })
}

const step = 0.02

function gainsOf(graded: ReportedWindow['graded']) {
  const chances: readonly ChanceOf[] = [
    ...models.map((model) => matchChance(model, 'calibrated')),
    baselineChance('glicko2'),
  ]
  return chances.map((chance, row) => ({ name: rowNames[row]!, gain: gainOver(graded, chance, baselineChance('elo')) }))
}

function drawDot({ window, gain: { mean, interval } }: Dot, x: Scale, y: number): string[] {
  if (interval === null) return mark(window, x(mean), y)
  const kind = `mark ${classes[window % classes.length]}`
  const line = element('line', { class: kind, x1: x(interval.low), x2: x(interval.high), y1: y, y2: y })
  return [line, ...mark(window, x(mean), y)]
}

/** Marks windows by shape as well as colour: a dot, a square, a diamond. */
function mark(window: number, x: number, y: number): string[] {
  const kind = `mark ${classes[window % classes.length]}`
  if (window % classes.length === 0) return [element('circle', { class: kind, cx: x, cy: y, r: 4 })]
  const square = { class: kind, x: x - 3.5, y: y - 3.5, width: 7, height: 7 }
  if (window % classes.length === 1) return [element('rect', square)]
  return [element('rect', { ...square, transform: `rotate(45 ${x.toFixed(1)} ${y.toFixed(1)})` })]
}

function inWords(windows: readonly ReportedWindow[], dots: readonly Dot[]): string {
  const sentences = windows.map(({ name }, window) => {
    const list = dots
      .filter((dot) => dot.window === window)
      .map(({ name: row, gain: { mean, interval } }) =>
        [row, toSigned(mean), ...(interval === null ? [] : [toInterval(interval, toSigned)])].join(' '),
      )
    return `${name}: ${list.join(', ')}.`
  })
  return ['Dot plot of paired gains with 95 % intervals.', ...sentences].join(' ')
}
