import {
  bytesField,
  doubleBytes,
  type Field,
  integerField,
  message,
  packedFloats,
  packedIntegers,
  textField,
} from './protobuf.ts'
import type { TreeNodes } from './tree-nodes.ts'

export type Precision = 'float32' | 'float64'

// Numbers from https://github.com/onnx/onnx/blob/main/onnx/onnx.proto: types of attributes and of tensor elements.
const attributeType = { integer: 2, text: 3, tensor: 4, floats: 6, integers: 7, texts: 8 }
const elementType = { float32: 1, float64: 11 }

/**
 * Writes trees as an ONNX model: one `TreeEnsembleRegressor`, input `x` of rows × features, output `y` of raw scores.
 *
 * With `float64` the runtime compares doubles, yet its output is float32. With `float32` thresholds are rounded down, so
 * that `x <= t` keeps its result for float32 cells; rounded to nearest, a threshold could equal a cell and change its side.
 */
export function writeOnnx(nodes: TreeNodes, precision: Precision): Uint8Array {
  const operator = message([
    textField(1, 'x'),
    textField(2, 'y'),
    textField(4, 'TreeEnsembleRegressor'),
    ...attributes(nodes, precision).map((attribute) => bytesField(5, attribute)),
    textField(7, 'ai.onnx.ml'),
  ])
  const graph = message([
    bytesField(1, operator),
    textField(2, 'trees'),
    bytesField(11, valueInfo('x', elementType[precision], nodes.features)),
    bytesField(12, valueInfo('y', elementType.float32, nodes.outputs)),
  ])
  return message([
    integerField(1, 9),
    textField(2, 'riftline bench'),
    bytesField(7, graph),
    bytesField(8, message([textField(1, ''), integerField(2, 17)])),
    bytesField(8, message([textField(1, 'ai.onnx.ml'), integerField(2, 3)])),
  ])
}

function attributes({ leaves, ...nodes }: TreeNodes, precision: Precision): Uint8Array[] {
  const modes = nodes.isLeaf.map((isLeaf) => (isLeaf ? 'LEAF' : nodes.mode))
  const numbers = (name: string, values: readonly number[]): Uint8Array =>
    precision === 'float64'
      ? attribute(`${name}_as_tensor`, attributeType.tensor, bytesField(5, doubleTensor(values)))
      : attribute(name, attributeType.floats, packedFloats(7, values))
  const integers = (name: string, values: readonly number[]): Uint8Array =>
    attribute(name, attributeType.integers, packedIntegers(8, values))
  return [
    attribute('n_targets', attributeType.integer, integerField(3, nodes.outputs)),
    attribute('aggregate_function', attributeType.text, textField(4, 'SUM')),
    attribute('post_transform', attributeType.text, textField(4, 'NONE')),
    integers('nodes_treeids', nodes.treeIds),
    integers('nodes_nodeids', nodes.nodeIds),
    integers('nodes_featureids', nodes.featureIds),
    attribute('nodes_modes', attributeType.texts, message(modes.map((mode) => textField(9, mode)))),
    numbers('nodes_values', precision === 'float64' ? nodes.thresholds : nodes.thresholds.map(float32AtMost)),
    integers('nodes_truenodeids', nodes.trueIds),
    integers('nodes_falsenodeids', nodes.falseIds),
    integers('nodes_missing_value_tracks_true', nodes.missingTracksTrue),
    ...(nodes.baseValues.length === 0 ? [] : [numbers('base_values', nodes.baseValues)]),
    integers('target_treeids', leaves.treeIds),
    integers('target_nodeids', leaves.nodeIds),
    integers('target_ids', leaves.outputs),
    numbers('target_weights', leaves.weights),
  ]
}

function attribute(name: string, type: number, value: Field): Uint8Array {
  return message([textField(1, name), value, integerField(20, type)])
}

function doubleTensor(values: readonly number[]): Uint8Array {
  return message([
    integerField(1, values.length),
    integerField(2, elementType.float64),
    bytesField(9, doubleBytes(values)),
  ])
}

/** Description of a matrix with any number of rows. */
function valueInfo(name: string, type: number, columns: number): Uint8Array {
  const dimensions = [message([textField(2, 'rows')]), message([integerField(1, columns)])]
  const shape = message(dimensions.map((dimension) => bytesField(1, dimension)))
  const tensor = message([integerField(1, type), bytesField(2, shape)])
  return message([textField(1, name), bytesField(2, message([bytesField(1, tensor)]))])
}

/** Largest float32 that is not above a double. */
export function float32AtMost(value: number): number {
  const single = new Float32Array([value])
  if (single[0]! <= value) return single[0]!
  const bits = new Int32Array(single.buffer)
  if (single[0] === 0) bits[0] = 0x80000001 | 0
  else bits[0]! += single[0]! > 0 ? -1 : 1
  return single[0]!
}
