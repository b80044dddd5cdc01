// The client and its calls

export { type Client, createClient, type OddsCall, type PredictCall } from './client.ts'
export type {
  CallOptions,
  ChampionListOptions,
  ClientOptions,
  OnResponse,
  PlayerListOptions,
  PredictOptions,
  ScheduleOptions,
  TeamListOptions,
  TournamentListOptions,
} from './options.ts'
export type { AnyRequest, ListQuery } from './request.ts'

// What a call may give

export type { ConnectionErrorCode, ErrorCode } from './error-codes.ts'
export { type Candidate, RiftlineApiError, RiftlineConnectionError } from './errors.ts'
export type { FetchInit, FetchLike, FetchResponse } from './fetch-like.ts'
export type { RateLimit, ResponseInfo } from './response-info.ts'
export { toDate } from './to-date.ts'

// Bodies of requests and answers

export type * from './types/by-question.ts'
export type * from './types/derived-markets.generated.ts'
export type * from './types/details.generated.ts'
export type * from './types/errors.generated.ts'
export type * from './types/explanation.generated.ts'
export type * from './types/lists.generated.ts'
export type {
  AllMarkets,
  Handicap,
  KillHandicap,
  LinePrice,
  MapTotal,
  MapWinner,
  Markets,
  MatchTotal,
  OddsMatch,
  OverUnder,
  ScorePrice,
  Stat,
  TeamPrice,
  WinnerMarket,
} from './types/odds.generated.ts'
export type {
  BaseModel,
  BestOf,
  Model,
  Pick,
  Picks,
  PredictBody,
  PredictDraftBody,
  PredictionOdds,
  Side,
} from './types/prediction.generated.ts'
export type * from './types/tournament.generated.ts'
export type * from './types/usage.generated.ts'
