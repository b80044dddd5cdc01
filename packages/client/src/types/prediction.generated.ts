// Written from packages/server/openapi.json by npm run client-types; do not edit.

import type { Explanation } from './explanation.generated.ts'
import type { Role } from './lists.generated.ts'

/** A member of the consensus. */
export type BaseModel = 'fasttree' | 'lightgbm' | 'pcasweep'

/** A member, or the consensus of all. */
export type Model = 'fasttree' | 'lightgbm' | 'pcasweep' | 'consensus'

/** Most maps of a series. */
export type BestOf = 1 | 3 | 5

/** The side of the higher calibrated probability; a tie is blue. */
export type Side = 'blue' | 'red'

/** Each team by id or by name; everything else is optional. */
export type PredictBody = (
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
  /** Adds `explanation` to the answer, at no further cost. `false` by default. */
  readonly explain?: boolean
}

/** A prediction with the ten picks known. */
export type PredictDraftBody = (
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
  /** Adds `explanation` to the answer, at no further cost. `false` by default. */
  readonly explain?: boolean
  /** Each role once, in any order. */
  readonly bluePicks: Picks
  /** Each role once, in any order. */
  readonly redPicks: Picks
}

/** A champion by a name of `champions()`; case, spaces and punctuation do not matter. */
export interface Pick {
  /** The seat. */
  readonly role: Role
  /** Its name; case, spaces and punctuation do not matter. */
  readonly champion: string
}

/** Each role once, in any order. */
export type Picks = readonly [Pick, Pick, Pick, Pick, Pick]

export interface AnyPrediction {
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
  /** Chance of blue as the model says it, 0-1. */
  readonly blueWinProbability: number
  /** 1 - blueWinProbability. 0-1. */
  readonly redWinProbability: number
  /** Chance of blue, calibrated, 0-1; anchored to the market when both prices were given. */
  readonly calibratedBlueWinProbability: number
  /** 1 - calibratedBlueWinProbability. 0-1. */
  readonly calibratedRedWinProbability: number
  /** The side of the higher calibrated probability; a tie is blue. */
  readonly winner: Side
  /** Only when a price was given. EV is p * odds - 1; fields of a missing price are null. */
  readonly odds?: PredictionOdds
  /** Only for consensus: fasttree, lightgbm, pcasweep in this order. */
  readonly models?: readonly [AnyMemberPrediction, AnyMemberPrediction, AnyMemberPrediction]
  /**
   * Only with explain, why the chance is what it is: the stages add up to logit and points of the calibrated
   * chance. Models and calibration curves differ by format, so a favourite can have less in a best-of-5 than in a
   * best-of-3.
   */
  readonly explanation?: Explanation
}

export interface AnyMemberPrediction {
  /** The member. */
  readonly model: BaseModel
  /** Share of the consensus, 0-1: its probabilities are the sums of weight * probability. */
  readonly weight: number
  /** Chance of blue as the model says it, 0-1. */
  readonly blueWinProbability: number
  /** 1 - blueWinProbability. 0-1. */
  readonly redWinProbability: number
  /** Chance of blue, calibrated, 0-1; anchored to the market when both prices were given. */
  readonly calibratedBlueWinProbability: number
  /** 1 - calibratedBlueWinProbability. 0-1. */
  readonly calibratedRedWinProbability: number
  /** The side of the higher calibrated probability; a tie is blue. */
  readonly winner: Side
}

/** Only when a price was given. EV is p * odds - 1; fields of a missing price are null. */
export interface PredictionOdds {
  /** Decimal odds of blue, as given. Above 1, at most 1000. */
  readonly blue: number | null
  /** Decimal odds of red, as given. Above 1, at most 1000. */
  readonly red: number | null
  /** Sum of 1 / price less 1; null unless both were given. At least -0.1. */
  readonly margin: number | null
  /** The market's chance, without its margin by Shin's method; null unless both prices were given. 0-1. */
  readonly marketBlueProbability: number | null
  /** 1 - marketBlueProbability. 0-1. */
  readonly marketRedProbability: number | null
  /** Of a stake of 1 on blue, at blueWinProbability. At least -1. */
  readonly blueEv: number | null
  /** Of a stake of 1 on red, at redWinProbability. At least -1. */
  readonly redEv: number | null
  /** Of a stake of 1 on blue, at calibratedBlueWinProbability. At least -1. */
  readonly calibratedBlueEv: number | null
  /** Of a stake of 1 on red, at calibratedRedWinProbability. At least -1. */
  readonly calibratedRedEv: number | null
}
