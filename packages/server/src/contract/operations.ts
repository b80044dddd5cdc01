import type { KeyScope } from '@riftline/ledger'
import { prices } from '../charging/prices.ts'
import type { ErrorCode } from '../http/http-error.ts'
import type { Deprecation } from './deprecation.ts'

/** One row of the contract's table, from which the routes are made too; `HEAD` and `OPTIONS` follow from it. */
export interface ContractOperation {
  readonly id: string
  readonly method: 'get' | 'post'
  readonly path: string
  readonly tag: 'Discovery' | 'Statistics' | 'Odds' | 'Record' | 'Changes' | 'Predictions' | 'Account' | 'Service'
  readonly summary: string
  readonly description: string
  /** Price in credits; a record if it depends on a choice of the caller. */
  readonly price: number | Readonly<Record<string, number>>
  readonly keyed: boolean
  /** Scope that the key needs, if it has any. */
  readonly scope: KeyScope
  /** Cache policy: lists and this document can be cached, and have a tag. */
  readonly cache: 'no-store' | 'private' | 'public'
  /** Names of path and query parameters; those of `wireNames` have another name in a request. */
  readonly parameters: readonly string[]
  /** Names of the request headers that this operation reads. */
  readonly headers: readonly string[]
  readonly body?: Body
  readonly answers: readonly Body[]
  /** Error codes beside those that every operation can answer. */
  readonly codes: readonly ErrorCode[]
  /** Dates of an operation that will end; a line of the changelog says what replaces it. */
  readonly deprecated?: Deprecation
}

/** A body, by the names of its schema and its example in the document. */
export interface Body {
  readonly schema: string
  readonly example?: string
  /** Media type; JSON by default. */
  readonly type?: 'text/event-stream'
}

const free = { price: 0, keyed: true, scope: 'read', cache: 'no-store', codes: [] } as const
const get = { ...free, method: 'get', parameters: [], headers: [] } as const
const cached = { ...get, cache: 'private', headers: ['If-None-Match', 'Accept-Encoding'] } as const
const service = { ...get, tag: 'Service', keyed: false } as const
/** Codes of every call that is charged. */
const charged = ['insufficient_credits', 'key_limit_reached'] as const
const predict = {
  ...get,
  method: 'post',
  tag: 'Predictions',
  scope: 'predict',
  price: prices.prediction,
  headers: ['Idempotency-Key'],
  codes: [
    ...(['ambiguous_team', 'odds_implausible', 'team_not_found', ...charged, 'idempotency_in_progress'] as const),
    ...(['payload_too_large', 'unsupported_media_type', 'idempotency_key_reused', 'prediction_error'] as const),
  ],
} as const

function list(noun: string, parameters: readonly string[], order = 'the newest items come first'): ContractOperation {
  return {
    ...cached,
    parameters,
    id: `list${capital(noun)}s`,
    path: `/v1/${noun}s`,
    tag: 'Discovery',
    summary: `All ${noun}s, or the ${noun}s that fit a filter`,
    description: `Sorted by id. With \`name\` the best match comes first; with another filter or a limit, ${order}.`,
    answers: [{ schema: `${capital(noun)}List`, example: `${noun}List` }],
  }
}

function detail(noun: 'team' | 'player' | 'tournament'): ContractOperation {
  return {
    ...get,
    id: `get${capital(noun)}`,
    path: `/v1/${noun}s/{id}`,
    tag: 'Statistics',
    summary: `Statistics of one ${noun}`,
    description: `Free if no statistics of the ${noun} are known.`,
    price: prices.detail,
    parameters: ['id'],
    answers: [{ schema: `${capital(noun)}Detail`, example: `${noun}Detail` }],
    codes: [`${noun}_not_found`, ...charged],
  }
}

function capital(noun: string): string {
  return noun.slice(0, 1).toUpperCase() + noun.slice(1)
}

const usage = {
  ...get,
  tag: 'Account',
  scope: 'usage',
  summary: 'Credits, calls and rate limit of the account and key in the request',
  description: 'The call works with an empty balance too.',
  answers: [{ schema: 'Usage', example: 'usage' }],
} as const

/** Names in a request of parameters that are described more than once. */
export const wireNames: Readonly<Record<string, string>> = {
  seriesLimit: 'limit',
  'results-limit': 'limit',
  'results-team': 'team',
  'performance-model': 'model',
  'changes-limit': 'limit',
}

