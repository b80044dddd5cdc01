import { malformed } from '@riftline/base'
import type { JsonObject } from '../read/json-fields.ts'
import { equalsSign, nextLine, showLine, type TextLine } from './text-lines.ts'

export interface TextHeader {
  /** The same as the top level of a dump. */
  readonly dump: JsonObject
  /** How many trees `tree_sizes` announces; null where it is absent. */
  readonly trees: number | null
  /** One word for each feature, `[0:9.5]` or `0:2:1` or `none`; empty where the line is absent. */
  readonly featureInfos: readonly string[]
}

/** Reads the lines before the first tree and stops at that tree, or at the line after a model without trees. */
export function readTextHeader(line: TextLine): TextHeader {
  if (!nextLine(line)) throw notModel('')
  const name = line.text.slice(line.start, line.end)
  const values = new Map<string, string>()
  while (nextLine(line) && !isTreeOrEnd(line)) {
    const equals = equalsSign(line)
    const keyEnd = equals === -1 ? line.end : equals
    values.set(line.text.slice(line.start, keyEnd), equals === -1 ? '' : line.text.slice(equals + 1, line.end))
  }
  if (!values.has('num_class')) throw notModel(name)
  const sizes = values.get('tree_sizes')
  const numberOfClasses = toInteger(values.get('num_class'))
  return {
    dump: {
      name,
      version: values.get('version'),
      num_class: numberOfClasses,
      num_tree_per_iteration: toInteger(values.get('num_tree_per_iteration')) ?? numberOfClasses,
      max_feature_idx: toInteger(values.get('max_feature_idx')),
      objective: values.get('objective'),
      average_output: values.has('average_output'),
      feature_names: copied(words(values.get('feature_names'))),
    },
    trees: words(sizes)?.length ?? null,
    featureInfos: words(values.get('feature_infos')) ?? [],
  }
}

function notModel(firstLine: string): Error {
  return malformed('$', 'LightGBM\'s model.txt, which begins with a line "tree"', firstLine)
}

export function isTree(line: TextLine): boolean {
  return line.text.startsWith('Tree=', line.start)
}

/** What LightGBM writes behind the last tree; the first line is absent before 2.2. */
export function isEnd(line: TextLine): boolean {
  return ['end of trees', 'feature_importances:', 'feature importances:'].includes(showLine(line))
}

function isTreeOrEnd(line: TextLine): boolean {
  return isTree(line) || isEnd(line)
}

/** An integer as a number. Other text stays text, which the reader of the field refuses. */
function toInteger(text: string | undefined): number | string | undefined {
  return text !== undefined && /^-?[0-9]{1,15}$/.test(text) ? Number(text) : text
}

/** Copies of the strings: engines keep a substring as a view, which would keep the whole file in memory. */
function copied(names: readonly string[] | undefined): unknown {
  return names === undefined ? undefined : JSON.parse(JSON.stringify(names))
}

function words(text: string | undefined): readonly string[] | undefined {
  return text?.split(' ').filter((word) => word !== '')
}
