import type { TypeName } from './type-names.ts'

/** The keywords of JSON Schema that a type depends on, and those that its comment tells. */
export interface Schema {
  readonly $ref?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
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
  const isInterface = type === undefined && schema.properties !== undefined && schema.allOf === undefined
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
  const { document } = context
  const target = schema.$ref === undefined ? schema : schemaAt(document, referencedName(schema.$ref))
  return nameOf(context, target) ?? formOf(context, target)
}

const nameOf = ({ document, names }: Context, schema: Schema): string | undefined => names.get(keyOf(document, schema))

function formOf(context: Context, schema: Schema): string {
  const { type, items, properties, additionalProperties } = schema
  const choices = schema.anyOf ?? schema.oneOf
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
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

function objectForm(context: Context, { properties = {}, required = [], allOf = [] }: Schema): string {
  const field = (name: string, mark: '' | '?'): string => {
    const schema = properties[name] ?? {}
    return `${commentOf(describe(context, schema))}readonly ${JSON.stringify(name)}${mark}: ${typeOf(context, schema)}`
  }
  const never = (name: string): string => `readonly ${JSON.stringify(name)}?: never`
  const exactlyOne = (names: readonly string[]): string =>
    names.map((own) => block([field(own, ''), ...names.filter((name) => name !== own).map(never)])).join(' | ')
  const choices = allOf.map(choiceOf)
  const free = Object.keys(properties).filter((name) => !choices.flat().includes(name))
  const fields = block(free.map((name) => field(name, required.includes(name) ? '' : '?')))
  return [...choices.map((names) => `(${exactlyOne(names)})`), fields].join(' & ')
}

/** The names of which an object has exactly one. */
function choiceOf({ oneOf = [] }: Schema): readonly string[] {
  const names = oneOf.flatMap(({ required = [] }) => required)
  if (names.length === 0 || names.length !== oneOf.length)
    throw new Error('allOf: must be choices of one required field')
  return names
}

const block = (lines: readonly string[]): string => `{\n${lines.join('\n')}\n}`

/** Description, range and default of a field, as far as they are there; a type with a name has its range there. */
function describe(context: Context, schema: Schema): string {
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
