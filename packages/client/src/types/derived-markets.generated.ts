// Written from packages/server/openapi.json by npm run client-types; do not edit.

import type { Named } from './lists.generated.ts'
import type { BestOf, Model, Picks } from './prediction.generated.ts'

/** The body of a prediction, the picks of both teams or of neither, and a standing. */
export type MarketsBody = (
  | {
      readonly blueTeamId?: never
      /**
       * Name or alias, compared without case, spaces and punctuation. Trimmed before its length is counted. 1-80
       * characters.
       */
      readonly blueTeam: string
      readonly redTeamId?: never
      /**
       * Name or alias, compared without case, spaces and punctuation. Trimmed before its length is counted. 1-80
       * characters.
       */
      readonly redTeam: string
    }
  | {
      /** This or blueTeam, not both. */
      readonly blueTeamId: number
      readonly blueTeam?: never
      /** This or redTeam, not both. */
      readonly redTeamId: number
      readonly redTeam?: never
    }
  | {
      readonly blueTeamId?: never
      /**
       * Name or alias, compared without case, spaces and punctuation. Trimmed before its length is counted. 1-80
       * characters.
       */
      readonly blueTeam: string
      /** This or redTeam, not both. */
      readonly redTeamId: number
      readonly redTeam?: never
    }
  | {
      /** This or blueTeam, not both. */
      readonly blueTeamId: number
      readonly blueTeam?: never
      readonly redTeamId?: never
      /**
       * Name or alias, compared without case, spaces and punctuation. Trimmed before its length is counted. 1-80
       * characters.
       */
      readonly redTeam: string
    }
) & {
  /** The model that answers. `fasttree` by default. */
  readonly model?: Model
  /** Decimal odds of blue. Above 1, at most 1000. */
  readonly oddsBlue?: number
  /** Decimal odds of red. Above 1, at most 1000. */
  readonly oddsRed?: number
  /**
   * League and season label, free-form: one that no league fits selects none. Trimmed before its length is
   * counted. 1-120 characters.
   */
  readonly tournament?: string
  /** Most maps of the series. `3` by default. */
  readonly bestOf?: BestOf
  /** Each role once, in any order. */
  readonly bluePicks?: Picks
  /** Each role once, in any order. */
  readonly redPicks?: Picks
  /** Maps won so far, at most those that win the series and by one team only; none by default. */
  readonly standing?: Standing
}

/** Maps won. */
export interface Standing {
  /** Maps that blue has won. 0-3. */
  readonly blue: number
  /** Maps that red has won. 0-3. */
  readonly red: number
}

/** Chances of every market of a series, from a standing on. */
export interface MarketsAnswer {
  /** The team on the blue side. */
  readonly blueTeam: {
    /** What other calls take, at least 1. */
    readonly id: number
    /** What the team is called now. */
    readonly name: string
    /** Only of a team without a game within 180 days before the data date. */
    readonly active?: false
    /** Beside active: start of its last game; null where none is known. UTC, without a suffix. */
    readonly lastGameUtc?: string | null
  }
  /** The team on the red side. */
  readonly redTeam: {
    /** What other calls take, at least 1. */
    readonly id: number
    /** What the team is called now. */
    readonly name: string
    /** Only of a team without a game within 180 days before the data date. */
    readonly active?: false
    /** Beside active: start of its last game; null where none is known. UTC, without a suffix. */
    readonly lastGameUtc?: string | null
  }
  /** The model that answers. */
  readonly model: Model
  /** Most maps of the series: as requested, else 3. */
  readonly bestOf: BestOf
  /** The league whose history was used; null where none was found. */
  readonly league: {
    /** Its code. */
    readonly code: string
    /** What people call it. */
    readonly name: string
    /** Found in the tournament label, or the home league that both teams share. */
    readonly source: 'label' | 'teams'
  } | null
  /**
   * The date that the forecast is for, UTC, without a suffix: today, at the earliest that of the data. Equal
   * requests on one date have equal answers while `artifacts` is the same.
   */
  readonly asOfUtc: string
  /** The data date: start of the last game learned. UTC, without a suffix. */
  readonly dataThroughUtc: string
  /** Which models and tables answer; as the header `X-Artifacts`. */
  readonly artifacts: string
  /** Only where the data are of the day of the forecast. */
  readonly moment?: 'at the data date'
  /** Maps won so far. */
  readonly standing: Standing
  /** Chance of blue, calibrated, 0-1; anchored to the market when both prices were given. */
  readonly calibratedBlueWinProbability: number
  /** 1 - calibratedBlueWinProbability. 0-1. */
  readonly calibratedRedWinProbability: number
  /** The captured odds that selections are set beside; null without any for this series. */
  readonly book: {
    /** The id of the series in the schedule. */
    readonly esportsMatchId: string
    /** When they were captured. UTC, without a suffix. */
    readonly capturedAtUtc: string
    /** Whether they are the last before the start. */
    readonly isClosingLine: boolean
  } | null
  /** From the standing on. Of two selections blue, or over, is the first, and the second is 1 - the first. */
  readonly markets: DerivedMarkets
}

