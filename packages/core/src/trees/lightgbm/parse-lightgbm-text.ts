import { cureOf, malformed } from '@riftline/base'
import { createTreesBuilder } from '../form/build-trees.ts'
import type { TreeEnsemble } from '../form/tree-ensemble.ts'
import { type LineReader, readLines, type TextSource } from '../read/lines.ts'
import { firstMistake } from '../read/other-format.ts'
import { checkTreeCount, listsOfText, readCategories, readModelHeader, toEnsemble, valuesOfText } from './header.ts'
import { readTextTree } from './text-tree.ts'

/**
 * Reads LightGBM's own model file, which `Booster.save_model()` writes, into the same ensemble as `parseLightgbm` reads from the
 * dump. Unlike the dump the file keeps infinite thresholds, so prefer it. Format versions v2 to v4 and none (up to LightGBM 2.0.11), lines ended by `\n` or
 * `\r\n`; after the trees only the names of categories are read (`pandas_categorical`).
 *
 * Takes the text, the bytes of the file, or pieces of these bytes in order. Bytes are read line by line, so the file may be longer than a
 * string can be. Iterative, and linear in the length of the text. Source of the format: https://github.com/microsoft/LightGBM/blob/v4.6.0/src/boosting/gbdt_model_text.cpp
 * (`SaveModelToString`) and https://github.com/microsoft/LightGBM/blob/v4.6.0/src/io/tree.cpp (`Tree::ToString`).
 *
 * @throws ArtifactError `artifact_invalid` with the place of what is damaged: `$.max_feature_idx` is a line of the header,
 *   `$.Tree=3.threshold[7]` the eighth number of a line of the fourth tree; `artifact_unsupported` for unknown
 *   objectives and format versions, and for another library's file, which it names
 * @example
 * const ensemble = parseLightgbmText(await readFile('model.txt'))
 * compileEnsemble(ensemble).rawScore([2]) // 1 for the model in the example of parseLightgbm
 */
export function parseLightgbmText(source: TextSource): TreeEnsemble {
  try {
    return readModelText(source)
  } catch (error) {
    throw firstMistake(source, 'parseLightgbmText', error)
  }
}

function readModelText(source: TextSource): TreeEnsemble {
  const isText =
    typeof source === 'string' || (typeof source === 'object' && source !== null && Symbol.iterator in source)
  if (!isText) throw malformed('$', "LightGBM's model.txt as text or bytes", source, cureOf(source))
  const lines = readLines(source)
  const announced = readTextHeader(lines)
  const header = readModelHeader(announced.dump)
  const builder = createTreesBuilder()
  let trees = 0
  let line = announced.next
  for (; line !== undefined && !isEnd(line); line = lines()) {
    if (isTree(line)) {
      const tree = { index: trees, lines: new Map<string, string>() }
      for (let part = lines(); part !== undefined && part !== ''; part = lines()) addLine(tree, part)
      readTextTree(tree, header.numberOfFeatures, trees++ % header.treesPerIteration, builder)
    } else if (line !== '') {
      throw malformed('$', `"Tree=" or "end of trees" behind tree ${trees - 1}`, showLine(line))
    }
  }
  if (line === undefined) throw malformed('$', '"end of trees"', 'the end of the text')
  if (announced.trees !== null && announced.trees !== trees) {
    const cure = 'delete the line tree_sizes if you cut trees'
    throw malformed('$.tree_sizes', `the sizes of ${trees} trees`, announced.trees, cure)
  }
  checkTreeCount(header, trees, '$.tree_sizes')
  const categories = readCategories(listsOfText(lines), valuesOfText(announced.featureInfos), header.numberOfFeatures)
  return toEnsemble(header, builder.finish(), categories)
}

function addLine(
  { index, lines }: { readonly index: number; readonly lines: Map<string, string> },
  line: string,
): void {
  const equals = line.indexOf('=')
  if (equals === -1) throw malformed(`$.Tree=${index}`, 'lines of key=value', showLine(line))
  lines.set(line.slice(0, equals), line.slice(equals + 1))
}

/** Reads the lines before the first tree and stops at that tree, or at the line after a model without trees. */
function readTextHeader(lines: LineReader) {
  const name = lines() ?? ''
  const values = new Map<string, string>()
  let line = lines()
  for (; line !== undefined && !isTree(line) && !isEnd(line); line = lines()) {
    const [key = '', ...value] = line.split('=')
    values.set(key, value.join('='))
  }
  if (!values.has('num_class')) throw notModel(name)
  const sizes = values.get('tree_sizes')
  const numberOfClasses = toInteger(values.get('num_class'))
  return {
    /** Header in the keys of a dump's top level. */
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
    /** Number of trees in `tree_sizes`; null if the line is absent. */
    trees: words(sizes)?.length ?? null,
    /** One word for each feature, `[0:9.5]` or `0:2:1` or `none`; empty if the line is absent. */
    featureInfos: words(values.get('feature_infos')) ?? [],
    /** Line after the header. */
    next: line,
  }
}

/** Beginning of a line, for messages. */
function showLine(line: string): string {
  return line.slice(0, 60)
}

function notModel(firstLine: string): Error {
  return malformed('$', 'LightGBM\'s model.txt, which begins with a line "tree"', showLine(firstLine))
}

function isTree(line: string): boolean {
  return line.startsWith('Tree=')
}

/** Whether a line follows the last tree; `end of trees` is absent before LightGBM 2.2. */
function isEnd(line: string): boolean {
  return ['end of trees', 'feature_importances:', 'feature importances:'].includes(line)
}

/** Parses an integer. Other text is returned unchanged, and the reader of the field refuses it. */
function toInteger(text: string | undefined): number | string | undefined {
  return text !== undefined && /^-?[0-9]{1,15}$/.test(text) ? Number(text) : text
}

/** Copies the strings: engines keep a substring as a view, which would keep the whole file in memory. */
function copied(names: readonly string[] | undefined): unknown {
  return names === undefined ? undefined : JSON.parse(JSON.stringify(names))
}

function words(text: string | undefined): readonly string[] | undefined {
  return text?.split(' ').filter((word) => word !== '')
}
