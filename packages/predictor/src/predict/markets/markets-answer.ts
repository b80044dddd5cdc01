import type { Standing } from '@riftline/core/market'
import type { MarketBook } from '../../league/request/parse-market-book.ts'
import type { ForecastIdentity, Prediction, TeamRef } from '../../types.ts'

/** The answer of `POST /v1/markets`. In every pair, blue or over comes first, and the second probability is 1 - the first. */
export interface MarketsAnswer extends ForecastIdentity, Pick<Prediction, 'moment'> {
  readonly standing: Standing
  /** Chance to win the series before its first map, whatever the standing; equal to that of `predict`. */
  readonly calibratedBlueWinProbability: number
  readonly calibratedRedWinProbability: number
  /** The captured odds with which selections are compared; null if there are none for this series, or a map is played. */
  readonly book:
    | (Pick<MarketBook['match'], 'esportsMatchId'> & Pick<MarketBook, 'capturedAtUtc' | 'isClosingLine'>)
    | null
  readonly markets: DerivedMarkets
}

/** Markets from the standing on. A list is empty if the format has no such line, or nothing is left to play. */
export interface DerivedMarkets {
  readonly seriesWinner: Pair<TeamSelection>
  /** Sorted by blue's line, -1.5 first. `line` is its absolute value; the two selections have opposite signs. */
  readonly handicap: readonly { readonly line: number; readonly odds: Pair<LineSelection> }[]
  readonly totalMaps: readonly { readonly line: number; readonly over: Selection; readonly under: Selection }[]
  /** All final scores, from blue's best to red's best. The team is the winner; the score has its maps first. */
  readonly correctScore: readonly ScoreSelection[]
  /** Maps after the standing: the chance that each is played, and the teams' chances if it is. */
  readonly mapWinner: readonly { readonly map: number; readonly played: number; readonly odds: Pair<TeamSelection> }[]
}

/** Two values; that of blue, or over, comes first. */
export type Pair<T> = readonly [T, T]

/** An outcome to bet on. */
export interface Selection {
  readonly probability: number
  /** 1 / probability; null at 0. */
  readonly fairOdds: number | null
  /** The market's price; null without one. */
  readonly book: BookPrice | null
}

/** A market's price for one selection. */
export interface BookPrice {
  /** Decimal odds; for an order book, the mid price, which cannot be taken. */
  readonly decimalOdds: number
  /** Price that a person could take after the venue's fee; null if unknown. */
  readonly takeDecimalOdds: number | null
  /** The price behind `ev`: `take`, or `mid` if only `decimalOdds` are known. */
  readonly price: 'take' | 'mid'
  /** The market's chance without its margin, by Shin's method; null unless all outcomes have a price. */
  readonly probability: number | null
  /** Sum of 1 / decimalOdds over all outcomes, minus 1; null unless all have a price. */
  readonly margin: number | null
  /** Expected value per unit stake, by our probability. */
  readonly ev: number
}

/** An outcome for one team. */
export interface TeamSelection extends Selection {
  readonly team: TeamRef
}

/** A team with its handicap. */
export interface LineSelection extends TeamSelection {
  /** Handicap added to the team's maps; with -1.5 it must win by two. */
  readonly line: number
}

/** A final score. */
export interface ScoreSelection extends TeamSelection {
  /** Score with the winner's maps first: `2-1`. */
  readonly score: string
}
