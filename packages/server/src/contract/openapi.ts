import type { AppConfig } from '../config.ts'
import { problemType } from '../http/answer.ts'
import { type ErrorCode, errorCodes, reachOf, requiredHeaders, statusOf, whenGiven } from '../http/http-error.ts'
import { rateWindowSeconds } from '../limits/rate-limiter.ts'
import { componentSchemas, defined, type JsonSchema, reference } from './components.ts'
import { type Deprecation, deprecationHeaders, deprecationText } from './deprecation.ts'
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

/** The contract as `/openapi.json` serves it: OpenAPI 3.1 and two extensions. */
export type OpenApiDocument = ReturnType<typeof createOpenApi>

/** Version of `/v1` in `openapi.json`. Each change of that file needs a new version or a line in the changelog. */
const version = '1.1.0'
const contact = { name: 'Whoever runs this server' }
const license = { name: 'MIT', identifier: 'MIT' }

/**
 * Makes the contract as OpenAPI 3.1 from the schemas that validate. It depends on the configured rate, and on the path of
 * the public address, below which clients find the paths.
 * @param listed operations of the document; all of the contract by default
 * @example createOpenApi({ ratePerMinute: 120 }).openapi // => '3.1.0'
 */
export function createOpenApi(
  config: Pick<AppConfig, 'ratePerMinute'> & Partial<Pick<AppConfig, 'publicUrl'>>,
  listed: readonly ContractOperation[] = operations,
) {
  const { ratePerMinute, publicUrl = null } = config
  return {
    openapi: '3.1.0' as const,
    info: { title: 'Riftline', version, description: introduction(ratePerMinute), contact, license },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: publicUrl === null ? '/' : new URL(publicUrl).pathname }],
    tags,
    security: [{ bearer: [] }, { header: [] }],
    paths: Object.fromEntries(listed.map((operation) => [operation.path, pathItem(operation)])),
    components: {
      schemas: componentSchemas(),
      parameters: parameterObjects(),
      headers: headerObjects(ratePerMinute),
      responses: sharedResponses(),
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
    'Every call costs credits unless it is free. All keys of an account share its credits. Failed calls cost nothing.',
    `A key may send ${ratePerMinute} requests in any ${rateWindowSeconds} seconds.`,
    'Times are in UTC. A value of null means unknown. Clients must ignore response fields that they do not know. A list of ' +
      'values that is marked as closed gets no further values within /v1.',
  ].join('\n\n')
}

const tags = [
  { name: 'Discovery', description: 'Free lists of ids and names for other calls. They change rarely: keep a copy.' },
  { name: 'Statistics', description: 'Statistics of the 365 days before the data date.' },
  { name: 'Odds', description: 'Captured market odds.' },
  { name: 'Record', description: 'Forecasts of finished series, and how good they were.' },
  { name: 'Changes', description: 'Notices of what is new, so that programs need not ask again and again.' },
  { name: 'Predictions', description: 'Win probabilities of a series, raw and calibrated, with expected values.' },
  { name: 'Account', description: 'Credits that are left, and calls that were charged.' },
  { name: 'Service', description: 'Calls that need no key.' },
]

export interface OperationObject {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly security?: readonly JsonSchema[]
  readonly parameters?: readonly JsonSchema[]
  readonly requestBody?: JsonSchema
  /** Responses by status; failures are references, since operations share them. */
  readonly responses: Readonly<Record<string, JsonSchema>>
  /** Credits of a call that succeeds. */
  readonly 'x-price': ContractOperation['price']
  readonly deprecated?: true
  readonly 'x-deprecation'?: Deprecation
}

function pathItem(operation: ContractOperation): Partial<Record<'get' | 'head' | 'post' | 'options', OperationObject>> {
  const main = operationObject(operation)
  const head = operation.price === 0 ? headObject(main) : undefined
  return defined({ [operation.method]: main, head, options: optionsObject(operation) })
}

function operationObject(operation: ContractOperation): OperationObject {
  const { id, tag, summary, description, keyed, body, parameters, headers, price, deprecated } = operation
  const names = [...parameters, ...headers]
  return defined({
    operationId: id,
    tags: [tag],
    summary,
    description: deprecated === undefined ? description : `${deprecationText(deprecated)} ${description}`,
    deprecated: deprecated && true,
    security: keyed ? undefined : [],
    parameters: names.length === 0 ? undefined : names.map((name) => reference('parameters', name)),
    requestBody: body && { required: true, content: jsonContent([body]) },
    responses: { ...successes(operation), ...failures(operation, operation.codes) },
    'x-price': price,
    'x-deprecation': deprecated,
  })
}

/** Describes `HEAD` by the headers of `GET`. Its failures have no body either, whatever the shared response says. */
function headObject(main: OperationObject): OperationObject {
  const { content: _, ...response } = main.responses['200'] ?? {}
  return {
    ...main,
    operationId: `${main.operationId}Head`,
    summary: `${main.summary}: headers only`,
    responses: { ...main.responses, '200': response },
  }
}

