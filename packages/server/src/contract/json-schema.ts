import * as z from 'zod'

/** A JSON Schema 2020-12, as OpenAPI 3.1 has it. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** A request, or an answer that has exactly its keys for ever. */
export function closedSchema(schema: JsonSchema): JsonSchema {
  return published(schema, false)
}

/** Callers must ignore fields they do not know, so the schema of an answer does not forbid them. */
export function openAnswerSchema(schema: JsonSchema): JsonSchema {
  return published(schema, true)
}

/** One value that is read beside a body: a parameter or a header. */
export function parameterSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  return closedSchema(z.toJSONSchema(schema, { io }))
}

export function reference(kind: 'schemas' | 'parameters' | 'headers' | 'responses', name: string): JsonSchema {
  return { $ref: `#/components/${kind}/${name}` }
}

export function mapValues<In, Out>(
  record: Readonly<Record<string, In>>,
  map: (value: In) => Out,
): Readonly<Record<string, Out>> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}

/** An object without its undefined fields. */
export function defined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>
}

export type Defined<T> = { readonly [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key] } & {
  readonly [Key in keyof T]?: Exclude<T[Key], undefined>
}

function published(schema: JsonSchema, open: boolean): JsonSchema {
  const entries = Object.entries(schema).map(([key, value]) => [key, publishedValue(key, value, open)])
  // Every `enum` is a closed list; an open one is a string with a description.
  const enumeration = Array.isArray(schema.enum) ? 'closed' : undefined
  return defined({ ...Object.fromEntries(entries), 'x-enumeration': enumeration })
}

/** Undefined for what is not published. */
function publishedValue(key: string, value: unknown, open: boolean): unknown {
  if (key === '$schema' || key === '$id' || (open && key === 'additionalProperties' && value === false)) return
  if (key === 'pattern') return portablePattern(String(value))
  if (key === 'properties' || key === 'patternProperties') {
    return mapValues(value as Readonly<Record<string, JsonSchema>>, (property) => published(property, open))
  }
  if (Array.isArray(value)) return value.map((item) => (isSchema(item) ? published(item, open) : item))
  return isSchema(value) && key !== 'default' && key !== 'example' ? published(value, open) : value
}

/** Any object but a list. */
function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Property escapes are unknown to the regular expressions of many languages. */
function portablePattern(pattern: string): string {
  return pattern.replaceAll('\\P{Cc}', '[^\\u0000-\\u001f\\u007f-\\u009f]')
}
