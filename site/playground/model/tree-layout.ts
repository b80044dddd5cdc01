import type { DrawnTree } from './model-session.ts'

/** A place of a tree that is drawn down to a depth: a node, a leaf, or a node whose leaves are left out. */
export interface ShownPlace {
  readonly child: number
  readonly parent: number | null
  readonly depth: number
  readonly x: number
  readonly text: string
  readonly kind: 'node' | 'leaf' | 'cut'
  /** Whether rows that pass the test of the parent come here; null for the root. */
  readonly passes: boolean | null
  /** Share of the training rows; null if the model has no counts. */
  readonly share: number | null
  /** Whether the chosen row comes here. */
  readonly isOnWay: boolean
}

/** Most leaves that a picture of a whole tree has. */
export const mostLeaves = 256

/** Largest depth at which at most `leaves` places stand side by side. */
export function depthThatFits({ places }: DrawnTree, leaves: number): number {
  const deepest = places.reduce((most, { depth }) => Math.max(most, depth), 0)
  const ends = new Array<number>(deepest + 1).fill(0)
  const open = new Array<number>(deepest + 1).fill(0)
  for (const { child, depth } of places) {
    const counts = child < 0 ? ends : open
    counts[depth] = counts[depth]! + 1
  }
  let leavesAbove = 0
  for (let depth = 0; depth <= deepest; depth++) {
    if (leavesAbove + ends[depth]! + open[depth]! > leaves) return Math.max(1, depth - 1)
    leavesAbove += ends[depth]!
  }
  return deepest
}

/** Places of a tree down to a depth. Nodes at that depth say how many leaves are below them. */
export function shownPlaces({ places, way, shares }: DrawnTree, depth: number): readonly ShownPlace[] {
  const leaves = leavesBelow(places)
  const onWay = new Set(way)
  const seen = new Set<number>()
  let ends = 0
  const shown = places.flatMap((place, i): { -readonly [Key in keyof ShownPlace]: ShownPlace[Key] }[] => {
    if (place.depth > depth) return []
    const kind = place.child < 0 ? 'leaf' : place.depth === depth ? 'cut' : 'node'
    // The left child, for rows that pass, comes first.
    const passes = place.parent === null ? null : !seen.has(place.parent)
    if (place.parent !== null) seen.add(place.parent)
    return [
      {
        ...place,
        x: kind === 'node' ? 0 : ends++,
        text: kind === 'cut' ? `… ${leaves.get(place.child)} leaves` : place.text,
        kind,
        passes,
        share: shares?.[i] ?? null,
        isOnWay: onWay.has(place.child),
      },
    ]
  })
  placeNodes(shown)
  return shown
}

function leavesBelow(places: DrawnTree['places']): ReadonlyMap<number, number> {
  const leaves = new Map<number, number>()
  for (const { child, parent } of places.toReversed()) {
    const own = child < 0 ? 1 : leaves.get(child)!
    leaves.set(child, own)
    if (parent !== null) leaves.set(parent, (leaves.get(parent) ?? 0) + own)
  }
  return leaves
}

/** Puts each node between its children. */
function placeNodes(shown: readonly { -readonly [Key in keyof ShownPlace]: ShownPlace[Key] }[]): void {
  const children = new Map<number, number[]>()
  for (const place of shown.toReversed()) {
    const own = children.get(place.child)
    if (own !== undefined) place.x = (Math.min(...own) + Math.max(...own)) / 2
    if (place.parent !== null) children.set(place.parent, [...(children.get(place.parent) ?? []), place.x])
  }
}
