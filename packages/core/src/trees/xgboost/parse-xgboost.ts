import { malformed, unsupported } from '@riftline/base'
import { createTreesBuilder } from '../form/build-trees.ts'
import { isClassifying } from '../form/links.ts'
import { type Categories, type ClassName, noCategories, type TreeEnsemble, usualModel } from '../form/tree-ensemble.ts'
import { modelBytes, modelForms } from '../read/byte-reader.ts'
import { asFloat32, asObject, field, type JsonObject, otherFields, readRoot, type Where } from '../read/json-fields.ts'
import { firstMistake } from '../read/other-format.ts'
import { arrayLike, paramField, readLearner, readVersion } from './header.ts'
import { isUbj, parseJsonText, parseUbj } from './read-document.ts'
import { readTree } from './read-tree.ts'

/**
 * Reads a model of XGBoost's `save_model`: `model.ubj` as bytes, `model.json` as bytes, text or object. Reads all objectives of XGBoost
 * 1.0 to 3.4, forests, dart, several targets, vector leaves and categorical splits. Margins (`rawScores`) have the bits of the version
 * that wrote the file, on x86-64. Names of categories, which XGBoost stores since 3.1, are in `categories`.
 *
 * As `Booster.predict`, scores use all trees; `bestIteration` has what early stopping found, and
 * `{ numIteration: bestIteration + 1 }` is the answer of XGBoost's scikit-learn wrappers.
 *
 * Source of the format: https://github.com/dmlc/xgboost/blob/379b29f08/src/tree/tree_model.cc (`RegTree::LoadModel`).
 *
 * @throws ArtifactError `artifact_invalid` with the place of what is damaged; `artifact_unsupported` for linear boosters, binary files of
 *   1.7 and older, dumps, and another library's file, which it names
 * @example
 * const ensemble = parseXgboost({
 *   version: [3, 4, 1],
 *   learner: {
 *     learner_model_param: { base_score: '[5E-1]', num_class: '0', num_feature: '1', num_target: '1' },
 *     objective: { name: 'binary:logistic' },
 *     gradient_booster: { name: 'gbtree', model: {
 *       gbtree_model_param: { num_parallel_tree: '1', num_trees: '1' }, tree_info: [0], iteration_indptr: [0, 1],
 *       trees: [{
 *         tree_param: { num_nodes: '3', size_leaf_vector: '1' }, left_children: [1, -1, -1], right_children: [2, -1, -1],
 *         split_indices: [0, 0, 0], split_conditions: [1.5, -1, 1], default_left: [1, 0, 0],
 *       }],
 *     } },
 *   },
 * })
 * compileEnsemble(ensemble).predict([2]) // => 0.7310585975646973
 */
export function parseXgboost(source: string | Uint8Array | object): TreeEnsemble {
  try {
    return readRoot(documentOf(source), readDocument)
  } catch (error) {
    throw firstMistake(source, 'parseXgboost', error)
  }
}

function documentOf(source: string | Uint8Array | object): unknown {
  if (typeof source === 'string') {
    if (source.startsWith('{L\0'))
      throw malformed('$', 'the bytes of model.ubj', 'text', 'read the file without an encoding')
    return parseJsonText(source)
  }
  const bytes = modelBytes(source)
  if (bytes === null) return source
  return isUbj(bytes) ? parseUbj(bytes) : parseJsonText(new TextDecoder().decode(bytes))
}

