/** A series as a market offers it, in the market's own names. */
export interface OfferedSeries {
  readonly id: string
  readonly teams: readonly [string, string]
  /** UTC start, such as `2026-03-03T09:00:00`. */
  readonly start: string
  readonly bestOf?: number
  readonly tournament?: string
  /** Bid and ask for the first team, each null if there is none. */
  readonly first?: Price
  /** Bid and ask for the second team; by default the complement of the first. */
  readonly second?: Price
  /** Whether the market names the outcomes of its moneyline the other way round. */
  readonly swapped?: boolean
  /** Fields that are added to the event or replace its own. */
  readonly fields?: Readonly<Record<string, unknown>>
  /** Bids and asks of further tokens, which `fields` names. Of Polymarket alone. */
  readonly books?: Readonly<Record<string, Price>>
  /** Further markets by the ticker of their events. Of Kalshi alone. */
  readonly further?: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
}

export type Price = readonly [bid: number | null, ask: number | null]

const fairPrice: Price = [0.6, 0.62]

/** Prices of both sides of a series. */
export function pricesOf({ first = fairPrice, second }: OfferedSeries): readonly [Price, Price] {
  const [bid, ask] = first
  return [first, second ?? [ask === null ? null : round(1 - ask), bid === null ? null : round(1 - bid)]]
}

function round(price: number): number {
  return Math.round(price * 10_000) / 10_000
}