/** Every operation of the API, in the order of the OpenAPI document. */
export const operations: readonly ContractOperation[] = [
  list('team', ['active', 'name', 'league', 'limit']),
  list('player', ['active', 'name', 'team', 'role', 'limit']),
  list('champion', ['name', 'limit'], 'items are sorted by name'),
  list('tournament', ['name', 'league', 'season', 'limit']),
  {
    ...cached,
    parameters: ['league', 'name', 'days', 'limit'],
    id: 'getSchedule',
    path: '/v1/schedule',
    tag: 'Discovery',
    summary: 'Series that have not begun, sorted by start',
    description:
      'Public services announce these series, up to 60 days ahead. The list is empty before the first sync; with `name` it has one team only.',
    answers: [{ schema: 'Schedule', example: 'schedule' }],
    codes: ['ambiguous_team', 'team_not_found'],
  },
  detail('team'),
  detail('player'),
  detail('tournament'),
  {
    ...get,
    id: 'getOdds',
    path: '/v1/odds',
    tag: 'Odds',
    summary: 'Latest market odds of the next scheduled series between two teams',
    description:
      'Give each team by id or by name, in any order. The call is charged only if odds exist. For 12 hours after the start of a ' +
      'series, the answer is its closing line, unless a later series is scheduled. With `markets=winner` the answer is ' +
      '`WinnerOdds`, with `all` it is `AllOdds`, whose unpublished markets are null.',
    price: prices.odds,
    parameters: ['team1Id', 'team1', 'team2Id', 'team2', 'markets'],
    answers: [
      // The form with more fields comes first: readers that take the first form that fits would lose those fields.
      { schema: 'AllOdds', example: 'allOdds' },
      { schema: 'WinnerOdds', example: 'winnerOdds' },
    ],
    codes: ['ambiguous_team', 'team_not_found', 'odds_not_available', ...charged],
  },
  {
    ...get,
    ...{ id: 'getOddsHistory', path: '/v1/odds/history' },
    tag: 'Odds',
    summary: 'Captured prices of the series between two teams over time',
    description:
      'Give both teams as for `/v1/odds`, or the id of one series. Each source has its first price, the last one of every tenth of an ' +
      'hour, and its closing line. A page has at most 5000 prices; a series with more goes on on the next page. The call is charged only ' +
      'if there are prices.',
    price: prices.oddsHistory,
    parameters: ['team1Id', 'team1', 'team2Id', 'team2', 'esportsMatchId', 'market', 'seriesLimit', 'cursor'],
    answers: [{ schema: 'OddsHistory', example: 'oddsHistory' }],
    codes: ['ambiguous_team', 'team_not_found', 'odds_not_available', ...charged],
  },
  {
    ...cached,
    parameters: ['league', 'bestOf', 'performance-model'],
    ...{ id: 'getPerformance', path: '/v1/performance' },
    tag: 'Record',
    summary: 'How good the forecasts were: log-loss, accuracy and calibration, by window, league and format',
    description:
      'Every finished series counts with the forecast made before it. Elo, Glicko-2 and the market stand beside the models. With ' +
      '`league` the rows of that league in all its formats are left; with `bestOf` those of that format, of all leagues and of each.',
    answers: [{ schema: 'Performance', example: 'performance' }],
    codes: ['record_not_available'],
  },
  {
    ...get,
    ...{ id: 'listResults', path: '/v1/results' },
    tag: 'Record',
    summary: 'Finished series with their forecasts and market prices, the latest first',
    description:
      'A page that holds something is charged, an empty one is free. `nextCursor` gives the next page of the same search; it stays valid ' +
      'when newer series arrive. Forecasts are those made before the first map; with `kept` they were kept by this server at that time.',
    price: prices.results,
    parameters: ['league', 'results-team', 'from', 'to', 'results-limit', 'cursor'],
    answers: [{ schema: 'ResultPage', example: 'resultPage' }],
    codes: ['ambiguous_team', 'team_not_found', 'league_not_found', 'record_not_available', ...charged],
  },
  {
    ...get,
    parameters: ['since', 'types', 'changes-limit', 'wait'],
    ...{ id: 'listChanges', path: '/v1/changes' },
    tag: 'Changes',
    summary: 'Changes of schedule, odds, results and forecasts after a place',
    description:
      'A change says that something is new; the call for it has the content. Changes of 14 days are kept, at most 100000. Without `since` the ' +
      'answer is empty and `next` is the place to begin from. `wait` holds an empty answer. A key can have three waiting calls and streams.',
    answers: [{ schema: 'ChangePage', example: 'changePage' }],
    codes: ['changes_gone'],
  },
  {
    ...get,
    parameters: ['since', 'types'],
    headers: ['Last-Event-ID'],
    ...{ id: 'streamChanges', path: '/v1/stream' },
    tag: 'Changes',
    summary: 'Changes as Server-Sent Events',
    description:
      'Each event has the `seq` of a change as `id`, its `type` as `event`, and the change as JSON. The stream begins now, or after ' +
      '`Last-Event-ID` or `since`. `event: gone`, with `oldest` and `next`, says that changes are missing; the stream goes on from `next`. ' +
      '`event: bye` comes before a restart. There are bytes every 15 seconds. A reader with over 262144 bytes unsent is cut off.',
    answers: [{ schema: 'EventStream', example: 'eventStream', type: 'text/event-stream' }],
  },
  {
    ...predict,
    id: 'predict',
    path: '/v1/predict',
    summary: 'Probability that each team wins a series',
    description: 'Swapped teams give complementary probabilities.',
    body: { schema: 'PredictRequest', example: 'predictRequest' },
    answers: [{ schema: 'Prediction', example: 'consensusPrediction' }],
  },
  {
    ...predict,
    id: 'predictDraft',
    path: '/v1/predict-draft',
    summary: 'Probability that each team wins a series, with the picks of both teams',
    description:
      'Each team has five picks, one for each role. All ten champions must differ. The order of the picks does not matter.',
    body: { schema: 'PredictDraftRequest', example: 'draftRequest' },
    answers: [{ schema: 'Prediction', example: 'draftPrediction' }],
  },
  {
    ...predict,
    id: 'predictBatch',
    path: '/v1/predict/batch',
    summary: 'Probabilities of 1 to 100 series in one call',
    description:
      'Each request is a body of `/v1/predict` or `/v1/predict-draft`, and costs as much; `model` is for those that name none. The first invalid ' +
      'one refuses the call. The body may have 262144 bytes. The call counts once towards the rate, and as its requests among the calls at work.',
    body: { schema: 'PredictBatchRequest', example: 'batchRequest' },
    answers: [{ schema: 'PredictionBatch', example: 'predictionBatch' }],
  },
  {
    ...predict,
    id: 'markets',
    path: '/v1/markets',
    summary: 'Probabilities for every market of a series: winner, handicaps, total maps, scores, maps',
    description:
      'All markets come from one distribution that agrees with the prediction of the same request, before the series or at a ' +
      '`standing`. Prices are those of the series before its first map; picks are those of the next map. Before the first ' +
      "map, each selection has the newest captured odds of the teams' next series, if that series has the same best-of.",
    body: { schema: 'MarketsRequest', example: 'marketsRequest' },
    answers: [{ schema: 'MarketsAnswer', example: 'markets' }],
  },
  {
    ...predict,
    id: 'simulateTournament',
    path: '/v1/tournament',
    summary: 'Chance of each team to reach each stage of a tournament, and to win it',
    description:
      'The tournament is played `runs` times from its known results on; in each run every team has one strength, so that each series ' +
      'has the probability of `/v1/predict`. Equal requests on one date have equal answers. The price is the same for every model. An ' +
      'account can have two tournaments at once; further calls get `overloaded`. The body may have 262144 bytes.',
    price: prices.simulation,
    body: { schema: 'TournamentRequest', example: 'tournamentRequest' },
    answers: [{ schema: 'TournamentForecast', example: 'tournamentForecast' }],
    codes: predict.codes.filter((code) => code !== 'odds_implausible'),
  },
  { ...usage, id: 'getUsage', path: '/v1/usage' },
  { ...usage, id: 'getUsageAlias', path: '/usage' },
  {
    ...service,
    id: 'getHealth',
    path: '/healthz',
    summary: 'Whether the process is running',
    description: 'The answer is 200 even while the server drains or its storage fails.',
    answers: [{ schema: 'Health', example: 'health' }],
  },
  {
    ...service,
    id: 'getReadiness',
    path: '/readyz',
    summary: 'Whether the server can receive traffic',
    description: 'The answer is 503 while the server drains or its storage fails.',
    answers: [{ schema: 'Readiness', example: 'readiness' }],
    codes: ['shutting_down', 'storage_unavailable'],
  },
  {
    ...cached,
    tag: 'Service',
    keyed: false,
    id: 'getOpenApi',
    path: '/openapi.json',
    summary: 'This document',
    description: 'OpenAPI 3.1 document, made from the schemas that validate requests and answers.',
    cache: 'public',
    answers: [{ schema: 'document' }],
  },
]
