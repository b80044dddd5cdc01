import { type ErrorCode, errorCodes, reachOf, statusOf, whenGiven } from '../http/error-codes.ts'
import { requiredHeaders } from '../http/http-error.ts'
import { examples } from './examples.ts'
import { defined, type JsonSchema, mapValues, reference } from './json-schema.ts'
import type { Body, Operation } from './operations.ts'
import { accountHeaders, cacheHeaders, commonHeaders, optionalSuffix } from './parameters.ts'

export type PathItem = Readonly<Partial<Record<'get' | 'head' | 'post' | 'options', OperationObject>>>

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
  readonly 'x-price': Operation['price']
}

export function pathItem(operation: Operation): PathItem {
  const main = operationObject(operation)
  const head = operation.head ? headObject(operation, main) : undefined
  return defined({ [operation.method]: main, head, options: optionsObject(operation) })
}

function operationObject(operation: Operation): OperationObject {
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
function headObject(operation: Operation, main: OperationObject): OperationObject {
  const { content: _, ...response } = success(operation)
  return {
    ...main,
    operationId: `${operation.id}Head`,
    summary: `${operation.summary}: headers only`,
    responses: { ...main.responses, '200': response },
  }
}

function optionsObject(operation: Operation): OperationObject {
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

function accountOf({ keyed }: Operation): 'required' | 'none' {
  return keyed ? 'required' : 'none'
}

function dataHeaders({ keyed }: Operation): readonly string[] {
  return keyed ? ['X-Data-Through', 'X-Artifacts'] : []
}

function success(operation: Operation): ResponseObject {
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

function notModified(operation: Operation): Responses {
  if (operation.cache === 'no-store') return {}
  const headers = headerReferences([...commonHeaders, ...dataHeaders(operation), ...cacheHeaders], accountOf(operation))
  return { '304': { description: 'The copy at hand is the current one.', headers } }
}

/** The failures of all operations by name, for the components of the document. */
export function sharedResponses(operations: readonly Operation[]): Readonly<Record<string, ResponseObject>> {
  const all = operations.flatMap((operation) => [
    ...failuresWith(operation, operation.codes),
    ...failuresWith(operation, []),
  ])
  return mapValues(Object.fromEntries(all.map((failure) => [failure.name, failure])), failureResponse)
}

function failures(operation: Operation, codes: Operation['codes']): Responses {
  return Object.fromEntries(
    failuresWith(operation, codes).map(({ name, status }) => [status, reference('responses', name)]),
  )
}

function failuresWith({ keyed }: Operation, codes: Operation['codes']): readonly Failure[] {
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

export interface ResponseObject {
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
interface Failure {
  readonly name: string
  readonly status: number
  readonly codes: readonly ErrorCode[]
  readonly keyed: boolean
}

/** The failures of an operation, one for each status that its codes have. */
function failuresOf(codes: readonly ErrorCode[], keyed: boolean): readonly Failure[] {
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

function failureResponse({ status, codes, keyed }: Failure): ResponseObject {
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