/** From the standing on. Of two selections blue, or over, is the first, and the second is 1 - the first. */
export interface DerivedMarkets {
  /** Who wins the series, blue first. */
  readonly seriesWinner: readonly [TeamSelection, TeamSelection]
  /** By blue's line, -1.5 first; the line is the absolute value, over the whole series. */
  readonly handicap: readonly {
    /** The handicap in maps. */
    readonly line: number
    /** Both teams, blue first. */
    readonly odds: readonly [LineSelection, LineSelection]
  }[]
  /** How many maps the series has, the smallest line first. */
  readonly totalMaps: readonly {
    /** Maps between over and under. */
    readonly line: number
    /** More maps than the line. */
    readonly over: Selection
    /** Fewer maps than the line. */
    readonly under: Selection
  }[]
  /** All final scores, blue's best first, red's best last. */
  readonly correctScore: readonly ScoreSelection[]
  /** Maps after the standing: the chance that each is played, and the chances of the teams if it is. */
  readonly mapWinner: readonly {
    /** Number of the map in the series, from 1. */
    readonly map: number
    /** Chance that it is played, 0-1. */
    readonly played: number
    /** Who wins it if it is played, blue first. */
    readonly odds: readonly [TeamSelection, TeamSelection]
  }[]
}

/** An outcome to bet on. */
export interface Selection {
  /** Our calibrated chance, 0-1. */
  readonly probability: number
  /** Decimal odds without a margin, 1 / probability; null at 0. At least 1. */
  readonly fairOdds: number | null
  /** The captured price; null without one. */
  readonly book: BookPrice | null
}

/** An outcome for one team. */
export interface TeamSelection {
  /** The team that is bet on. */
  readonly team: Named
  /** Our calibrated chance, 0-1. */
  readonly probability: number
  /** Decimal odds without a margin, 1 / probability; null at 0. At least 1. */
  readonly fairOdds: number | null
  /** The captured price; null without one. */
  readonly book: BookPrice | null
}

/** A team with its handicap in maps. */
export interface LineSelection {
  /** The team that is bet on. */
  readonly team: Named
  /** Maps added to those of the team. */
  readonly line: number
  /** Our calibrated chance, 0-1. */
  readonly probability: number
  /** Decimal odds without a margin, 1 / probability; null at 0. At least 1. */
  readonly fairOdds: number | null
  /** The captured price; null without one. */
  readonly book: BookPrice | null
}

/** A final score. */
export interface ScoreSelection {
  /** The winner, whose maps the score has first. */
  readonly team: Named
  /** Maps of the winner, then of the loser. */
  readonly score: string
  /** Our calibrated chance, 0-1. */
  readonly probability: number
  /** Decimal odds without a margin, 1 / probability; null at 0. At least 1. */
  readonly fairOdds: number | null
  /** The captured price; null without one. */
  readonly book: BookPrice | null
}

/** A captured price of a selection. */
export interface BookPrice {
  /** The captured decimal odds; of an order book the fair mid price. Above 1, at most 1000. */
  readonly decimalOdds: number
  /** What a person could take after the fee; null where that is not known. Above 1, at most undefined. */
  readonly takeDecimalOdds: number | null
  /** Which of the two `ev` is at: `mid` is decimalOdds. */
  readonly price: 'take' | 'mid'
  /** The market's own, without its margin by Shin's method; null where not every score has a price. 0-1. */
  readonly probability: number | null
  /** Sum of 1 / decimalOdds over all outcomes less 1; null where not all have one. */
  readonly margin: number | null
  /** Our probability * the price - 1. At least -1. */
  readonly ev: number
}
