import { call, type Shared } from './call.ts'
import { followChanges } from './changes.ts'
import {
  type BatchOptions,
  type CallOptions,
  type ChampionListOptions,
  type ChangeOptions,
  type ChangePageOptions,
  type ClientOptions,
  changePageOptions,
  checkChangeQuery,
  checkOptions,
  type ListQuery,
  ownOptions,
  type PerformanceOptions,
  type PlayerListOptions,
  type PredictOptions,
  type ResultsOptions,
  refuseUnknownOptions,
  type ScheduleOptions,
  type TeamListOptions,
  type TournamentListOptions,
} from './options.ts'
import {
  type AnyRequest,
  type ApiRequest,
  anyRequest,
  changesRequest,
  knownRequest,
  type ListName,
  listRequest,
} from './request.ts'
import { type Runtime, systemRuntime } from './runtime.ts'
import type {
  ChampionList,
  Change,
  ChangePage,
  MarketsAnswer,
  MarketsBody,
  Model,
  OddsHistory,
  Performance,
  PlayerDetail,
  PlayerList,
  PredictBody,
  PredictDraftBody,
  ResultPage,
  Schedule,
  TeamDetail,
  TeamList,
  TournamentBody,
  TournamentDetail,
  TournamentForecast,
  TournamentList,
  Usage,
} from './types/api.generated.ts'
import type { Odds, OddsHistoryQuery, OddsQuery, Prediction, PredictionBatch } from './types/by-question.ts'

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
  /** Reads the prices of two teams' series over time, newest series first. 2 credits, 0 while there are no prices. */
  oddsHistory(query: OddsHistoryQuery, options?: CallOptions): Promise<OddsHistory>
  /** Reads how good the forecasts were, by window, league and format. Free. `performance({ league: 'LCK', model: 'consensus' })` */
  performance(options?: PerformanceOptions): Promise<Performance>
  /** Reads a page of finished series with their forecasts, the latest first. 1 credit, 0 for an empty page; `cursor: nextCursor` reads on. */
  results(options?: ResultsOptions): Promise<ResultPage>
  /** Predicts a series. 2 credits with fasttree, 5 with lightgbm or pcasweep, 10 with the consensus. */
  readonly predict: PredictCall<PredictBody>
  /** Predicts a series with the picks of both teams. Priced like `predict`. */
  readonly predictDraft: PredictCall<PredictDraftBody>
  /**
   * Predicts 1 to 100 series in one call, for the sum of their prices. Each request is the body of `predict` or `predictDraft`; the first
   * invalid one refuses the call, as in `requests[3].bestOf: must be 1, 3 or 5`.
   */
  predictBatch(requests: readonly (PredictBody | PredictDraftBody)[], options?: BatchOptions): Promise<PredictionBatch>
  /** Prices every market of a series, before it or at a score, beside the captured odds. Costs as much as the `predict` it contains. */
  markets(body: MarketsBody, options?: PredictOptions): Promise<MarketsAnswer>
  /**
   * Simulates a tournament: chance of each team to reach each stage and to win. 20 credits with any model. Of the tournaments that an account
   * asks for at the same time one is simulated, so that the others may wait for a retry.
   */
  simulateTournament(body: TournamentBody, options?: PredictOptions): Promise<TournamentForecast>
  /**
   * Follows the changes as they come, each once and in order, until the loop is left or the signal aborted. Free. It resumes after
   * every loss of the connection. `for await (const change of client.changes({ types: ['odds.captured'] }))`
   * @throws RiftlineApiError `changes_gone` when changes after `since` are no longer kept, and for refusals that do not pass
   * @throws RiftlineConnectionError `aborted`, and the last error of a server that was never reached, after `maxRetries` retries
   */
  changes(options?: ChangeOptions): AsyncIterableIterator<Change>
  /** Reads the changes after a place, the oldest first. Free. Without `since` only `next`, the place of now. */
  changePage(options?: ChangePageOptions): Promise<ChangePage>
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
 * Creates a client of the `/v1` API. It caches the last body of each of the five lists and of the performance, which the server sends again only after a change.
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
  const list =
    <Options extends CallOptions, Body>(name: ListName) =>
    (options?: Options): Promise<Body> =>
      send(() => listRequest(name, options as ListQuery), options, ownOptions[name])
  const detail = (name: string) => (id: number, options?: CallOptions) =>
    send<never>(() => anyRequest({ method: 'GET', path: `/v1/${name}/${encodeURIComponent(id)}` }), options)
  const paid =
    (name: string, own: readonly string[] = ownOptions.paid) =>
    (body: object, options?: PredictOptions) =>
      send<never>(() => anyRequest({ method: 'POST', path: `/v1/${name}`, body }), options, own)
  const readOdds =
    (part: string) =>
    (query: OddsQuery | OddsHistoryQuery, options?: CallOptions): Promise<never> =>
      send(() => anyRequest({ method: 'GET', path: `/v1/odds${part}`, query }), options)
  return {
    teams: list('teams'),
    players: list('players'),
    champions: list('champions'),
    tournaments: list('tournaments'),
    schedule: list('schedule'),
    usage: (options) => send(() => anyRequest({ method: 'GET', path: '/v1/usage', charged: false }), options),
    team: detail('teams'),
    player: detail('players'),
    tournament: detail('tournaments'),
    odds: readOdds(''),
    oddsHistory: readOdds('/history'),
    performance: list('performance'),
    results: list('results'),
    predict: paid('predict'),
    predictDraft: paid('predict-draft'),
    predictBatch: (requests, options) =>
      paid('predict/batch', [...ownOptions.paid, 'model'])({ model: options?.model, requests }, options),
    markets: paid('markets'),
    simulateTournament: paid('tournament'),
    changes: (options = {}) => followChanges(shared, options),
    changePage: (options = {}) =>
      send(
        () => {
          checkChangeQuery(options)
          return changesRequest('changes', options)
        },
        { ...options, timeoutMs: options.timeoutMs ?? shared.settings.timeoutMs + (options.wait ?? 0) * 1000 },
        changePageOptions,
      ),
    request: (request, options) => send(() => knownRequest(request), options, ownOptions.paid),
  }
}
