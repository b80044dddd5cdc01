import { ArtifactError, cureOf, describe, malformed } from '@riftline/base'

/** JSON object with unchecked fields. */
export type JsonObject = Readonly<Record<string, unknown>>

/** JSON text or a parsed value; the compiler refuses bytes and promises. */
export type JsonSource<T> = T extends ArrayBufferView | ArrayBuffer | PromiseLike<unknown> ? never : T

/** JSON path of the value being read, rendered only for errors. */
export type Where = () => string

/** Root object of JSON text or of a parsed value. */
export function parseRoot(json: unknown): JsonObject {
  if (typeof json === 'string') return asObject(parseText(json), () => '$')
  if (/^(object|Module)$/.test(describe(json))) return json as JsonObject
  throw malformed('$', 'the dump as text or object', json, cureOf(json))
}

/** Parses JSON text. @throws ArtifactError for anything that is not JSON */
export function parseText(text: string): unknown {
  try {
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text)
  } catch (cause) {
    throw failed('not JSON', cause)
  }
}

/** Reads a document that may be a live object, whose getters and proxies can throw anything. */
export function readRoot<T>(json: unknown, read: (root: JsonObject) => T): T {
  if (typeof json === 'string') return read(parseRoot(json))
  try {
    return read(parseRoot(json))
  } catch (cause) {
    throw cause instanceof ArtifactError ? cause : failed('cannot be read', cause)
  }
}

/** Error for an object that is not of a format; it names the object's fields. */
export function otherFields(object: JsonObject, expected: string): ArtifactError {
  const fields = Object.keys(object).slice(0, 5).join(', ') || 'none'
  return malformed('$', expected, object, `its fields are ${fields.slice(0, 80)}`)
}

function failed(what: string, cause: unknown): ArtifactError {
  const message = cause instanceof Error ? cause.message.slice(0, 120) : 'unreadable'
  return new ArtifactError('artifact_invalid', '$', `${what}: ${message}`, { cause })
}

/** Reads an own field of an object, never one from `__proto__` or the prototype; undefined if absent. */
export function field(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

export function asObject(value: unknown, where: Where): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed(where(), 'an object', value)
  return value as JsonObject
}

/** Reads an array field, of exactly `length` elements if given. */
export function arrayField(object: JsonObject, key: string, where: Where, length?: number): readonly unknown[] {
  const value = field(object, key)
  if (Array.isArray(value) && (length === undefined || value.length === length)) return value
  throw malformed(`${where()}.${key}`, length === undefined ? 'an array' : `an array of ${length}`, value)
}

export function integerField(object: JsonObject, key: string, where: Where, minimum: number, maximum: number): number {
  return asInteger(field(object, key), () => `${where()}.${key}`, minimum, maximum)
}

export function asInteger(value: unknown, where: Where, minimum: number, maximum: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum) return value
  throw malformed(where(), `an integer from ${minimum} to ${maximum}`, value)
}

export function finiteField(object: JsonObject, key: string, where: Where): number {
  return asFinite(field(object, key), () => `${where()}.${key}`)
}

export function asFinite(value: unknown, where: Where): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw malformed(where(), 'a finite number', value)
}

/** Reads a number and rounds it to float32; refuses one that is not finite then. */
export function asFloat32(value: unknown, where: Where): number {
  const rounded = typeof value === 'number' ? Math.fround(value) : Number.NaN
  if (Number.isFinite(rounded)) return rounded
  throw malformed(where(), 'a number that is finite in float32', value)
}

export function asNumber(value: unknown, where: Where): number {
  if (typeof value === 'number') return value
  throw malformed(where(), 'a number', value)
}

export function booleanField(object: JsonObject, key: string, where: Where): boolean {
  const value = field(object, key)
  if (typeof value === 'boolean') return value
  throw malformed(`${where()}.${key}`, 'true or false', value)
}

/** Reads a string field that is one of `allowed`. */
export function choiceField<T extends string>(object: JsonObject, key: string, where: Where, allowed: readonly T[]): T {
  const value = field(object, key)
  const choice = allowed.find((candidate) => candidate === value)
  if (choice === undefined) throw malformed(`${where()}.${key}`, `one of ${allowed.join(', ')}`, value)
  return choice
}

/** Reads a field that is absent, null, or one name for each feature. */
export function namesField(object: JsonObject, key: string, length: number, path = '$'): readonly string[] | null {
  if ((field(object, key) ?? null) === null) return null
  const values = arrayField(object, key, () => path, length)
  const names: string[] = []
  for (let i = 0; i < length; i++) {
    const name = values[i]
    if (typeof name !== 'string') throw malformed(`${path}.${key}[${i}]`, 'a string', name)
    names.push(name)
  }
  return names
}

/** Largest number of features without further evidence, such as a name for each: a claim in a small file must not cause a large buffer. */
export const maximumFeatures: number = 2 ** 20

/** Largest number of features of a model: no limit if `key` has a name for each, which a small file cannot have. */
export function mostFeatures(object: JsonObject, key: string): number {
  return Array.isArray(field(object, key)) ? 2 ** 31 - 1 : maximumFeatures
}
