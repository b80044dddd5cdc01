import { type TreeEnsemble, type TreePlace, treePlaces } from '@riftline/core/trees'
import { drawPicture, element, textElement } from '@riftline/record/svg'
import { shortName } from './short-name.ts'

const leafGap = 110
const levelGap = 64
const top = 56
const edge = 60

/** Draws a tree as SVG: splits with their tests, the left child for rows that pass, and leaves with their values. */
export function treePicture(ensemble: TreeEnsemble, tree: number): string {
  const places = treePlaces(ensemble, tree)
  const nodes = new Map(places.map((place) => [place.child, place]))
  const [last, deepest] = [places.map(({ x }) => x), places.map(({ depth }) => depth)].map((all) =>
    all.reduce((most, one) => Math.max(most, one), 0),
  )
  const lines = places.flatMap((to) => (to.parent === null ? [] : [lineTo(nodes.get(to.parent)!, to)]))
  return drawPicture({
    width: Math.max(360, 2 * edge + leafGap * last!),
    height: top + levelGap * deepest! + 50,
    title: `Tree ${tree} of ${ensemble.trees.root.length}: rows that pass a test go left`,
    description: places.map(({ text }) => text).join('; '),
    body: [...lines, ...places.flatMap(drawPlace)],
  })
}

const leftOf = ({ x }: TreePlace): number => edge + leafGap * x

function lineTo(from: TreePlace, to: TreePlace): string {
  const [y1, y2] = [from, to].map(({ depth }) => top + levelGap * depth)
  return element('line', { class: 'axis', x1: leftOf(from), x2: leftOf(to), y1: y1! + 8, y2: y2! - 14 })
}

function drawPlace(place: TreePlace): string[] {
  const { child, depth, text } = place
  const [x, y] = [leftOf(place), top + levelGap * depth]
  const shape = { 'text-anchor': 'middle', x, y: y + 2 }
  if (child >= 0) return [textElement(shape, shortName(text, 30))]
  return [textElement(shape, text), element('circle', { class: 'first', cx: x, cy: y + 12, r: 3 })]
}
