import * as z from 'zod'

/**
 * Schemas of large tables for zod, which itself takes a microsecond a value: of the 400,000 values in an artifacts folder
 * that was most of the time that reading it took. As with zod, keys that a record does not list are dropped.
 */
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

/** Reads a part of a JSON document, which it may change: nobody else has it. @throws Fault */
export type Parse<T> = (value: unknown) => T

/** Without a stack: that of the ArtifactError tells more, and taking one costs time. */
class Fault {
  readonly path: (string | number)[] = []
  readonly expected: string

  constructor(expected: string) {
    this.expected = expected
  }
}

export const text: Parse<string> = (value) => {
  if (typeof value === 'string') return value
  throw new Fault('text')
}

export function textLike(pattern: RegExp, expected: string): Parse<string> {
  return (value) => {
    if (typeof value === 'string' && pattern.test(value)) return value
    throw new Fault(expected)
  }
}

/** A finite number. */
export function number(
  least: number = -Number.MAX_VALUE,
  most: number = Number.MAX_VALUE,
  isOne: (value: number) => boolean = Number.isFinite,
  noun = 'a number',
): Parse<number> {
  return (value) => {
    if (typeof value === 'number' && isOne(value) && value >= least && value <= most) return value
    throw new Fault(`${noun}${rangeText(least, most)}`)
  }
}

export function integer(least: number, most: number = Number.MAX_SAFE_INTEGER): Parse<number> {
  return number(least, most, Number.isSafeInteger, 'an integer')
}

export function oneOf<const T extends string | number>(values: readonly T[]): Parse<T> {
  return (value) => {
    if (values.includes(value as T)) return value as T
    throw new Fault(`one of ${values.join(', ')}`)
  }
}

export function orNull<T>(parse: Parse<T>): Parse<T | null> {
  return (value) => (value === null ? null : parse(value))
}

/** A parser with a value for an absent key, as new keys are in older files. */
export function orElse<T, Else>(parse: Parse<T>, absent: Else): Parse<T | Else> {
  return (value) => (value === undefined ? absent : parse(value))
}

/** An empty list for what an older file does not have. */
export function orNone<T>(parse: Parse<T[]>): Parse<T[]> {
  return (value) => (value === undefined ? [] : parse(value))
}

export function list<T>(parse: Parse<T>, length: { readonly least?: number; readonly most?: number } = {}): Parse<T[]> {
  const { least = 0, most = Number.POSITIVE_INFINITY } = length
  return (value) => {
    if (!Array.isArray(value)) throw new Fault('an array')
    if (value.length < least || value.length > most) throw new Fault(`an array of length${rangeText(least, most)}`)
    let i = 0
    try {
      for (; i < value.length; i++) {
        const item = parse(value[i])
        if (item !== value[i]) value[i] = item
      }
    } catch (error) {
      throw inside(error, i)
    }
    return value
  }
}

/** A parser whose value must pass a test. */
export function such<T>(parse: Parse<T>, test: (value: T) => boolean, expected: string): Parse<T> {
  return (value) => {
    const parsed = parse(value)
    if (test(parsed)) return parsed
    throw new Fault(expected)
  }
}

/** A record with further keys that may be absent, and then stay so. */
export function withOptional<Known extends object, Optional extends object>(
  parse: Parse<Known>,
  optional: { readonly [Key in keyof Optional]-?: Parse<NonNullable<Optional[Key]>> },
): Parse<Known & Optional> {
  const keys = Object.keys(optional) as (keyof Optional & string)[]
  return (value) => {
    const parsed: Record<string, unknown> = {}
    Object.assign(parsed, parse(value))
    for (const key of keys) {
      const given = (value as Readonly<Record<string, unknown>>)[key]
      if (given === undefined) continue
      try {
        parsed[key] = optional[key](given)
      } catch (error) {
        throw inside(error, key)
      }
    }
    return parsed as Known & Optional
  }
}

/** An array with a parser for each place. */
export function row<const Parses extends readonly Parse<unknown>[]>(
  ...parses: Parses
): Parse<{ -readonly [I in keyof Parses]: ReturnType<Parses[I]> }> {
  return (value) => {
    if (!Array.isArray(value) || value.length !== parses.length) throw new Fault(`an array of ${parses.length}`)
    let i = 0
    try {
      for (; i < parses.length; i++) {
        const item = parses[i]!(value[i])
        if (item !== value[i]) value[i] = item
      }
    } catch (error) {
      throw inside(error, i)
    }
    return value as { -readonly [I in keyof Parses]: ReturnType<Parses[I]> }
  }
}

export function record<const Parses extends Readonly<Record<string, Parse<unknown>>>>(
  parses: Parses,
): Parse<{ -readonly [K in keyof Parses]: ReturnType<Parses[K]> }> {
  const keys = Object.keys(parses)
  return (value) => {
    const given = object(value)
    const parsed: Record<string, unknown> = {}
    for (const key of keys) {
      try {
        const value = parses[key]!(given[key])
        if (value !== undefined) parsed[key] = value
      } catch (error) {
        throw inside(error, key)
      }
    }
    return parsed as { -readonly [K in keyof Parses]: ReturnType<Parses[K]> }
  }
}

/** An object whose keys all fit. */
export function byKey<T>(pattern: RegExp, parse: Parse<T>): Parse<Record<string, T>> {
  return (value) => {
    const given = object(value)
    for (const key of Object.keys(given)) {
      try {
        if (!pattern.test(key)) throw new Fault(`a key like ${pattern.source}`)
        given[key] = parse(given[key])
      } catch (error) {
        throw inside(error, key)
      }
    }
    return given as Record<string, T>
  }
}

function object(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw new Fault('an object')
}

function inside(error: unknown, place: string | number): unknown {
  if (error instanceof Fault) error.path.unshift(place)
  return error
}

function rangeText(least: number, most: number): string {
  if (least > Number.MIN_SAFE_INTEGER && most < Number.MAX_SAFE_INTEGER) return ` from ${least} to ${most}`
  return least > Number.MIN_SAFE_INTEGER ? ` of at least ${least}` : ''
}
