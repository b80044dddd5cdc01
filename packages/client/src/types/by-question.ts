import type {
  AllOdds,
  AnyMemberPrediction,
  AnyPrediction,
  AnyPredictionBatch,
  BaseModel,
  Change,
  HistoryMarket,
  Markets,
  Model,
  TournamentDetail,
  WinnerOdds,
} from './api.generated.ts'

// Types that OpenAPI cannot express, because the answer depends on the request.

/** Two teams, each by id or by name, in any order. */
export type OddsQuery = OddsPair & { readonly markets?: Markets }

/** Two teams as for odds, or one series. A page has at most 50 series, 10 by default; `cursor` is the `nextCursor` of the page before. */
export type OddsHistoryQuery = HistoryPage &
  (
    | (OddsPair & { readonly esportsMatchId?: never })
    | ({ readonly esportsMatchId: string } & { readonly [Key in 'team1Id' | 'team1' | 'team2Id' | 'team2']?: never })
  )

type HistoryPage = { readonly market?: HistoryMarket; readonly limit?: number; readonly cursor?: string }

type OddsPair = OddsTeam1 & OddsTeam2

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

/** Predictions in the order of their requests, each as the answer of a single call. */
export interface PredictionBatch extends Omit<AnyPredictionBatch, 'predictions'> {
  readonly predictions: readonly Prediction[]
}

/** Objective that only one side takes first. */
export type Objective = keyof TournamentDetail['firstObjectiveRates']
/** Statistic for which a tournament lists its best players. */
export type LeaderBoard = keyof TournamentDetail['leaders']
/** Type of a change, which tells its fields. */
export type ChangeType = Change['type']
