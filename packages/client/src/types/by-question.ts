import type {
  AllOdds,
  AnyMemberPrediction,
  AnyPrediction,
  BaseModel,
  Markets,
  Model,
  TournamentDetail,
  WinnerOdds,
} from './api.generated.ts'

// Types that OpenAPI cannot express, because the answer depends on the request.

/** Two teams, each by id or by name, in any order. */
export type OddsQuery = OddsTeam1 & OddsTeam2 & { readonly markets?: Markets }

type OddsTeam1 =
  | { readonly team1Id: number; readonly team1?: never }
  | { readonly team1: string; readonly team1Id?: never }
type OddsTeam2 =
  | { readonly team2Id: number; readonly team2?: never }
  | { readonly team2: string; readonly team2Id?: never }

/** Latest prices of the next series of two teams, in the markets that the query names. */
export type Odds<M extends Markets = Markets> = M extends 'all' ? AllOdds : WinnerOdds

/** Prediction of one model. Probabilities are 0-1; red is `1 - blue`. */
export interface MemberPrediction<M extends Model = BaseModel> extends Omit<AnyMemberPrediction, 'model'> {
  readonly model: M
}

/** Predictions of all members of the consensus, in this order. */
export type MemberPredictions = readonly [
  MemberPrediction<'fasttree'>,
  MemberPrediction<'lightgbm'>,
  MemberPrediction<'pcasweep'>,
]

/** Answer of the model that the body names; only the consensus has `models`. */
export type Prediction<M extends Model = Model> = M extends 'consensus'
  ? PredictionOf<M> & { readonly models: MemberPredictions }
  : PredictionOf<M> & { readonly models?: never }

interface PredictionOf<M extends Model> extends Omit<AnyPrediction, 'model' | 'models'> {
  readonly model: M
}

/** Objective that only one side takes first. */
export type Objective = keyof TournamentDetail['firstObjectiveRates']
/** Statistic for which a tournament lists its best players. */
export type LeaderBoard = keyof TournamentDetail['leaders']
