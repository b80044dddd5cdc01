/** The markets that odds are captured from. */
export const marketSources = ['polymarket', 'kalshi'] as const

export type MarketSource = (typeof marketSources)[number]
