// Written from packages/server/openapi.json by npm run client-types; do not edit.

import type { Named, Role } from './lists.generated.ts'
import type { BaseModel, Side } from './prediction.generated.ts'

/**
 * Only with explain, why the chance is what it is: the stages add up to logit and points of the calibrated
 * chance. Models and calibration curves differ by format, so a favourite can have less in a best-of-5 than in a
 * best-of-3.
 */
export interface Explanation {
  /** What it adds to the log odds of blue. */
  readonly logit: number
  /** What it adds to the chance of blue, in percentage points. */
  readonly points: number
  /** Code of the league whose history was used. */
  readonly league: string | null
  /** Shares of the models in the answer; 1 for a model alone. */
  readonly weights: {
    /** Its share, 0-1. */
    readonly fasttree?: number
    /** Its share, 0-1. */
    readonly lightgbm?: number
    /** Its share, 0-1. */
    readonly pcasweep?: number
  }
  /**
   * From even teams to the calibrated chance, in order: draft with picks, age on old data, market with both prices
   * only.
   */
  readonly stages: readonly ExplanationStage[]
  /** What the chance is worth at the prices; null without a price. */
  readonly value: {
    /** Of a bet on blue; null without its price. */
    readonly blue: SideValue | null
    /** Of a bet on red; null without its price. */
    readonly red: SideValue | null
  } | null
}

/** One step, the chance of blue after it, and the parts that add up to it. */
export interface ExplanationStage {
  /** The step. */
  readonly stage:
    | 'rating'
    | 'scale'
    | 'doubt'
    | 'bestOf'
    | 'leagueSlope'
    | 'models'
    | 'calibration'
    | 'draft'
    | 'age'
    | 'market'
  /** What it adds to the log odds of blue. */
  readonly logit: number
  /** What it adds to the chance of blue, in percentage points. */
  readonly points: number
  /** The chance of blue after the stage, 0-1. */
  readonly probability: number
  /** Of scale and age: what log odds are multiplied with. */
  readonly factor?: number
  /** Of doubt: standard deviation of the strength, in log odds of a game. */
  readonly sd?: number
  /** Of leagueSlope: what log odds are multiplied with. */
  readonly slope?: number
  /** Of age: days that the data are old. */
  readonly days?: number
  /** Of market: weight of the models against it. */
  readonly weight?: number
  /** Of market: chance of blue by the prices, without their margin. 0-1. */
  readonly marketProbability?: number
  /** They add up to the stage; none where it is one thing. */
  readonly parts: readonly ExplanationPart[]
}

/** What one thing moved in a stage. */
export type ExplanationPart =
  | {
      /** What it is about. */
      readonly part: 'league'
      /** Code of the home league; null where none is known. */
      readonly blue: string | null
      /** Code of the home league; null where none is known. */
      readonly red: string | null
      /** What it adds to the log odds of blue. */
      readonly logit: number
      /** What it adds to the chance of blue, in percentage points. */
      readonly points: number
    }
  | {
      /** What it is about. */
      readonly part: 'team' | 'experience'
      /** What it adds to the log odds of blue. */
      readonly logit: number
      /** What it adds to the chance of blue, in percentage points. */
      readonly points: number
    }
  | {
      /** What it is about. */
      readonly part: 'player'
      /** A seat of a team. */
      readonly role: Role
      /** Null where the lineup or the name is not known. */
      readonly blue: Named | null
      /** Null where the lineup or the name is not known. */
      readonly red: Named | null
      /** What it adds to the log odds of blue. */
      readonly logit: number
      /** What it adds to the chance of blue, in percentage points. */
      readonly points: number
    }
  | {
      /** What it is about. */
      readonly part: 'champion'
      /** The side that picked it. */
      readonly side: Side
      /** A seat of a team. */
      readonly role: Role
      /** The pick. */
      readonly champion: Named
      /** What it adds to the log odds of blue. */
      readonly logit: number
      /** What it adds to the chance of blue, in percentage points. */
      readonly points: number
    }
  | {
      /** What it is about. */
      readonly part: BaseModel
      /** A group of the features that models read. */
      readonly source: 'rating' | 'seasonKills' | 'creepScore' | 'form' | 'seasonWins' | 'headToHead' | 'schedule'
      /** What it adds to the log odds of blue. */
      readonly logit: number
      /** What it adds to the chance of blue, in percentage points. */
      readonly points: number
    }
  | {
      /** What it is about. */
      readonly part: BaseModel
      /** What it adds to the log odds of blue. */
      readonly logit: number
      /** What it adds to the chance of blue, in percentage points. */
      readonly points: number
    }

/** Expected value per unit of stake: at even teams, and at the answer. */
export interface SideValue {
  /** The price that was given. Above 1, at most 1000. */
  readonly decimalOdds: number
  /** The chance at which the price is worth nothing, 1 / decimalOdds. 0-1. */
  readonly breakEven: number
  /** Expected value at even teams. At least -1. */
  readonly evAtEven: number
  /**
   * Calibrated expected value: evAtEven plus decimalOdds * points / 100 of every stage, for red minus. At least
   * -1.
   */
  readonly ev: number
}