function optionsObject(operation: ContractOperation): OperationObject {
  const { id, tag, keyed, path } = operation
  const headers = headerReferences([...commonHeaders, 'Allow'], keyed ? 'required' : 'none')
  return defined({
    operationId: `${id}Options`,
    tags: [tag],
    summary: 'Methods of this path',
    description: `The header \`Allow\` lists the methods.${keyed ? ' The call is free but counts towards the rate limit.' : ''}`,
    security: keyed ? undefined : [],
    parameters: path.includes('{id}') ? [reference('parameters', 'id')] : undefined,
    responses: { '204': { description: 'Success, without a body.', headers }, ...failures(operation, []) },
    'x-price': 0,
  })
}

/** Responses of success: 200, and 304 if the operation is cacheable. */
function successes({ keyed, cache, method, answers, deprecated }: ContractOperation): OperationObject['responses'] {
  const isCached = cache !== 'no-store'
  const tagged = [
    ...commonHeaders,
    ...(keyed ? ['X-Data-Through', 'X-Artifacts'] : []),
    ...(isCached ? cacheHeaders : []),
    ...(answers[0]?.type === 'text/event-stream' ? ['X-Accel-Buffering'] : []),
  ]
  const ofBody = [...(isCached ? ['Content-Encoding'] : []), ...(method === 'post' ? ['Idempotent-Replayed'] : [])]
  const announced = Object.entries(deprecationHeaders(deprecated)).map(
    ([name, value]) => [name, { required: true, schema: { type: 'string', const: value } }] as const,
  )
  const headers = (names: readonly string[]) => ({
    ...headerReferences(names, keyed ? 'required' : 'none'),
    ...Object.fromEntries(announced),
  })
  const done = { description: 'Success.', headers: headers([...tagged, ...ofBody]), content: jsonContent(answers) }
  if (!isCached) return { '200': done }
  return { '200': done, '304': { description: 'The cached copy is still current.', headers: headers(tagged) } }
}

/** Describes a body. @param bodies alternatives, each with its example */
function jsonContent(bodies: readonly Body[]): JsonSchema {
  const [first = {}, ...others] = bodies.map(({ schema }) =>
    schema === 'document' ? { type: 'object' } : reference('schemas', schema),
  )
  const shown = bodies.flatMap(({ example }) =>
    example === undefined ? [] : [[example, { value: examples[example] }]],
  )
  const schema = others.length === 0 ? first : { anyOf: [first, ...others] }
  return {
    [bodies[0]?.type ?? 'application/json']:
      shown.length === 0 ? { schema } : { schema, examples: Object.fromEntries(shown) },
  }
}

/** Failure of one status, shared by several operations under one name in the document. */
interface SharedFailure {
  readonly name: string
  readonly status: number
  readonly codes: readonly ErrorCode[]
  readonly keyed: boolean
}

/** The failures of all operations by name, for the components of the document. */
function sharedResponses(): Readonly<Record<string, JsonSchema>> {
  const all = operations.flatMap((operation) => [
    ...failuresOf(operation, operation.codes),
    ...failuresOf(operation, []),
  ])
  return Object.fromEntries(all.map((failure) => [failure.name, failureResponse(failure)]))
}

function failures(operation: ContractOperation, codes: readonly ErrorCode[]): OperationObject['responses'] {
  const all = failuresOf(operation, codes)
  return Object.fromEntries(all.map(({ name, status }) => [status, reference('responses', name)]))
}

/** The failures of an operation, one for each status that its codes have. @param codes added to those of every operation */
function failuresOf({ keyed }: ContractOperation, codes: readonly ErrorCode[]): readonly SharedFailure[] {
  const usual = errorCodes.filter((code) => reachOf(code) === 'every' || (keyed && reachOf(code) === 'keyed'))
  const all = [...new Set([...usual, ...codes])]
  const statuses = [...new Set(all.map(statusOf))].sort((a, b) => a - b)
  return statuses.map((status) => {
    const possible = all.filter((code) => statusOf(code) === status)
    const special = possible.filter((code) => reachOf(code) === 'some').map(pascalCase)
    return { name: `Error${status}${special.join('')}${keyed ? '' : 'WithoutKey'}`, status, codes: possible, keyed }
  })
}

function pascalCase(code: ErrorCode): string {
  return code.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function failureResponse({ status, codes, keyed }: SharedFailure): JsonSchema {
  const ofStatus = status === 405 ? ['Allow'] : Object.keys(requiredHeaders(status))
  return {
    description: codes.map((code) => `\`${code}\`: ${whenGiven(code)}.`).join('\n\n'),
    headers: headerReferences([...commonHeaders, 'Link', ...ofStatus], keyed ? accountPart(status) : 'none'),
    content: {
      'application/json': { schema: reference('schemas', 'Error') },
      [problemType]: { schema: reference('schemas', 'Problem') },
    },
    'x-error-codes': codes,
  }
}

/** References to the shared header objects; credits and rate are required where every such answer follows a key. */
function headerReferences(names: readonly string[], account: 'required' | 'optional' | 'none'): JsonSchema {
  const suffix = account === 'optional' ? optionalSuffix : ''
  const ofAccount = account === 'none' ? [] : accountHeaders.map((name) => [name, reference('headers', name + suffix)])
  return Object.fromEntries([...names.map((name) => [name, reference('headers', name)]), ...ofAccount])
}

/** Headers of the account on a failure: broken HTTP and refused keys are answered before the account is known. */
function accountPart(status: number): 'required' | 'optional' | 'none' {
  if ([401, 408, 417, 431].includes(status)) return 'none'
  return [400, 413, 429, 500, 503].includes(status) ? 'optional' : 'required'
}
