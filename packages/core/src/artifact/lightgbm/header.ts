import {
  arrayField,
  booleanField,
  field,
  integerField,
  type JsonObject,
  malformed,
  maximumFeatures,
  namesField,
  unsupported,
} from '../json-fields.ts'

/** The top level of a dump, as far as scoring needs it. */
export interface LightgbmHeader {
  readonly numberOfFeatures: number
  readonly featureNames: readonly string[] | null
  /** K. Trees are stored iteration by iteration: tree i belongs to class i mod K. */
  readonly treesPerIteration: number
  readonly averageOutput: boolean
  /** Null for a custom objective. */
  readonly objective: string | null
  readonly treeInfo: readonly unknown[]
}

const supportedVersions = ['v2', 'v3', 'v4']
const maximumClasses = 2 ** 20

/**
 * Checks what the dump says about itself. Format versions: v2 is LightGBM 2.1 and 2.2, v3 is 2.3 to 3.3, v4 is 4.0 and
 * later. Before 2.2.3 the dump names neither objective nor averaging, so its predictions cannot be known.
 */
export function readHeader(dump: JsonObject): LightgbmHeader {
  const root = () => '$'
  const treeInfo = arrayField(dump, 'tree_info', root)
  checkName(field(dump, 'name'))
  checkVersion(field(dump, 'version'))
  const objective = readObjective(dump)
  const treesPerIteration = integerField(dump, 'num_tree_per_iteration', root, 1, maximumClasses)
  if (treeInfo.length % treesPerIteration !== 0) {
    throw malformed('$.tree_info', `a multiple of ${treesPerIteration} trees`, treeInfo.length)
  }
  if (field(dump, 'num_class') !== undefined) integerField(dump, 'num_class', root, 1, maximumClasses)
  const numberOfFeatures = integerField(dump, 'max_feature_idx', root, 0, maximumFeatures - 1) + 1
  return {
    numberOfFeatures,
    featureNames: namesField(dump, 'feature_names', numberOfFeatures),
    treesPerIteration,
    averageOutput: booleanField(dump, 'average_output', root),
    objective,
    treeInfo,
  }
}

function checkName(name: unknown): void {
  if (name !== undefined && name !== 'tree') throw malformed('$.name', '"tree"', name)
}

function checkVersion(version: unknown): void {
  if (version === undefined) {
    throw unsupported('$.version', 'absent, so the dump is older than LightGBM 2.1; dump it again with 2.2.3 or later')
  }
  if (typeof version !== 'string') throw malformed('$.version', 'a string', version)
  if (!supportedVersions.includes(version)) {
    const known = supportedVersions.join(', ')
    throw unsupported('$.version', `format version ${JSON.stringify(version.slice(0, 20))}; supported are ${known}`)
  }
}

function readObjective(dump: JsonObject): string | null {
  const objective = field(dump, 'objective')
  if (objective === undefined) {
    if (field(dump, 'average_output') !== undefined) return null
    const reason = 'the dump names neither objective nor average_output, as LightGBM before 2.2.3 wrote it'
    throw unsupported('$.objective', `${reason}; dump it again with 2.2.3 or later`)
  }
  if (typeof objective !== 'string') throw malformed('$.objective', 'a string', objective)
  return objective
}
