import { call, type Shared } from './call.ts'
import {
  type CallOptions,
  type ChampionListOptions,
  type ClientOptions,
  checkOptions,
  ownOptions,
  type PlayerListOptions,
  type PredictOptions,
  refuseUnknownOptions,
  type ScheduleOptions,
  type TeamListOptions,
  type TournamentListOptions,
} from './options.ts'
import {
  type AnyRequest,
  type ApiRequest,
  anyRequest,
  detailRequest,
  knownRequest,
  listRequest,
  predictRequest,
} from './request.ts'
import { type Runtime, systemRuntime } from './runtime.ts'
import type {
  ChampionList,
  MarketsAnswer,
  MarketsBody,
  Model,
  PlayerDetail,
  PlayerList,
  PredictBody,
  PredictDraftBody,
  Schedule,
  TeamDetail,
  TeamList,
  TournamentDetail,
  TournamentList,
  Usage,
} from './types/api.generated.ts'
import type { Odds, OddsQuery, Prediction } from './types/by-question.ts'

/**
 * One method for each route; each resolves to the route's body. Methods need no `this`.
 * @throws RiftlineApiError when the server refuses: see `code`, `status`
 * @throws RiftlineConnectionError when there is no answer
 */
export interface Client {
  /** Free. `teams({ name: 'TL' })` asks who a name means. */
  teams(options?: TeamListOptions): Promise<TeamList>
  /** Free. */
  players(options?: PlayerListOptions): Promise<PlayerList>
  /** Free. */
  champions(options?: ChampionListOptions): Promise<ChampionList>
  /** Free. `tournaments({ name: 'Worlds 2025' })` finds one, the newest first. */
  tournaments(options?: TournamentListOptions): Promise<TournamentList>
  /** Free. The series that have not begun, by start. */
  schedule(options?: ScheduleOptions): Promise<Schedule>
  /** Free, also with an empty balance. */
  usage(options?: CallOptions): Promise<Usage>
  /** 1 credit. */
  team(id: number, options?: CallOptions): Promise<TeamDetail>
  /** 1 credit. */
  player(id: number, options?: CallOptions): Promise<PlayerDetail>
  /** 1 credit. */
  tournament(id: number, options?: CallOptions): Promise<TournamentDetail>
  /** 1 credit, 2 for all markets, 0 while there are no odds. */
  readonly odds: OddsCall
  /** 2 credits with fasttree, 5 with lightgbm or pcasweep, 10 with the consensus. */
  readonly predict: PredictCall<PredictBody>
  /** As `predict`. */
  readonly predictDraft: PredictCall<PredictDraftBody>
  /** Priced as `predict`, whose number it holds. Every market of a series, before it or at a standing, beside the captured odds. */
  markets(body: MarketsBody, options?: PredictOptions): Promise<MarketsAnswer>
  /** Any call, for programs that read the contract: what the methods above do, without types. */
  request(request: AnyRequest, options?: PredictOptions): Promise<object>
}

/** The answer has the markets that the query names. */
export interface OddsCall {
  (query: OddsQuery & { readonly markets: 'all' }, options?: CallOptions): Promise<Odds<'all'>>
  (query: OddsQuery & { readonly markets?: 'winner' }, options?: CallOptions): Promise<Odds<'winner'>>
  (query: OddsQuery, options?: CallOptions): Promise<Odds>
}

/** The answer has the model that the body names, and `models` for the consensus alone. */
export interface PredictCall<Body> {
  <M extends Model>(body: Body & { readonly model: M }, options?: PredictOptions): Promise<Prediction<M>>
  (body: Body & { readonly model?: 'fasttree' }, options?: PredictOptions): Promise<Prediction<'fasttree'>>
  (body: Body, options?: PredictOptions): Promise<Prediction>
}

/**
 * Creates a client of the `/v1` API. It keeps the last body of each of the five lists, and the server sends it again only
 * after a change.
 * @throws TypeError with code `invalid_option`
 */
export function createClient(options: ClientOptions): Client {
  return createClientIn(systemRuntime, options)
}

export function createClientIn(runtime: Runtime, options: ClientOptions): Client {
  const shared: Shared = { settings: checkOptions(options), runtime, known: new Map() }
  // Answers are not checked: their types are written from the server's own OpenAPI document.
  const send = async <Body>(
    request: () => ApiRequest,
    options: PredictOptions = {},
    own: readonly string[] = [],
  ): Promise<Body> => {
    refuseUnknownOptions(options, own)
    return (await call(shared, request(), options)) as Body
  }
  return {
    teams: (options) => send(() => listRequest('teams', options), options, ownOptions.teams),
    players: (options) => send(() => listRequest('players', options), options, ownOptions.players),
    champions: (options) => send(() => listRequest('champions', options), options, ownOptions.champions),
    tournaments: (options) => send(() => listRequest('tournaments', options), options, ownOptions.tournaments),
    schedule: (options) => send(() => listRequest('schedule', options), options, ownOptions.schedule),
    usage: (options) => send(() => anyRequest({ method: 'GET', path: '/v1/usage', charged: false }), options),
    team: (id, options) => send(() => detailRequest('teams', id), options),
    player: (id, options) => send(() => detailRequest('players', id), options),
    tournament: (id, options) => send(() => detailRequest('tournaments', id), options),
    odds: (query: OddsQuery, options?: CallOptions) =>
      send<never>(() => anyRequest({ method: 'GET', path: '/v1/odds', query }), options),
    predict: (body: PredictBody, options?: PredictOptions) =>
      send<never>(() => predictRequest('predict', body), options, ownOptions.paid),
    predictDraft: (body: PredictDraftBody, options?: PredictOptions) =>
      send<never>(() => predictRequest('predict-draft', body), options, ownOptions.paid),
    markets: (body, options) => send(() => predictRequest('markets', body), options, ownOptions.paid),
    request: (request, options) => send(() => knownRequest(request), options, ownOptions.paid),
  }
}
