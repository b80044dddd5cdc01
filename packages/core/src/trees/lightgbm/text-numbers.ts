import { malformed } from '@riftline/base'
import { lineText, pathOfLine, type TreeKey, type TreeLines } from './text-lines.ts'

type Numbers = Int32Array | Uint8Array | Float64Array

/** Reads the single integer of a line. */
export function readInteger(tree: TreeLines, key: TreeKey, minimum: number, maximum: number): number {
  readIntegers(tree, key, one, minimum, maximum)
  return one[0]!
}

const one = new Float64Array(1)

/** Checks that a line is long enough for `count` numbers before memory is allocated: each has a digit and a blank. */
export function proveLength(tree: TreeLines, key: TreeKey, count: number): void {
  const { length } = lineText(tree, key)
  if (length + 1 < 2 * count) throw malformed(pathOfLine(tree, key), `${count} numbers`, `${length} characters`)
}

/** Fills `into` with the integers of a line, each from `minimum` to `maximum`; their number must match. */
export function readIntegers(tree: TreeLines, key: TreeKey, into: Numbers, minimum: number, maximum: number): void {
  const text = lineText(tree, key)
  let at = skipBlanks(text, 0)
  for (let i = 0; i < into.length; i++) {
    const start = at
    const negative = text.charCodeAt(at) === minus
    if (negative) at++
    const digits = at
    let value = 0
    for (; at < text.length; at++) {
      const digit = text.charCodeAt(at) - zero
      if (!(digit >= 0 && digit <= 9)) break
      value = value * 10 + digit
    }
    if (negative) value = -value
    const isInteger = at > digits && (at === text.length || text.charCodeAt(at) === blank)
    if (!isInteger || value < minimum || value > maximum) {
      throw wrongNumber(tree, key, i, `an integer from ${minimum} to ${maximum}`, text, start)
    }
    into[i] = value
    at = skipBlanks(text, at)
  }
  if (at < text.length) throw tooMany(tree, key, into.length, text, at)
}

/** Fills `into` with the numbers of a line; NaN only if allowed. -0 becomes 0, as in Python's dump. */
export function readDoubles(tree: TreeLines, key: TreeKey, into: Float64Array, allowed: 'any' | 'no NaN'): void {
  const text = lineText(tree, key)
  let at = skipBlanks(text, 0)
  for (let i = 0; i < into.length; i++) {
    const found = text.indexOf(' ', at)
    const end = found === -1 ? text.length : found
    const value = toNumber(text, at, end)
    if (Number.isNaN(value) && !(allowed === 'any' && /^[+-]?nan(\([a-z0-9_]*\))?$/i.test(text.slice(at, end)))) {
      throw wrongNumber(tree, key, i, allowed === 'any' ? 'a number' : 'a number other than NaN', text, at)
    }
    into[i] = value + 0
    at = skipBlanks(text, end)
  }
  if (at < text.length) throw tooMany(tree, key, into.length, text, at)
}

const blank = 32
const minus = 45
const zero = 48

function skipBlanks(text: string, from: number): number {
  let at = from
  while (at < text.length && text.charCodeAt(at) === blank) at++
  return at
}

/** Parses the decimal number or infinity between two places, as C spells them; NaN for anything else. */
function toNumber(text: string, from: number, to: number): number {
  const token = text.slice(from, to)
  const value = Number(token)
  // `Number` also accepts `0x10`, `0b1`, `Infinity` and exotic blanks, so only tokens that begin like decimals pass here.
  const first = token.charCodeAt(0)
  const second = token.charCodeAt(1)
  if (first >= 43 && first <= 57 && !(second > 57) && Number.isFinite(value)) return value
  if (/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(token)) return value
  if (/^[+-]?inf(inity)?$/i.test(token)) return token.startsWith('-') ? -Infinity : Infinity
  return Number.NaN
}

function wrongNumber(tree: TreeLines, key: TreeKey, i: number, expected: string, text: string, start: number): Error {
  const token = text.slice(start, start + 60).split(' ', 1)[0]
  return malformed(`${pathOfLine(tree, key)}[${i}]`, expected, token)
}

function tooMany(tree: TreeLines, key: TreeKey, count: number, text: string, at: number): Error {
  return malformed(pathOfLine(tree, key), `${count} numbers`, `more: ${text.slice(at, at + 40)}`)
}
