import type { RunState } from './run-state.ts'

/** Gives ranked teams their places and seats. Teams whose place is known have it; the others keep their order in the places left. */
export function createPlacement(
  { places, knownPlaces, table }: PlacedStep,
  { teams, seats, places: answered }: RunState,
): (ranked: Int32Array) => void {
  const hasKnown = knownPlaces.some((place) => place >= 0)
  const placed = new Int32Array(places.length)

  function fillKnown(ranked: Int32Array): void {
    placed.fill(-1)
    for (const team of ranked) if (knownPlaces[team]! >= 0) placed[knownPlaces[team]!] = team
    let next = 0
    for (const team of ranked) {
      if (knownPlaces[team]! >= 0) continue
      while (placed[next]! >= 0) next++
      placed[next] = team
    }
  }

  return (ranked) => {
    const order = hasKnown ? placed : ranked
    if (hasKnown) fillKnown(ranked)
    for (let place = 0; place < places.length; place++) {
      const team = order[place]!
      seats[places[place]!] = team
      answered[table * teams + team] = place + 1
    }
  }
}

interface PlacedStep {
  readonly places: readonly number[]
  readonly knownPlaces: readonly number[]
  readonly table: number
}

/** Shuffles items from one place up to another: the lot among tied teams. */
export function shufflePart(items: Int32Array, from: number, to: number, below: (limit: number) => number): void {
  for (let i = to - 1; i > from; i--) {
    const j = from + below(i - from + 1)
    const item = items[i]!
    items[i] = items[j]!
    items[j] = item
  }
}
