import { STATUS_CODES } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { errorCodes } from '@riftline/server'
import { createOpenApi } from '@riftline/server/openapi'
import type { ValidateFunction } from 'ajv/dist/2020.js'
import { headerObjects } from '#server/contract/parameters.ts'
import { schemaValidator } from './schema-validator.ts'

/** An answer that is compared with the contract. */
export interface AnsweredRequest {
  readonly method: string
  /** Path with its query. */
  readonly path: string
  readonly status: number
  /** Headers by lower-case name; a repeated header is one text. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly bytes: Buffer
}

export type CheckAnswer = (answer: AnsweredRequest) => void

// biome-ignore lint/suspicious/noExplicitAny: a document is walked by names
type Json = any

interface Contract {
  readonly document: Json
  /** Returns the validator of a schema in the document. */
  readonly at: (pointer: string) => ValidateFunction
  readonly of: (schema: Json) => ValidateFunction
}

let contract: Contract | undefined
const checkers = new Map<number, CheckAnswer>()

/** Returns a check that throws for an answer of the public port which the OpenAPI document, with exactly its keys, does not allow. */
export function contractOf(ratePerMinute: number): CheckAnswer {
  const known = checkers.get(ratePerMinute)
  if (known !== undefined) return known
  // The documents of all rates differ in headers only, so that one is enough: another would take a quarter of a second.
  contract ??= createContract(JSON.parse(JSON.stringify(createOpenApi({ ratePerMinute }))))
  const { of } = contract
  const headers = Object.entries<Json>(JSON.parse(JSON.stringify(headerObjects(ratePerMinute))))
  const validated = headers.map(([key, header]) => [key, { ...header, validate: of(header.schema) }] as const)
  const checker = createChecker(contract, new Map(validated))
  checkers.set(ratePerMinute, checker)
  return checker
}

/** Headers that HTTP itself adds. */
const transportHeaders = ['content-type', 'content-length', 'date', 'connection', 'keep-alive']

function createContract(document: Json): Contract {
  const ajv = schemaValidator()
  ajv.addSchema(closed(document), 'openapi.json')
  const compiled = new Map<string, ValidateFunction>()
  const of = (schema: Json): ValidateFunction => {
    const text = JSON.stringify(schema)
    const validator = compiled.get(text) ?? ajv.compile(schema)
    compiled.set(text, validator)
    return validator
  }
  return { document, at: (pointer) => of({ $ref: `openapi.json#${pointer}` }), of }
}

/** Header objects by their keys, each with the validator of its schema. */
type Headers = ReadonlyMap<string, Json>

function createChecker(contract: Contract, headers: Headers): CheckAnswer {
  const { document } = contract
  const templates = Object.keys(document.paths).map(
    (path) => [path, new RegExp(`^${path.replaceAll('.', '\\.').replaceAll('{id}', '[^/]+')}$`)] as const,
  )

  return (answer) => {
    const target = answer.path.split('?')[0] ?? ''
    if (target === '/docs' || target.startsWith('/docs/') || target.startsWith('/logos/')) return
    const template = templates.find(([, pattern]) => pattern.test(target))?.[0]
    const operation = template === undefined ? undefined : document.paths[template][answer.method.toLowerCase()]
    const name = `${answer.method} ${answer.path} ${answer.status}`
    try {
      if (target === '/mcp' && isMessage(answer)) return
      if (operation === undefined) checkUndocumented(answer)
      else {
        const found = operation.responses[String(answer.status)]
        if (found === undefined) throw new Error('this status is not documented')
        const pointer =
          found.$ref?.slice(1) ??
          `/paths/${escaped(template ?? '')}/${answer.method.toLowerCase()}/responses/${answer.status}`
        const response = pointer
          .slice(1)
          .split('/')
          .reduce((node: Json, key: string) => node[unescaped(key)], document)
        checkHeaders(headers, response, answer)
        checkBody(response, pointer, answer, contract)
      }
      checkGeneral(answer)
    } catch (error) {
      throw new Error(`${name}: ${error instanceof Error ? error.message : error}\n${bodyText(answer).slice(0, 500)}`)
    }
  }
}

/** Whether an answer is one of the Model Context Protocol: a JSON-RPC message, or nothing after a notification. */
function isMessage(answer: AnsweredRequest): boolean {
  if (answer.status === 202 && answer.bytes.length === 0) return true
  const isJson = String(answer.headers['content-type']).startsWith('application/json')
  return isJson && answer.bytes.length > 0 && JSON.parse(bodyText(answer)).jsonrpc === '2.0'
}

