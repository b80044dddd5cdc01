import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** JSON Schema as `openapi.json` writes it. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: Schema | boolean
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly not?: Schema
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description: string
  readonly schema: Schema
}

export interface Content {
  readonly schema: Schema
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>
}

export interface ResponseObject {
  readonly description: string
  readonly headers?: Readonly<Record<string, Reference>>
  readonly content?: Readonly<Record<string, Content>>
  readonly 'x-error-codes'?: readonly string[]
}

interface Reference {
  readonly $ref: string
}

export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly security?: readonly unknown[]
  readonly deprecated?: boolean
  readonly parameters?: readonly Reference[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> }
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>
  readonly 'x-price': number | Readonly<Record<string, number>>
}

export interface HttpDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly 'x-error-codes': readonly { readonly code: string; readonly status: number; readonly when: string }[]
}

/** Operation that a reader looks for, with its place in the API and on the site. */
export interface HttpCall {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Name of its page under `http-api/`, such as `predict-draft`. */
  readonly page: string
  /** Whether the path answers HEAD too. */
  readonly answersHead: boolean
  readonly operation: Operation
}

/** Path of the contract from the root of the repository; tests write it. */
export const contractPath = 'packages/server/openapi.json'

export function readContract(repository: string): HttpDocument {
  return JSON.parse(readFileSync(join(repository, contractPath), 'utf8')) as HttpDocument
}

/** Lists the operations by group. HEAD and OPTIONS follow from them. */
export function httpCalls({
  paths,
  tags,
}: HttpDocument): readonly { readonly tag: string; readonly calls: readonly HttpCall[] }[] {
  const calls = Object.entries(paths).flatMap(([path, { get, post, head }]): HttpCall[] => {
    const operation = get ?? post
    if (operation === undefined) return []
    const page = operation.operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    return [{ method: get === undefined ? 'POST' : 'GET', path, page, answersHead: head !== undefined, operation }]
  })
  return tags.map(({ name }) => ({ tag: name, calls: calls.filter(({ operation }) => operation.tags[0] === name) }))
}

/** Follows a reference; what stands beside it, such as a description, replaces what is behind it. */
export function resolve<Value extends object>(document: HttpDocument, value: Value | Reference): Value {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as Value
  const { $ref, ...beside } = value
  const [, , kind = '', name = ''] = $ref.split('/')
  const target = document.components[kind]?.[name]
  if (target === undefined) throw new Error(`openapi.json has no ${$ref}`)
  return { ...resolve(document, target as Value | Reference), ...beside }
}
