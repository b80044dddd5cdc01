// Written from packages/server/openapi.json by npm run client-types; do not edit.

import type { Named } from './lists.generated.ts'
import type { BestOf } from './prediction.generated.ts'

/** Which prices a call of `odds` asks for. */
export type Markets = 'winner' | 'all'

export interface WinnerOdds {
  readonly match: OddsMatch
  /** UTC, without a suffix. */
  readonly capturedAtUtc: string
  readonly isClosingLine: boolean
  /** Who captured it; absent where that is not known. */
  readonly source?: string
  /** What the venue takes of whoever buys at the ask p, for each contract: rate * (p * (1 - p)) ^ exponent. */
  readonly fee: {
    /** Whose rule it is. */
    readonly name: string
    /** 0-1. */
    readonly rate: number
    /** 0-10. */
    readonly exponent: number
    /** The fee of a contract is rounded up to a multiple of it. 1e-9-1. */
    readonly roundedUpTo?: number
  } | null
  /** `mid` where some selection has no price that is known to be there to take. */
  readonly price: 'take' | 'mid'
  readonly markets: WinnerMarket
}

export interface AllOdds {
  readonly match: OddsMatch
  /** UTC, without a suffix. */
  readonly capturedAtUtc: string
  readonly isClosingLine: boolean
  /** Who captured it; absent where that is not known. */
  readonly source?: string
  /** What the venue takes of whoever buys at the ask p, for each contract: rate * (p * (1 - p)) ^ exponent. */
  readonly fee: {
    /** Whose rule it is. */
    readonly name: string
    /** 0-1. */
    readonly rate: number
    /** 0-10. */
    readonly exponent: number
    /** The fee of a contract is rounded up to a multiple of it. 1e-9-1. */
    readonly roundedUpTo?: number
  } | null
  /** `mid` where some selection has no price that is known to be there to take. */
  readonly price: 'take' | 'mid'
  readonly markets: AllMarkets
  /** At most 5 items. */
  readonly mapWinners: readonly MapWinner[] | null
}

/** The series that prices are for. */
export interface OddsMatch {
  /** 1-120 characters. */
  readonly esportsMatchId: string
  /** 1-120 characters. */
  readonly league: string
  readonly bestOf: BestOf
  /** UTC, without a suffix. */
  readonly scheduledUtc: string
  readonly team1: Named
  readonly team2: Named
}

/** What `markets: 'winner'` gives. */
export interface WinnerMarket {
  readonly seriesWinner: readonly [TeamPrice, TeamPrice]
}

/** What `markets: 'all'` gives; null where not published. */
export interface AllMarkets {
  readonly seriesWinner: readonly [TeamPrice, TeamPrice] | null
  /** At most 100 items. */
  readonly handicap: readonly Handicap[] | null
  /** At most 100 items. */
  readonly totalMaps: readonly OverUnder[] | null
  /** At most 100 items. */
  readonly correctScore: readonly ScorePrice[] | null
  /** At most 500 items. */
  readonly mapTotals: readonly MapTotal[] | null
  /** At most 500 items. */
  readonly matchTotals: readonly MatchTotal[] | null
  /** At most 500 items. */
  readonly killHandicap: readonly KillHandicap[] | null
}

/** Decimal odds on one team. */
export interface TeamPrice {
  readonly team: Named
  /** Of an order book the fair mid price, which nobody can take. Above 1, at most 1000. */
  readonly decimalOdds: number
  /** Of a contract that pays 1; null where it is not known. 0-1. */
  readonly bid: number | null
  /** Of a contract that pays 1; null where it is not known. 0-1. */
  readonly ask: number | null
  /** What a person could take, 1 / (ask + fee); null where it is not known. Above 1, at most undefined. */
  readonly takeDecimalOdds: number | null
}

/** Decimal odds on one team with a handicap. */
export interface LinePrice {
  readonly team: Named
  /** -10000000 to 10000000. */
  readonly line: number
  /** Of an order book the fair mid price, which nobody can take. Above 1, at most 1000. */
  readonly decimalOdds: number
  /** Of a contract that pays 1; null where it is not known. 0-1. */
  readonly bid: number | null
  /** Of a contract that pays 1; null where it is not known. 0-1. */
  readonly ask: number | null
  /** What a person could take, 1 / (ask + fee); null where it is not known. Above 1, at most undefined. */
  readonly takeDecimalOdds: number | null
}

/** The line is the absolute value; the two prices have it with opposite signs. */
export interface Handicap {
  /** 0-10000000. */
  readonly line: number
  readonly odds: readonly [LinePrice, LinePrice]
}

