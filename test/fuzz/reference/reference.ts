/**
 * A model as an independent reader understands it, written slowly and plainly from the description of the formats, not
 * from core's code. If core accepts a mutant, its scores must equal these, bit for bit.
 */
export interface Reference {
  /** Infinity when the document does not state it. */
  readonly numberOfFeatures: number
  readonly numberOfOutputs: number
  readonly numberOfTrees: number
  /** Scores one row of `numberOfFeatures` cells. */
  score(cells: Float64Array): RowScores
}

export interface RowScores {
  /** One raw score for each output. */
  readonly raw: readonly number[]
  /** One prediction for each output. */
  readonly prediction: readonly number[]
  /** Leaf number within each tree, trees in file order. */
  readonly leaf: readonly number[]
}

/** Thrown when the document does not determine a score; core must have refused it. */
export class Unreadable extends Error {}

export type Fields = Readonly<Record<string, unknown>>

/** An object's own field, or undefined when absent. */
export function own(holder: unknown, key: string): unknown {
  return Object.hasOwn(objectOf(holder, key), key) ? (holder as Fields)[key] : undefined
}

export function has(holder: unknown, key: string): boolean {
  return own(holder, key) !== undefined
}

function objectOf(value: unknown, what: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Unreadable(`no object with ${what}`)
  return value as Fields
}

export function list(holder: unknown, key: string): readonly unknown[] {
  const value = own(holder, key)
  if (!Array.isArray(value)) throw new Unreadable(`${key} is not a list`)
  return value
}

export function text(holder: unknown, key: string): string {
  const value = own(holder, key)
  if (typeof value !== 'string') throw new Unreadable(`${key} is not a string`)
  return value
}

export function flag(holder: unknown, key: string): boolean {
  const value = own(holder, key)
  if (typeof value !== 'boolean') throw new Unreadable(`${key} is not true or false`)
  return value
}

export function whole(value: unknown, what: string, minimum: number, end: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= minimum && value < end) return value
  throw new Unreadable(`${what} is not a whole number from ${minimum} to below ${end}`)
}

export function number(value: unknown, what: string): number {
  if (typeof value === 'number') return value
  throw new Unreadable(`${what} is not a number`)
}

export function finite(value: unknown, what: string): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw new Unreadable(`${what} is not finite`)
}

/** Parses a number of .NET's JSON, which writes NaN and the infinities as strings. */
export function float(value: unknown): number {
  if (typeof value === 'number') return value
  if (value === 'NaN' || value === 'Infinity' || value === '-Infinity') return Number(value)
  throw new Unreadable(`${typeof value} is not a number`)
}
