import { ArtifactError } from '@riftline/base'
import { createTreesBuilder } from '../form/build-trees.ts'
import type { TreeEnsemble } from '../form/tree-ensemble.ts'
import { arrayField, field, type JsonObject, type JsonSource, otherFields, readRoot } from '../read/json-fields.ts'
import { firstMistake } from '../read/other-format.ts'
import { createTreeReader } from './dump-tree.ts'
import { checkTreeCount, readCategories, readModelHeader, toEnsemble, valuesOfDump } from './header.ts'

/**
 * Reads a dump of LightGBM's `Booster.dump_model()`, as an object or as JSON text: every objective, boosting type and
 * missing type of LightGBM 2.2.3 and later, categorical splits and linear leaves. Names of categories (`pandas_categorical`) go into
 * `categories` where they fit; keys that scoring does not need (`verification`, …) are not read. Learning rate, initial score and DART
 * weights are already inside the leaf values; `shrinkage` is never applied again.
 *
 * Iterative and linear in the size of the dump, however deep its trees are. Source of the format: https://github.com/microsoft/LightGBM/blob/v4.6.0/src/boosting/gbdt_model_text.cpp (`DumpModel`).
 *
 * @throws ArtifactError `artifact_invalid` with the JSON path of what is damaged; `artifact_unsupported` for dumps of
 *   LightGBM before 2.2.3, for unknown format versions, and for another library's file, which it names
 * @example
 * const leaf = (leaf_index, leaf_value) => ({ leaf_index, leaf_value })
 * const ensemble = parseLightgbm({
 *   name: 'tree', version: 'v4', num_class: 1, num_tree_per_iteration: 1, max_feature_idx: 0,
 *   objective: 'binary sigmoid:1', average_output: false, feature_names: ['gold'],
 *   tree_info: [{ num_leaves: 2, tree_structure: {
 *     split_index: 0, split_feature: 0, threshold: 1.5, decision_type: '<=', default_left: true, missing_type: 'None',
 *     left_child: leaf(0, -1), right_child: leaf(1, 1) } }],
 * })
 * compileEnsemble(ensemble).rawScore([2]) // => 1
 */
export function parseLightgbm<T>(json: JsonSource<T>): TreeEnsemble {
  try {
    return readRoot(json, readDump)
  } catch (error) {
    throw firstMistake(json, 'parseLightgbm', typeof json === 'string' ? notJson(json, error) : error)
  }
}

function notJson(text: string, error: unknown): unknown {
  const isDump = error instanceof ArtifactError && error.path === '$' && text.includes('"tree_info"')
  return (isDump ? unlikeJson(text) : null) ?? error
}

function readDump(dump: JsonObject): TreeEnsemble {
  if (!Object.hasOwn(dump, 'tree_info') && !Object.hasOwn(dump, 'max_feature_idx')) {
    throw otherFields(dump, 'the dump as text or object')
  }
  const treeInfo = arrayField(dump, 'tree_info', () => '$')
  const header = readModelHeader(dump)
  const trees = treeInfo.length
  checkTreeCount(header, trees, '$.tree_info')
  const builder = createTreesBuilder()
  const readTree = createTreeReader(header.numberOfFeatures, builder)
  for (let i = 0; i < trees; i++) readTree(treeInfo[i], i, i % header.treesPerIteration)
  const { numberOfFeatures, featureNames } = header
  const lists = field(dump, 'pandas_categorical')
  const categories = readCategories(lists, valuesOfDump(dump, featureNames), numberOfFeatures)
  return toEnsemble(header, builder.finish(), categories)
}

/**
 * Finds text in a dump that LightGBM writes although JSON does not allow it: numbers that are not finite, and names with characters
 * that JSON escapes. Null if there is none.
 */
function unlikeJson(text: string): ArtifactError | null {
  let isInside = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) isInside = !isInside
    else if (!isInside && isNotFinite(text, at)) return refused(`the number ${text.slice(at, at + 3)}`, at)
    else if (isInside && code < blank) return refused('a name with a tab or another control character', at)
    else if (isInside && code === backslash) {
      at++
      if (!escapes.includes(text.charAt(at))) return refused('a name with a backslash', at - 1)
    }
  }
  return null
}

const quote = 34
const blank = 32
const backslash = 92
const escapes = '"\\/bfnrtu'

/** Whether a word begins `nan`, `NaN`, `inf` or `Infinity`; no word of JSON has these letters outside strings. */
function isNotFinite(text: string, at: number): boolean {
  return 'NIi'.includes(text.charAt(at)) || text.startsWith('nan', at)
}

function refused(what: string, at: number): ArtifactError {
  const cure = 'save_model writes the same model without this, for parseLightgbmText'
  return new ArtifactError('artifact_invalid', '$', `not JSON: ${what} at character ${at}; ${cure}`)
}
