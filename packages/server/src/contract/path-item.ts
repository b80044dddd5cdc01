import { errorCodes, reachOf } from '../http/error-codes.ts'
import { examples } from './examples.ts'
import { cacheHeaders, commonHeaders } from './headers.ts'
import { defined, type JsonSchema, mapValues, reference } from './json-schema.ts'
import type { Body, Operation } from './operations.ts'
import {
  type Failure,
  failureResponse,
  failuresOf,
  headerReferences,
  type MediaType,
  type ResponseObject,
  type Responses,
} from './responses.ts'

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
