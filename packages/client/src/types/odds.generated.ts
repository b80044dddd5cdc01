// Written from packages/server/openapi.json by npm run client-types; do not edit.

import type { Named } from './lists.generated.ts'
import type { BestOf } from './prediction.generated.ts'

/** Which prices a call of `odds` asks for. */
export type Markets = 'winner' | 'all'

export interface WinnerOdds {
  /** The series. */
  readonly match: OddsMatch
  /** When they were captured. UTC, without a suffix. */
  readonly capturedAtUtc: string
  /** Whether they are the last before the start. */
  readonly isClosingLine: boolean
  /** Who captured it; absent where that is not known. */
  readonly source?: string
  /** What the venue takes of whoever buys at the ask p, for each contract: rate * (p * (1 - p)) ^ exponent. */
  readonly fee: {
    /** Whose rule it is. */
    readonly name: string
    /** The rate of the rule. 0-1. */
    readonly rate: number
    /** The exponent of the rule. 0-10. */
    readonly exponent: number
    /** The fee of a contract is rounded up to a multiple of it. 1e-9-1. */
    readonly roundedUpTo?: number
  } | null
  /** `mid` where some selection has no price that is known to be there to take. */
  readonly price: 'take' | 'mid'
  /** Prices by market. */
  readonly markets: WinnerMarket
}

export interface AllOdds {
  /** The series. */
  readonly match: OddsMatch
  /** When they were captured. UTC, without a suffix. */
  readonly capturedAtUtc: string
  /** Whether they are the last before the start. */
  readonly isClosingLine: boolean
  /** Who captured it; absent where that is not known. */
  readonly source?: string
  /** What the venue takes of whoever buys at the ask p, for each contract: rate * (p * (1 - p)) ^ exponent. */
  readonly fee: {
    /** Whose rule it is. */
    readonly name: string
    /** The rate of the rule. 0-1. */
    readonly rate: number
    /** The exponent of the rule. 0-10. */
    readonly exponent: number
    /** The fee of a contract is rounded up to a multiple of it. 1e-9-1. */
    readonly roundedUpTo?: number
  } | null
  /** `mid` where some selection has no price that is known to be there to take. */
  readonly price: 'take' | 'mid'
  /** Prices by market; null where nothing is published. */
  readonly markets: AllMarkets
  /** Who wins a map; null where nothing is published. At most 5 items. */
  readonly mapWinners: readonly MapWinner[] | null
}

/** The series that prices are for. */
export interface OddsMatch {
  /** The id of the series in the schedule. 1-120 characters. */
  readonly esportsMatchId: string
  /** The league, as the schedule names it. 1-120 characters. */
  readonly league: string
  /** Most maps of the series. */
  readonly bestOf: BestOf
  /** When the series is to begin. UTC, without a suffix. */
  readonly scheduledUtc: string
  /** The team that is named first. */
  readonly team1: Named
  /** The other team. */
  readonly team2: Named
}

/** What `markets: 'winner'` gives. */
export interface WinnerMarket {
  /** Who wins the series. */
  readonly seriesWinner: readonly [TeamPrice, TeamPrice]
}

/** What `markets: 'all'` gives; null where not published. */
export interface AllMarkets {
  /** Who wins the series. */
  readonly seriesWinner: readonly [TeamPrice, TeamPrice] | null
  /** Who wins it with maps added. At most 100 items. */
  readonly handicap: readonly Handicap[] | null
  /** How many maps it has. At most 100 items. */
  readonly totalMaps: readonly OverUnder[] | null
  /** Its final score. At most 100 items. */
  readonly correctScore: readonly ScorePrice[] | null
  /** How many of a statistic one map has. At most 500 items. */
  readonly mapTotals: readonly MapTotal[] | null
  /** How many of a statistic all maps have. At most 500 items. */
  readonly matchTotals: readonly MatchTotal[] | null
  /** Who has more kills in a map, with some added. At most 500 items. */
  readonly killHandicap: readonly KillHandicap[] | null
}

/** Decimal odds on one team. */
export interface TeamPrice {
  /** The team. */
  readonly team: Named
  /** Decimal odds; of an order book the fair mid price, which nobody can take. Above 1, at most 1000. */
  readonly decimalOdds: number
  /** Best offer to buy a contract that pays 1, 0-1; null where it is not known. */
  readonly bid: number | null
  /** Best offer to sell one, 0-1; null where it is not known. */
  readonly ask: number | null
  /**
   * Decimal odds that a person could take, 1 / (ask + fee); null where they are not known. Above 1, at most
   * undefined.
   */
  readonly takeDecimalOdds: number | null
}

/** Decimal odds on one team with a handicap. */
export interface LinePrice {
  /** The team. */
  readonly team: Named
  /** What is added to the result of the team. -10000000 to 10000000. */
  readonly line: number
  /** Decimal odds; of an order book the fair mid price, which nobody can take. Above 1, at most 1000. */
  readonly decimalOdds: number
  /** Best offer to buy a contract that pays 1, 0-1; null where it is not known. */
  readonly bid: number | null
  /** Best offer to sell one, 0-1; null where it is not known. */
  readonly ask: number | null
  /**
   * Decimal odds that a person could take, 1 / (ask + fee); null where they are not known. Above 1, at most
   * undefined.
   */
  readonly takeDecimalOdds: number | null
}

