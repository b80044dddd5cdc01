import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
// Version 6: later ones need the compiler API of TypeScript, which TypeScript 7 does not have.
import openapiTypes, { type SchemaObject } from 'openapi-typescript'
import { innerNames, typeNames } from './type-names.ts'

// npm run client-types writes the types of requests and answers from the server's openapi.json. openapi-typescript writes
// each form; type-names.ts gives forms their public names, so that an editor shows `TeamStats` and not its fields again.

/** The module of client types, relative to this folder. */
export const typesModule: URL = new URL('./src/types/api.generated.ts', import.meta.url)

interface Schema {
  readonly [keyword: string]: unknown
  readonly $ref?: string
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly description?: string
  readonly required?: readonly string[]
}

const openapi: string = readFileSync(new URL('../server/openapi.json', import.meta.url), 'utf8')
const { schemas, parameters } = JSON.parse(openapi).components as {
  readonly schemas: Readonly<Record<string, Schema>>
  readonly parameters: Readonly<Record<string, { readonly schema: Schema }>>
}

/** The text of `typesModule` as it should be. */
export async function clientTypes(): Promise<string> {
  const names = namesOfForms()
  const components: Record<string, unknown> = {}
  for (const { name, at, type, doc, only } of [...typeNames, ...innerNames]) {
    const { description = doc, ...schema } = only === undefined ? schemaAt(at) : partOf(schemaAt(at), only)
    const own = type === undefined ? withNames(schema, names) : { type: 'string', 'x-type': type }
    components[name] = { ...own, description: doc ?? description }
  }
  addReferenced(components, names)
  const forms = withBases(components)
  const text = await openapiTypes(
    {
      openapi: '3.1.0',
      info: { title: '', version: '' },
      components: { schemas: forms as Record<string, SchemaObject> },
    },
    { immutableTypes: true, supportArrayLength: true, transform: (schema) => Object(schema)['x-type'] },
  )
  return laidOut(asModule(text))
}

/** Comment of each named form; a field of that form does not repeat it. */
const docs: ReadonlyMap<string, unknown> = new Map(
  [...typeNames, ...innerNames].map(({ name, at, doc }) => [name, doc ?? schemaAt(at).description]),
)

/** @throws Error for two names of one form */
function namesOfForms(): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const { name, at, also = at, only } of [...typeNames, ...innerNames]) {
    if (only !== undefined) continue
    for (const place of new Set([at, also])) {
      const key = keyOf(schemaAt(place))
      if (names.has(key)) throw new Error(`${name}: ${place} has the form of ${names.get(key)}`)
      names.set(key, name)
    }
  }
  return names
}

/** @throws Error for a place that the document does not have */
function schemaAt(place: string): Schema {
  const [component = '', ...steps] = place.split(/\.|(?=\[)/)
  let schema = schemas[component] ?? parameters[component]?.schema
  for (const step of steps) {
    const { items, properties } = schema === undefined ? {} : withoutNull(schema)
    schema = step === '[]' ? items : properties?.[step]
  }
  if (schema === undefined) throw new Error(`${place}: not in the document`)
  return withoutNull(schema)
}

/** The schema behind references, or the only one that stands beside null. */
function withoutNull(schema: Schema): Schema {
  if (schema.$ref !== undefined) return withoutNull(referenced(schema.$ref))
  const [only, ...others] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null')
  return only === undefined || others.length > 0 ? schema : withoutNull(only)
}

function referenced($ref: string): Schema {
  return schemaAt($ref.replace('#/components/schemas/', ''))
}

const words: readonly string[] = ['description', 'default', 'x-enumeration']

/** Equal forms give an equal key: references are followed, and descriptions left out. */
function keyOf(schema: Schema): string {
  return JSON.stringify(schema, (key, value: unknown) => {
    if (typeof value !== 'object' || value === null) return words.includes(key) ? undefined : value
    const { $ref } = value as Schema
    return $ref === undefined ? value : referenced($ref)
  })
}

/** Puts a reference in the place of every named form inside a schema, and says ranges in descriptions. */
function withNames(schema: Schema, names: ReadonlyMap<string, string>): Schema {
  const inside = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inside)
    if (typeof value !== 'object' || value === null) return value
    const inner = value as Schema
    const target = inner.$ref === undefined ? inner : referenced(inner.$ref)
    const name = names.get(keyOf(target))
    const { default: preset } = { ...target, ...inner }
    const description = describe({ ...target, ...inner }, name !== undefined)
    const comment = {
      ...(description === '' ? {} : { description }),
      ...(preset === undefined ? {} : { default: preset }),
    }
    if (name !== undefined) {
      const isSaid = docs.get(name) === description
      return { $ref: `#/components/schemas/${name}`, ...(isSaid && preset === undefined ? {} : comment) }
    }
    const isObject = target.properties !== undefined
    return { ...withNames(isObject ? inner : target, names), ...comment }
  }
  if (schema.not !== undefined) return { 'x-type': 'never' }
  const { minItems, maxItems, ...others } = schema
  const kept = minItems === maxItems ? schema : others
  return Object.fromEntries(Object.entries(kept).map(([key, value]) => [key, inside(value)]))
}

