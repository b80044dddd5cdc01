import type { TournamentForecast } from '@riftline/predictor'
import { chanceText, dataAge, type PredictionData, percentText } from '@riftline/predictor/texts'
import { drawPicture, element, horizontalAxis, linearScale, textElement, toCount } from '@riftline/record/svg'
import { escapeHidden } from '../io/output.ts'
import { shortName } from './short-name.ts'

// Fits a phone; wider screens enlarge it.
const width = 360
const edge = 16
const bars = { left: 132, right: 284 }
const rowHeight = 24
const legendTop = 68
const tallest = 18
const thinnest = 5
/** Share of the page that still shows through all bars below the winner's. */
const lightest = 0.5

type TeamChances = TournamentForecast['teams'][number]

/** A column of the answer: the fewer places it has, the thinner its bars; they look darker, because they lie on the wider ones. */
interface Column {
  readonly name: string
  readonly height: number
  readonly opacity: number
  /** Opacity of the bar with all wider ones below it. */
  readonly shade: number
}

/** Draws the chances of a tournament as SVG: a row for each team, with a bar for each stage inside the bars of the stages before it. */
export function tournamentPicture(forecast: TournamentForecast, data: PredictionData): string {
  const { name, teams, model, runs } = forecast
  const columns = columnsOf(teams)
  const top = legendTop + 18 * Math.ceil(columns.length / 2) + 22
  const frame = { ...bars, top, bottom: top + rowHeight * teams.length }
  const x = linearScale([0, 1], [frame.left, frame.right])
  const picture = drawPicture({
    width,
    height: frame.bottom + 48,
    title: shortName(name, 36),
    description: inWords(forecast, columns),
    body: [
      textElement({ class: 'quiet', x: edge, y: 42 }, `${model}, ${toCount(runs)} runs`),
      textElement({ class: 'quiet', x: edge, y: 58 }, dataAge(data)),
      ...columns.flatMap(legend),
      ...horizontalAxis({ scale: x, ticks: [0, 0.5, 1], toText: (value) => `${100 * value} %` }, frame),
      ...teams.flatMap((team, row) => teamRow(team, columns, x, frame.top + rowHeight * row)),
      textElement({ x: (frame.left + frame.right) / 2, y: frame.bottom + 36, 'text-anchor': 'middle' }, 'chance'),
      textElement({ class: 'quiet', x: width - edge, y: frame.top - 4, 'text-anchor': 'end' }, 'winner'),
    ],
  })
  return escapeHidden(picture)
}

/** Columns from the most places to the winner. */
function columnsOf(teams: readonly TeamChances[]): readonly Column[] {
  const places = (name: string): number => teams.reduce((sum, { reach }) => sum + (reach[name] ?? 0), 0)
  const names = Object.keys(teams[0]?.reach ?? {})
  const widest = names.map((name) => ({ name, places: places(name) })).sort((a, b) => b.places - a.places)
  const inner = [...widest.filter(({ name }) => name !== 'winner'), ...widest.filter(({ name }) => name === 'winner')]
  const last = inner.length - 1
  return inner.map(({ name }, index) => ({
    name,
    height: last === 0 ? tallest : tallest - ((tallest - thinnest) * index) / last,
    opacity: index === last ? 1 : 1 - lightest ** (1 / last),
    shade: index === last ? 1 : 1 - lightest ** ((index + 1) / last),
  }))
}

function legend({ name, height, shade }: Column, index: number): string[] {
  const x = edge + (index % 2) * 166
  const y = legendTop + 18 * Math.floor(index / 2)
  return [bar(x, y + 9, 18, { height, opacity: shade }), textElement({ x: x + 26, y: y + 13 }, shortName(name, 22))]
}

function teamRow(
  { team, reach }: TeamChances,
  columns: readonly Column[],
  x: (value: number) => number,
  y: number,
): string[] {
  const middle = y + rowHeight / 2
  return [
    textElement({ x: edge, y: middle + 4 }, shortName(team.name, 16)),
    ...columns.flatMap((column) => {
      const chance = reach[column.name] ?? 0
      return chance === 0 ? [] : [bar(x(0), middle, x(chance) - x(0), column)]
    }),
    textElement({ x: width - edge, y: middle + 4, 'text-anchor': 'end' }, chanceText(reach.winner ?? 0)),
  ]
}

function bar(x: number, middle: number, length: number, { height, opacity }: Pick<Column, 'height' | 'opacity'>) {
  return element('rect', {
    class: 'first',
    x,
    y: middle - height / 2,
    width: length,
    height,
    'stroke-width': '0.6',
    'fill-opacity': opacity.toFixed(3),
  })
}

function inWords({ name, runs, teams }: TournamentForecast, columns: readonly Column[]): string {
  const list = teams.map(({ team, reach }) => {
    const chances = columns.map((column) => `${column.name} ${percentText(reach[column.name] ?? 0)}`)
    return `${team.name}: ${chances.join(', ')}.`
  })
  return `Chance of each team to reach each stage of ${name} and to win it, in ${toCount(runs)} simulated tournaments. ${list.join(' ')}`
}
