import { expect, it } from 'vitest'
import { parseOnnx } from '#core/trees/onnx/parse-onnx.ts'
import { refusal } from '../refusal.ts'
import { field, floats, ints, varint } from './write-field.ts'

/** Classifier of one split with the classes `ids` in its two leaves, and further attributes. */
function classifier(ids: readonly number[], attributes: readonly number[], labels: readonly number[] = [0, 1]) {
  const node = [
    ...[...field(1, 'X'), ...field(2, 'label'), ...field(2, 'scores'), ...field(4, 'TreeEnsembleClassifier')],
    ...ints('nodes_treeids', [0, 0, 0]),
    ...ints('nodes_nodeids', [0, 1, 2]),
    ...ints('nodes_featureids', [0, 0, 0]),
    ...floats('nodes_values', [0.5, 0, 0]),
    ...field(5, [...field(1, 'nodes_modes'), ...['BRANCH_LEQ', 'LEAF', 'LEAF'].flatMap((mode) => field(9, mode))]),
    ...ints('nodes_truenodeids', [1, 0, 0]),
    ...ints('nodes_falsenodeids', [2, 0, 0]),
    ...ints('class_treeids', [0, 0]),
    ...ints('class_nodeids', [1, 2]),
    ...ints('class_ids', ids),
    ...floats('class_weights', [0.25, 0.75]),
    ...ints('classlabels_int64s', labels),
    ...attributes,
  ]
  const float = [8, 1]
  const shape = field(2, [...field(1, field(2, 'n')), ...field(1, [8, ...varint(1)])])
  const input = [...field(1, 'X'), ...field(2, field(1, [...float, ...shape]))]
  const outputs = ['label', 'scores'].flatMap((name) => field(12, field(1, name)))
  return Uint8Array.from([8, 8, ...field(7, [...field(1, node), ...field(11, input), ...outputs])])
}

const probit = field(5, [...field(1, 'post_transform'), ...field(4, 'PROBIT')])
const subgraph = field(5, [...field(1, 'then_branch'), ...field(6, [])])

it('the model of these tests is read without the faults', () => {
  expect(parseOnnx(classifier([0, 0], [])).classNames).toEqual([0, 1])
})

it.each([
  ['PROBIT of one score', classifier([0, 0], probit), 'post_transform: ONNX Runtime leaves PROBIT of one score'],
  ['one base value for two labels', classifier([0, 1], floats('base_values', [0.5])), 'ONNX Runtime leaves one base'],
  ['a label beyond 2^53', classifier([0, 0], [], [0, 2 ** 60]), 'labels beyond 2^53 are not read'],
  ['a subgraph', classifier([0, 0], subgraph), 'nodes with subgraphs are not read'],
])('%s is refused as not supported', (_, bytes, message) => {
  const refused = refusal(() => parseOnnx(bytes))
  expect(refused.code).toBe('artifact_unsupported')
  expect(refused.message).toContain(message)
})
