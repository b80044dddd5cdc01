import { malformed } from '@riftline/base'

/** Lines `key=value` of one tree of model.txt. Of two lines with the same key the last counts, as in LightGBM. */
export interface TreeLines {
  readonly index: number
  readonly lines: ReadonlyMap<string, string>
}

/** Lines of a text; refuses a carriage return inside a line, as LightGBM would end the line there. */
export function linesOf(text: string): readonly string[] {
  const inside = /\r[^\n]/.exec(text)
  if (inside !== null) {
    const { index } = inside
    throw malformed('$', 'lines ended by \\n or \\r\\n', text.slice(Math.max(0, index - 20), index + 20))
  }
  return text.replace(/^\uFEFF/, '').split(/\r?\n|\r$/)
}

/** Beginning of a line, for messages. */
export function showLine(line: string): string {
  return line.slice(0, 60)
}

export function hasValue({ lines }: TreeLines, key: string): boolean {
  return (lines.get(key) ?? '').trim() !== ''
}

function lineText(tree: TreeLines, key: string): string {
  const text = tree.lines.get(key)
  if (text === undefined) throw malformed(pathOfLine(tree, key), 'a line', undefined)
  return text
}

export function pathOfLine(tree: TreeLines, key: string): string {
  return `$.Tree=${tree.index}.${key}`
}

/** Checks that a line is long enough for `count` numbers before memory is allocated: each has a digit and a blank. */
export function proveLength(tree: TreeLines, key: string, count: number): void {
  const { length } = lineText(tree, key)
  if (length + 1 < 2 * count) throw malformed(pathOfLine(tree, key), `${count} numbers`, `${length} characters`)
}

export function readInteger(tree: TreeLines, key: string, minimum: number, maximum: number): number {
  return readIntegers(tree, key, 1, minimum, maximum)[0]!
}

/** Reads the integers of a line, `count` from `minimum` to `maximum`. */
export function readIntegers(tree: TreeLines, key: string, count: number, minimum: number, maximum: number): number[] {
  const parse = (token: string): number | undefined => {
    const value = /^-?[0-9]+$/.test(token) ? Number(token) + 0 : Number.NaN
    return value >= minimum && value <= maximum ? value : undefined
  }
  return readNumbers(tree, key, count, parse, `an integer from ${minimum} to ${maximum}`)
}

/** Reads `count` numbers of a line; NaN only if allowed. -0 becomes 0, as in Python's dump. */
export function readDoubles(tree: TreeLines, key: string, count: number, allowed: 'any' | 'no NaN'): number[] {
  const parse = (token: string): number | undefined => {
    const value = toNumber(token)
    const isLegal = !Number.isNaN(value) || (allowed === 'any' && /^[+-]?nan(\([a-z0-9_]*\))?$/i.test(token))
    return isLegal ? value + 0 : undefined
  }
  return readNumbers(tree, key, count, parse, allowed === 'any' ? 'a number' : 'a number other than NaN')
}

/** Reads a line of `count` numbers, which blanks separate. */
function readNumbers(
  tree: TreeLines,
  key: string,
  count: number,
  parse: (token: string) => number | undefined,
  expected: string,
): number[] {
  const tokens = lineText(tree, key)
    .split(' ')
    .filter((token) => token !== '')
  const numbers: number[] = []
  for (let i = 0; i < count; i++) {
    const token = tokens[i] ?? ''
    const value = parse(token)
    if (value === undefined) throw malformed(`${pathOfLine(tree, key)}[${i}]`, expected, token.slice(0, 60))
    numbers.push(value)
  }
  if (tokens.length > count) {
    const more = tokens
      .slice(count, count + 40)
      .join(' ')
      .slice(0, 40)
    throw malformed(pathOfLine(tree, key), `${count} numbers`, `more: ${more}`)
  }
  return numbers
}

/** Parses a decimal number or infinity, as C spells them; NaN for anything else. */
function toNumber(token: string): number {
  if (/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(token)) return Number(token)
  if (/^[+-]?inf(inity)?$/i.test(token)) return token.startsWith('-') ? -Infinity : Infinity
  return Number.NaN
}