/** The line is the absolute value; the two prices have it with opposite signs. */
export interface Handicap {
  /** The handicap without its sign, or what is between over and under. 0-10000000. */
  readonly line: number
  /** Both teams. */
  readonly odds: readonly [LinePrice, LinePrice]
}

/** Decimal odds on how many maps are played. */
export interface OverUnder {
  /** The handicap without its sign, or what is between over and under. 0-10000000. */
  readonly line: number
  /** Decimal odds; of an order book the fair mid price, which nobody can take. Above 1, at most 1000. */
  readonly over: number
  /** Decimal odds; of an order book the fair mid price, which nobody can take. Above 1, at most 1000. */
  readonly under: number
  /** Best offer to buy a contract that pays 1, 0-1; null where it is not known. */
  readonly overBid: number | null
  /** Best offer to sell one, 0-1; null where it is not known. */
  readonly overAsk: number | null
  /**
   * Decimal odds that a person could take, 1 / (ask + fee); null where they are not known. Above 1, at most
   * undefined.
   */
  readonly overTakeDecimalOdds: number | null
  /** Best offer to buy a contract that pays 1, 0-1; null where it is not known. */
  readonly underBid: number | null
  /** Best offer to sell one, 0-1; null where it is not known. */
  readonly underAsk: number | null
  /**
   * Decimal odds that a person could take, 1 / (ask + fee); null where they are not known. Above 1, at most
   * undefined.
   */
  readonly underTakeDecimalOdds: number | null
}

/** A score has the form `2-1`. */
export interface ScorePrice {
  /** The team. */
  readonly team: Named
  /** Final score in maps; the team is the winner. */
  readonly score: string
  /** Decimal odds; of an order book the fair mid price, which nobody can take. Above 1, at most 1000. */
  readonly decimalOdds: number
  /** Best offer to buy a contract that pays 1, 0-1; null where it is not known. */
  readonly bid: number | null
  /** Best offer to sell one, 0-1; null where it is not known. */
  readonly ask: number | null
  /**
   * Decimal odds that a person could take, 1 / (ask + fee); null where they are not known. Above 1, at most
   * undefined.
   */
  readonly takeDecimalOdds: number | null
}

/** An open list: expect words that are not in it. */
export type Stat = 'kills' | 'towers' | 'dragons' | 'barons' | 'inhibitors' | (string & {})

/** Decimal odds on a count over the whole series. */
export interface MatchTotal {
  /** Open list: kills, towers, dragons, barons, inhibitors today. */
  readonly stat: Stat
  /** The handicap without its sign, or what is between over and under. 0-10000000. */
  readonly line: number
  /** Decimal odds; of an order book the fair mid price, which nobody can take. Above 1, at most 1000. */
  readonly over: number
  /** Decimal odds; of an order book the fair mid price, which nobody can take. Above 1, at most 1000. */
  readonly under: number
  /** Best offer to buy a contract that pays 1, 0-1; null where it is not known. */
  readonly overBid: number | null
  /** Best offer to sell one, 0-1; null where it is not known. */
  readonly overAsk: number | null
  /**
   * Decimal odds that a person could take, 1 / (ask + fee); null where they are not known. Above 1, at most
   * undefined.
   */
  readonly overTakeDecimalOdds: number | null
  /** Best offer to buy a contract that pays 1, 0-1; null where it is not known. */
  readonly underBid: number | null
  /** Best offer to sell one, 0-1; null where it is not known. */
  readonly underAsk: number | null
  /**
   * Decimal odds that a person could take, 1 / (ask + fee); null where they are not known. Above 1, at most
   * undefined.
   */
  readonly underTakeDecimalOdds: number | null
}

/** Decimal odds on a count in one map. */
export interface MapTotal {
  /** Number of the map in the series. 1-5. */
  readonly map: number
  /** Open list: kills, towers, dragons, barons, inhibitors today. */
  readonly stat: Stat
  /** The handicap without its sign, or what is between over and under. 0-10000000. */
  readonly line: number
  /** Decimal odds; of an order book the fair mid price, which nobody can take. Above 1, at most 1000. */
  readonly over: number
  /** Decimal odds; of an order book the fair mid price, which nobody can take. Above 1, at most 1000. */
  readonly under: number
  /** Best offer to buy a contract that pays 1, 0-1; null where it is not known. */
  readonly overBid: number | null
  /** Best offer to sell one, 0-1; null where it is not known. */
  readonly overAsk: number | null
  /**
   * Decimal odds that a person could take, 1 / (ask + fee); null where they are not known. Above 1, at most
   * undefined.
   */
  readonly overTakeDecimalOdds: number | null
  /** Best offer to buy a contract that pays 1, 0-1; null where it is not known. */
  readonly underBid: number | null
  /** Best offer to sell one, 0-1; null where it is not known. */
  readonly underAsk: number | null
  /**
   * Decimal odds that a person could take, 1 / (ask + fee); null where they are not known. Above 1, at most
   * undefined.
   */
  readonly underTakeDecimalOdds: number | null
}

/** Decimal odds on kills in one map, with a handicap. */
export interface KillHandicap {
  /** Number of the map in the series. 1-5. */
  readonly map: number
  /** The handicap without its sign, or what is between over and under. 0-10000000. */
  readonly line: number
  /** Both teams. */
  readonly odds: readonly [LinePrice, LinePrice]
}

/** Decimal odds on one map. */
export interface MapWinner {
  /** Number of the map in the series. 1-5. */
  readonly map: number
  /** Both teams. */
  readonly odds: readonly [TeamPrice, TeamPrice]
}
