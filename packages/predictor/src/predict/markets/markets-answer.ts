import type { Standing } from '@riftline/core/market'
import type { MarketBook } from '../../league/request/parse-market-book.ts'
import type { ForecastIdentity, Prediction, TeamRef } from '../../types.ts'

/** The answer of `POST /v1/markets`. Of every pair blue, or over, comes first, and the second probability is 1 - the first. */
export interface MarketsAnswer extends ForecastIdentity, Pick<Prediction, 'moment'> {
  readonly standing: Standing
  /** Chance of the series before its first map, whatever the standing; `predict` answers the same. */
  readonly calibratedBlueWinProbability: number
  readonly calibratedRedWinProbability: number
  /** The captured odds that selections are compared with; null where there are none for this series, or a map is played. */
  readonly book:
    | (Pick<MarketBook['match'], 'esportsMatchId'> & Pick<MarketBook, 'capturedAtUtc' | 'isClosingLine'>)
    | null
  readonly markets: DerivedMarkets
}

/** From the standing on. Lists are empty where the format has no such line, or nothing is left to play. */
export interface DerivedMarkets {
  readonly seriesWinner: Pair<TeamSelection>
  /** By blue's line, -1.5 first. `line` is its absolute value, those of the two selections have opposite signs. */
  readonly handicap: readonly { readonly line: number; readonly odds: Pair<LineSelection> }[]
  readonly totalMaps: readonly { readonly line: number; readonly over: Selection; readonly under: Selection }[]
  /** All final scores, blue's best first and red's best last. The team is the winner, whose maps the score has first. */
  readonly correctScore: readonly ScoreSelection[]
  /** Maps after the standing: the chance that each is played, and the teams' given that it is. */
  readonly mapWinner: readonly { readonly map: number; readonly played: number; readonly odds: Pair<TeamSelection> }[]
}

/** Blue, or over, comes first. */
export type Pair<T> = readonly [T, T]

/** An outcome to bet on. */
export interface Selection {
  readonly probability: number
  /** 1 / probability; null at 0. */
  readonly fairOdds: number | null
  /** Null without a price. */
  readonly book: BookPrice | null
}

/** A price that a market offers. */
export interface BookPrice {
  /** The mid price of an order book, which nobody can take. */
  readonly decimalOdds: number
  /** Price that a person could take after the venue's fee; null where it is unknown. */
  readonly takeDecimalOdds: number | null
  /** The price that `ev` is at: `take`, or `mid` where only `decimalOdds` are known. */
  readonly price: 'take' | 'mid'
  /** The market's own, without its margin by Shin's method; null where not all outcomes have a price. */
  readonly probability: number | null
  /** Sum of 1 / decimalOdds over all outcomes less 1; null where not all have a price. */
  readonly margin: number | null
  /** By our probability, per unit of stake. */
  readonly ev: number
}

/** An outcome for one team. */
export interface TeamSelection extends Selection {
  readonly team: TeamRef
}

/** A team with its handicap. */
export interface LineSelection extends TeamSelection {
  /** Added to its maps: -1.5 where it must win by two. */
  readonly line: number
}

/** A final score. */
export interface ScoreSelection extends TeamSelection {
  /** The winner's maps first: `2-1`. */
  readonly score: string
}
