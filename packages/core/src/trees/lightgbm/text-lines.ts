import { malformed } from '@riftline/base'

/** Line of a text, from `start` to `end`: its `\n`, its `\r\n` or the end of the text. */
export interface TextLine {
  readonly text: string
  start: number
  end: number
  /** Start of the next line. */
  next: number
}

/** Position before the first line. */
export function linesOf(text: string): TextLine {
  for (let at = text.indexOf('\r'); at !== -1; at = text.indexOf('\r', at + 1)) {
    if (at + 1 < text.length && text.charCodeAt(at + 1) !== 10) {
      throw malformed('$', 'lines ended by \\n or \\r\\n', text.slice(Math.max(0, at - 20), at + 20))
    }
  }
  const start = text.startsWith('\uFEFF') ? 1 : 0
  return { text, start, end: start, next: start }
}

/** Moves to the next line; returns false if there is none. */
export function nextLine(line: TextLine): boolean {
  const { text, next } = line
  if (next >= text.length) return false
  const newline = text.indexOf('\n', next)
  const end = newline === -1 ? text.length : newline
  line.start = next
  line.end = end > next && text.charCodeAt(end - 1) === 13 ? end - 1 : end
  line.next = end + 1
  return true
}

/** Position of the first `=` of a line; -1 without any. */
export function equalsSign(line: TextLine): number {
  for (let at = line.start; at < line.end; at++) if (line.text.charCodeAt(at) === 61) return at
  return -1
}

/** Beginning of a line, for messages. */
export function showLine(line: TextLine): string {
  return line.text.slice(line.start, Math.min(line.end, line.start + 60))
}

/** Keys of a tree's lines in the order of the file; scoring does not need all. */
const keys = [
  'num_leaves',
  'num_cat',
  'split_feature',
  'split_gain',
  'threshold',
  'decision_type',
  'left_child',
  'right_child',
  'leaf_value',
  'leaf_weight',
  'leaf_count',
  'internal_value',
  'internal_weight',
  'internal_count',
  'cat_boundaries',
  'cat_threshold',
  'is_linear',
  'leaf_const',
  'num_features',
  'leaf_features',
  'leaf_coeff',
  'shrinkage',
] as const

export type TreeKey = (typeof keys)[number]

/** Tree of model.txt, by the places of its values; reused for the next tree. */
export interface TreeLines {
  readonly text: string
  /** Position among the trees. */
  index: number
  /** The value of `keys[k]` is from `start[k]` to `end[k]`; `start[k]` is -1 if the line is absent. */
  readonly start: Int32Array
  readonly end: Int32Array
}

const lineNumbers: ReadonlyMap<string, number> = new Map(keys.map((key, k) => [key, k]))

export function createTreeLines(text: string): TreeLines {
  return { text, index: -1, start: new Int32Array(keys.length), end: new Int32Array(keys.length) }
}

/**
 * Finds the lines of the next tree, from the one after `Tree=` to a blank line or the end. Of two lines with the same key the
 * last counts, as in LightGBM.
 */
export function findLines(tree: TreeLines, line: TextLine): void {
  tree.index++
  tree.start.fill(absent)
  let expected = 0
  while (nextLine(line) && line.end > line.start) {
    const k = keyNumber(tree, line, expected)
    if (k === undefined) continue
    tree.start[k] = line.start + keys[k]!.length + 1
    tree.end[k] = line.end
    expected = k + 1
  }
}

/** Index of a line's key, trying the usual next key first; undefined for other keys. */
function keyNumber(tree: TreeLines, line: TextLine, expected: number): number | undefined {
  const { text, start } = line
  const usual = keys[expected]
  if (usual !== undefined && text.startsWith(usual, start) && text[start + usual.length] === '=') return expected
  const equals = equalsSign(line)
  if (equals === -1) throw malformed(`$.Tree=${tree.index}`, 'lines of key=value', showLine(line))
  return lineNumbers.get(text.slice(start, equals))
}

const absent = -1

export function hasLine(tree: TreeLines, key: TreeKey): boolean {
  return tree.start[lineNumbers.get(key)!] !== absent
}

/** Whether there is a line with a value. */
export function hasValue(tree: TreeLines, key: TreeKey): boolean {
  return hasLine(tree, key) && lineText(tree, key).trim() !== ''
}

/** Value after `key=`. */
export function lineText(tree: TreeLines, key: TreeKey): string {
  const k = lineNumbers.get(key)!
  const start = tree.start[k]!
  if (start === absent) throw malformed(pathOfLine(tree, key), 'a line', undefined)
  return tree.text.slice(start, tree.end[k])
}

export function pathOfLine(tree: TreeLines, key: TreeKey): string {
  return `$.Tree=${tree.index}.${key}`
}

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
