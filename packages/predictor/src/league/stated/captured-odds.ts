/** What one source asked for the winner of one series, as it was captured. Times are UTC milliseconds. */
export interface CapturedOdds {
  readonly esportsMatchId: string
  /** Empty: it is not said. */
  readonly source: string
  /** The start that was announced last. */
  readonly scheduledMs: number
  /** Ids, present or former. */
  readonly teams: readonly [number, number]
  /** Oldest first, never empty. */
  readonly prices: readonly CapturedPrice[]
}

/** A price on the winner of a series, and when it was offered: UTC milliseconds. */
export interface CapturedPrice {
  readonly capturedMs: number
  /** Decimal odds of the two teams; of an order book its mid prices. */
  readonly odds: readonly [number, number]
  /** What a person could take after the venue's fee; null where that is not known of a team, absent where of neither. */
  readonly takeOdds?: readonly [number | null, number | null]
}
