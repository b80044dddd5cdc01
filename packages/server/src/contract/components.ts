import { anyChangeSchema, changePageSchema, changeSchemas, seqForm } from '@riftline/changes'
import { allOddsAnswerSchema, oddsHistoryAnswerSchema, winnerOddsAnswerSchema } from '@riftline/odds'
import {
  batchRequestJsonSchema,
  marketsRequestJsonSchema,
  predictRequestJsonSchema,
  tournamentRequestJsonSchema,
} from '@riftline/predictor'
import * as record from '@riftline/record'
import * as z from 'zod'
import { errorCodes } from '../http/http-error.ts'
import * as details from './detail-schemas.ts'
import * as lists from './list-schemas.ts'
import { candidate, candidates, namedId, sideGames, sideWinRate, text, usage } from './list-schemas.ts'
import { markets, prediction, predictionBatch } from './prediction-schema.ts'
import { tournamentForecast } from './tournament-schema.ts'

const ok = z.literal('ok')
const check = ok.describe('Always `ok`. If a part fails, the server answers with status 503 instead.')

const health = z.object({ status: ok.describe('Always `ok`: the process is running.') })

const readiness = z.object({
  status: z.literal('ready').describe('Always `ready`: the server can receive traffic.'),
  checks: lists.object('Result of each check.', { ledger: check, artifacts: check, catalogue: check, disk: check }),
})

const seq = lists.matching(seqForm, 'Place in the changes.')

/** Body of every error: code, message, and candidates if a name is unknown or ambiguous. */
const errorBody = z.strictObject({
  error: z.enum(errorCodes).describe('Error code, for programs.'),
  message: text.describe('Explanation for people. The text may change.'),
  candidates: candidates.exactOptional(),
  oldest: seq.exactOptional().describe('Oldest place after which no change is missing. Only with `changes_gone`.'),
  next: seq.exactOptional().describe('Place to go on from, after the lists were read again. Only with `changes_gone`.'),
  limit: z.int().exactOptional().describe('With `key_limit_reached`: credits that the key may spend in a UTC month.'),
  used: z.int().exactOptional().describe('With `key_limit_reached`: credits that count towards the limit.'),
  resetsUtc: lists.utc('With `key_limit_reached`: start of the next month.').exactOptional(),
})

/** The same error in the form of RFC 9457, for clients that prefer it. */
const problem = z.object({
  type: z.string().describe('URL of the page that explains the error; `about:blank` if this server has none.'),
  title: text.describe('Name of the error in words; the same for each `code`.'),
  status: z.int().min(400).max(599).describe('Status of the answer.'),
  detail: errorBody.shape.message,
  code: errorBody.shape.error,
  request_id: text.describe('Id of this answer, as in `X-Request-Id`.'),
  ...errorBody.omit({ error: true, message: true }).shape,
})

/** Schemas of all answer bodies, by their names in the OpenAPI document. */
const answers: Readonly<Record<string, z.ZodType>> = {
  NamedId: namedId,
  Candidate: candidate,
  SideWinRate: sideWinRate,
  SideGames: sideGames,
  Sample: details.sampleSchema,
  TeamStats: details.teamStats,
  TeamSamples: details.teamSamples,
  PlayerStats: details.playerStats,
  PlayerSamples: details.playerSamples,
  Leader: details.leader,
  Team: lists.teamItem,
  TeamList: lists.teamList,
  TeamDetail: details.teamDetail,
  Player: lists.playerItem,
  PlayerList: lists.playerList,
  PlayerDetail: details.playerDetail,
  Champion: lists.championItem,
  ChampionList: lists.championList,
  Tournament: lists.tournamentItem,
  TournamentList: lists.tournamentList,
  TournamentDetail: details.tournamentDetail,
  ScheduledSeries: lists.scheduleItem,
  Schedule: lists.scheduleList,
  WinnerOdds: winnerOddsAnswerSchema,
  AllOdds: allOddsAnswerSchema,
  OddsHistory: oddsHistoryAnswerSchema,
  Prediction: prediction,
  PredictionBatch: predictionBatch,
  MarketsAnswer: markets,
  TournamentForecast: tournamentForecast,
  BesideMarket: record.besideMarketSchema,
  PerformanceRow: record.performanceRowSchema,
  PerformanceWindow: record.performanceWindowSchema,
  Performance: lists.performance,
  ResultForecast: record.resultForecastSchema,
  Result: record.resultSchema,
  ResultPage: lists.resultPage,
  ...changeSchemas,
  Change: anyChangeSchema,
  ChangePage: changePageSchema,
  EventStream: text.describe('Events, each ended by a blank line, in UTF-8.'),
  Usage: usage,
  Health: health,
  Readiness: readiness,
  Problem: problem,
  Error: errorBody,
}

/** All named schemas as JSON Schema 2020-12: answers as they are sent, requests as they may be sent. */
export function componentSchemas(): Readonly<Record<string, JsonSchema>> {
  const registry = z.registry<{ readonly id: string }>()
  for (const [id, schema] of Object.entries(answers)) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, { io: 'output', uri: (id) => `#/components/schemas/${id}` })
  const { Error: error = {}, ...others } = schemas
  // Callers must ignore fields they do not know, so the schema of an answer does not forbid them.
  const open = mapValues(others, (schema) => published(schema, true))
  return { ...open, Error: closedSchema(error), ...requestSchemas() }
}

