import type { TypeName } from './type-names.ts'

/** The keywords of JSON Schema that a type depends on, and those that its comment tells. */
export interface Schema {
  readonly $ref?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly not?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly description?: string
  readonly default?: unknown
}

export interface Document {
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters?: Readonly<Record<string, { readonly schema: Schema }>>
  }
}

/** What the forms of a document are called. */
export interface Context {
  readonly document: Document
  /** The name of a form, by its key. */
  readonly names: ReadonlyMap<string, string>
}

/** @throws Error for a place that the document does not have, and for a second name of one form */
export function createContext(document: Document, typeNames: readonly TypeName[]): Context {
  const names = new Map<string, string>()
  for (const { name, at, also = at } of typeNames) {
    for (const place of new Set([at, also])) {
      const key = keyOf(document, schemaAt(document, place))
      if (names.has(key)) throw new Error(`${name}: ${place} has the form of ${names.get(key)}`)
      names.set(key, name)
    }
  }
  return { document, names }
}

/** The TypeScript of one name. @throws Error for a schema whose form it does not know */
export function declarationOf(context: Context, { name, at, type, doc }: TypeName): string {
  const schema = schemaAt(context.document, at)
  const form = type ?? formOf(context, schema)
  const isInterface = type === undefined && schema.properties !== undefined
  const comment = commentOf(doc ?? schema.description ?? '')
  return `${comment}export ${isInterface ? `interface ${name} ${form}` : `type ${name} = ${form}`}`
}

function schemaAt(document: Document, place: string): Schema {
  const { schemas, parameters } = document.components
  const [component = '', ...steps] = place.split(/\.|(?=\[)/)
  let schema: Schema | undefined = schemas[component] ?? parameters?.[component]?.schema
  for (const step of steps) {
    const { items, properties } = schema === undefined ? {} : withoutNull(document, schema)
    schema = step === '[]' ? items : properties?.[step]
  }
  if (schema === undefined) throw new Error(`${place}: not in the document`)
  return withoutNull(document, schema)
}

/** The schema itself behind references, or the only one that stands beside null. */
function withoutNull(document: Document, schema: Schema): Schema {
  if (schema.$ref !== undefined) return withoutNull(document, schemaAt(document, referencedName(schema.$ref)))
  const [only, ...others] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null')
  return only === undefined || others.length > 0 ? schema : withoutNull(document, only)
}

const referencedName = (reference: string): string => reference.replace('#/components/schemas/', '')

const words: readonly string[] = ['description', 'default', 'x-enumeration']

/** The same for all places of one form: references followed, words about it left out. Endless for a form inside itself. */
function keyOf(document: Document, schema: Schema): string {
  return JSON.stringify(schema, (key, value: unknown) => {
    if (typeof value !== 'object' || value === null) return words.includes(key) ? undefined : value
    const { $ref } = value as Schema
    return $ref === undefined ? value : schemaAt(document, referencedName($ref))
  })
}

function typeOf(context: Context, schema: Schema): string {
  const known = target(context, schema)
  return nameOf(context, known) ?? formOf(context, known)
}

function target({ document }: Context, schema: Schema): Schema {
  return schema.$ref === undefined ? schema : schemaAt(document, referencedName(schema.$ref))
}

const nameOf = ({ document, names }: Context, schema: Schema): string | undefined => names.get(keyOf(document, schema))

function formOf(context: Context, schema: Schema): string {
  const { type, items, properties, additionalProperties } = schema
  const choices = schema.anyOf
  if (schema.not !== undefined) return 'never'
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.oneOf !== undefined) return oneOfForm(context, schema.oneOf)
  if (choices !== undefined) return choices.map((choice) => typeOf(context, choice)).join(' | ')
  if (properties !== undefined) return objectForm(context, schema)
  if (typeof additionalProperties === 'object')
    return `Readonly<Record<string, ${typeOf(context, additionalProperties)}>>`
  if (items !== undefined) return listForm(schema, typeOf(context, items))
  if (typeof type === 'object') return type.map((one) => formOf(context, { ...schema, type: one })).join(' | ')
  if (type === 'integer') return 'number'
  if (type !== undefined && ['string', 'number', 'boolean', 'null'].includes(type)) return type
  throw new Error(`no type for ${JSON.stringify(schema)}`)
}

