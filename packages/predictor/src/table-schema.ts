import { ArtifactError, describe } from '@riftline/base'
import * as z from 'zod'

/** Parses one JSON file of an artifacts folder. @throws ArtifactError `artifact_invalid` with file and JSON path of the first fault */
export function parseWith<T>(schema: z.ZodType<T>, file: string, text: string): T {
  return checkWith(schema, file, parseJson(file, text))
}

/** @throws ArtifactError `artifact_invalid` for text that is not JSON */
export function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ArtifactError('artifact_invalid', file, `expected JSON, got ${(cause as Error).message}`, { cause })
  }
}

/** @throws ArtifactError `artifact_invalid` as `parseWith` */
export function checkWith<T>(schema: z.ZodType<T>, file: string, json: unknown): T {
  const result = schema.safeParse(json)
  if (result.success) return result.data
  const issue = result.error.issues[0]!
  const path = issue.path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')
  const got = issue.path.reduce<unknown>((value, part) => (value as Record<PropertyKey, unknown>)?.[part], json)
  throw new ArtifactError('artifact_invalid', `${file} $${path}`, `${issue.message}, got ${describe(got)}`)
}

/** Runs a generator to its end and returns its value. */
export function finish<T>(steps: Generator<undefined, T, undefined>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** A table as a zod type. Zod itself takes a microsecond per value, which would double a start with 400,000 values. */
export function table<T>(parse: Parse<T>): z.ZodType<T> {
  return z.unknown().transform((value, context): T => {
    try {
      return parse(value)
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      context.issues.push({ code: 'custom', input: value, path: error.path, message: `expected ${error.expected}` })
      return z.NEVER
    }
  })
}

/** Parses a part of a JSON document. @throws Fault */
export type Parse<T> = (value: unknown) => T

/** Fault in a value, without a stack: the ArtifactError has one, and taking a stack costs time. */
class Fault {
  readonly path: (string | number)[] = []
  readonly expected: string

  constructor(expected: string) {
    this.expected = expected
  }
}

/** Parses the value at a place of a larger value. */
function at<T>(place: string | number, parse: Parse<T>, value: unknown): T {
  try {
    return parse(value)
  } catch (error) {
    if (error instanceof Fault) error.path.unshift(place)
    throw error
  }
}

export const string: Parse<string> = (value) => {
  if (typeof value === 'string') return value
  throw new Fault('text')
}

export function number(least: number = -Number.MAX_VALUE, most: number = Number.MAX_VALUE): Parse<number> {
  return (value) => {
    if (typeof value === 'number' && value >= least && value <= most) return value
    throw new Fault(`a number${rangeText(least, most)}`)
  }
}

export function whole(least: number = Number.MIN_SAFE_INTEGER, most: number = Number.MAX_SAFE_INTEGER): Parse<number> {
  return (value) => {
    if (Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most) return value as number
    throw new Fault(`an integer${rangeText(least, most)}`)
  }
}

function rangeText(least: number, most: number): string {
  if (least > Number.MIN_SAFE_INTEGER && most < Number.MAX_SAFE_INTEGER) return ` from ${least} to ${most}`
  return least > Number.MIN_SAFE_INTEGER ? ` of at least ${least}` : ''
}

export function among<const T extends string | number>(values: readonly T[]): Parse<T> {
  return (value) => {
    if (values.includes(value as T)) return value as T
    throw new Fault(`one of ${values.join(', ')}`)
  }
}

export function such<T>(parse: Parse<T>, test: (value: T) => boolean, expected: string): Parse<T> {
  return (value) => {
    const parsed = parse(value)
    if (test(parsed)) return parsed
    throw new Fault(expected)
  }
}

export function orNull<T>(parse: Parse<T>): Parse<T | null> {
  return (value) => (value === null ? null : parse(value))
}

/** Gives an absent key a default, since older files lack new keys; a record leaves out keys whose value is undefined. */
export function orElse<T, Else>(parse: Parse<T>, absent: Else): Parse<T | Else> {
  return (value) => (value === undefined ? absent : parse(value))
}

export function list<T>(parse: Parse<T>, least = 0, most: number = Number.MAX_SAFE_INTEGER): Parse<readonly T[]> {
  return (value) => {
    if (!Array.isArray(value)) throw new Fault('an array')
    if (value.length < least || value.length > most) throw new Fault(`an array of length${rangeText(least, most)}`)
    return value.map((item, i) => at(i, parse, item))
  }
}

export function row<const Parses extends readonly Parse<unknown>[]>(
  ...parses: Parses
): Parse<{ -readonly [I in keyof Parses]: ReturnType<Parses[I]> }> {
  return (value) => {
    if (!Array.isArray(value) || value.length !== parses.length) throw new Fault(`an array of ${parses.length}`)
    return parses.map((parse, i) => at(i, parse, value[i])) as { -readonly [I in keyof Parses]: ReturnType<Parses[I]> }
  }
}

/** Type of a record; a key is optional if its value may be undefined. */
type Shape<Fields extends Readonly<Record<string, Parse<unknown>>>> = {
  readonly [Key in keyof Fields as undefined extends ReturnType<Fields[Key]> ? never : Key]: ReturnType<Fields[Key]>
} & {
  readonly [Key in keyof Fields as undefined extends ReturnType<Fields[Key]> ? Key : never]?: ReturnType<Fields[Key]>
}

/** An object with these keys; other keys are dropped. */
export function record<Fields extends Readonly<Record<string, Parse<unknown>>>>(fields: Fields) {
  const entries = Object.entries(fields)
  return (value: unknown): Shape<Fields> => {
    const given = object(value)
    const parsed: Record<string, unknown> = {}
    for (const [key, parse] of entries) {
      const own = at(key, parse, given[key])
      if (own !== undefined) parsed[key] = own
    }
    return parsed as Shape<Fields>
  }
}

/** An object whose keys all match a pattern. */
export function byKey<T>(pattern: RegExp, parse: Parse<T>): Parse<Record<string, T>> {
  const key: Parse<unknown> = such(string, (text) => pattern.test(text), `a key like ${pattern.source}`)
  return (value) => {
    const entries = Object.entries(object(value)).map(([name, own]) => {
      at(name, key, name)
      return [name, at(name, parse, own)]
    })
    return Object.fromEntries(entries)
  }
}

function object(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Readonly<Record<string, unknown>>
  }
  throw new Fault('an object')
}
