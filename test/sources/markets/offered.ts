import type { OfferedOdds } from '@riftline/sources'

/** Odds of a price between a bid and an ask. */
export function offered(bid: number, ask: number): OfferedOdds {
  return { decimalOdds: Math.round(20_000 / (bid + ask)) / 10_000, bid, ask }
}