/** A list of a known length is a tuple. */
function listForm({ minItems, maxItems }: Schema, item: string): string {
  if (minItems !== undefined && minItems === maxItems) return `readonly [${Array(minItems).fill(item).join(', ')}]`
  return item.includes(' ') ? `readonly (${item})[]` : `readonly ${item}[]`
}

function objectForm(context: Context, { properties = {}, required = [] }: Schema): string {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? '' : '?'
    const comment = schema.not === undefined ? commentOf(describe(context, schema)) : ''
    return `${comment}readonly ${JSON.stringify(name)}${mark}: ${typeOf(context, schema)}`
  })
  return block(fields)
}

/** What whole objects have in common is written once, beside the alternatives of the rest. */
function oneOfForm(context: Context, alternatives: readonly Schema[]): string {
  const objects = alternatives.map((schema) => target(context, schema))
  const [first = {}, ...others] = objects
  const isCommon = (name: string): boolean => others.every((other) => isSame(name, first, other))
  const common = pick(first, isCommon)
  const isUnion = Object.keys(common.properties ?? {}).length === 0
  if (isUnion) return objects.map((object) => typeOf(context, object)).join(' | ')
  const own = objects.map((object) =>
    objectForm(
      context,
      pick(object, (name) => !isCommon(name)),
    ),
  )
  return `(${own.join(' | ')}) & ${objectForm(context, common)}`
}

function isSame(name: string, one: Schema, other: Schema): boolean {
  const [a, b] = [one, other].map(({ properties, required = [] }) => [properties?.[name], required.includes(name)])
  return JSON.stringify(a) === JSON.stringify(b)
}

function pick({ properties = {}, required = [] }: Schema, isPicked: (name: string) => boolean): Schema {
  const picked = Object.entries(properties).filter(([name]) => isPicked(name))
  return { properties: Object.fromEntries(picked), required }
}

const block = (lines: readonly string[]): string => `{\n${lines.join('\n')}\n}`

/** Description, range and default of a field, as far as they are there; a type with a name has its range there. */
function describe(context: Context, property: Schema): string {
  const schema = { ...target(context, property), ...property }
  const inner = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
  const description = schema.description ?? inner.description ?? ''
  const range = nameOf(context, inner) === undefined ? rangeOf(inner) : ''
  const untold = range === '' || description.includes(range) ? '' : `${range}.`
  const preset = schema.default === undefined ? '' : `\`${schema.default}\` by default.`
  return [description, untold, preset].filter((text) => text !== '').join(' ')
}

function rangeOf({ minimum, maximum, exclusiveMinimum, minLength, maxLength, minItems, maxItems }: Schema): string {
  if (maxLength !== undefined) return `${minLength ?? 0}-${maxLength} characters`
  if (maxItems !== undefined && maxItems !== minItems) return `At most ${maxItems} items`
  if (exclusiveMinimum !== undefined) return `Above ${exclusiveMinimum}, at most ${maximum}`
  if (maximum === Number.MAX_SAFE_INTEGER || minimum === undefined) return ''
  if (maximum === undefined) return `At least ${minimum}`
  return minimum < 0 ? `${minimum} to ${maximum}` : `${minimum}-${maximum}`
}

function commentOf(text: string): string {
  if (text === '') return ''
  const lines = text.replaceAll('*/', '* /').match(/\S.{0,109}(?=\s|$)/g) ?? []
  return lines.length === 1 ? `/** ${lines[0]} */\n` : `/**\n${lines.map((line) => ` * ${line}`).join('\n')}\n */\n`
}
