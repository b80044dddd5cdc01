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
 * Client with one method for each route; each resolves to the route's body. Methods can be used without `this`.
 * @throws RiftlineApiError when the server refuses the call: see `code` and `status`
 * @throws RiftlineConnectionError when no answer arrives
 */
export interface Client {
  /** Lists teams. Free. `teams({ name: 'TL' })` asks which teams a name may mean. */
  teams(options?: TeamListOptions): Promise<TeamList>
  /** Lists players. Free. */
  players(options?: PlayerListOptions): Promise<PlayerList>
  /** Lists champions. Free. */
  champions(options?: ChampionListOptions): Promise<ChampionList>
  /** Lists tournaments. Free. `tournaments({ name: 'Worlds 2025' })` finds one, the newest first. */
  tournaments(options?: TournamentListOptions): Promise<TournamentList>
  /** Lists the series that have not begun, by start. Free. */
  schedule(options?: ScheduleOptions): Promise<Schedule>
  /** Reads balance and use of the account. Free, even with an empty balance. */
  usage(options?: CallOptions): Promise<Usage>
  /** Reads a team. 1 credit. */
  team(id: number, options?: CallOptions): Promise<TeamDetail>
  /** Reads a player. 1 credit. */
  player(id: number, options?: CallOptions): Promise<PlayerDetail>
  /** Reads a tournament. 1 credit. */
  tournament(id: number, options?: CallOptions): Promise<TournamentDetail>
  /** Reads odds. 1 credit, 2 for all markets, 0 while there are no odds. */
  readonly odds: OddsCall
  /** Predicts a series. 2 credits with fasttree, 5 with lightgbm or pcasweep, 10 with the consensus. */
  readonly predict: PredictCall<PredictBody>
  /** Predicts a series with the picks of both teams. Priced like `predict`. */
  readonly predictDraft: PredictCall<PredictDraftBody>
  /** Prices every market of a series, before it or at a score, beside the captured odds. Costs as much as the `predict` it contains. */
  markets(body: MarketsBody, options?: PredictOptions): Promise<MarketsAnswer>
  /** Sends any call of the contract, with retries like the methods above, but without types. */
  request(request: AnyRequest, options?: PredictOptions): Promise<object>
}

/** Call for odds; the answer's type has the markets that the query names. */
export interface OddsCall {
  (query: OddsQuery & { readonly markets: 'all' }, options?: CallOptions): Promise<Odds<'all'>>
  (query: OddsQuery & { readonly markets?: 'winner' }, options?: CallOptions): Promise<Odds<'winner'>>
  (query: OddsQuery, options?: CallOptions): Promise<Odds>
}

/** Call for a prediction; the answer's type has the model that the body names, and `models` for the consensus alone. */
export interface PredictCall<Body> {
  <M extends Model>(body: Body & { readonly model: M }, options?: PredictOptions): Promise<Prediction<M>>
  (body: Body & { readonly model?: 'fasttree' }, options?: PredictOptions): Promise<Prediction<'fasttree'>>
  (body: Body, options?: PredictOptions): Promise<Prediction>
}

/**
 * Creates a client of the `/v1` API. It caches the last body of each of the five lists, which the server sends again only after a change.
 * @throws TypeError with code `invalid_option`
 */
export function createClient(options: ClientOptions): Client {
  return createClientIn(systemRuntime, options)
}

export function createClientIn(runtime: Runtime, options: ClientOptions): Client {
  const shared: Shared = { settings: checkOptions(options), runtime, known: new Map() }
  // Answers are not checked at run time: their types are generated from the server's own OpenAPI document.
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
