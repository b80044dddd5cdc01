import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { parseCatboost } from '#core/trees/catboost/parse-catboost.ts'
import { compileEnsemble } from '#core/trees/compile.ts'
import { parseOnnx } from '#core/trees/onnx/parse-onnx.ts'
import { parseModel } from '#core/trees/parse-model.ts'
import { parseXgboost } from '#core/trees/xgboost/parse-xgboost.ts'
import { field, varint } from '../onnx/write-field.ts'
import { refusal } from '../refusal.ts'
import { xgboostModel, xgboostStump } from '../xgboost/tiny.ts'

const ints = (name: string, values: readonly number[]) =>
  field(5, [...field(1, name), ...field(8, values.flatMap(varint))])
const floatBytes = (values: readonly number[]) => Array.from(new Uint8Array(Float32Array.from(values).buffer))
const floats = (name: string, values: readonly number[]) =>
  field(5, [...field(1, name), ...field(7, floatBytes(values))])
const single = (name: string, value: number) => field(5, [...field(1, name), 24, ...varint(value)])
const tensor = (name: string, type: number, size: number, raw: readonly number[]) =>
  field(5, [...field(1, name), ...field(5, [8, ...varint(size), 16, type, ...field(9, raw)])])
const nodeOf = (operator: string, input: readonly string[], output: string, attributes: readonly number[] = []) =>
  field(1, [...input.flatMap((name) => field(1, name)), ...field(2, output), ...field(4, operator), ...attributes])

/** A model of these nodes with the input X of two columns and the output Y. */
function fileOf(...nodes: readonly (readonly number[])[]): Uint8Array {
  const shape = [...field(1, []), ...field(1, [8, 2])]
  const input = [...field(1, 'X'), ...field(2, field(1, [8, 1, ...field(2, shape)]))]
  return Uint8Array.from([8, 8, ...field(7, [...nodes.flat(), ...field(11, input), ...field(12, field(1, 'Y'))])])
}

const filled = (size: number, value: number) => new Array<number>(size).fill(value)

/** `TreeEnsemble` of `nodes` nodes that all lead to the one leaf, the first with a set; every root is that node. */
function membersByRoots(nodes: number, members: number, roots: number): number[] {
  const set = Array.from({ length: members }, (_, i) => 31 + 2 * i)
  return nodeOf('TreeEnsemble', ['X'], 'Y', [
    ...ints('tree_roots', filled(roots, 0)),
    ...tensor('nodes_modes', 2, nodes, [6, ...filled(nodes - 1, 0)]),
    ...tensor('nodes_splits', 1, nodes, floatBytes(filled(nodes, 0))),
    ...ints('nodes_featureids', filled(nodes, 0)),
    ...['nodes_truenodeids', 'nodes_falsenodeids'].flatMap((name) => ints(name, filled(nodes, 0))),
    ...['nodes_trueleafs', 'nodes_falseleafs'].flatMap((name) => ints(name, filled(nodes, 1))),
    ...tensor('leaf_weights', 1, 1, floatBytes([1])),
    ...ints('leaf_targetids', [0]),
    ...tensor('membership_values', 1, members + 1, floatBytes([...set, Number.NaN])),
    ...single('n_targets', 1),
  ])
}

/** `TreeEnsembleRegressor` of a chain of nodes, each with the same true child, a leaf that names outputs many times. */
function entriesByParents(nodes: number, entries: number): number[] {
  const size = nodes + 1
  return nodeOf('TreeEnsembleRegressor', ['X'], 'Y', [
    ...field(5, [
      ...field(1, 'nodes_modes'),
      ...filled(nodes, 0).flatMap(() => field(9, 'BRANCH_LEQ')),
      ...field(9, 'LEAF'),
    ]),
    ...['nodes_treeids', 'nodes_featureids'].flatMap((name) => ints(name, filled(size, 0))),
    ...ints(
      'nodes_nodeids',
      Array.from({ length: size }, (_, n) => n),
    ),
    ...floats('nodes_values', filled(size, 1)),
    ...ints('nodes_truenodeids', filled(size, nodes)),
    ...ints(
      'nodes_falsenodeids',
      Array.from({ length: size }, (_, n) => Math.min(n + 1, nodes)),
    ),
    ...ints('target_treeids', filled(entries, 0)),
    ...ints('target_nodeids', filled(entries, nodes)),
    ...ints(
      'target_ids',
      Array.from({ length: entries }, (_, i) => i % 2),
    ),
    ...floats('target_weights', filled(entries, 1)),
    ...single('n_targets', 2),
  ])
}

