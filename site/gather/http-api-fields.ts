import { type HttpDocument, resolve, type Schema } from './http-api-document.ts'

/** Row of a table of fields. */
export interface Field {
  /** Place in the body, such as `teams[].id`. */
  readonly path: string
  readonly type: string
  readonly isRequired: boolean
  readonly description: string
}

/** Lists the fields of a body, with those of objects inside it. */
export function fieldsOf(document: HttpDocument, schema: Schema, path = ''): readonly Field[] {
  const { properties, items, values, variants } = shapeOf(document, schema)
  if (items !== undefined) return fieldsOf(document, items, `${path}[]`)
  if (values !== undefined) return fieldsOf(document, values, `${path}.*`)
  if (variants !== undefined) {
    return variants.flatMap(({ name, schema: variant }) => fieldsOf(document, variant, `${path}(${name})`))
  }
  return properties.flatMap(({ name, schema: property, isRequired }) => {
    const place = path === '' ? name : `${path}.${name}`
    const { description = '' } = resolve(document, property)
    const shape = shapeOf(document, property)
    const field = { path: place, type: shape.type, isRequired, description: description || shape.description }
    return [field, ...fieldsOf(document, property, place)]
  })
}

/** Lists the sets of fields of which a body needs one, such as two names or two ids; empty if every body needs the same. */
export function choicesOf(document: HttpDocument, schema: Schema): readonly (readonly string[])[] {
  const sets = (resolve(document, schema).oneOf ?? []).map((one) => resolve(document, one).required ?? [])
  const inAll = sets.reduce((common, set) => common.filter((name) => set.includes(name)), sets[0] ?? [])
  return sets.map((set) => set.filter((name) => !inAll.includes(name))).filter((set) => set.length > 0)
}

/** Type and limits of a value, such as `integer (1 to 100)`. */
export function typeText(document: HttpDocument, schema: Schema): string {
  return shapeOf(document, schema).type
}

interface Property {
  readonly name: string
  readonly schema: Schema
  readonly isRequired: boolean
}

interface Shape {
  readonly type: string
  readonly description: string
  readonly properties: readonly Property[]
  readonly items?: Schema
  /** Schema of every value of an object with any keys. */
  readonly values?: Schema
  /** Alternatives that a constant field tells apart. */
  readonly variants?: readonly { readonly name: string; readonly schema: Schema }[]
}

function shapeOf(document: HttpDocument, given: Schema): Shape {
  const schema = resolve(document, given)
  const all = (schema.anyOf ?? schema.oneOf ?? []).map((alternative) => resolve(document, alternative))
  const alternatives = all.filter(({ type }) => type !== 'null')
  const orNull = all.length > alternatives.length ? ' or null' : ''
  const [first] = alternatives
  if (first === undefined) return plainShape(document, schema)
  if (alternatives.length === 1) {
    const shape = shapeOf(document, first)
    return { ...shape, type: shape.type + orNull }
  }
  const shapes = alternatives.map((alternative) => shapeOf(document, alternative))
  if (!shapes.every(({ properties }) => properties.length > 0)) {
    const type = shapes.map((shape) => shape.type).join(' or ') + orNull
    const compound = shapes.find(({ properties, items }) => properties.length > 0 || items !== undefined)
    return { ...(compound ?? noShape), type }
  }
  const names = alternatives.map(constantOf)
  if (names.every((name) => name !== undefined)) {
    const variants = alternatives.map((alternative, at) => ({ name: names[at] ?? '', schema: alternative }))
    return { ...noShape, type: 'object', variants }
  }
  return { ...noShape, type: `object${orNull}`, properties: commonProperties(shapes) }
}

const noShape = { type: '', description: '', properties: [] } satisfies Shape

function plainShape(document: HttpDocument, schema: Schema): Shape {
  const { type = 'any', description = '', required = [] } = schema
  if (type === 'array' && schema.items !== undefined) {
    const items = schema.items
    return { ...noShape, description, type: `array${limits(schema)} of ${shapeOf(document, items).type}`, items }
  }
  if (typeof schema.additionalProperties === 'object') {
    return { ...noShape, description, type: 'object with any keys', values: schema.additionalProperties }
  }
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    schema: property,
    isRequired: required.includes(name),
  }))
  return { type: scalarText(schema, type), description, properties }
}

/** Joins the fields of alternatives that no constant tells apart; a field is required if all of them require it. */
function commonProperties(shapes: readonly Shape[]): readonly Property[] {
  const all = shapes.flatMap(({ properties }) => properties).filter(({ schema }) => schema.not === undefined)
  return [...new Set(all.map(({ name }) => name))].flatMap((name) => {
    const same = all.filter((property) => property.name === name)
    const [first] = same
    return first === undefined
      ? []
      : [{ ...first, isRequired: same.length === shapes.length && same.every(({ isRequired }) => isRequired) }]
  })
}

function constantOf({ properties = {} }: Schema): string | undefined {
  const [constant] = Object.values(properties).filter((property) => typeof property.const === 'string')
  return constant?.const as string | undefined
}

function scalarText(schema: Schema, type: string): string {
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(', ')
  const standard = schema.default === undefined ? '' : `, default \`${JSON.stringify(schema.default)}\``
  return type + limits(schema) + standard
}

/** Largest integer of a double: a limit that says nothing. */
const isOpen = (limit: number | undefined): boolean => limit === undefined || Math.abs(limit) >= Number.MAX_SAFE_INTEGER

function limits(schema: Schema): string {
  const { minimum, maximum, exclusiveMinimum, minLength, maxLength, minItems, maxItems } = schema
  const parts = [
    exclusiveMinimum === undefined ? '' : `above ${exclusiveMinimum}`,
    rangeText(isOpen(minimum) ? undefined : minimum, isOpen(maximum) ? undefined : maximum, ''),
    rangeText(minLength, maxLength, ' characters'),
    rangeText(minItems, maxItems, ' items'),
  ]
  const text = parts.filter((part) => part !== '').join(', ')
  return text === '' ? '' : ` (${text})`
}

function rangeText(low: number | undefined, high: number | undefined, unit: string): string {
  if (low === undefined && high === undefined) return ''
  if (low === high) return `${low}${unit}`
  if (high === undefined) return `at least ${low}${unit}`
  return low === undefined ? `at most ${high}${unit}` : `${low} to ${high}${unit}`
}
