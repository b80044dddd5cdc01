import { requireOptions } from '@riftline/base'
import { foldToFavourite, reliabilityCurve } from '@riftline/core'
import { modelNames } from '@riftline/predictor'
import {
  type ChanceOf,
  displayNames,
  type Forecaster,
  type GradedForecast,
  matchChance,
} from '../../evaluate/graded-forecast.ts'
import { binCount, simulatePerfect } from '../measure.ts'
import { toCount, toHundredths } from '../text.ts'
import {
  drawPicture,
  element,
  horizontalAxis,
  linearScale,
  type Scale,
  textElement,
  ticks,
  verticalAxis,
} from './picture.ts'

/**
 * Reliability diagrams as SVG, by name: each model raw and calibrated, and the anchored consensus beside the market
 * if series have odds.
 *
 * @param period name of the series in the titles
 * @param graded at least one
 * @param options `onOnePage`: gives every picture different ids
 */
export function reliabilityDiagrams(
  period: string,
  graded: readonly GradedForecast[],
  options: { readonly onOnePage?: boolean } = {},
): Record<string, string> {
  requireOptions(options, ['onOnePage'])
  const { onOnePage = false } = options
  const idPrefixOf = (name: string): string => (onOnePage ? `${name}-` : '')
  const priced = graded.filter(({ market }) => market !== null)
  const models = modelNames.map((model) => {
    const first = { name: 'calibrated', chance: matchChance(model, 'calibrated') }
    const second = { name: 'raw', chance: matchChance(model, 'raw') }
    const title = `${displayNames[model]} on ${period}`
    return [model, reliabilityDiagram({ title, graded, first, second, idPrefix: idPrefixOf(model) })] as const
  })
  if (priced.length === 0) return Object.fromEntries(models)
  const anchored = reliabilityDiagram({
    title: `Anchored consensus on ${period}`,
    graded: priced,
    first: { name: 'anchored', chance: ({ market }) => market!.anchored },
    second: { name: 'market', chance: ({ market }) => market!.chance },
    idPrefix: idPrefixOf('anchored'),
  })
  return { ...Object.fromEntries(models), anchored }
}

const frame = { left: 62, right: 464, top: 82, bottom: 390 }

type NamedChance = Pick<Forecaster, 'name' | 'chance'>

interface Reliability {
  readonly title: string
  readonly graded: readonly GradedForecast[]
  /** The forecast under test, drawn with its band. */
  readonly first: NamedChance
  readonly second: NamedChance
  readonly idPrefix: string
}

/** Draws how often favourites win by two forecasts; the first is drawn with the 95 % band of a perfect forecast. */
function reliabilityDiagram({ title, graded, first, second, idPrefix }: Reliability): string {
  const firsts = reliabilityPoints(graded, first.chance)
  const seconds = reliabilityPoints(graded, second.chance)
  const lowest = Math.min(0.5, ...[...firsts, ...seconds].flatMap(({ won, low }) => [won, low]))
  const bottom = Math.floor(lowest * 10 + 1e-9) / 10
  const x = linearScale([0.5, 1], [frame.left, frame.right])
  const y = linearScale([bottom, 1], [frame.bottom, frame.top])
  return drawPicture({
    idPrefix,
    width: 480,
    height: 438,
    title: `${title}: ${toCount(graded.length)} series`,
    description: inWords({ name: first.name, points: firsts }, { name: second.name, points: seconds }),
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
      ...legend(first.name, second.name, firsts),
      textElement({ x: (frame.left + frame.right) / 2, y: 426, 'text-anchor': 'middle' }, 'forecast for the favourite'),
      textElement({ 'text-anchor': 'middle', transform: 'translate(20 236) rotate(-90)' }, 'favourites that won'),
    ],
  })
}

function bandOutline(points: readonly ReliabilityPoint[], x: Scale, y: Scale): string {
  const corner = (forecast: number, won: number): string => `${x(forecast).toFixed(1)},${y(won).toFixed(1)}`
  const upper = points.map(({ forecast, high }) => corner(forecast, high))
  const lower = points.map(({ forecast, low }) => corner(forecast, low)).reverse()
  return [...upper, ...lower].join(' ')
}

/** Writes two lines above the frame, away from grid lines; on one line, long names or another font would make the labels overlap. */
function legend(first: string, second: string, points: readonly ReliabilityPoint[]): string[] {
  const [upper, lower] = [46, 64]
  const label = (x: number, y: number, text: string): string => textElement({ x, y: y + 4 }, text)
  return [
    element('circle', { class: 'mark first', cx: 68, cy: upper, r: 4 }),
    label(78, upper, `${first}, ${countText(points)} series a point`),
    element('rect', { class: 'mark second hollow', x: 63.5, y: lower - 4.5, width: 9, height: 9 }),
    label(78, lower, second),
    element('rect', { class: 'band', x: 240, y: lower - 5, width: 14, height: 10 }),
    label(260, lower, '95 % if perfect'),
  ]
}

function countText(points: readonly ReliabilityPoint[]): string {
  const counts = points.map(({ count }) => count)
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)]
  return fewest === most ? toCount(most) : `${toCount(fewest)}–${toCount(most)}`
}

type Drawn = Pick<NamedChance, 'name'> & { readonly points: readonly ReliabilityPoint[] }

function inWords(first: Drawn, second: Drawn): string {
  const list = ({ name, points }: Drawn): string => {
    const pairs = points.map(({ forecast, won }) => `${toHundredths(forecast)}: ${toHundredths(won)}`)
    return `${name[0]!.toUpperCase()}${name.slice(1)} ${pairs.join(', ')}.`
  }
  const outside = first.points.filter(({ won, low, high }) => won < low || won > high).length
  return [
    'Reliability diagram: mean forecast for the favourite and the share of favourites that won, in bins of equal mass.',
    list(first),
    list(second),
    `${outside} of ${first.points.length} points of the first lie outside the 95 % band of a perfect forecaster.`,
  ].join(' ')
}

/** One bin of favourites: their mean forecast, the share that won, and the band of a perfect forecaster. */
type ReliabilityPoint = ReturnType<typeof reliabilityPoints>[number]

export function reliabilityPoints(graded: readonly GradedForecast[], chance: ChanceOf) {
  const { x, t } = foldToFavourite(
    graded.map(chance),
    graded.map(({ outcome }) => outcome),
  )
  const curve = reliabilityCurve(x, t, { bins: binCount, strategy: 'quantile' })
  return simulatePerfect(x).bins.map(({ low, high }, bin) => ({
    count: curve.count[bin]!,
    forecast: curve.meanPredicted[bin]!,
    won: curve.fractionPositive[bin]!,
    low,
    high,
  }))
}
