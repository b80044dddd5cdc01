import { field, type JsonObject, malformed, type Where } from '../json-fields.ts'

/**
 * A number as System.Text.Json writes it: a JSON number, or one of the strings `"NaN"`, `"Infinity"`, `"-Infinity"`.
 * Any other string is refused, `"0.5"` included.
 */
export function asMlnetNumber(value: unknown, where: Where): number {
  if (typeof value === 'number') return value
  switch (value) {
    case 'NaN':
      return Number.NaN
    case 'Infinity':
      return Infinity
    case '-Infinity':
      return -Infinity
    default:
      throw malformed(where(), 'a number', value)
  }
}

/** A number that is not NaN, infinities allowed: a threshold, a bin's upper bound. */
export function asOrderedNumber(value: unknown, where: Where): number {
  const number = asMlnetNumber(value, where)
  if (Number.isNaN(number)) throw malformed(where(), 'a number other than NaN', number)
  return number
}

/** A finite number: a leaf value, a bias, a slope. */
export function asFiniteMlnetNumber(value: unknown, where: Where): number {
  const number = asMlnetNumber(value, where)
  if (!Number.isFinite(number)) throw malformed(where(), 'a finite number', number)
  return number
}

export function finiteMlnetField(object: JsonObject, key: string, where: Where): number {
  return asFiniteMlnetNumber(field(object, key), () => `${where()}.${key}`)
}
