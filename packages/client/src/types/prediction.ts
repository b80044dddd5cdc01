import type { Named, Role } from './lists.ts'

export type BaseModel = 'fasttree' | 'lightgbm' | 'pcasweep'
export type Model = BaseModel | 'consensus'
export type BestOf = 1 | 3 | 5
export type Side = 'blue' | 'red'

/** Each team by id or by name; everything else is optional. */
export type PredictBody = BlueTeam & RedTeam & PredictFields

type BlueTeam =
  | { readonly blueTeamId: number; readonly blueTeam?: never }
  | { readonly blueTeam: string; readonly blueTeamId?: never }
type RedTeam =
  | { readonly redTeamId: number; readonly redTeam?: never }
  | { readonly redTeam: string; readonly redTeamId?: never }

interface PredictFields {
  /** `fasttree` by default */
  readonly model?: Model
  /** Decimal odds, above 1 and at most 1000. */
  readonly oddsBlue?: number
  readonly oddsRed?: number
  /** Its words choose the league; 1-120 characters. */
  readonly tournament?: string
  /** 3 by default */
  readonly bestOf?: BestOf
}

/** A prediction with the ten picks known. */
export type PredictDraftBody = PredictBody & { readonly bluePicks: Picks; readonly redPicks: Picks }

export interface Pick {
  readonly role: Role
  /** A name of `champions()`; case, spaces and punctuation do not matter. */
  readonly champion: string
}

/** Each role once, in any order. */
export type Picks = readonly [Pick, Pick, Pick, Pick, Pick]

/** `models` is there for the consensus alone. */
export type Prediction<M extends Model = Model> = M extends 'consensus'
  ? PredictionOf<M> & { readonly models: MemberPredictions }
  : PredictionOf<M> & { readonly models?: never }

export type MemberPredictions = readonly [
  MemberPrediction<'fasttree'>,
  MemberPrediction<'lightgbm'>,
  MemberPrediction<'pcasweep'>,
]

/** Probabilities are 0-1; red is `1 - blue`. */
export interface MemberPrediction<M extends Model = BaseModel> {
  readonly model: M
  readonly blueWinProbability: number
  readonly redWinProbability: number
  /** Calibrated, and anchored to the market when both odds were given. */
  readonly calibratedBlueWinProbability: number
  readonly calibratedRedWinProbability: number
  /** The side with the larger raw probability. */
  readonly winner: Side
}

interface PredictionOf<M extends Model> extends MemberPrediction<M> {
  readonly blueTeam: Named
  readonly redTeam: Named
  /** Only when a price was given. */
  readonly odds?: PredictionOdds
}

/** The prices that were given and what a unit stake wins on average: `probability * decimalOdds - 1`; null without a price. */
export interface PredictionOdds {
  readonly blue: number | null
  readonly red: number | null
  readonly blueEv: number | null
  readonly redEv: number | null
  readonly calibratedBlueEv: number | null
  readonly calibratedRedEv: number | null
}
