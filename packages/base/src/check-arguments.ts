import { invalidArgument, RiftlineError } from './errors.ts'

// Argument checks of the numeric functions. Each names the argument and the first offending index, and throws
// RiftlineError `invalid_argument`; after them the arithmetic trusts its input.

/** Refuses anything but a finite number inside [low, high]. */
export function requireNumber(
  argument: string,
  value: unknown,
  low: number = -Infinity,
  high: number = Infinity,
): asserts value is number {
  if (typeof value === 'number' && Number.isFinite(value) && value >= low && value <= high) return
  throw invalidArgument(argument, describeRange(low, high), value)
}

/** Refuses anything but a number in [0, 1]. */
export function requireProbability(argument: string, value: unknown): asserts value is number {
  requireNumber(argument, value, 0, 1)
}

/** Refuses anything but a finite number above `low`. */
export function requireAbove(argument: string, value: unknown, low: number): asserts value is number {
  const legal = typeof value === 'number' && value > low && value < Infinity
  if (!legal) throw invalidArgument(argument, `a finite number above ${low}`, value)
}

/** Refuses anything but a whole number of at least `low`. */
export function requireWhole(argument: string, value: unknown, low: number): asserts value is number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= low) return
  throw invalidArgument(argument, `a whole number of at least ${low}`, value)
}

/** Refuses anything but an array-like of at least one finite number, each inside [low, high]. */
export function requireNumbers(
  argument: string,
  values: unknown,
  low: number = -Infinity,
  high: number = Infinity,
): asserts values is ArrayLike<number> {
  requireArrayLike(argument, values)
  if (values.length === 0) throw invalidArgument(argument, 'at least one value', values)
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    const legal = typeof value === 'number' && Number.isFinite(value) && value >= low && value <= high
    if (!legal) throw invalidArgument(`${argument}[${i}]`, describeRange(low, high), value)
  }
}

/** Refuses anything but an array-like of at least one number in [0, 1]. */
export function requireProbabilities(argument: string, values: unknown): asserts values is ArrayLike<number> {
  requireNumbers(argument, values, 0, 1)
}

/** Refuses weights that are negative, not finite, all zero, or not exactly `length` in number. */
export function requireWeights(argument: string, values: unknown, length: number): asserts values is ArrayLike<number> {
  requireNumbers(argument, values, 0)
  requireLength(argument, values, length)
  for (let i = 0; i < values.length; i++) if (values[i] !== 0) return
  throw invalidArgument(argument, 'at least one weight above 0', values)
}

/** Refuses an array-like whose length is not `length`. */
export function requireLength(argument: string, values: ArrayLike<unknown>, length: number): void {
  if (values.length !== length) throw invalidArgument(`${argument}.length`, String(length), values.length)
}

/** Refuses a value that is not one of the listed words. */
export function requireOneOf<const T>(argument: string, value: unknown, words: readonly T[]): asserts value is T {
  if (words.some((word) => word === value)) return
  throw invalidArgument(argument, `one of ${words.map((word) => JSON.stringify(word)).join(', ')}`, value)
}

/** Refuses anything but a plain record of named options or fields. */
export function requireRecord(argument: string, value: unknown): void {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return
  throw invalidArgument(argument, 'an object', value)
}

/** Refuses anything but an array of objects. @param empty whether an empty array is allowed */
export function requireRecords(argument: string, value: unknown, empty: boolean): void {
  if (!Array.isArray(value)) throw invalidArgument(argument, 'an array of objects', value)
  if (value.length === 0 && !empty) throw invalidArgument(argument, 'at least one object', value)
  for (let i = 0; i < value.length; i++) requireRecord(`${argument}[${i}]`, value[i])
}

