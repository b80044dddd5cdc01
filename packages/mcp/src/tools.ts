import { amountOf } from '@riftline/base'
import type { Backend } from './backend.ts'

/** Contract that tools are made of. `@riftline/server/openapi` has it. */
export interface ToolContract {
  readonly operations: readonly ToolOperation[]
  /** Schemas of request bodies, by name. */
  readonly requestObjects: () => Readonly<Record<string, SchemaObject>>
  readonly parameterObjects: () => Readonly<Record<string, ToolParameter>>
}

/** Operation of the contract, as far as a tool needs it. */
export interface ToolOperation {
  readonly id: string
  readonly method: 'get' | 'post'
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly description: string
  readonly price: number | Readonly<Record<string, number>>
  readonly keyed: boolean
  readonly parameters: readonly string[]
  readonly body?: { readonly schema: string }
}

interface ToolParameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description: string
  readonly schema: SchemaObject
}

type SchemaObject = Readonly<Record<string, unknown>>

/** A tool, the operation that it stands for, and the fields of its body that are always the same. */
export interface McpTool {
  readonly operation: ToolOperation
  readonly fixed: Readonly<Record<string, unknown>>
  readonly definition: ToolDefinition
}

/** Entry of `tools/list`. */
export interface ToolDefinition {
  readonly [field: string]: unknown
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: ObjectSchema
  readonly annotations: Readonly<
    Record<'readOnlyHint' | 'destructiveHint' | 'idempotentHint' | 'openWorldHint', boolean>
  >
}

/** Creates a tool for every operation that needs a key, and `explain`, which predicts with an explanation. */
export function createTools(contract: ToolContract, { isOffline }: Pick<Backend, 'isOffline'>): readonly McpTool[] {
  const inputOf = createInputSchemas(contract)
  return contract.operations.filter(isForTools).flatMap((operation) => {
    const tool = toolOf(operation, inputOf(operation), isOffline)
    return operation.id === 'predict' ? [tool, explaining(tool)] : [tool]
  })
}

/** Leaves out `/usage`, an alias of `/v1/usage`, and what is for programs: thousands of prices, and changes that are followed. */
function isForTools({ keyed, path, id }: ToolOperation): boolean {
  return keyed && path.startsWith('/v1/') && id !== 'getOddsHistory' && !/^\/v1\/(changes|stream)$/.test(path)
}

function toolOf(operation: ToolOperation, input: ObjectSchema, isOffline: boolean): McpTool {
  const name = nameOf(operation)
  // There is no account offline.
  const isUsageOffline = isOffline && operation.tag === 'Account'
  return {
    operation,
    fixed: {},
    definition: {
      name,
      title: titleOf(name),
      description: [
        texts[name] ?? `${operation.summary}. ${operation.description}`,
        isUsageOffline ? 'Offline, nothing is charged and no key is needed.' : undefined,
        isOffline ? undefined : priceText(operation.price),
      ]
        .filter(Boolean)
        .join(' '),
      inputSchema: hasWhole(operation) ? withWhole(input) : input,
      annotations: {
        readOnlyHint: true,
        destructiveHint: false,
        // A second call to a server may be charged again.
        idempotentHint: isOffline || operation.price === 0,
        openWorldHint: !isOffline,
      },
    },
  }
}

function explaining({ operation, definition }: McpTool): McpTool {
  const { explain: _, ...properties } = definition.inputSchema.properties ?? {}
  return {
    operation,
    fixed: { explain: true },
    definition: {
      ...definition,
      name: 'explain',
      title: 'Explain',
      description: `Explains a forecast by what ratings, players, models and odds add to the probability of blue. ${definition.description}`,
      inputSchema: { ...definition.inputSchema, properties },
    },
  }
}

/** Tool name of a path: `/v1/predict-draft` gives `predict-draft`, `/v1/teams` gives `teams`, `/v1/teams/{id}` gives `team`. */
function nameOf({ id: operation, path }: ToolOperation): string {
  if (operation === 'predictBatch') return 'predict_many'
  if (operation === 'simulateTournament') return 'simulate_tournament'
  const [name = '', id] = path.slice('/v1/'.length).split('/')
  return id === undefined ? name : name.slice(0, -1)
}

/** Whether answers are shortened unless the whole is requested. Lists have a limit instead, and usage is short. */
export function hasWhole({ tag }: ToolOperation): boolean {
  return tag !== 'Discovery' && tag !== 'Account'
}

function withWhole({ properties, ...schema }: ObjectSchema): ObjectSchema {
  const whole = { type: 'boolean', description: 'Whole answer, not 4 kB.' }
  return { ...schema, properties: { ...properties, [wholeAnswer]: whole } }
}

/** Name of the tools' own argument that requests the whole answer. */
export const wholeAnswer = 'full'

