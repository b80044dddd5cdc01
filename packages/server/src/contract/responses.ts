import { type ErrorCode, reachOf, statusOf, whenGiven } from '../http/error-codes.ts'
import { requiredHeaders } from '../http/http-error.ts'
import { accountHeaders, commonHeaders, optionalSuffix } from './headers.ts'
import { type JsonSchema, reference } from './json-schema.ts'

export interface ResponseObject {
  readonly description: string
  readonly headers: JsonSchema
  readonly content?: Readonly<Record<string, MediaType>>
  /** Codes of `Error` that it can have. */
  readonly 'x-error-codes'?: readonly ErrorCode[]
}

export interface MediaType {
  readonly schema: JsonSchema
  readonly examples?: JsonSchema
}

/** Responses by status: the shared ones by reference. */
export type Responses = Readonly<Record<string, ResponseObject | JsonSchema>>

/** The failures of one status, which several operations share under the name they have in the document. */
export interface Failure {
  readonly name: string
  readonly status: number
  readonly codes: readonly ErrorCode[]
  readonly keyed: boolean
}

/** The failures of an operation, one for each status that its codes have. */
export function failuresOf(codes: readonly ErrorCode[], keyed: boolean): readonly Failure[] {
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

export function failureResponse({ status, codes, keyed }: Failure): ResponseObject {
  return {
    description: codes.map((code) => `\`${code}\`: ${whenGiven(code)}.`).join('\n\n'),
    headers: headerReferences([...commonHeaders, 'Link', ...ofStatus(status)], keyed ? accountPart(status) : 'none'),
    content: { 'application/json': { schema: reference('schemas', 'Error') } },
    'x-error-codes': codes,
  }
}

/** References to the shared header objects; credits and rate are required where every such answer follows a key. */
export function headerReferences(names: readonly string[], account: 'required' | 'optional' | 'none'): JsonSchema {
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
