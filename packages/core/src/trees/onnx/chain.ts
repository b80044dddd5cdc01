import { malformed, unsupported } from '@riftline/base'
import { maximumFeatures } from '../read/json-fields.ts'
import type { ElementType, GraphNode, OnnxGraph, Tensor } from './onnx-file.ts'
import { createStepList, operators, type RowTensor, type StepList } from './operators.ts'

/** Operators that are ensembles of trees. */
const ensembles: ReadonlySet<string> = new Set(['TreeEnsembleRegressor', 'TreeEnsembleClassifier', 'TreeEnsemble'])

/** Graph as one ensemble, with steps on the rows before it and steps on the scores after it. */
export interface Chain {
  readonly node: GraphNode
  readonly numberOfFeatures: number
  /** Names of the graph's inputs if there are several of one column each, else null. */
  readonly featureNames: readonly string[] | null
  readonly before: StepList
  /** Rows that the ensemble sees. */
  readonly input: RowTensor
  readonly after: StepList
  readonly outputs: RowTensor
}

/** Result of a node: rows, a constant, or the class of each row. */
type Value = RowTensor | Tensor | 'label'

/** Follows the graph from its inputs to its outputs; `widthOf` returns the number of scores of the ensemble. */
export function followGraph(graph: OnnxGraph, widthOf: (node: GraphNode) => number): Chain {
  const node = onlyEnsemble(graph)
  const { columns, featureNames, before } = readInputs(graph, node)
  const values = new Map<string, Value>([...graph.constants, ...columns])
  let reached: { readonly input: RowTensor; readonly after: StepList } | undefined
  for (const one of graph.nodes) {
    const inputs = one.inputs.map((name) => (name === '' ? null : knownValue(values, name, one.path)))
    if (one === node) {
      const input = asColumns(inputs[0], one.path)
      const after = createStepList(widthOf(one))
      reached = { input, after }
      const registers = Array.from({ length: after.cells }, (_, i) => i)
      const type = one.operator === 'TreeEnsemble' ? input.type : 'float'
      const isClassifier = one.operator === 'TreeEnsembleClassifier'
      if (isClassifier) values.set(one.outputs[0] ?? '', 'label')
      values.set(one.outputs[isClassifier ? 1 : 0] ?? '', { side: after, registers, type })
    } else values.set(one.outputs[0] ?? '', resultOf(one, inputs))
  }
  if (reached === undefined) throw malformed('graph', 'an ensemble of trees', 'none')
  return {
    node,
    numberOfFeatures: before.cells,
    featureNames,
    before,
    ...reached,
    outputs: readOutputs(graph, values, reached.after),
  }
}

function onlyEnsemble({ nodes }: OnnxGraph): GraphNode {
  const found = nodes.filter(({ operator }) => ensembles.has(operator))
  const strange = nodes.find(
    ({ operator }) => !ensembles.has(operator) && operator !== 'Constant' && !operators.has(operator),
  )
  if (found.length > 1) throw unsupported(found[1]!.path, 'models of several ensembles are not read')
  if (strange !== undefined) throw unsupported(strange.path, `the operator ${strange.operator} is not read`)
  if (found.length === 0) throw unsupported('graph', 'a model without an ensemble of trees is not read')
  return found[0]!
}

function knownValue(values: ReadonlyMap<string, Value>, name: string, path: string): Value {
  const value = values.get(name)
  if (value === undefined) throw malformed(path, 'inputs that earlier nodes give', name)
  return value
}

function asColumns(value: Value | null | undefined, path: string): RowTensor {
  if (typeof value === 'object' && value !== null && 'side' in value) return value
  throw unsupported(path, 'its input is not rows of numbers')
}

function resultOf(node: GraphNode, inputs: readonly (Value | null)[]): Value {
  if (node.operator === 'Constant') {
    const constant = node.attributes.tensor('value')
    if (constant === null) throw unsupported(node.path, 'a constant that is not a tensor is not read')
    return constant
  }
  if (inputs.includes('label')) {
    const keeps = ['Identity', 'Cast', 'Reshape'].includes(node.operator)
    if (!keeps) throw unsupported(node.path, 'an operator that computes from the label is not read')
    return 'label'
  }
  const known = inputs as readonly (RowTensor | Tensor | null)[]
  const first = known.find((input) => input !== null && 'side' in input)
  if (first === undefined && node.operator === 'Identity' && known[0]) return known[0]
  return operators.get(node.operator)!(node, asColumns(first, node.path), known)
}

/** Reads the graph's inputs, which have one type; their columns follow each other in a row. */
function readInputs({ inputs, nodes }: OnnxGraph, node: GraphNode) {
  const type = inputs[0]?.type
  if (type === undefined) throw malformed('graph.input', 'an input', 'none')
  const widths = inputs.map(({ width, name, type: own }, i) => {
    if (own !== type) throw unsupported(`graph.input[${i}]`, 'inputs of different types are not read')
    const taken = width ?? (inputs.length === 1 && node.inputs[0] === name ? widestFeature(node) : null)
    if (taken === null) throw unsupported(`graph.input[${i}]`, 'the file does not say how many columns the input has')
    if (!(taken >= 1 && taken <= maximumFeatures)) {
      throw malformed(`graph.input[${i}]`, `1 to ${maximumFeatures} columns`, taken)
    }
    return taken
  })
  const total = widths.reduce((sum, width) => sum + width, 0)
  if (total > maximumFeatures) throw malformed('graph.input', `at most ${maximumFeatures} columns`, total)
  const before = createStepList(total)
  let at = 0
  const columns = inputs.map(({ name }, i): [string, RowTensor] => {
    const registers = Array.from({ length: widths[i]! }, () => at++)
    return [name, { side: before, registers, type: type as ElementType }]
  })
  const isNamed = inputs.length > 1 && widths.every((width) => width === 1) && nodes.length > 0
  return { columns, before, featureNames: isNamed ? inputs.map(({ name }) => name) : null }
}

/** Columns that the splits of an ensemble need, for an input without a width. */
function widestFeature({ attributes }: GraphNode): number {
  return attributes.integers('nodes_featureids').reduce((most, feature) => Math.max(most, feature + 1), 1)
}

/** Finds the scores: one output beside the label, or several outputs of one column each. */
function readOutputs({ outputs }: OnnxGraph, values: ReadonlyMap<string, Value>, after: StepList): RowTensor {
  const found: RowTensor[] = []
  outputs.forEach((name, i) => {
    const path = `graph.output[${i}] (${name.slice(0, 80)})`
    const value = knownValue(values, name, path)
    if (value === 'label') return
    const columns = asColumns(value, path)
    if (columns.side !== after) throw unsupported(path, 'an output that does not come from the ensemble is not read')
    found.push(columns)
  })
  const [first] = found
  if (first === undefined) throw unsupported('graph.output', 'the file gives no scores')
  if (found.length > 1 && found.some(({ registers, type }) => registers.length !== 1 || type !== first.type)) {
    throw unsupported('graph.output', 'several outputs of scores are not read')
  }
  return { ...first, registers: found.flatMap(({ registers }) => registers) }
}