describe('a small file cannot make a large model', () => {
  const copies = 'expected trees without cycles, and few nodes with several parents'
  const joinedWithItself = Array.from({ length: 20 }, (_, i) =>
    nodeOf('Concat', [i === 0 ? 'X' : `x${i}`, i === 0 ? 'X' : `x${i}`], `x${i + 1}`, single('axis', 1)),
  )

  it.each([
    ['a set to which hundreds of roots lead', fileOf(membersByRoots(400, 400, 300)), copies],
    ['a leaf with many entries to which many nodes lead', fileOf(entriesByParents(300, 300)), copies],
    [
      'tensors joined with themselves',
      fileOf(...joinedWithItself, membersByRoots(1, 1, 1)),
      'at most 1048576 cells of a row',
    ],
    ['thousands of nodes', fileOf(...filled(8193, 0).map(() => field(1, []))), 'at most 8192 nodes are read, got 8193'],
  ])('parseOnnx refuses %s', (_, bytes, message) => {
    expect(refusal(() => parseOnnx(bytes)).message).toContain(message)
  })

  it('parseOnnx reads a set to which few roots lead, and a leaf to which many nodes lead', () => {
    const few = compileEnsemble(parseOnnx(fileOf(membersByRoots(2, 40, 2))))
    expect([...few.rawScores(Float64Array.of(31, 0, 32, 0))]).toEqual([2, 2])
    const shared = compileEnsemble(parseOnnx(fileOf(entriesByParents(300, 2))))
    expect([...shared.rawScores(Float64Array.of(0, 0, 2, 0))]).toEqual([1, 1, 1, 1])
  })

  it('parseXgboost refuses categories and vectors of leaves in arrays of bytes', () => {
    const set = { split_type: [1, 0, 0], categories_nodes: [0], categories_segments: [0], categories_sizes: [1] }
    const model = (categories: unknown) => xgboostModel([xgboostStump({ ...set, categories })])
    const { path, message } = refusal(() => parseXgboost(model(Int8Array.of(1))))
    expect(path).toBe('$.learner.gradient_booster.model.trees[0].categories')
    expect(message).toContain('expected numbers of four bytes or more, got Int8Array')
    expect(parseXgboost(model(Int32Array.of(1)))).toEqual(parseXgboost(model([1])))
  })

  it('parseCatboost refuses symmetric trees that are deeper than those of CatBoost', () => {
    const split = { split_type: 'FloatFeature', float_feature_index: 0, border: 1 }
    const model = (depth: number) => ({
      features_info: { float_features: [{ feature_index: 0, flat_feature_index: 0 }] },
      oblivious_trees: [{ splits: filled(depth, 0).map(() => split), leaf_values: filled(2 ** depth, 0) }],
    })
    expect(parseCatboost(model(16)).trees.leafValue.length).toBe(65536)
    expect(refusal(() => parseCatboost(model(17))).message).toContain('expected at most 16, got 17')
  })

  it('parseCatboost refuses arrays with holes, whatever their length', () => {
    const holes: unknown[] = []
    holes.length = 2 ** 32 - 1
    const model = (float_features: unknown, leaf_values: unknown) => ({
      features_info: { float_features },
      oblivious_trees: [{ leaf_values }],
    })
    const column = { feature_index: 0, flat_feature_index: 0 }
    expect(refusal(() => parseCatboost(model(holes, [1]))).path).toBe('$.features_info.float_features[0]')
    expect(refusal(() => parseCatboost(model([column], holes))).path).toBe('$.oblivious_trees[0].leaf_values[0]')
    expect(refusal(() => parseCatboost({ ...model([column], [1]), oblivious_trees: holes })).path).toBe(
      '$.oblivious_trees[0]',
    )
  })

  it('parseModel refuses gzip that becomes much larger than models do', async () => {
    const bomb = gzipSync(Buffer.alloc(4_000_000, ' '))
    await expect(parseModel(bomb)).rejects.toThrow(
      '$: expected 1048576 bytes at most when decompressed, got "more"; decompress it first',
    )
  })
})

describe('JSON of XGBoost with NaN', () => {
  it.each([
    ['a long string', `{"learner":NaN,"x":"${'a'.repeat(20_000_000)}"}`, '$.learner: expected an object, got null'],
    ['a string of escaped quotes without end', `{"learner":NaN,"x":"${'\\"'.repeat(100_000)}`, '$: not JSON'],
  ])('%s is read in time linear in its length', (_, text, message) => {
    const start = performance.now()
    expect(refusal(() => parseXgboost(text)).message).toContain(message)
    expect(performance.now() - start).toBeLessThan(2000)
  })

  it('words inside of strings stay', () => {
    const names = ['NaN', ',NaN,', '\\"NaN', '"NaN"', '\\\\', 'Infinity\\']
    const model = (stump: object) =>
      xgboostModel([xgboostStump(stump as never)], { params: { num_feature: '6' }, learner: { feature_names: names } })
    const text = JSON.stringify(model({ base_weights: ['NaN here'] })).replace('"NaN here"', 'NaN, -NaN')
    expect(parseXgboost(text).featureNames).toEqual(names)
  })
})
