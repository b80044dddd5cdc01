import { malformed } from '@riftline/base'
import { asInteger, field, type JsonObject, type Where } from '../read/json-fields.ts'

/**
 * Reads a number as System.Text.Json writes it: a JSON number, or one of the strings `"NaN"`, `"Infinity"`, `"-Infinity"`. Refuses
 * any other string, even `"0.5"`.
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

/** Reads a number other than NaN, infinities included: a threshold, a bin's upper bound. */
function asOrderedNumber(value: unknown, where: Where): number {
  const number = asMlnetNumber(value, where)
  if (Number.isNaN(number)) throw malformed(where(), 'a number other than NaN', number)
  return number
}

/** Reads a finite number: a leaf value, a bias, a slope. */
function asFiniteMlnetNumber(value: unknown, where: Where): number {
  const number = asMlnetNumber(value, where)
  if (!Number.isFinite(number)) throw malformed(where(), 'a finite number', number)
  return number
}

export function finiteMlnetField(object: JsonObject, key: string, where: Where): number {
  return asFiniteMlnetNumber(field(object, key), () => `${where()}.${key}`)
}

// The functions below read elements of arrays, which are nearly all of a model; `where` names the array. A valid element allocates
// nothing.

/** Reads element `i`, a number other than NaN. */
export function orderedAt(values: readonly unknown[], i: number, where: Where): number {
  const value = values[i]
  if (typeof value === 'number' && !Number.isNaN(value)) return value
  return asOrderedNumber(value, () => `${where()}[${i}]`)
}

/** Reads element `i`, a finite number. */
export function finiteAt(values: readonly unknown[], i: number, where: Where): number {
  const value = values[i]
  if (typeof value === 'number' && Number.isFinite(value)) return value
  return asFiniteMlnetNumber(value, () => `${where()}[${i}]`)
}

/** Reads element `i`, an integer from `minimum` to `maximum`. */
export function integerAt(
  values: readonly unknown[],
  i: number,
  where: Where,
  minimum: number,
  maximum: number,
): number {
  const value = values[i]
  if (typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum) return value
  return asInteger(value, () => `${where()}[${i}]`, minimum, maximum)
}

/** Reads all elements as finite float32 numbers. */
export function asFiniteNumbers(values: readonly unknown[], where: Where): number[] {
  return Array.from(values, (_, i) => Math.fround(finiteAt(values, i, where)))
}