/** Refuses anything that has no length and no indexed elements. */
export function requireArrayLike(argument: string, value: unknown): asserts value is ArrayLike<unknown> {
  const length = typeof value === 'object' && value !== null && 'length' in value ? value.length : undefined
  if (typeof length === 'number' && Number.isSafeInteger(length) && length >= 0) return
  throw invalidArgument(argument, 'an array of numbers', value)
}

/**
 * Tells whether a text contains control characters, line separators, lone surrogates (databases refuse them) or invisible characters:
 * format characters, some of which reverse text, and fillers. Two names that differ only in these look the same.
 */
export function hasHiddenText(text: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u.test(text)
}

function describeRange(low: number, high: number): string {
  if (low === -Infinity && high === Infinity) return 'a finite number'
  if (high === Infinity) return `a finite number of at least ${low}`
  if (low === -Infinity) return `a finite number of at most ${high}`
  return `a number in [${low}, ${high}]`
}

/**
 * Refuses unknown options, which would otherwise be ignored. @param known all names that the function accepts
 * @throws RiftlineError `invalid_argument` naming the option that was probably meant
 * @example requireOptions({ method: 'power' }, ['method', 'family']) // passes; { metod: 'power' } is refused
 */
export function requireOptions(options: unknown, known: readonly string[], argument = 'options'): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw invalidArgument(argument, 'an object', options)
  }
  for (const name in options) {
    if (known.includes(name) || !Object.hasOwn(options, name)) continue
    const shown = name.slice(0, mostChars)
    const message = `expected ${known.join(', ')}, got unknown option ${shown}; did you mean ${nearestName(shown, known)}?`
    throw new RiftlineError('invalid_argument', `${argument}: ${message}`)
  }
}

/** Length to which names are cut, in messages and for comparison. */
const mostChars = 60

/** Known name that takes the fewest edits, ignoring case, `_` and `-`; an abbreviation of three letters or more is one edit. */
function nearestName(name: string, known: readonly string[]): string | undefined {
  const plain = (one: string): string => one.toLowerCase().replace(/[_-]/g, '')
  const distances = known.map((one) => distance(plain(name), plain(one)))
  return known[distances.indexOf(Math.min(...distances))]
}

function distance(a: string, b: string): number {
  const edits = editsApart(a, b, mostChars) ?? mostChars
  const short = a.length >= 3 && b.length >= 3 && (a.startsWith(b) || b.startsWith(a))
  return short ? Math.min(edits, 1) : edits
}

/** Longest text that is compared; a longer one is no name. */
const mostLetters = 80
/** Rows of the distance table, reused by every call. */
const rows = [0, 1, 2].map(() => new Uint8Array(mostLetters + 1))

/**
 * Number of edits between two texts: inserted, removed or replaced letters, and swapped neighbours. Null above `most`, where the count
 * stops early, and for a text of more than 80 characters.
 * @example editsApart('fakre', 'faker', 2) // => 1
 */
export function editsApart(a: string, b: string, most: number): number | null {
  if (Math.abs(a.length - b.length) > most || Math.max(a.length, b.length) > mostLetters) return null
  let [before, row, next] = rows as [Uint8Array, Uint8Array, Uint8Array]
  for (let j = 0; j <= b.length; j++) row[j] = j
  for (let i = 1; i <= a.length; i++) {
    const letter = a.charCodeAt(i - 1)
    const last = i > 1 ? a.charCodeAt(i - 2) : -1
    let least = i
    next[0] = i
    for (let j = 1; j <= b.length; j++) {
      const other = b.charCodeAt(j - 1)
      let edits = Math.min(row[j - 1]! + (letter === other ? 0 : 1), row[j]! + 1, next[j - 1]! + 1)
      if (j > 1 && last === other && letter === b.charCodeAt(j - 2)) edits = Math.min(edits, before[j - 2]! + 1)
      next[j] = edits
      if (edits < least) least = edits
    }
    if (least > most) return null
    ;[before, row, next] = [row, next, before]
  }
  const edits = row[b.length]!
  return edits > most ? null : edits
}
