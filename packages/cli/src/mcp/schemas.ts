import { componentSchemas, type JsonSchema, type Operation, parameterObjects } from '@riftline/server/openapi'

/** An object in JSON Schema, as tools have it. */
export interface ObjectSchema {
  readonly [keyword: string]: unknown
  readonly type: 'object'
  readonly properties?: Readonly<Record<string, unknown>>
}

/** Schemas of the contract, as a tool shows them. */
export interface ToolSchemas {
  input(operation: Operation): ObjectSchema
  output(operation: Operation): ObjectSchema
}

export function createToolSchemas(): ToolSchemas {
  const components = componentSchemas()
  const parameters = parameterObjects()

  function component(name: string): JsonSchema {
    const schema = components[name]
    if (schema === undefined) throw new Error(`the contract has no schema ${name}`)
    return schema
  }

  function parameterInput(names: readonly string[]): ObjectSchema {
    const shown = names.flatMap((name) => parameters[name] ?? []).filter((parameter) => parameter.in !== 'header')
    return {
      type: 'object',
      properties: Object.fromEntries(
        shown.map(({ name, description, schema }) => [
          name,
          published({ ...schema, description: [description, schema.description].filter(Boolean).join(' ') }),
        ]),
      ),
      required: shown.filter(({ required }) => required).map(({ name }) => name),
      additionalProperties: false,
    }
  }

  return {
    input({ parameters, body }) {
      if (body === undefined) return parameterInput(parameters)
      // Models refuse tools that join alternatives at the top; descriptions say which fields exclude each other.
      const { allOf: _, ...schema } = component(body.schema)
      return asObject(published(schema))
    },
    output({ answers }) {
      const found = new Map<string, JsonSchema>()
      const [first, ...others] = answers.map(({ schema }) => schema)
      const schema =
        first !== undefined && others.length === 0
          ? component(first)
          : { anyOf: answers.map(({ schema }) => ({ $ref: `${source}${schema}` })) }
      const root = asObject(withDefinitions(schema, component, found))
      return found.size === 0 ? root : { ...root, $defs: Object.fromEntries(found) }
    },
  }
}

function asObject({ properties, ...schema }: JsonSchema): ObjectSchema {
  return { ...schema, type: 'object', ...(isObject(properties) ? { properties } : {}) }
}

const source = '#/components/schemas/'

/** The schema with references into its own `$defs`; what they refer to, however far, is added to `found`. */
function withDefinitions(
  schema: JsonSchema,
  component: (name: string) => JsonSchema,
  found: Map<string, JsonSchema>,
): JsonSchema {
  return mapTree(published(schema), (key, value) => {
    if (key !== '$ref' || typeof value !== 'string') return value
    const name = value.slice(source.length)
    if (!found.has(name)) {
      found.set(name, {})
      found.set(name, withDefinitions(component(name), component, found))
    }
    return `#/$defs/${name}`
  })
}

/** Without what only this contract's readers know. */
function published(schema: JsonSchema): JsonSchema {
  return mapTree(schema, (key, value) => (key.startsWith('x-') ? undefined : value))
}

/** Maps every leaf and drops those that become undefined. */
function mapTree(node: JsonSchema, map: (key: string, value: unknown) => unknown): JsonSchema {
  const mapped = Object.entries(node).map(([key, value]) => [key, mapNode(key, value, map)])
  return Object.fromEntries(mapped.filter(([, value]) => value !== undefined))
}

function mapNode(key: string, value: unknown, map: (key: string, value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => mapNode('', item, map))
  return isObject(value) ? mapTree(value, map) : map(key, value)
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null
}
