import { toCount } from '@riftline/base'
import { foldToFavourite, reliabilityCurve } from '@riftline/core'
import { binCount, simulatePerfect } from '../performance/scores.ts'
import { toHundredths } from './numbers.ts'
import {
  element,
  horizontalAxis,
  linearScale,
  type Picture,
  type Scale,
  textElement,
  ticks,
  verticalAxis,
} from './picture.ts'

/** Forecasts of one kind, one per series. */
export interface NamedChances {
  readonly name: string
  readonly chances: readonly number[]
}

export interface Reliability {
  /** Title without the number of series, which is added. */
  readonly title: string
  /** The forecast under test, drawn with its band; at least one. */
  readonly first: NamedChances
  /** A forecast to compare it with; default: none. */
  readonly second?: NamedChances
  /** 1 for each series that team 1 won, else 0. */
  readonly outcomes: readonly number[]
}

// Fits a phone; wider screens enlarge it.
const width = 360
const frame = { left: 48, right: 346, top: 82, bottom: 316 }

/** Draws how often favourites win by one forecast or two; the first is drawn with the 95 % band of a perfect forecast. */
export function reliabilityDiagram({ title, first, second, outcomes }: Reliability): Picture {
  const firsts = reliabilityPoints(first.chances, outcomes)
  const seconds = second === undefined ? [] : reliabilityPoints(second.chances, outcomes)
  const lowest = Math.min(0.5, ...[...firsts, ...seconds].flatMap(({ won, low }) => [won, low]))
  const bottom = Math.floor(lowest * 10 + 1e-9) / 10
  const x = linearScale([0.5, 1], [frame.left, frame.right])
  const y = linearScale([bottom, 1], [frame.bottom, frame.top])
  return {
    width,
    height: frame.bottom + 48,
    title: `${title}: ${toCount(outcomes.length)} series`,
    description: inWords(
      { name: first.name, points: firsts },
      second === undefined ? null : { name: second.name, points: seconds },
    ),
    body: [
      ...horizontalAxis({ scale: x, ticks: ticks(0.5, 1, 0.1), toText: (value) => value.toFixed(1) }, frame),
      ...verticalAxis({ scale: y, ticks: ticks(bottom, 1, 0.1), toText: (value) => value.toFixed(1) }, frame),
      element('polygon', { class: 'band', points: bandOutline(firsts, x, y) }),
      element('line', { class: 'reference', x1: x(0.5), y1: y(0.5), x2: x(1), y2: y(1) }),
      ...seconds.map(({ forecast, won }) =>
        element('rect', { class: 'mark second hollow', x: x(forecast) - 4.5, y: y(won) - 4.5, width: 9, height: 9 }),
      ),
      ...firsts.map(({ forecast, won }) =>
        element('circle', { class: 'mark first', cx: x(forecast), cy: y(won), r: 4 }),
      ),
      ...legend(first.name, second?.name ?? null, firsts),
      textElement(
        { x: (frame.left + frame.right) / 2, y: frame.bottom + 36, 'text-anchor': 'middle' },
        'forecast for the favourite',
      ),
      textElement({ 'text-anchor': 'middle', transform: 'translate(14 199) rotate(-90)' }, 'favourites that won'),
    ],
  }
}

function bandOutline(points: readonly ReliabilityPoint[], x: Scale, y: Scale): string {
  const corner = (forecast: number, won: number): string => `${x(forecast).toFixed(1)},${y(won).toFixed(1)}`
  const upper = points.map(({ forecast, high }) => corner(forecast, high))
  const lower = points.map(({ forecast, low }) => corner(forecast, low)).reverse()
  return [...upper, ...lower].join(' ')
}

/** Writes two lines above the frame, away from grid lines; on one line, long names or another font would make the labels overlap. */
function legend(first: string, second: string | null, points: readonly ReliabilityPoint[]): string[] {
  const [upper, lower] = [46, 64]
  const bandX = second === null ? 61 : 200
  const label = (x: number, y: number, text: string): string => textElement({ x, y: y + 4 }, text)
  return [
    element('circle', { class: 'mark first', cx: 68, cy: upper, r: 4 }),
    label(78, upper, `${first}, ${countText(points)} series a point`),
    ...(second === null
      ? []
      : [
          element('rect', { class: 'mark second hollow', x: 63.5, y: lower - 4.5, width: 9, height: 9 }),
          label(78, lower, second),
        ]),
    element('rect', { class: 'band', x: bandX, y: lower - 5, width: 14, height: 10 }),
    label(bandX + (second === null ? 17 : 20), lower, '95 % if perfect'),
  ]
}

function countText(points: readonly ReliabilityPoint[]): string {
  const counts = points.map(({ count }) => count)
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)]
  return fewest === most ? toCount(most) : `${toCount(fewest)}–${toCount(most)}`
}

type Drawn = Pick<NamedChances, 'name'> & { readonly points: readonly ReliabilityPoint[] }

function inWords(first: Drawn, second: Drawn | null): string {
  const list = ({ name, points }: Drawn): string => {
    const pairs = points.map(({ forecast, won }) => `${toHundredths(forecast)}: ${toHundredths(won)}`)
    return `${name[0]!.toUpperCase()}${name.slice(1)} ${pairs.join(', ')}.`
  }
  const outside = first.points.filter(({ won, low, high }) => won < low || won > high).length
  return [
    'Reliability diagram: mean forecast for the favourite and the share of favourites that won, in bins of equal mass.',
    list(first),
    ...(second === null ? [] : [list(second)]),
    `${outside} of ${first.points.length} points of the first lie outside the 95 % band of a perfect forecaster.`,
  ].join(' ')
}

/** One bin of favourites: their mean forecast, the share that won, and the band of a perfect forecaster. */
type ReliabilityPoint = ReturnType<typeof reliabilityPoints>[number]

export function reliabilityPoints(chances: readonly number[], outcomes: readonly number[]) {
  const { x, t } = foldToFavourite(chances, outcomes)
  const curve = reliabilityCurve(x, t, { bins: binCount, strategy: 'quantile' })
  return simulatePerfect(x).bins.map(({ low, high }, bin) => ({
    count: curve.count[bin]!,
    forecast: curve.meanPredicted[bin]!,
    won: curve.fractionPositive[bin]!,
    low,
    high,
  }))
}
