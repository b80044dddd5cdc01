import type { AppConfig } from '../config.ts'
import { type ErrorCode, errorCodes, reachOf, requiredHeaders, statusOf, whenGiven } from '../http/http-error.ts'
import { rateWindowSeconds } from '../limits/rate-limiter.ts'
import { componentSchemas, defined, type JsonSchema, mapValues, reference } from './components.ts'
import { examples } from './examples.ts'
import { type Body, type ContractOperation, operations } from './operations.ts'
import {
  accountHeaders,
  cacheHeaders,
  commonHeaders,
  headerObjects,
  optionalSuffix,
  parameterObjects,
} from './parameters.ts'

/** The contract as `/v1/openapi.json` has it: OpenAPI 3.1 and two extensions. */
export type OpenApiDocument = ReturnType<typeof createOpenApi>

/** Version of `/v1` in `openapi.json`. A change of that file needs a new one, or a line in the changelog. */
const version = '1.1.0'
const contact = { name: 'Whoever runs this server' }
const license = { name: 'MIT', identifier: 'MIT' }

/**
 * The contract as OpenAPI 3.1, made of the schemas that validate. It depends on the configured rate, and on the path of the
 * public address, below which clients find the paths.
 *
 * @example createOpenApi({ ratePerMinute: 120 }).openapi // => '3.1.0'
 */
export function createOpenApi({
  ratePerMinute,
  publicUrl = null,
}: Pick<AppConfig, 'ratePerMinute'> & Partial<Pick<AppConfig, 'publicUrl'>>) {
  return {
    openapi: '3.1.0' as const,
    info: { title: 'Riftline', version, description: introduction(ratePerMinute), contact, license },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: publicUrl === null ? '/' : new URL(publicUrl).pathname }],
    tags,
    security: [{ bearer: [] }, { header: [] }],
    paths: Object.fromEntries(operations.map((operation) => [operation.path, pathItem(operation)])),
    components: {
      schemas: componentSchemas(),
      parameters: parameterObjects(),
      headers: headerObjects(ratePerMinute),
      responses: sharedResponses(operations),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'Authorization: Bearer rl_live_...' },
        header: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
      },
    },
    'x-rate-limit': { requests: ratePerMinute, windowSeconds: rateWindowSeconds },
    'x-error-codes': errorCodes.map((code) => ({ code, status: statusOf(code), when: whenGiven(code) })),
  }
}

function introduction(ratePerMinute: number): string {
  return [
    'League of Legends esports data, market odds and win probabilities.',
    'Every call but a free one costs credits, which all keys of an account share; failed calls cost nothing.',
    `A key may send ${ratePerMinute} requests in any ${rateWindowSeconds} seconds.`,
    'Times are UTC. Null is unknown. Callers must ignore response fields they do not know; a list marked closed gets no ' +
      'further values within /v1.',
  ].join('\n\n')
}

const tags = [
  { name: 'Discovery', description: 'The ids and names that other calls take. Free; they change rarely: keep a copy.' },
  { name: 'Statistics', description: 'The 365 days before the data date.' },
  { name: 'Odds', description: 'Captured market odds.' },
  { name: 'Predictions', description: 'Probabilities of a series win, raw and calibrated, with expected value.' },
  { name: 'Account', description: 'Credits and calls that are left.' },
  { name: 'Service', description: 'Without a key.' },
]

type PathItem = Readonly<Partial<Record<'get' | 'head' | 'post' | 'options', OperationObject>>>

export interface OperationObject {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly security?: readonly JsonSchema[]
  readonly parameters?: readonly JsonSchema[]
  readonly requestBody?: { readonly required: true; readonly content: Readonly<Record<string, MediaType>> }
  readonly responses: Responses
  /** Credits of a call that succeeds. */
  readonly 'x-price': ContractOperation['price']
}

function pathItem(operation: ContractOperation): PathItem {
  const main = operationObject(operation)
  const head = operation.head ? headObject(operation, main) : undefined
  return defined({ [operation.method]: main, head, options: optionsObject(operation) })
}

function operationObject(operation: ContractOperation): OperationObject {
  const { id, tag, summary, description, keyed, body, parameters, price } = operation
  return defined({
    operationId: id,
    tags: [tag],
    summary,
    description,
    security: keyed ? undefined : [],
    parameters: parameters.length === 0 ? undefined : parameters.map((name) => reference('parameters', name)),
    requestBody: body && { required: true, content: { 'application/json': mediaType([body]) } },
    responses: { '200': success(operation), ...notModified(operation), ...failures(operation, operation.codes) },
    'x-price': price,
  })
}

/** The headers of the GET. Its failures have no body either, whatever the shared response says. */
function headObject(operation: ContractOperation, main: OperationObject): OperationObject {
  const { content: _, ...response } = success(operation)
  return {
    ...main,
    operationId: `${operation.id}Head`,
    summary: `${operation.summary}: headers only`,
    responses: { ...main.responses, '200': response },
  }
}

function optionsObject(operation: ContractOperation): OperationObject {
  const headers = headerReferences([...commonHeaders, 'Allow'], accountOf(operation))
  return defined({
    operationId: `${operation.id}Options`,
    tags: [operation.tag],
    summary: 'The methods of this path',
    description: `In the header \`Allow\`.${operation.keyed ? ' Free, but it counts to the rate.' : ''}`,
    security: operation.keyed ? undefined : [],
    parameters: operation.path.includes('{id}') ? [reference('parameters', 'id')] : undefined,
    responses: { '204': { description: 'No body.', headers }, ...failures(operation, []) },
    'x-price': 0,
  })
}

