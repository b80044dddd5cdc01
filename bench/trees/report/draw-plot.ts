import { drawPicture, element, textElement } from '@riftline/record/svg'
import { median } from 'simple-statistics'
import type { ContestantResult, ProblemResult } from '../measure/results.ts'
import { durationText } from './format.ts'

const columns = 2
const panelWidth = 490
const labelWidth = 150
const valueWidth = 64
const lineHeight = 26
const headHeight = 34
const footHeight = 30
const top = 64

/** Maps nanoseconds per row to units of the picture, the same in all panels. */
type Scale = (nanoseconds: number) => number

/** Draws one panel per model with one line per contestant: the filled bar is all rows in one call, the hollow bar one row per call. */
export function drawPlot(problems: readonly ProblemResult[]): string {
  const decades = decadesOf(problems)
  const [low, high] = [decades[0]!, decades.at(-1)!]
  const scale: Scale = (ns) =>
    labelWidth + ((Math.log10(ns) - low) / (high - low)) * (panelWidth - labelWidth - valueWidth)
  const panels: string[] = []
  let y = top
  for (let i = 0; i < problems.length; i += columns) {
    const line = problems.slice(i, i + columns)
    for (const [column, problem] of line.entries()) {
      const transform = `translate(${10 + column * panelWidth} ${y})`
      panels.push(element('g', { transform }, panel(problem, scale, decades)))
    }
    y += headHeight + footHeight + lineHeight * Math.max(...line.map(({ contestants }) => contestants.length))
  }
  return drawPicture({
    width: columns * panelWidth + 20,
    height: y + 4,
    title: 'Time per row, one thread: shorter is faster, every grid line is ten times the one before',
    description: inWords(problems),
    body: [...legend(), ...panels],
  })
}

function decadesOf(problems: readonly ProblemResult[]): number[] {
  const times = problems.flatMap(({ contestants }) =>
    contestants.flatMap(({ row, batch }) => [median(row.rounds), median(batch.rounds)]),
  )
  const low = Math.floor(Math.log10(Math.min(...times)))
  const high = Math.ceil(Math.log10(Math.max(...times)))
  return Array.from({ length: Math.max(1, high - low) + 1 }, (_, i) => low + i)
}

function legend(): string[] {
  return [
    element('rect', { class: 'first', x: 18, y: 38, width: 22, height: 8 }),
    textElement({ x: 46, y: 46 }, 'all rows in one call'),
    element('rect', { class: 'first hollow', x: 178, y: 38, width: 22, height: 8 }),
    textElement({ x: 206, y: 46 }, 'one row per call'),
    textElement({ x: 318, y: 46, class: 'quiet' }, 'blue: riftline, orange: the trainer itself, green: others'),
  ]
}

function panel({ name, rows, contestants }: ProblemResult, scale: Scale, decades: readonly number[]): string[] {
  const bottom = headHeight + lineHeight * contestants.length
  return [
    textElement({ class: 'heading', x: labelWidth, y: 20 }, name),
    textElement({ class: 'quiet', x: panelWidth - 20, y: 20, 'text-anchor': 'end' }, `${rows} rows`),
    ...decades.flatMap((decade) => {
      const x = scale(10 ** decade)
      return [
        element('line', { class: 'grid', x1: x, x2: x, y1: headHeight - 4, y2: bottom }),
        textElement({ class: 'quiet', x, y: bottom + 14, 'text-anchor': 'middle' }, decadeText(decade)),
      ]
    }),
    ...contestants.flatMap((result, line) =>
      bars(result, headHeight + line * lineHeight, scale, scale(10 ** decades[0]!)),
    ),
  ]
}

function bars({ contestant, row, batch }: ContestantResult, y: number, scale: Scale, left: number): string[] {
  const kind = contestant.startsWith('riftline')
    ? 'first'
    : /^(LightGBM|XGBoost) /.test(contestant)
      ? 'second'
      : 'third'
  const bar = (ns: number, barTop: number, more: string): string[] => [
    element('rect', { class: `${kind}${more}`, x: left, y: barTop, width: Math.max(1, scale(ns) - left), height: 8 }),
    textElement({ x: scale(ns) + 5, y: barTop + 8, style: 'font-size:10px' }, durationText(ns)),
  ]
  return [
    textElement({ x: labelWidth - 8, y: y + 14, 'text-anchor': 'end' }, contestant),
    ...bar(median(batch.rounds), y + 1, ''),
    ...bar(median(row.rounds), y + 12, ' hollow'),
  ]
}

function decadeText(decade: number): string {
  return durationText(10 ** decade).replace(/\.0+ /, ' ')
}

function inWords(problems: readonly ProblemResult[]): string {
  const sentences = problems.map(({ name, contestants }) => {
    const list = contestants.map(
      ({ contestant, row, batch }) =>
        `${contestant} ${durationText(median(batch.rounds))} and ${durationText(median(row.rounds))}`,
    )
    return `${name}: ${list.join(', ')}.`
  })
  return ['Bars of the time per row in one call for all rows, and with one row per call.', ...sentences].join(' ')
}
