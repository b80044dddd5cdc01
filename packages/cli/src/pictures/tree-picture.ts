import { describeSplit, type TreeEnsemble } from '@riftline/core/trees'
import { drawPicture, element, textElement } from '@riftline/record/svg'
import { shortName } from './short-name.ts'

const leafGap = 110
const levelGap = 64
const top = 56
const edge = 60

/** Place of a node or leaf: leaves stand side by side, a node between its children. */
interface Place {
  readonly child: number
  readonly depth: number
  x: number
}

/** Draws a tree as SVG: splits with their tests, the left child for rows that pass, and leaves with their values. */
export function treePicture(ensemble: TreeEnsemble, tree: number): string {
  const places = placesOf(ensemble, tree)
  const all = [...places.values()]
  const leaves = all.filter(({ child }) => child < 0).length
  const deepest = all.reduce((most, { depth }) => Math.max(most, depth), 0)
  const { trees } = ensemble
  const lines = all
    .filter(({ child }) => child >= 0)
    .flatMap((from) => [trees.left[from.child]!, trees.right[from.child]!].map((to) => lineTo(from, places.get(to)!)))
  return drawPicture({
    width: Math.max(360, 2 * edge + leafGap * (leaves - 1)),
    height: top + levelGap * deepest + 50,
    title: `Tree ${tree} of ${trees.root.length}: rows that pass a test go left`,
    description: all.map(({ child }) => textOf(ensemble, child)).join('; '),
    body: [...lines, ...all.flatMap((place) => drawPlace(ensemble, place))],
  })
}

function placesOf({ trees }: TreeEnsemble, tree: number): ReadonlyMap<number, Place> {
  const places = new Map<number, Place>()
  const pending: [child: number, depth: number][] = [[trees.root[tree]!, 0]]
  let leaves = 0
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [child, depth] = next
    places.set(child, { child, depth, x: child < 0 ? edge + leafGap * leaves++ : 0 })
    if (child >= 0) pending.push([trees.right[child]!, depth + 1], [trees.left[child]!, depth + 1])
  }
  // Children come after their parents.
  for (const place of [...places.values()].reverse()) {
    if (place.child < 0) continue
    place.x = (places.get(trees.left[place.child]!)!.x + places.get(trees.right[place.child]!)!.x) / 2
  }
  return places
}

function lineTo(from: Place, to: Place): string {
  const [y1, y2] = [from, to].map(({ depth }) => top + levelGap * depth)
  return element('line', { class: 'axis', x1: from.x, x2: to.x, y1: y1! + 8, y2: y2! - 14 })
}

function drawPlace(ensemble: TreeEnsemble, { child, depth, x }: Place): string[] {
  const y = top + levelGap * depth
  const text = textOf(ensemble, child)
  const shape = { 'text-anchor': 'middle', x, y: y + 2 }
  if (child >= 0) return [textElement(shape, shortName(text, 30))]
  return [textElement(shape, text), element('circle', { class: 'first', cx: x, cy: y + 12, r: 3 })]
}

function textOf(ensemble: TreeEnsemble, child: number): string {
  if (child >= 0) return describeSplit(ensemble, child)
  const { leafVector, leafValue } = ensemble.trees
  const width = ensemble.numberOfOutputs
  const values = leafVector === null ? [leafValue[~child]!] : leafVector.subarray(~child * width, (~child + 1) * width)
  const few = Array.from(values.slice(0, 3), (value) => String(Number(value.toPrecision(4))))
  return few.join(', ') + (values.length > 3 ? ', …' : '')
}