function readDocument(document: JsonObject): TreeEnsemble {
  if (!Object.hasOwn(document, 'learner')) {
    throw otherFields(document, modelForms)
  }
  const { rules, text } = readVersion(document)
  const learner = asObject(field(document, 'learner'), () => '$.learner')
  const { model, weights, isDart } = readBooster(asObject(field(learner, 'gradient_booster'), () => boosterAt))
  const header = readLearner(learner, rules)
  const trees = readTrees(model, weights, header, rules)
  const { numberOfFeatures, featureNames, numberOfOutputs, bestIteration, objective } = header
  const isSingle = numberOfOutputs === 1
  const link = isSingle && ['sorted', 'softplusSteps'].includes(objective.link.kind) ? identity : objective.link
  const isMultilabel = !isSingle && link.kind === 'sigmoid'
  return {
    ...usualModel,
    source: text === undefined ? { format: 'xgboost' } : { format: 'xgboost', version: text },
    objective: objective.name ?? null,
    numberOfFeatures,
    featureNames,
    categories: readCategories(model, numberOfFeatures),
    decisionThreshold: objective.classifies === true && link.kind === 'identity' ? 0 : null,
    classifies: objective.classifies === true && !isMultilabel && isClassifying(link, 0),
    bestIteration,
    numberOfOutputs,
    precision: 'float32',
    sums: 'float32',
    infinity: 'refused',
    absentCell: 'missing',
    baseScores: header.baseScores(trees.count),
    baseIs: rules < (isDart ? 104 : 103) ? 'addedLast' : 'start',
    treesPerIteration: trees.perIteration,
    trees: trees.built,
    link,
    warnings: [],
  }
}

const identity = { kind: 'identity' } as const
const utf8 = new TextDecoder()
const boosterAt = '$.learner.gradient_booster'

/** Finds the model and the weights of dart. The weights stand in three places: up to 3.2, in 3.3, and since 3.4. */
function readBooster(booster: JsonObject) {
  const name = field(booster, 'name')
  if (name === 'gblinear') {
    throw unsupported(`${boosterAt}.name`, 'a linear booster (gblinear) has no trees; its score is one dot product')
  }
  if (name !== 'gbtree' && name !== 'dart') throw malformed(`${boosterAt}.name`, '"gbtree" or "dart"', name)
  const holder = name === 'dart' ? asObject(field(booster, 'gbtree'), () => `${boosterAt}.gbtree`) : booster
  const model = asObject(field(holder, 'model'), () => `${boosterAt}.model`)
  const weights = field(booster, 'weight_drop') ?? field(model, 'weight_drop') ?? []
  return {
    model,
    isDart: name === 'dart',
    weights: arrayLike(weights, () => `${boosterAt}.weight_drop`),
  }
}

interface Outputs {
  readonly numberOfFeatures: number
  readonly numberOfOutputs: number
}

function readTrees(model: JsonObject, weights: ArrayLike<unknown>, outputs: Outputs, rules: number) {
  const where: Where = () => `${boosterAt}.model`
  const trees = arrayLike(field(model, 'trees'), () => `${where()}.trees`)
  const count = trees.length
  if (weights.length !== 0 && weights.length !== count) {
    throw malformed(`${boosterAt}.weight_drop`, `${count} weights, as there are trees, or none`, weights.length)
  }
  const params = asObject(field(model, 'gbtree_model_param'), () => `${where()}.gbtree_model_param`)
  const parallel = paramField(params, 'num_parallel_tree', () => `${where()}.gbtree_model_param`, 2 ** 31 - 1, 1) || 1
  const isVector = count > 0 && hasVectors(trees[0], where)
  const groups = isVector ? 1 : outputs.numberOfOutputs
  checkOutputs(count, outputs, isVector)
  checkIterations(model, where, count, groups * parallel)
  const info = arrayLike(field(model, 'tree_info'), () => `${where()}.tree_info`, count)
  const frame = { ...outputs, rules, builder: createTreesBuilder() }
  for (let t = 0; t < count; t++) {
    const output = Math.floor(t / parallel) % groups
    if (info[t] !== output) throw malformed(`${where()}.tree_info[${t}]`, `${output}, as trees come in turn`, info[t])
    const weight = weights.length === 0 ? 1 : asFloat32(weights[t], () => `${boosterAt}.weight_drop[${t}]`)
    if (isVector !== hasVectors(trees[t], where)) {
      throw malformed(`${where()}.trees[${t}].tree_param.size_leaf_vector`, 'vectors in all trees or in none', trees[t])
    }
    readTree(trees[t], t, output, weight, frame)
  }
  return { built: frame.builder.finish(), count, perIteration: parallel }
}