/** Decimal odds on how many maps are played. */
export interface OverUnder {
  /** 0-10000000. */
  readonly line: number
  /** Of an order book the fair mid price, which nobody can take. Above 1, at most 1000. */
  readonly over: number
  /** Of an order book the fair mid price, which nobody can take. Above 1, at most 1000. */
  readonly under: number
  /** Of a contract that pays 1; null where it is not known. 0-1. */
  readonly overBid: number | null
  /** Of a contract that pays 1; null where it is not known. 0-1. */
  readonly overAsk: number | null
  /** What a person could take, 1 / (ask + fee); null where it is not known. Above 1, at most undefined. */
  readonly overTakeDecimalOdds: number | null
  /** Of a contract that pays 1; null where it is not known. 0-1. */
  readonly underBid: number | null
  /** Of a contract that pays 1; null where it is not known. 0-1. */
  readonly underAsk: number | null
  /** What a person could take, 1 / (ask + fee); null where it is not known. Above 1, at most undefined. */
  readonly underTakeDecimalOdds: number | null
}

/** A score has the form `2-1`. */
export interface ScorePrice {
  readonly team: Named
  readonly score: string
  /** Of an order book the fair mid price, which nobody can take. Above 1, at most 1000. */
  readonly decimalOdds: number
  /** Of a contract that pays 1; null where it is not known. 0-1. */
  readonly bid: number | null
  /** Of a contract that pays 1; null where it is not known. 0-1. */
  readonly ask: number | null
  /** What a person could take, 1 / (ask + fee); null where it is not known. Above 1, at most undefined. */
  readonly takeDecimalOdds: number | null
}

/** An open list: expect words that are not in it. */
export type Stat = 'kills' | 'towers' | 'dragons' | 'barons' | 'inhibitors' | (string & {})

/** Decimal odds on a count over the whole series. */
export interface MatchTotal {
  /** Open list: kills, towers, dragons, barons, inhibitors today. */
  readonly stat: Stat
  /** 0-10000000. */
  readonly line: number
  /** Of an order book the fair mid price, which nobody can take. Above 1, at most 1000. */
  readonly over: number
  /** Of an order book the fair mid price, which nobody can take. Above 1, at most 1000. */
  readonly under: number
  /** Of a contract that pays 1; null where it is not known. 0-1. */
  readonly overBid: number | null
  /** Of a contract that pays 1; null where it is not known. 0-1. */
  readonly overAsk: number | null
  /** What a person could take, 1 / (ask + fee); null where it is not known. Above 1, at most undefined. */
  readonly overTakeDecimalOdds: number | null
  /** Of a contract that pays 1; null where it is not known. 0-1. */
  readonly underBid: number | null
  /** Of a contract that pays 1; null where it is not known. 0-1. */
  readonly underAsk: number | null
  /** What a person could take, 1 / (ask + fee); null where it is not known. Above 1, at most undefined. */
  readonly underTakeDecimalOdds: number | null
}

/** Decimal odds on a count in one map. */
export interface MapTotal {
  /** 1-5. */
  readonly map: number
  /** Open list: kills, towers, dragons, barons, inhibitors today. */
  readonly stat: Stat
  /** 0-10000000. */
  readonly line: number
  /** Of an order book the fair mid price, which nobody can take. Above 1, at most 1000. */
  readonly over: number
  /** Of an order book the fair mid price, which nobody can take. Above 1, at most 1000. */
  readonly under: number
  /** Of a contract that pays 1; null where it is not known. 0-1. */
  readonly overBid: number | null
  /** Of a contract that pays 1; null where it is not known. 0-1. */
  readonly overAsk: number | null
  /** What a person could take, 1 / (ask + fee); null where it is not known. Above 1, at most undefined. */
  readonly overTakeDecimalOdds: number | null
  /** Of a contract that pays 1; null where it is not known. 0-1. */
  readonly underBid: number | null
  /** Of a contract that pays 1; null where it is not known. 0-1. */
  readonly underAsk: number | null
  /** What a person could take, 1 / (ask + fee); null where it is not known. Above 1, at most undefined. */
  readonly underTakeDecimalOdds: number | null
}

/** Decimal odds on kills in one map, with a handicap. */
export interface KillHandicap {
  /** 1-5. */
  readonly map: number
  /** 0-10000000. */
  readonly line: number
  readonly odds: readonly [LinePrice, LinePrice]
}

/** Decimal odds on one map. */
export interface MapWinner {
  /** 1-5. */
  readonly map: number
  readonly odds: readonly [TeamPrice, TeamPrice]
}
