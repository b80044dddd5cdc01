import { dayMs, dayOf, toCount, toUtc } from '@riftline/base'
import { logLoss } from '@riftline/core'
import type { GradedSeries } from '../graded/graded-series.ts'
import { fewestPriced } from '../performance/performance-file.ts'
import { toSigned } from './numbers.ts'
import { element, linearScale, type Picture, type Scale, textElement, ticks, verticalAxis } from './picture.ts'

// Fits a phone; wider screens enlarge it.
const width = 360
const side = { left: 48, right: 248 }
const firstTop = 44
const panelHeight = 150
const panelGap = 26

/**
 * Log-loss that the consensus saved, added up series by series: over Elo, and over the market on series with a price, if there are
 * at least 30. Each has a panel of its own, since the market is known for few series. A falling line means that the other was better.
 *
 * @param graded at least one series
 * @param untilMs right end of the time axis
 */
export function gainsDiagram(title: string, graded: readonly GradedSeries[], untilMs: number): Picture {
  const inOrder = [...graded].sort((a, b) => a.startMs - b.startMs)
  const priced = inOrder.filter(({ market }) => market !== null)
  const lines = [
    runningGain('Elo', 'first', inOrder, ({ baselines }) => baselines.elo),
    ...(priced.length < fewestPriced
      ? []
      : [runningGain('the market', 'second', priced, ({ market }) => market!.chance)]),
  ]
  const fromMs = dayOf(inOrder[0]!.startMs) * dayMs
  const x = linearScale([fromMs, untilMs], [side.left, side.right])
  const bottom = firstTop + lines.length * (panelHeight + panelGap) - panelGap
  return {
    width,
    height: bottom + 50,
    title,
    description: [
      `Running sum of the log-loss that the consensus saved, from ${dateOf(fromMs)} to ${dateOf(untilMs - 1)}.`,
      ...lines.map(inWords),
    ].join(' '),
    body: [
      ...lines.flatMap((line, index) => panel(line, x, firstTop + index * (panelHeight + panelGap), [fromMs, untilMs])),
      ...monthTicks(fromMs, untilMs).map((ms) =>
        textElement({ class: 'quiet', x: x(ms), y: bottom + 17, 'text-anchor': 'middle' }, dateOf(ms).slice(0, 7)),
      ),
      textElement(
        { x: width / 2, y: bottom + 38, 'text-anchor': 'middle' },
        'nats saved, added up; below 0 the other was better',
      ),
    ],
  }
}

type Line = ReturnType<typeof runningGain>

function runningGain(
  over: string,
  kind: 'first' | 'second',
  series: readonly GradedSeries[],
  otherOf: (one: GradedSeries) => number,
) {
  let sum = 0
  const points = series.map((one) => {
    const lossOf = (chance: number): number => logLoss([chance], [one.outcome])
    sum += lossOf(otherOf(one)) - lossOf(one.consensus.calibrated)
    return { ms: one.startMs, sum }
  })
  // The last value of a day stands for it.
  const daily = points.filter(({ ms }, i) => i + 1 === points.length || dayOf(points[i + 1]!.ms) !== dayOf(ms))
  return { over, kind, count: series.length, total: sum, daily }
}

/** One line in its own scale, with its label at its end. */
function panel(line: Line, x: Scale, top: number, [fromMs, untilMs]: readonly [number, number]): string[] {
  const { over, kind, count, total, daily } = line
  const sums = daily.map(({ sum }) => sum)
  const [low, high] = [Math.min(0, ...sums), Math.max(0, ...sums)]
  const step = stepOf(high - low)
  const [floor, ceiling] = [Math.floor(low / step) * step, Math.ceil(high / step) * step]
  const frame = { ...side, top, bottom: top + panelHeight }
  const y = linearScale([floor, Math.max(ceiling, floor + step)], [frame.bottom, frame.top])
  const digits = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9))
  const path = staircase([{ ms: daily[0]!.ms, sum: 0 }, ...daily], untilMs).map(
    ({ ms, sum }) => `${x(ms).toFixed(1)},${y(sum).toFixed(1)}`,
  )
  const labelY = Math.min(Math.max(y(total), frame.top + 14), frame.bottom - 26)
  const label = (row: number, text: string, quiet: boolean): string =>
    textElement({ ...(quiet ? { class: 'quiet' } : {}), x: frame.right + 6, y: labelY + 16 * row }, text)
  const upright = monthTicks(fromMs, untilMs).map((ms) =>
    element('line', { class: 'grid', x1: x(ms), x2: x(ms), y1: frame.top, y2: frame.bottom }),
  )
  const toText = (value: number): string => value.toFixed(digits).replace('-', '−')
  return [
    ...upright,
    ...verticalAxis({ scale: y, ticks: ticks(floor, Math.max(ceiling, floor + step), step), toText }, frame),
    element('line', { class: 'axis', x1: frame.left, x2: frame.right, y1: y(0), y2: y(0) }),
    element('polyline', { class: `mark ${kind} hollow`, 'stroke-linejoin': 'round', points: path.join(' ') }),
    label(-0.4, `over ${over}`, false),
    label(0.6, `${toSignedTenths(total)} nats`, false),
    label(1.6, `${toCount(count)} series`, true),
  ]
}

/** Corners of a sum that stays as it is until its next point, and after the last one until the end. */
function staircase(points: Line['daily'], untilMs: number): Line['daily'] {
  return points.flatMap((point, i) => [point, { ms: points[i + 1]?.ms ?? untilMs, sum: point.sum }])
}

/** The smallest of 1, 2, 5 times a power of ten that cuts a span into at most four parts. */
function stepOf(span: number): number {
  const least = Math.max(span, 0.01) / 4
  const power = 10 ** Math.floor(Math.log10(least))
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least * (1 - 1e-9))!
}

/** First days of months, at most four, so that their names have room, at equal steps of 1, 2, 3, 6 or 12 months. */
function monthTicks(fromMs: number, untilMs: number): number[] {
  const months = (untilMs - fromMs) / (30.4 * dayMs)
  const step = [1, 2, 3, 6].find((length) => months / length <= 3.5) ?? 12
  const starts: number[] = []
  const first = new Date(fromMs)
  for (let month = 0; ; month++) {
    const ms = Date.UTC(first.getUTCFullYear(), month)
    if (ms >= untilMs) return starts
    if (ms >= fromMs && month % step === 0) starts.push(ms)
  }
}

function dateOf(ms: number): string {
  return toUtc(ms).slice(0, 10)
}

function toSignedTenths(value: number): string {
  const text = value.toFixed(1)
  return Number(text) > 0 ? `+${text}` : text.replace('-', '−')
}

function inWords({ over, count, total }: Line): string {
  const mean = toSigned(total / count)
  const verdict = total < 0 ? `; ${over} was better` : ''
  return `Over ${over} on ${toCount(count)} series: ${toSignedTenths(total)} nats in all, ${mean} a series${verdict}.`
}
