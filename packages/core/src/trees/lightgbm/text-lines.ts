import { malformed } from '@riftline/base'

/** A line of a text: from `start` to `end`, which is its `\n`, its `\r\n` or the end of the text. */
export interface TextLine {
  readonly text: string
  start: number
  end: number
  /** Where the line behind it begins. */
  next: number
}

/**
 * A position before the first line.
 * @throws ArtifactError `artifact_invalid` for a carriage return inside a line: LightGBM would end the line there
 */
export function linesOf(text: string): TextLine {
  for (let at = text.indexOf('\r'); at !== -1; at = text.indexOf('\r', at + 1)) {
    if (at + 1 < text.length && text.charCodeAt(at + 1) !== 10) {
      throw malformed('$', 'lines ended by \\n or \\r\\n', text.slice(Math.max(0, at - 20), at + 20))
    }
  }
  const start = text.startsWith('\uFEFF') ? 1 : 0
  return { text, start, end: start, next: start }
}

/** Goes to the next line; false when there is none. */
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

/** Where the `=` of a `key=value` line is; -1 for a line without. A value may contain more of them. */
export function equalsSign(line: TextLine): number {
  for (let at = line.start; at < line.end; at++) if (line.text.charCodeAt(at) === 61) return at
  return -1
}

/** The beginning of a line, for messages. */
export function showLine(line: TextLine): string {
  return line.text.slice(line.start, Math.min(line.end, line.start + 60))
}

/** The lines of a tree in the order of the file; scoring does not need all. */
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

/** One tree of model.txt: where the value of each line is. Serves one tree after another. */
export interface TreeLines {
  readonly text: string
  /** Position among the trees. */
  index: number
  /** The value of the line of `keys[k]` is from `start[k]` to `end[k]`; `start[k]` is -1 when it is absent. */
  readonly start: Int32Array
  readonly end: Int32Array
}

const lineNumbers: ReadonlyMap<string, number> = new Map(keys.map((key, k) => [key, k]))

export function createTreeLines(text: string): TreeLines {
  return { text, index: -1, start: new Int32Array(keys.length), end: new Int32Array(keys.length) }
}

/**
 * Finds the lines of the next tree, from the one behind `Tree=` to a blank line or the end. Of two lines with one key the
 * last counts, as for LightGBM.
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

/** Which of the keys a line has; the one that usually comes next is tried first. Undefined for other keys. */
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

/** Is there a line, and something in it? */
export function hasValue(tree: TreeLines, key: TreeKey): boolean {
  return hasLine(tree, key) && lineText(tree, key).trim() !== ''
}

/** What stands behind `key=`. */
export function lineText(tree: TreeLines, key: TreeKey): string {
  const k = lineNumbers.get(key)!
  const start = tree.start[k]!
  if (start === absent) throw malformed(pathOfLine(tree, key), 'a line', undefined)
  return tree.text.slice(start, tree.end[k])
}

export function pathOfLine(tree: TreeLines, key: TreeKey): string {
  return `$.Tree=${tree.index}.${key}`
}
