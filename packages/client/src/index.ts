// The client and its calls

export { type Client, createClient, type OddsCall, type PredictCall } from './client.ts'
export type {
  BatchOptions,
  CallOptions,
  ChampionListOptions,
  ChangeOptions,
  ChangePageOptions,
  ChangeQuery,
  ChangeRetry,
  ClientOptions,
  ListQuery,
  OnResponse,
  PerformanceOptions,
  PlayerListOptions,
  PredictOptions,
  RecordQuery,
  ResultsOptions,
  ScheduleOptions,
  TeamListOptions,
  TournamentListOptions,
} from './options.ts'
export type { AnyRequest } from './request.ts'

// Results of calls

export type { ConnectionErrorCode, ErrorCode } from './errors.ts'
export { type Candidate, RiftlineApiError, RiftlineConnectionError } from './errors.ts'
export type { RateLimit, ResponseInfo } from './response-info.ts'
export type { FetchInit, FetchLike, FetchResponse } from './runtime.ts'
export { toDate } from './to-date.ts'

// Bodies of requests and answers

export type * from './types/api.generated.ts'
export type * from './types/by-question.ts'
