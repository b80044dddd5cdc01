import { isSchema, type JsonSchema } from '../contract/json-schema.ts'
import { type Inline, type Table, table } from './block.ts'

type Schemas = Readonly<Record<string, JsonSchema>>

/** Every field of a body, nested ones by their path. */
export function fieldTable(label: string, schemas: Schemas, schema: JsonSchema): Table {
  return table(label, ['Field', 'Type', 'Meaning'], rowsOf(schemas, schema, ''))
}

/** A schema in a few words: type, range, values. */
export function typeOf(schemas: Schemas, schema: JsonSchema): string {
  const { known, nullable } = unwrap(schemas, schema)
  return nullable ? `${plainType(schemas, known)} or null` : plainType(schemas, known)
}

function rowsOf(schemas: Schemas, schema: JsonSchema, prefix: string): readonly (readonly Inline[])[] {
  const { known } = unwrap(schemas, schema)
  if (isSchema(known.items)) return rowsOf(schemas, known.items, `${prefix}[]`)
  if (Array.isArray(known.oneOf ?? known.anyOf)) return rowsOfForms(schemas, known, prefix)
  const required = Array.isArray(known.required) ? known.required : []
  return Object.entries((known.properties ?? {}) as Schemas).flatMap(([name, property]) => {
    if (property.not !== undefined) return [] // a field of another form
    const path = prefix === '' ? name : `${prefix}.${name}`
    const type = typeOf(schemas, property) + (required.includes(name) ? '' : ', optional')
    const note = noteOf({ ...unwrap(schemas, property).known, ...property })
    return [[`\`${path}\``, type, note], ...rowsOf(schemas, property, path)]
  })
}

/** Every field that one of the forms has, once. */
function rowsOfForms(schemas: Schemas, { oneOf, anyOf }: JsonSchema, prefix: string): readonly (readonly Inline[])[] {
  const rows = ((oneOf ?? anyOf) as readonly JsonSchema[]).flatMap((form) => rowsOf(schemas, form, prefix))
  return rows.filter((row, at) => rows.findIndex(([field]) => field === row[0]) === at)
}

function noteOf(schema: JsonSchema): string {
  const fallback = schema.default === undefined ? '' : `Default ${JSON.stringify(schema.default)}.`
  return [schema.description, fallback].filter((part) => part !== undefined && part !== '').join(' ')
}

function plainType(schemas: Schemas, schema: JsonSchema): string {
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(', ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (isSchema(schema.items)) return `array of ${typeOf(schemas, schema.items)}`
  if (Array.isArray(schema.type)) return schema.type.join(' or ')
  const words = [String(schema.type ?? 'any'), range(schema), lengths(schema)]
  return words.filter((word) => word !== '').join(' ')
}

function range({ minimum, exclusiveMinimum, maximum }: JsonSchema): string {
  const least =
    exclusiveMinimum === undefined ? (minimum === undefined ? '' : `>= ${minimum}`) : `> ${exclusiveMinimum}`
  const most = maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? '' : `<= ${maximum}`
  return [least, most].filter((part) => part !== '').join(', ')
}

function lengths({ minLength, maxLength }: JsonSchema): string {
  return maxLength === undefined ? '' : `of ${minLength ?? 0}-${maxLength} characters`
}

/** The schema behind references and `or null`. */
function unwrap(schemas: Schemas, schema: JsonSchema): { readonly known: JsonSchema; readonly nullable: boolean } {
  if (typeof schema.$ref === 'string') return unwrap(schemas, schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {})
  if (!Array.isArray(schema.anyOf)) return { known: schema, nullable: false }
  const forms = (schema.anyOf as readonly JsonSchema[]).filter(({ type }) => type !== 'null')
  const [form] = forms
  if (form === undefined || forms.length > 1) return { known: schema, nullable: false }
  return { known: unwrap(schemas, form).known, nullable: forms.length < schema.anyOf.length }
}