function hasVectors(tree: unknown, where: Where): boolean {
  const params = field(
    asObject(tree, () => `${where()}.trees`),
    'tree_param',
  )
  const width = field(
    asObject(params, () => `${where()}.trees.tree_param`),
    'size_leaf_vector',
  )
  return !['0', '1', 0, 1, undefined].includes(width as string)
}

/** Most outputs of a model that lacks a tree for each: a claim in a small file must not cause a large buffer. */
const fewOutputs = 1024

function checkOutputs(trees: number, { numberOfOutputs }: Outputs, isVector: boolean): void {
  if (numberOfOutputs <= fewOutputs || trees >= numberOfOutputs || isVector) return
  throw malformed('$.learner.learner_model_param', `trees for ${numberOfOutputs} outputs`, trees)
}

/** Checks that every iteration has `size` trees; files before 2.0 do not list iterations. */
function checkIterations(model: JsonObject, where: Where, trees: number, size: number): void {
  const list = field(model, 'iteration_indptr')
  if (list === undefined) {
    if (trees % size !== 0) throw malformed(`${where()}.trees`, `a multiple of ${size} trees`, trees)
    return
  }
  const starts = arrayLike(list, () => `${where()}.iteration_indptr`)
  for (let i = 0; i < starts.length; i++) {
    if (starts[i] !== i * size) throw malformed(`${where()}.iteration_indptr[${i}]`, String(i * size), starts[i])
  }
  if ((starts.length - 1) * size !== trees) {
    throw malformed(`${where()}.iteration_indptr`, `iterations of ${size} for ${trees} trees`, starts.length - 1)
  }
}

/** Reads the names of categories, which files have since 3.1: an encoding for each feature, empty for numerical ones, or no encodings. */
function readCategories(model: JsonObject, numberOfFeatures: number): Categories {
  const where: Where = () => `${boosterAt}.model.cats`
  const cats = field(model, 'cats')
  if (cats === undefined) return noCategories(numberOfFeatures)
  const encodings = arrayLike(field(asObject(cats, where), 'enc'), () => `${where()}.enc`)
  if (encodings.length === 0) return noCategories(numberOfFeatures)
  if (encodings.length !== numberOfFeatures) {
    throw malformed(`${where()}.enc`, `an encoding for each of ${numberOfFeatures} features`, encodings.length)
  }
  return Array.from(encodings, (value, f) =>
    readEncoding(
      asObject(value, () => `${where()}.enc[${f}]`),
      f,
      where,
    ),
  )
}

function readEncoding(encoding: JsonObject, f: number, where: Where): readonly ClassName[] | null {
  const at = (key: string) => () => `${where()}.enc[${f}].${key}`
  const values = arrayLike(field(encoding, 'values'), at('values'))
  const offsets = field(encoding, 'offsets')
  if (offsets === undefined) {
    const names = Array.from(values, (value) => {
      if (typeof value === 'number') return value
      throw malformed(at('values')(), 'numbers', value)
    })
    return names.length === 0 ? null : names
  }
  const starts = arrayLike(offsets, at('offsets'))
  if (starts.length < 2) return null
  const bytes = Uint8Array.from(values as ArrayLike<number>, (value) => value & 255)
  return Array.from({ length: starts.length - 1 }, (_, i) => {
    const [from, to] = [starts[i], starts[i + 1]]
    const fits = typeof from === 'number' && typeof to === 'number' && from >= 0 && from <= to && to <= bytes.length
    if (!fits) throw malformed(at('offsets')(), 'ascending places in values', to)
    return utf8.decode(bytes.subarray(from, to))
  })
}