function accountOf({ keyed }: ContractOperation): 'required' | 'none' {
  return keyed ? 'required' : 'none'
}

function dataHeaders({ keyed }: ContractOperation): readonly string[] {
  return keyed ? ['X-Data-Through', 'X-Artifacts'] : []
}

function success(operation: ContractOperation): ResponseObject {
  const cached = operation.cache === 'no-store' ? [] : [...cacheHeaders, 'Content-Encoding']
  const replayed = operation.method === 'post' ? ['Idempotent-Replayed'] : []
  return {
    description: 'Done.',
    headers: headerReferences(
      [...commonHeaders, ...dataHeaders(operation), ...cached, ...replayed],
      accountOf(operation),
    ),
    content: { 'application/json': mediaType(operation.answers) },
  }
}

function notModified(operation: ContractOperation): Responses {
  if (operation.cache === 'no-store') return {}
  const headers = headerReferences([...commonHeaders, ...dataHeaders(operation), ...cacheHeaders], accountOf(operation))
  return { '304': { description: 'The copy at hand is the current one.', headers } }
}

/** The failures of all operations by name, for the components of the document. */
function sharedResponses(operations: readonly ContractOperation[]): Readonly<Record<string, ResponseObject>> {
  const all = operations.flatMap((operation) => [
    ...failuresWith(operation, operation.codes),
    ...failuresWith(operation, []),
  ])
  return mapValues(Object.fromEntries(all.map((failure) => [failure.name, failure])), failureResponse)
}

function failures(operation: ContractOperation, codes: ContractOperation['codes']): Responses {
  return Object.fromEntries(
    failuresWith(operation, codes).map(({ name, status }) => [status, reference('responses', name)]),
  )
}

function failuresWith({ keyed }: ContractOperation, codes: ContractOperation['codes']): readonly SharedFailure[] {
  const every = errorCodes.filter((code) => reachOf(code) === 'every')
  const behindKey = errorCodes.filter((code) => keyed && reachOf(code) === 'keyed')
  return failuresOf([...new Set([...every, ...behindKey, ...codes])], keyed)
}

function mediaType(bodies: readonly Body[]): MediaType {
  const [first = {}, ...others] = bodies.map(({ schema }) =>
    schema === 'document' ? { type: 'object' } : reference('schemas', schema),
  )
  const shown = bodies.flatMap(({ example }) =>
    example === undefined ? [] : [[example, { value: examples[example] }]],
  )
  return defined({
    schema: others.length === 0 ? first : { anyOf: [first, ...others] },
    examples: shown.length === 0 ? undefined : Object.fromEntries(shown),
  })
}

interface ResponseObject {
  readonly description: string
  readonly headers: JsonSchema
  readonly content?: Readonly<Record<string, MediaType>>
  /** Codes of `Error` that it can have. */
  readonly 'x-error-codes'?: readonly ErrorCode[]
}

interface MediaType {
  readonly schema: JsonSchema
  readonly examples?: JsonSchema
}

/** Responses by status: the shared ones by reference. */
type Responses = Readonly<Record<string, ResponseObject | JsonSchema>>

/** The failures of one status, which several operations share under the name they have in the document. */
interface SharedFailure {
  readonly name: string
  readonly status: number
  readonly codes: readonly ErrorCode[]
  readonly keyed: boolean
}

/** The failures of an operation, one for each status that its codes have. */
function failuresOf(codes: readonly ErrorCode[], keyed: boolean): readonly SharedFailure[] {
  const statuses = [...new Set(codes.map(statusOf))].sort((a, b) => a - b)
  return statuses.map((status) => {
    const possible = codes.filter((code) => statusOf(code) === status)
    const special = possible.filter((code) => reachOf(code) === 'some').map(pascalCase)
    return { name: `Error${status}${special.join('')}${keyed ? '' : 'WithoutKey'}`, status, codes: possible, keyed }
  })
}

function pascalCase(code: ErrorCode): string {
  return code.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function failureResponse({ status, codes, keyed }: SharedFailure): ResponseObject {
  return {
    description: codes.map((code) => `\`${code}\`: ${whenGiven(code)}.`).join('\n\n'),
    headers: headerReferences([...commonHeaders, 'Link', ...ofStatus(status)], keyed ? accountPart(status) : 'none'),
    content: { 'application/json': { schema: reference('schemas', 'Error') } },
    'x-error-codes': codes,
  }
}

/** References to the shared header objects; credits and rate are required where every such answer follows a key. */
function headerReferences(names: readonly string[], account: 'required' | 'optional' | 'none'): JsonSchema {
  const suffix = account === 'optional' ? optionalSuffix : ''
  const ofAccount = account === 'none' ? [] : accountHeaders.map((name) => [name, reference('headers', name + suffix)])
  return Object.fromEntries([...names.map((name) => [name, reference('headers', name)]), ...ofAccount])
}

function ofStatus(status: number): readonly string[] {
  return status === 405 ? ['Allow'] : Object.keys(requiredHeaders(status))
}

/** Broken HTTP and refused keys are answered before there is an account to speak of. */
function accountPart(status: number): 'required' | 'optional' | 'none' {
  if ([401, 408, 417, 431].includes(status)) return 'none'
  return [400, 413, 429, 500, 503].includes(status) ? 'optional' : 'required'
}
