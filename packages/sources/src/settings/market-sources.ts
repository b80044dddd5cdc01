/** The markets that odds are captured from. */
export const marketSources = ['polymarket', 'kalshi'] as const

/** A prediction market that odds can be captured from. */
export type MarketSource = (typeof marketSources)[number]
