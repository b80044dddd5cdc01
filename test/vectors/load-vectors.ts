import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect } from 'vitest'

/** One reference case; `source` in the file says which library or arithmetic made it. */
// biome-ignore lint/suspicious/noExplicitAny: the shape differs by kind, and each suite reads only its own.
export type Case = { readonly id: string; readonly kind: string; readonly tag?: string; readonly input: any; readonly expect: any }

type Tolerance = { readonly abs?: number; readonly rel?: number }

/** The cases of one file of reference values, frozen, with values that JSON lacks restored. */
export function loadVectors(name: string): { readonly cases: readonly Case[]; readonly tolerance: Record<string, Tolerance> } {
  const text = gunzipSync(readFileSync(new URL(`./${name}.json.gz`, import.meta.url))).toString()
  return JSON.parse(text, (_key, value) => {
    if (value === null || typeof value !== 'object') return value
    return '$number' in value ? Number(value.$number) : Object.freeze(value)
  })
}

/** Asserts |actual - expected| <= max(abs, rel |expected|), for numbers and for arrays of them. */
export function expectWithin(actual: unknown, expected: unknown, tolerance: Tolerance, label: string): void {
  if (Array.isArray(expected)) {
    const values = Array.from(actual as ArrayLike<unknown>)
    expect(values.length, `${label}.length`).toBe(expected.length)
    expected.forEach((value, i) => expectWithin(values[i], value, tolerance, `${label}[${i}]`))
    return
  }
  const room = Math.max(tolerance.abs ?? 0, (tolerance.rel ?? 0) * Math.abs(expected as number))
  const distance = Math.abs((actual as number) - (expected as number))
  // An `expect` for each of tens of thousands of numbers would take longer than the numbers.
  if (typeof actual === 'number' && distance <= room) return
  expect.fail(`${label}: ${actual} is ${distance} from ${expected}, more than ${room}`)
}
