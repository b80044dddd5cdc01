const mostTries = 200
const mostVisits = 20_000

/**
 * Creates a shuffle under a rule: every allowed order is equally likely. Orders are drawn until one is allowed, and left at the first
 * place that breaks the rule; if many fail, a search with backtracking in random order finds one.
 *
 * @param span items stay within their part of this length
 * @param breaks whether the item at a place breaks the rule with those before it
 * @returns a function that shuffles the first `count` items, and says whether an allowed order was found
 */
export function createArrangement(
  items: Int32Array,
  below: (limit: number) => number,
  breaks: (place: number) => boolean,
  span: number = items.length,
): (count: number) => boolean {
  const ends = Int32Array.from(items, (_, place) => place - (place % span) + span)
  let visits = 0

  function swap(i: number, j: number): void {
    const item = items[i]!
    items[i] = items[j]!
    items[j] = item
  }

  /** Number of items from a place to the end of its part. */
  function choices(place: number, count: number): number {
    const end = ends[place]!
    return (end < count ? end : count) - place
  }

  function draw(count: number): boolean {
    for (let place = 0; place < count; place++) {
      swap(place, place + below(choices(place, count)))
      if (breaks(place)) return false
    }
    return true
  }

  function search(place: number, count: number): boolean {
    if (place === count) return true
    const free = choices(place, count)
    const begin = below(free)
    for (let i = 0; i < free; i++) {
      if (visits++ > mostVisits) return false
      const chosen = place + ((begin + i) % free)
      swap(place, chosen)
      if (!breaks(place) && search(place + 1, count)) return true
      swap(place, chosen)
    }
    return false
  }

  return (count) => {
    for (let tries = 0; tries < mostTries; tries++) if (draw(count)) return true
    visits = 0
    return search(0, count)
  }
}
