import type { CapturedOdds, CapturedPrice } from '@riftline/predictor'

const unnamed = 'import'

/** The name that a source has in a history. */
export function bookOf(source: string): string {
  return source === '' ? unnamed : source
}

/** The source of a book. */
export function sourceOf(book: string): string {
  return book === unnamed ? '' : book
}

/** Adds captured odds to those that a sync kept: of both together it knows every price, and the start that was announced last. */
export function addCaptured(kept: readonly CapturedOdds[], captured: readonly CapturedOdds[]): readonly CapturedOdds[] {
  const all = new Map(kept.map((odds) => [keyOf(odds), odds]))
  for (const stated of captured) {
    const odds = { ...stated, source: sourceOf(stated.source) }
    const known = all.get(keyOf(odds))
    const prices = known === undefined ? odds.prices : bothPrices(turned(known, odds.teams), odds.prices)
    all.set(keyOf(odds), { ...odds, prices })
  }
  return [...all.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

function bothPrices(kept: readonly CapturedPrice[], captured: readonly CapturedPrice[]): readonly CapturedPrice[] {
  const times = new Set(kept.map(({ capturedMs }) => capturedMs))
  const fresh = captured.filter(({ capturedMs }) => !times.has(capturedMs))
  return [...kept, ...fresh].sort((a, b) => a.capturedMs - b.capturedMs)
}

/** Prices in the order of other odds of the same pair. */
function turned({ teams, prices }: CapturedOdds, [first]: CapturedOdds['teams']): readonly CapturedPrice[] {
  return teams[0] === first ? prices : prices.map(turnedPrice)
}

function turnedPrice({ odds: [a, b], takeOdds, ...price }: CapturedPrice): CapturedPrice {
  return { ...price, odds: [b, a], ...(takeOdds && { takeOdds: [takeOdds[1], takeOdds[0]] as const }) }
}

/** No source has a blank. */
function keyOf({ source, esportsMatchId }: CapturedOdds): string {
  return `${source} ${esportsMatchId}`
}
