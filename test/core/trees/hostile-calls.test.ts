import { describe, expect, it } from 'vitest'
import { RiftlineError } from '#base/errors.ts'
import { parseCatboost } from '#core/trees/catboost/parse-catboost.ts'
import { compileEnsemble } from '#core/trees/compile.ts'
import { parseOnnx } from '#core/trees/onnx/parse-onnx.ts'
import { parseXgboost } from '#core/trees/xgboost/parse-xgboost.ts'
import { catboostBytes } from './catboost/fixtures.ts'
import { onnxBytes } from './onnx/fixtures.ts'
import { callRefusal } from './refusal.ts'
import { xgboostBytes } from './xgboost/fixtures.ts'
import { xgboostModel, xgboostStump } from './xgboost/tiny.ts'

/** Arguments of every kind that JavaScript has. */
const strange: readonly unknown[] = [
  ...[
    undefined,
    null,
    0,
    Number.NaN,
    'abc',
    5n,
    Symbol('s'),
    () => 1,
    {},
    [],
    [[1, 2]],
    Object.create(null),
    new Map(),
    new Date(),
  ],
  ...[
    JSON.parse('{"__proto__": 1, "constructor": 2}'),
    Object.freeze({ a: 1 }),
    Promise.resolve(1),
    new ArrayBuffer(8),
  ],
  ...[new Float32Array(4), new DataView(new ArrayBuffer(8)), new BigInt64Array(2), new Float64Array(0)],
  ...[new Float64Array(new SharedArrayBuffer(64)), Float64Array.of(Number.NaN, Infinity, -Infinity)],
  ...[{ length: 3 }, { length: 2 ** 31 }, { length: -1 }, { length: Number.NaN }, { length: '3' }],
  ...[['1', '2'], [1n], [Symbol('x')], [null], [undefined], [Infinity], { indices: [0], values: null }],
]

const methods = ['rawScores', 'predictions', 'labels', 'leafIndices', 'contributions', 'interactions'] as const

/** Calls that throw anything but an error of this library. */
function wrongErrors(calls: Readonly<Record<string, () => unknown>>): string[] {
  return Object.entries(calls).flatMap(([name, call]) => {
    try {
      call()
      return []
    } catch (error) {
      return error instanceof RiftlineError && error.message.length < 1000 ? [] : [`${name}: ${error}`]
    }
  })
}

describe.each([
  ['XGBoost', parseXgboost(xgboostBytes('cat_names_34.model.json'))],
  ['XGBoost with vectors', parseXgboost(xgboostBytes('vector_leaf_31.model.json'))],
  ['CatBoost', parseCatboost(catboostBytes('onehot_integers.model.json'))],
  ['ONNX', parseOnnx(onnxBytes('skl_pipeline_minmax'))],
])('an evaluator of %s', (_, ensemble) => {
  it.each(['js', 'wasm'] as const)('answers strange arguments with scores or its own errors: %s', (engine) => {
    const evaluator = compileEnsemble(ensemble, { engine })
    const row = new Float64Array(evaluator.numberOfFeatures).fill(1)
    const calls: Record<string, () => unknown> = {}
    for (const [i, value] of strange.entries()) {
      const any = value as never
      for (const method of methods) {
        calls[`${method}(${i})`] = () => evaluator[method](any)
        calls[`${method}(row, ${i})`] = () => evaluator[method](row, any)
        for (const option of ['out', 'startIteration', 'numIteration', 'earlyStop']) {
          calls[`${method}(row, ${option} ${i})`] = () => evaluator[method](row, { [option]: value } as never)
        }
        for (const part of ['offsets', 'indices', 'values']) {
          const sparse = { offsets: Int32Array.of(0, 1), indices: Int32Array.of(0), values: Float64Array.of(1) }
          calls[`${method}(${part} ${i})`] = () => evaluator[method]({ ...sparse, [part]: value } as never)
        }
      }
      calls[`encode(${i})`] = () => evaluator.encode(any)
      calls[`encode([${i}])`] = () => evaluator.encode([any])
      calls[`encode([[${i}]])`] = () => evaluator.encode([[value, ...row.subarray(1)]])
      calls[`predict(${i})`] = () => evaluator.predict(any)
      calls[`predict([${i}])`] = () => evaluator.predict([value, ...row.subarray(1)] as never)
      calls[`predict(indices ${i})`] = () => evaluator.predict({ indices: any, values: [1] })
      calls[`predict(values ${i})`] = () => evaluator.predict({ indices: [0], values: any })
      calls[`compile(${i})`] = () => compileEnsemble(any)
      calls[`compile(model, ${i})`] = () => compileEnsemble(ensemble, any)
    }
    expect(wrongErrors(calls)).toEqual([])
  })
})

it('rows whose memory another thread has taken are no rows', () => {
  const evaluator = compileEnsemble(parseCatboost(catboostBytes('onehot_integers.model.json')))
  const rows = new Float64Array(evaluator.numberOfFeatures)
  structuredClone(rows.buffer, { transfer: [rows.buffer] })
  for (const method of methods) if (method !== 'labels') expect(evaluator[method](rows).length).toBe(0)
})

it('an answer that no memory can hold is refused', () => {
  const evaluator = compileEnsemble(
    parseXgboost(xgboostModel([xgboostStump()], { params: { num_feature: '1048576' } })),
  )
  const rows = { offsets: Int32Array.of(0, 0), indices: new Int32Array(0), values: new Float64Array(0) }
  expect(callRefusal(() => evaluator.interactions(rows))).toEqual({
    code: 'invalid_argument',
    message: 'rows: the answer of 1099513724929 numbers does not fit into memory; ask for fewer rows at once',
  })
})

it('a first row of a large model with vectors is scored, though the memory of the engine moves', () => {
  const nodes = 2 ** 14 - 1
  const inner = (nodes - 1) / 2
  const each = <T>(value: (node: number) => T) => Array.from({ length: nodes }, (_, node) => value(node))
  const tree = xgboostStump({
    tree_param: { num_nodes: String(nodes), size_leaf_vector: '2' },
    left_children: each((node) => (node < inner ? 2 * node + 1 : -1)),
    right_children: each((node) => (node < inner ? 2 * node + 2 : node - inner)),
    split_indices: each((node) => node % 2),
    split_conditions: each((node) => node % 97),
    split_type: each(() => 0),
    default_left: each(() => 0),
    sum_hessian: each(() => 1),
    leaf_weights: Array.from({ length: nodes + 1 }, (_, i) => i % 31),
  })
  const ensemble = parseXgboost(xgboostModel([tree, tree], { params: { num_target: '2' } }))
  const row = Float64Array.of(50, 60)
  for (const engine of ['js', 'wasm'] as const) {
    const first = compileEnsemble(ensemble, { engine }).rawScore(row)
    expect(first).toBe(compileEnsemble(ensemble, { engine }).rawScores(row)[0])
  }
})
