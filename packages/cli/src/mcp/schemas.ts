import { type JsonSchema, type Operation, parameterObjects, requestObjects } from '@riftline/server/openapi'

/** An object in JSON Schema, as tools have it. */
export interface ObjectSchema {
  readonly [keyword: string]: unknown
  readonly type: 'object'
  readonly properties?: Readonly<Record<string, unknown>>
}

/**
 * The schema of what a tool takes, made of the contract. Answers have none: a host puts every schema before a model at each start, and answers
 * explain themselves.
 */
export function createInputSchemas(): (operation: Operation) => ObjectSchema {
  const bodies = requestObjects()
  const parameters = parameterObjects()

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
    // Models refuse tools that join alternatives at the top; descriptions say which fields exclude each other.
    const { allOf: _, properties, ...schema } = short(named)
    return { ...schema, type: 'object', ...(isObject(properties) ? { properties } : {}) }
  }
}

/** Without what only this contract's readers know, and what no model needs to be told. */
function short(schema: JsonSchema): JsonSchema {
  const entries = Object.entries(schema).flatMap(([key, value]) => {
    if (key.startsWith('x-') || key === 'pattern' || value === Number.MAX_SAFE_INTEGER) return []
    return [[key, shortValue(key, value)] as const]
  })
  return Object.fromEntries(entries)
}

function shortValue(key: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => shortValue('', item))
  if (key === 'description') return String(value).replace(' Trimmed before its length is counted.', '')
  return isObject(value) ? short(value) : value
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null
}