/** Checks an answer to an undocumented path or method, which must be a failure in the error shape. */
function checkUndocumented(answer: AnsweredRequest): void {
  if (![400, 401, 403, 404, 405, 408, 413, 415, 417, 429, 431, 500, 503].includes(answer.status)) {
    throw new Error('this path or method is not documented and has another status than a failure')
  }
  if (answer.method === 'HEAD') return
  const body = JSON.parse(bodyText(answer))
  if (answer.headers['content-type'] === 'application/problem+json' && errorCodes.includes(body.code)) return
  if (!errorCodes.includes(body.error) || typeof body.message !== 'string' || Object.keys(body).length !== 2) {
    throw new Error('the body is no error')
  }
}

function checkHeaders(objects: Headers, response: Json, { headers }: AnsweredRequest): void {
  const documented = new Map<string, string>()
  for (const [name, reference] of Object.entries<Json>(response.headers)) {
    const key = reference.$ref.split('/').at(-1)
    documented.set(name.toLowerCase(), key)
    const { required, schema, validate } = objects.get(key)
    const value = headers[name.toLowerCase()]
    if (value === undefined) {
      if (required) throw new Error(`header ${name} is missing`)
      continue
    }
    if (!validate(schema.type === 'integer' ? toInteger(String(value)) : value)) {
      throw new Error(`header ${name}: ${value}: ${validate.errors?.[0]?.message}`)
    }
  }
  for (const name of Object.keys(headers)) {
    if (!documented.has(name) && !transportHeaders.includes(name)) throw new Error(`header ${name} is not documented`)
  }
}

function toInteger(text: string): number | string {
  return /^(0|[1-9][0-9]*)$/.test(text) ? Number(text) : text
}

function checkBody(response: Json, pointer: string, answer: AnsweredRequest, { at }: Contract): void {
  const without = answer.method === 'HEAD' || response.content === undefined
  if (without !== (answer.bytes.length === 0)) throw new Error(without ? 'a body' : 'no body')
  if (without) return
  const isProblem = answer.headers['content-type'] === 'application/problem+json'
  const type = isProblem ? 'application~1problem+json' : 'application~1json'
  const validate = at(`${pointer}/content/${type}/schema`)
  const body = JSON.parse(bodyText(answer))
  const codes = response['x-error-codes'] ?? []
  const isPossible = answer.status < 400 || codes.includes(isProblem ? body.code : body.error)
  if (validate(body) && isPossible) return
  if (!isPossible) throw new Error(`${body.error} is not among ${codes}`)
  const [fault] = validate.errors ?? []
  throw new Error(`body${fault?.instancePath}: ${fault?.message} ${JSON.stringify(fault?.params)}`)
}

/** Checks the rules that hold for all answers, documented or not. */
function checkGeneral({ method, status, headers, bytes }: AnsweredRequest): void {
  const bodyless = method === 'HEAD' || status === 204 || status === 304
  const types = ['application/json; charset=utf-8', ...(status >= 400 ? ['application/problem+json'] : [])]
  if (!bodyless && !types.includes(String(headers['content-type']))) throw new Error('content-type')
  if (!bodyless && headers['content-length'] !== String(bytes.length)) throw new Error('content-length')
  const account = Object.keys(headers).filter((name) => /^x-credits|^(x-)?ratelimit/.test(name)).length
  if (account !== 0 && account !== 7) throw new Error(`${account} of the 7 headers on credits and rate`)
  const cacheable = (status === 200 || status === 304) && headers.etag !== undefined
  if (!cacheable && headers['cache-control'] !== 'no-store') throw new Error('cache-control')
  if (headers['x-credits-charged'] !== '0' && status >= 300 && account > 0) throw new Error('a failure was charged')
  if (STATUS_CODES[status] === undefined) throw new Error('no such status')
}

function bodyText({ headers, bytes }: AnsweredRequest): string {
  if (headers['content-encoding'] === 'br') return brotliDecompressSync(bytes).toString()
  return (headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString()
}

/** Closes schemas for further keys: callers must ignore unknown keys, but the server must not send any. */
function closed(node: Json): Json {
  if (Array.isArray(node)) return node.map(closed)
  if (typeof node !== 'object' || node === null) return node
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]))
  const isObject = copy.type === 'object' && copy.properties !== undefined && copy.additionalProperties === undefined
  return isObject ? { ...copy, additionalProperties: false } : copy
}

const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1')
const unescaped = (key: string): string => key.replaceAll('~1', '/').replaceAll('~0', '~')
