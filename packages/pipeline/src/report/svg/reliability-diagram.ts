import { matchChance } from '../forecasters.ts'
import { toCount, toHundredths } from '../format.ts'
import type { ReportedWindow } from '../report-input.ts'
import { horizontalAxis, verticalAxis } from './axes.ts'
import { element, textElement } from './element.ts'
import { drawPicture } from './picture.ts'
import { type ReliabilityPoint, reliabilityPoints } from './reliability-points.ts'
import { linearScale, type Scale, ticks } from './scale.ts'

const frame = { left: 62, right: 464, top: 64, bottom: 372 }

/**
 * Do favourites win as often as the consensus says? Raw and calibrated, one point for a tenth of the series, with the band
 * in which a perfect forecaster falls 95 times in 100, bin by bin.
 */
export function reliabilityDiagram({ name, graded }: ReportedWindow): string {
  const raw = reliabilityPoints(graded, matchChance('consensus', 'raw'))
  const calibrated = reliabilityPoints(graded, matchChance('consensus', 'calibrated'))
  const lowest = Math.min(0.5, ...[...raw, ...calibrated].flatMap(({ won, low }) => [won, low]))
  const bottom = Math.floor(lowest * 10 + 1e-9) / 10
  const x = linearScale([0.5, 1], [frame.left, frame.right])
  const y = linearScale([bottom, 1], [frame.bottom, frame.top])
  return drawPicture({
    width: 480,
    height: 420,
    title: `Consensus on ${name}: ${toCount(graded.length)} series`,
    description: inWords(raw, calibrated),
    body: [
      ...horizontalAxis({ scale: x, ticks: ticks(0.5, 1, 0.1), toText: (value) => value.toFixed(1) }, frame),
      ...verticalAxis({ scale: y, ticks: ticks(bottom, 1, 0.1), toText: (value) => value.toFixed(1) }, frame),
      element('polygon', { class: 'band', points: bandOutline(calibrated, x, y) }),
      element('line', { class: 'reference', x1: x(0.5), y1: y(0.5), x2: x(1), y2: y(1) }),
      ...raw.map(({ forecast, won }) =>
        element('rect', { class: 'mark second hollow', x: x(forecast) - 4.5, y: y(won) - 4.5, width: 9, height: 9 }),
      ),
      ...calibrated.map(({ forecast, won }) =>
        element('circle', { class: 'mark first', cx: x(forecast), cy: y(won), r: 4 }),
      ),
      ...legend(calibrated),
      textElement({ x: (frame.left + frame.right) / 2, y: 408, 'text-anchor': 'middle' }, 'forecast for the favourite'),
      textElement({ 'text-anchor': 'middle', transform: 'translate(20 218) rotate(-90)' }, 'favourites that won'),
    ],
  })
}

function bandOutline(points: readonly ReliabilityPoint[], x: Scale, y: Scale): string {
  const corner = (forecast: number, won: number): string => `${x(forecast).toFixed(1)},${y(won).toFixed(1)}`
  const upper = points.map(({ forecast, high }) => corner(forecast, high))
  const lower = points.map(({ forecast, low }) => corner(forecast, low)).reverse()
  return [...upper, ...lower].join(' ')
}

/** In one line above the frame, where no grid line strikes it out. */
function legend(points: readonly ReliabilityPoint[]): string[] {
  const y = 46
  const label = (x: number, text: string): string => textElement({ x, y: y + 4 }, text)
  return [
    element('circle', { class: 'mark first', cx: 68, cy: y, r: 4 }),
    label(78, `calibrated, ${countText(points)} series a point`),
    element('rect', { class: 'mark second hollow', x: 297.5, y: y - 4.5, width: 9, height: 9 }),
    label(312, 'raw'),
    element('rect', { class: 'band', x: 350, y: y - 5, width: 14, height: 10 }),
    label(370, '95 % if perfect'),
  ]
}

function countText(points: readonly ReliabilityPoint[]): string {
  const counts = points.map(({ count }) => count)
  const fewest = Math.min(...counts)
  const most = Math.max(...counts)
  return fewest === most ? toCount(most) : `${toCount(fewest)}–${toCount(most)}`
}

function inWords(raw: readonly ReliabilityPoint[], calibrated: readonly ReliabilityPoint[]): string {
  const list = (points: readonly ReliabilityPoint[]): string =>
    points.map(({ forecast, won }) => `${toHundredths(forecast)}: ${toHundredths(won)}`).join(', ')
  const outside = calibrated.filter(({ won, low, high }) => won < low || won > high).length
  return [
    'Reliability diagram: mean forecast for the favourite and the share of favourites that won, in bins of equal mass.',
    `Calibrated ${list(calibrated)}. Raw ${list(raw)}.`,
    `${outside} of ${calibrated.length} calibrated points lie outside the 95 % band of a perfect forecaster.`,
  ].join(' ')
}