/** A description, and the range where it does not say it; of a named form the name says it. */
function describe(schema: Schema, isNamed: boolean): string {
  const inner = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
  const description = schema.description ?? inner.description ?? ''
  if (typeof description !== 'string') return ''
  const range = isNamed ? '' : rangeOf(inner)
  return range === '' || description.includes(range) ? description : `${description} ${range}.`.trim()
}

function rangeOf({ minimum, maximum, exclusiveMinimum, minLength, maxLength, minItems, maxItems }: Schema): string {
  if (maxLength !== undefined) return `${minLength ?? 0}-${maxLength} characters`
  if (maxItems !== undefined && maxItems !== minItems) return `At most ${maxItems} items`
  if (exclusiveMinimum !== undefined) {
    return `Above ${exclusiveMinimum}${maximum === undefined ? '' : `, at most ${maximum}`}`
  }
  if (maximum === Number.MAX_SAFE_INTEGER || minimum === undefined) return ''
  if (maximum === undefined) return `At least ${minimum}`
  return Number(minimum) < 0 ? `${minimum} to ${maximum}` : `${minimum}-${maximum}`
}

/** A form with some properties of another. */
function partOf({ properties = {}, required = [] }: Schema, only: readonly string[]): Schema {
  return {
    type: 'object',
    properties: Object.fromEntries(only.map((name) => [name, properties[name]!])),
    required: required.filter((name) => only.includes(name)),
  }
}

/** Lets each form, and each choice of one, extend the largest others whose properties it has all. */
function withBases(components: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const forms = Object.entries(components) as [name: string, form: Schema][]
  const largestFirst = forms
    .map(([name, form]) => ({ name, own: propertiesOf(form) }))
    .sort((a, b) => b.own.size - a.own.size)
  const extended = (form: Schema): Schema => {
    if (form.anyOf !== undefined) return { ...form, anyOf: form.anyOf.map(extended) }
    const own = propertiesOf(form)
    const rest = new Set(own)
    const bases = largestFirst.filter((base) => {
      const isBase = base.own.size < own.size && base.own.size > 1 && [...base.own].every((one) => rest.has(one))
      if (isBase) for (const one of base.own) rest.delete(one)
      return isBase
    })
    if (bases.length === 0) return form
    const left = [...rest].map((one): string => JSON.parse(one)[0])
    const allOf = bases.map(({ name }): Schema => ({ $ref: `#/components/schemas/${name}` }))
    if (left.length > 0) allOf.push(partOf(form, left))
    return { ...(form.description !== undefined && { description: form.description }), allOf }
  }
  return Object.fromEntries(forms.map(([name, form]) => [name, extended(form)]))
}

/** Each property with its schema, as text that tells whether two forms have the same. */
function propertiesOf({ properties = {}, required = [] }: Schema): ReadonlySet<string> {
  return new Set(
    Object.entries(properties).map(([key, schema]) => JSON.stringify([key, schema, required.includes(key)])),
  )
}

/** Adds the components without a public name that others refer to. */
function addReferenced(components: Record<string, unknown>, names: ReadonlyMap<string, string>): void {
  for (let size = -1; size < Object.keys(components).length; ) {
    size = Object.keys(components).length
    for (const [, name = ''] of JSON.stringify(components).matchAll(/#\/components\/schemas\/(\w+)/g)) {
      components[name] ??= withNames(schemaAt(name), names)
    }
  }
}

/** Each component as a type of its own; a comment begins with what it says. */
function asModule(text: string): string {
  const [, body = ''] = /^ {2}schemas: \{\n(.*?)\n {2}\};$/ms.exec(text) ?? []
  const isPublic = (name: string): boolean => typeNames.some((type) => type.name === name)
  const types = body
    .replaceAll(/components\["schemas"\]\["(\w+)"\]/g, '$1')
    .replaceAll(/^ {4}(\/\*\*[\s\S]*?\*\/\n {4})?readonly (\w+): /gm, (_, comment = '', name) => {
      return `\n    ${comment}${isPublic(name) ? 'export ' : ''}type ${name} = `
    })
    .replaceAll(/type (\w+) = (\{\n(?: {5}.*\n)* {4}\});/g, 'interface $1 $2')
    .replaceAll(/type (\w+) = ((?:\w+ & )+)\(?(\{\n(?: {5}.*\n)* {4}\})\)?;/g, (_, name, bases, body) => {
      return `interface ${name} extends ${bases.slice(0, -3).replaceAll(' & ', ', ')} ${body}`
    })
    .replaceAll(/\n *\* @(?:enum|constant).*/g, '')
    .replaceAll('@description ', '')
    .replaceAll(/\/\*\*\n *\* (.*)\n(?: *\* (@default .*)\n)? *\*\//g, (_, says, preset = '') => {
      return `/** ${says}${preset && ` ${preset}`} */`
    })
  return `// Written from packages/server/openapi.json by npm run client-types; do not edit.\n\n${types}\n`
}

/** As `npm run lint` wants it. */
function laidOut(input: string): string {
  const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome')
  const cwd = fileURLToPath(new URL('../..', import.meta.url))
  const check = [biome, 'check', '--write', `--stdin-file-path=${fileURLToPath(typesModule)}`]
  return execFileSync(process.execPath, check, { input, cwd, encoding: 'utf8' })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(typesModule, await clientTypes())