/** Request bodies by name, each as one object with its properties and the rules between them. */
export function requestObjects(): Readonly<Record<string, JsonSchema>> {
  return {
    PredictRequest: closedSchema(predictRequestJsonSchema('match')),
    PredictDraftRequest: closedSchema(predictRequestJsonSchema('draft')),
    PredictBatchRequest: closedSchema(batchRequestJsonSchema()),
    MarketsRequest: closedSchema(marketsRequestJsonSchema()),
    TournamentRequest: closedSchema(tournamentRequestJsonSchema()),
  }
}

/** Request bodies as one whole object for each way to name the teams: generators of types know no other rule between fields. */
function requestSchemas(): Readonly<Record<string, JsonSchema>> {
  const schemas: Record<string, JsonSchema> = {}
  for (const [name, { allOf: _, ...object }] of Object.entries(requestObjects())) {
    if (name === 'TournamentRequest') {
      schemas[name] = object
      continue
    }
    const properties = sharedParts(object.properties as Properties, schemas)
    if (name === 'PredictBatchRequest') {
      const items = { anyOf: ['PredictRequest', 'PredictDraftRequest'].map((one) => reference('schemas', one)) }
      schemas[name] = { ...object, properties: { ...properties, requests: { ...properties.requests, items } } }
      continue
    }
    for (const { form, teams } of ways) schemas[name + form] = wholeObject({ ...object, properties }, teams)
    schemas[name] = { oneOf: ways.map(({ form }) => reference('schemas', name + form)) }
  }
  return schemas
}

type Properties = Readonly<Record<string, JsonSchema>>

const ways = [
  { form: 'ByNames', teams: ['blueTeam', 'redTeam'] },
  { form: 'ByIds', teams: ['blueTeamId', 'redTeamId'] },
  { form: 'ByNameAndId', teams: ['blueTeam', 'redTeamId'] },
  { form: 'ByIdAndName', teams: ['blueTeamId', 'redTeam'] },
] as const

/** Names of parts with a default or fields. A reference keeps a field optional: generators require one with a default beside it. */
const partNames: Readonly<Record<string, string>> = {
  model: 'RequestedModel',
  bestOf: 'RequestedBestOf',
  explain: 'RequestedExplain',
  bluePicks: 'Picks',
  redPicks: 'Picks',
  standing: 'Standing',
}

function sharedParts(properties: Properties, schemas: Record<string, JsonSchema>): Properties {
  const parts: Record<string, JsonSchema> = {}
  for (const [field, part] of Object.entries(properties)) {
    const name = partNames[field]
    parts[field] = name === undefined ? part : reference('schemas', name)
    if (name === undefined) continue
    schemas[name] = part
    if (name === 'Picks') {
      schemas.Pick = part.items as JsonSchema
      schemas.Picks = { ...part, items: reference('schemas', 'Pick') }
    }
  }
  return parts
}

/** Builds one alternative of a request. @param teams fields that name the teams; the other two team fields must be absent */
function wholeObject({ properties, required = [], ...rules }: JsonSchema, teams: readonly string[]): JsonSchema {
  const fields = Object.entries(properties as Properties).map(([field, part]) => {
    const other = field.endsWith('TeamId') ? field.slice(0, -2) : `${field}Id`
    return [field, teams.includes(other) ? { ...never, description: `Must be absent if \`${other}\` is given.` } : part]
  })
  const every = [...teams, ...(required as readonly string[])]
  // Without `minProperties` some linters report that alternatives with shared optional fields overlap.
  return { ...rules, properties: Object.fromEntries(fields), required: every, minProperties: every.length }
}

/** Schema that no value fits; generators that ignore `not` read it as null. */
const never = { type: 'null', not: {} } as const

/** A JSON Schema 2020-12, as OpenAPI 3.1 has it. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** Closes a schema, which then allows no further keys: for requests, and for answers that will never get any. */
export function closedSchema(schema: JsonSchema): JsonSchema {
  return published(schema, false)
}

/** Schema of a parameter or a header. */
export function parameterSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  return closedSchema(z.toJSONSchema(schema, { io }))
}

export function reference(kind: 'schemas' | 'parameters' | 'headers' | 'responses', name: string): JsonSchema {
  return { $ref: `#/components/${kind}/${name}` }
}

export function mapValues<In, Out>(record: Readonly<Record<string, In>>, map: (value: In) => Out) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}

/** Removes undefined fields, which neither JSON nor exact optional properties have. */
export function defined<T extends object>(fields: T): { readonly [Key in keyof T]: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}

function published(schema: JsonSchema, open: boolean): JsonSchema {
  const entries = Object.entries(schema).map(([key, value]) => [key, publishedValue(key, value, open)])
  // Every `enum` is a closed list; an open one is a string with a description.
  const enumeration = Array.isArray(schema.enum) ? 'closed' : undefined
  return defined({ ...Object.fromEntries(entries), 'x-enumeration': enumeration })
}

/** Value of a key as it is published; undefined for a key that is left out. */
function publishedValue(key: string, value: unknown, open: boolean): unknown {
  if (key === '$schema' || key === '$id' || (open && key === 'additionalProperties' && value === false)) return
  // Property escapes are unknown to the regular expressions of many languages.
  if (key === 'pattern') return String(value).replaceAll('\\P{Cc}', '[^\\u0000-\\u001f\\u007f-\\u009f]')
  if (key === 'properties' || key === 'patternProperties') {
    return mapValues(value as Readonly<Record<string, JsonSchema>>, (property) => published(property, open))
  }
  if (Array.isArray(value)) return value.map((item) => (isSchema(item) ? published(item, open) : item))
  return isSchema(value) && key !== 'default' && key !== 'example' ? published(value, open) : value
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