const texts: Readonly<Record<string, string>> = {
  teams: 'Finds teams by name, code or league, with ids for the other tools. Lists 10 by default, best match first.',
  players: 'Finds players by name. Lists 10 by default, best match first.',
  champions: 'Finds champions by name. Lists 10 by default.',
  tournaments: 'Finds tournaments by name (Worlds 2025), league or season. Lists 10 by default, newest first.',
  schedule: 'Series of the next 60 days by start, or of the named team. Lists 10 by default.',
  team: 'Statistics of a team: record, averages, champions, seasons.',
  player: 'Statistics of a player: record, averages, champions, seasons.',
  tournament: 'Statistics of a tournament: games, sides, first objectives, leaders.',
  odds: 'Captured market odds of the next series between two teams.',
  performance:
    'How good the forecasts of finished series were, by window, league and format: log-loss, accuracy, calibration.',
  results: 'Finished series with the forecasts made before them, the latest first. Give a limit.',
  predict: 'Probability that each of two teams wins a series.',
  'predict-draft':
    'Probability that each of two teams wins a series, with five picks a side: one for each role, ten different champions.',
  predict_many:
    'Probabilities of 1 to 100 series in one call, each priced like predict. Above about 40 series only "full" shows all.',
  markets:
    'Probabilities of every market of a series, before it or at a standing: winner, handicaps, total maps, scores, maps.',
  simulate_tournament:
    'Who wins a tournament: chance of each team to reach each stage and to win, and what the next series change. Form is not modelled.',
  usage: 'Credits, calls and rate limit of the account and key.',
}

function titleOf(name: string): string {
  const words = name.replaceAll(/[-_]/g, ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

function priceText(price: ToolOperation['price']): string {
  if (price === 0) return 'Free.'
  if (typeof price === 'number') return `Costs ${amountOf(price, 'credit')}.`
  return `Costs credits: ${Object.entries(price)
    .map(([choice, credits]) => `${choice} ${credits}`)
    .join(', ')}.`
}

interface ObjectSchema {
  readonly [keyword: string]: unknown
  readonly type: 'object'
  readonly properties?: Readonly<Record<string, unknown>>
}

/** Makes argument schemas from the contract. Answers have no schema, because a host sends every schema to the model at each start. */
function createInputSchemas(contract: ToolContract): (operation: ToolOperation) => ObjectSchema {
  const bodies = contract.requestObjects()
  const parameters = contract.parameterObjects()

  function ofParameters(names: readonly string[]): ObjectSchema {
    const shown = names.flatMap((name) => parameters[name] ?? []).filter((parameter) => parameter.in !== 'header')
    return {
      type: 'object',
      properties: Object.fromEntries(
        shown.map(({ name, description, schema }) => [name, short({ ...schema, description })]),
      ),
      required: shown.filter(({ required }) => required).map(({ name }) => name),
      additionalProperties: false,
    }
  }

  return ({ parameters, body }) => {
    if (body === undefined) return ofParameters(parameters)
    const named = bodies[body.schema]
    if (named === undefined) throw new Error(`the contract has no schema ${body.schema}`)
    // Models refuse alternatives at the top level of a schema; descriptions say which fields exclude each other.
    const { allOf: _, properties, ...schema } = short(named)
    return {
      ...schema,
      type: 'object',
      ...(isObject(properties) ? { properties: { ...properties, ...shorter(properties) } } : {}),
    }
  }
}

/** Fields whose rules would be long, in words. */
function shorter({ redPicks, format }: SchemaObject): SchemaObject {
  return {
    ...(isObject(redPicks) && { redPicks: { ...redPicks, items: { type: 'object' }, description: 'As bluePicks.' } }),
    ...(isObject(format) && { format: { type: 'object', description: formatText } }),
  }
}

const formatText =
  '{name, teams: [names], stages: [{id, kind, ...}], results?: [{stage, teams, score}]}. Kinds: roundRobin {groups: {A: [slots]} or slots, ' +
  'rounds, bestOf}, swiss {slots, wins, losses, bestOf, decidingBestOf}, singleElimination {slots, bestOf}, doubleElimination {slots, ' +
  'lowerSlots, bestOf, final}, gsl {slots, bestOf}, kingOfTheHill {slots, bestOf}. Slot: a team, STAGE.PLACE or STAGE.GROUP.PLACE.'

/** Keywords of texts, whose faults the API explains. */
const unneeded: ReadonlySet<string> = new Set(['pattern', 'minLength', 'maxLength'])

const unneededWords = / The length is counted after trimming\.|; case, spaces and punctuation do not matter/g

/** Removes keywords that a model does not need. */
function short(schema: SchemaObject): SchemaObject {
  const entries = Object.entries(schema).flatMap(([key, value]) => {
    if (key.startsWith('x-') || unneeded.has(key) || value === Number.MAX_SAFE_INTEGER) return []
    return [[key, shortValue(key, value)] as const]
  })
  return Object.fromEntries(entries)
}

function shortValue(key: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => shortValue('', item))
  if (key === 'description') return String(value).replace(unneededWords, '')
  return isObject(value) ? short(value) : value
}

function isObject(value: unknown): value is SchemaObject {
  return typeof value === 'object' && value !== null
}
