import { detailPrice, oddsPrice, predictionPrice } from '../credits/prices.ts'
import type { ErrorCode } from '../http/error-codes.ts'
import type { SchemaName } from './components.ts'
import type { ExampleName } from './examples.ts'
import type { ParameterName } from './parameter-objects.ts'

/** One row of the contract's table of routes. `HEAD` and `OPTIONS` follow from it. */
export interface Operation {
  readonly id: string
  readonly method: 'get' | 'post'
  readonly path: string
  readonly tag: Tag
  readonly summary: string
  readonly description?: string
  /** Credits, by what the caller chooses where the choice has a price. */
  readonly price: number | Readonly<Record<string, number>>
  readonly keyed: boolean
  readonly head: boolean
  /** Lists and this document are cacheable and have a tag. */
  readonly cache: 'no-store' | 'private' | 'public'
  readonly parameters: readonly ParameterName[]
  readonly body?: { readonly schema: SchemaName; readonly example: ExampleName }
  readonly answers: readonly Answered[]
  /** Beside those that every operation can give. */
  readonly codes: readonly ErrorCode[]
}

export interface Answered {
  readonly schema: SchemaName | 'document'
  readonly example?: ExampleName
}

export type Tag = 'Discovery' | 'Statistics' | 'Odds' | 'Predictions' | 'Account' | 'Service'

const free = { price: 0, keyed: true, head: true, codes: [], parameters: [] } as const

const list = (name: string, schema: SchemaName, example: ExampleName): Operation => ({
  ...free,
  id: `list${name}`,
  method: 'get',
  path: `/v1/${name.toLowerCase()}`,
  tag: 'Discovery',
  summary: `All ${name.toLowerCase()}, sorted by id`,
  cache: 'private',
  parameters: ['If-None-Match', 'Accept-Encoding'],
  answers: [{ schema, example }],
})

const detail = (name: string, schema: SchemaName, example: ExampleName, notFound: ErrorCode): Operation => ({
  ...free,
  id: `get${name}`,
  method: 'get',
  path: `/v1/${name.toLowerCase()}s/{id}`,
  tag: 'Statistics',
  summary: `Statistics of one ${name.toLowerCase()}`,
  price: detailPrice,
  head: false,
  cache: 'no-store',
  parameters: ['id'],
  answers: [{ schema, example }],
  codes: [notFound, 'insufficient_credits'],
})

const usage = (id: string, path: string): Operation => ({
  ...free,
  id,
  method: 'get',
  path,
  tag: 'Account',
  summary: 'Credits, calls and rate of the account and key that ask',
  description: 'Never blocked by an empty balance.',
  cache: 'no-store',
  answers: [{ schema: 'Usage', example: 'usage' }],
})

const modelPrices = {
  fasttree: predictionPrice('fasttree'),
  lightgbm: predictionPrice('lightgbm'),
  pcasweep: predictionPrice('pcasweep'),
  consensus: predictionPrice('consensus'),
}

const predict = {
  method: 'post',
  tag: 'Predictions',
  price: modelPrices,
  keyed: true,
  head: false,
  cache: 'no-store',
  parameters: ['Idempotency-Key'],
  codes: [
    'ambiguous_team',
    'team_not_found',
    'insufficient_credits',
    'idempotency_in_progress',
    'payload_too_large',
    'unsupported_media_type',
    'idempotency_key_reused',
    'prediction_error',
  ],
} as const

const service = (id: string, path: string, summary: string, answers: readonly Answered[]): Operation => ({
  ...free,
  id,
  method: 'get',
  path,
  tag: 'Service',
  summary,
  keyed: false,
  cache: 'no-store',
  answers,
})

export const operations: readonly Operation[] = [
  list('Teams', 'TeamList', 'teamList'),
  list('Players', 'PlayerList', 'playerList'),
  list('Champions', 'ChampionList', 'championList'),
  list('Tournaments', 'TournamentList', 'tournamentList'),
  detail('Team', 'TeamDetail', 'teamDetail', 'team_not_found'),
  detail('Player', 'PlayerDetail', 'playerDetail', 'player_not_found'),
  detail('Tournament', 'TournamentDetail', 'tournamentDetail', 'tournament_not_found'),
  {
    id: 'getOdds',
    method: 'get',
    path: '/v1/odds',
    tag: 'Odds',
    summary: 'The latest market odds of the next scheduled series between two teams',
    description:
      'Give each team by id or by name, in any order. Charged only when odds exist. `winner` answers with the first ' +
      'form, `all` with the second, whose markets are null where nothing is published.',
    price: { winner: oddsPrice('winner'), all: oddsPrice('all') },
    keyed: true,
    head: false,
    cache: 'no-store',
    parameters: ['team1Id', 'team1', 'team2Id', 'team2', 'markets'],
    answers: [
      { schema: 'WinnerOdds', example: 'winnerOdds' },
      { schema: 'AllOdds', example: 'allOdds' },
    ],
    codes: ['ambiguous_team', 'team_not_found', 'odds_not_available', 'insufficient_credits'],
  },
  {
    ...predict,
    id: 'predict',
    path: '/v1/predict',
    summary: 'Chances of both teams to win a series',
    description: 'Swapping the teams gives complementary probabilities.',
    body: { schema: 'PredictRequest', example: 'predictRequest' },
    answers: [{ schema: 'Prediction', example: 'consensusPrediction' }],
  },
  {
    ...predict,
    id: 'predictDraft',
    path: '/v1/predict-draft',
    summary: 'The same with the picks of both teams',
    description:
      'Five picks a side, one for each role; the ten champions are all different. Their order does not matter.',
    body: { schema: 'PredictDraftRequest', example: 'draftRequest' },
    answers: [{ schema: 'Prediction', example: 'draftPrediction' }],
  },
  usage('getUsage', '/v1/usage'),
  usage('getUsageAlias', '/usage'),
  service('getHealth', '/healthz', 'Whether the process runs', [{ schema: 'Health', example: 'health' }]),
  {
    ...service('getReadiness', '/readyz', 'Whether the server may be sent traffic', [
      { schema: 'Readiness', example: 'readiness' },
    ]),
    codes: ['shutting_down', 'storage_unavailable'],
  },
  {
    ...service('getOpenApi', '/openapi.json', 'This document', [{ schema: 'document' }]),
    cache: 'public',
    parameters: ['If-None-Match', 'Accept-Encoding'],
  },
]

/** What every operation can answer. */
export const commonCodes: readonly ErrorCode[] = [
  'bad_request',
  'validation_error',
  'method_not_allowed',
  'request_timeout',
  'expectation_failed',
  'headers_too_large',
  'internal_error',
]

/** What every operation behind a key can answer beside those. */
export const keyedCodes: readonly ErrorCode[] = [
  'missing_api_key',
  'invalid_api_key',
  'revoked_api_key',
  'account_banned',
  'rate_limited',
  'overloaded',
  'shutting_down',
  'storage_unavailable',
]
