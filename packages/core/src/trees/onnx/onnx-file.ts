import { malformed, unsupported } from '@riftline/base'
import { createByteReader } from '../read/byte-reader.ts'
import { decodeMessage, type ProtobufMessage as Message, type Schema } from './protobuf.ts'

// Fields of https://github.com/onnx/onnx/blob/v1.19.0/onnx/onnx.proto that models of trees need.

const tensorSchema: Schema = {
  1: { name: 'dims', type: 'integer', repeats: true },
  2: { name: 'type', type: 'integer' },
  4: { name: 'floats', type: 'float', repeats: true },
  5: { name: 'int32s', type: 'integer', repeats: true },
  7: { name: 'int64s', type: 'integer', repeats: true },
  8: { name: 'name', type: 'text' },
  9: { name: 'raw', type: 'bytes' },
  10: { name: 'doubles', type: 'double', repeats: true },
  14: { name: 'location', type: 'integer' },
}

const attributeSchema: Schema = {
  1: { name: 'name', type: 'text' },
  2: { name: 'f', type: 'float' },
  3: { name: 'i', type: 'integer' },
  4: { name: 's', type: 'text' },
  5: { name: 't', type: tensorSchema },
  6: { name: 'graph', type: 'bytes' },
  7: { name: 'floats', type: 'float', repeats: true },
  8: { name: 'ints', type: 'integer', repeats: true },
  9: { name: 'strings', type: 'text', repeats: true },
  11: { name: 'graphs', type: 'bytes', repeats: true },
}

const nodeSchema: Schema = {
  1: { name: 'input', type: 'text', repeats: true },
  2: { name: 'output', type: 'text', repeats: true },
  3: { name: 'name', type: 'text' },
  4: { name: 'operator', type: 'text' },
  5: { name: 'attributes', type: attributeSchema, repeats: true },
}

const dimensionSchema: Schema = { 1: { name: 'value', type: 'integer' } }
const shapeSchema: Schema = { 1: { name: 'dims', type: dimensionSchema, repeats: true } }
const tensorTypeSchema: Schema = { 1: { name: 'element', type: 'integer' }, 2: { name: 'shape', type: shapeSchema } }
const valueSchema: Schema = {
  1: { name: 'name', type: 'text' },
  2: { name: 'type', type: { 1: { name: 'tensor', type: tensorTypeSchema } } },
}

const modelSchema: Schema = {
  2: { name: 'producer', type: 'text' },
  3: { name: 'version', type: 'text' },
  7: {
    name: 'graph',
    type: {
      1: { name: 'nodes', type: nodeSchema, repeats: true },
      5: { name: 'initializers', type: tensorSchema, repeats: true },
      11: { name: 'inputs', type: valueSchema, repeats: true },
      12: { name: 'outputs', type: valueSchema, repeats: true },
    },
  },
}

/** Types of elements, by ONNX's numbers. */
const elementTypes: Readonly<Record<number, ElementType>> = {
  1: 'float',
  2: 'uint8',
  6: 'int32',
  7: 'int64',
  11: 'double',
}
export type ElementType = 'float' | 'double' | 'int32' | 'int64' | 'uint8'

const elementBytes: Readonly<Record<ElementType, number>> = { float: 4, double: 8, int32: 4, int64: 8, uint8: 1 }

/** Constant of a file. */
export interface Tensor {
  readonly dims: readonly number[]
  readonly type: ElementType
  readonly values: ArrayLike<number>
}

/** Input of the graph; its rows have `width` cells, null if the file does not say. */
export interface GraphInput {
  readonly name: string
  readonly type: ElementType
  readonly width: number | null
}

/** Node of the graph; `path` is its place in the file. */
export interface GraphNode {
  readonly path: string
  readonly operator: string
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  readonly attributes: Attributes
}

export interface OnnxGraph {
  /** Program that wrote the file, with its version. */
  readonly producer: string | undefined
  readonly nodes: readonly GraphNode[]
  readonly constants: ReadonlyMap<string, Tensor>
  readonly inputs: readonly GraphInput[]
  readonly outputs: readonly string[]
}

/** Most nodes of a graph, each of which takes about a kilobyte here; converters write two for each class, and few besides. */
const mostNodes = 8192

/** Decodes the graph of a file; nodes with subgraphs are refused. */
export function readGraph(bytes: Uint8Array): OnnxGraph {
  const model = decodeMessage(bytes, modelSchema)
  const graph = model.graph as Message | undefined
  if (graph === undefined) throw malformed('$', 'the bytes of a model in ONNX', 'a file without a graph')
  const constants = new Map<string, Tensor>()
  for (const [i, tensor] of (graph.initializers as Message[]).entries()) {
    constants.set(String(tensor.name ?? ''), readTensor(tensor, `graph.initializer[${i}]`))
  }
  const values = graph.inputs as Message[]
  const nodes = graph.nodes as Message[]
  if (nodes.length > mostNodes) {
    throw unsupported('graph.node', `at most ${mostNodes} nodes are read, got ${nodes.length}`)
  }
  const named = [model.producer, model.version].filter((text) => typeof text === 'string' && text !== '')
  return {
    producer: named.length === 0 ? undefined : named.join(' ').slice(0, 60),
    nodes: nodes.map(readNode),
    constants,
    // Files before IR version 4 list constants among the inputs.
    inputs: values.map(readInput).filter((input): input is GraphInput => input !== null && !constants.has(input.name)),
    outputs: (graph.outputs as Message[]).map(({ name }) => String(name ?? '')),
  }
}

function readNode(node: Message, i: number): GraphNode {
  const operator = String(node.operator ?? '')
  const name = String(node.name ?? '')
  const path = `graph.node[${i}] (${(name === '' || name === operator ? operator : `${operator} ${name}`).slice(0, 80)})`
  const attributes = node.attributes as Message[]
  if (attributes.some(({ graph, graphs }) => graph !== undefined || (graphs as unknown[]).length > 0)) {
    throw unsupported(path, 'nodes with subgraphs are not read')
  }
  return {
    path,
    operator,
    inputs: node.input as string[],
    outputs: node.output as string[],
    attributes: readAttributes(attributes, path),
  }
}

function readInput(value: Message, i: number): GraphInput | null {
  const name = String(value.name ?? '')
  const tensor = (value.type as Message | undefined)?.tensor as Message | undefined
  const type = elementTypes[tensor?.element as number]
  const dims = ((tensor?.shape as Message | undefined)?.dims ?? []) as Message[]
  if (type === undefined || type === 'uint8') {
    throw unsupported(
      `graph.input[${i}] (${name.slice(0, 80)})`,
      'inputs other than tensors of float, double, int32 or int64 are not read',
    )
  }
  const width = dims.length === 2 ? dims[1]!.value : dims.length === 1 ? 1 : undefined
  return { name, type, width: typeof width === 'number' ? width : null }
}

function readTensor(tensor: Message, path: string): Tensor {
  const type = elementTypes[tensor.type as number]
  if (tensor.location === 1) throw unsupported(path, 'tensors in external files are not read')
  if (type === undefined) throw unsupported(path, `tensors of element type ${tensor.type} are not read`)
  const dims = tensor.dims as number[]
  const size = dims.reduce((product, dim) => product * dim, 1)
  const raw = tensor.raw as Uint8Array | undefined
  const typed = { float: 'floats', double: 'doubles', int64: 'int64s', int32: 'int32s', uint8: 'int32s' }[type]
  const values = raw === undefined ? (tensor[typed] as number[]) : numbersOf(raw, type)
  if (values.length !== size) throw malformed(path, `${size} numbers, as its shape says`, values.length)
  return { dims, type, values }
}

function numbersOf(raw: Uint8Array, type: ElementType): number[] {
  const reader = createByteReader(raw, '')
  const count = Math.floor(raw.length / elementBytes[type])
  switch (type) {
    case 'float':
      return reader.float32s(count)
    case 'double':
      return reader.float64s(count)
    case 'int32':
      return reader.int32s(count)
    case 'int64':
      return reader.int64s(count)
    case 'uint8':
      return Array.from(raw)
  }
}

/** Returns readers of a node's attributes, which refuse an attribute of another kind. */
function readAttributes(list: readonly Message[], path: string) {
  const byName = new Map<string, Message>()
  for (const attribute of list) byName.set(String(attribute.name ?? ''), attribute)
  const single = <T>(key: string, kind: string, name: string, fallback: T): T => {
    const attribute = byName.get(name)
    const value = attribute === undefined ? fallback : attribute[key]
    if (value === undefined) throw malformed(`${path}.${name}`, kind, 'none')
    return value as T
  }
  const several = <T>(key: string, name: string): readonly T[] => (byName.get(name)?.[key] ?? []) as T[]
  return {
    integer: (name: string, fallback?: number) => single('i', 'an integer', name, fallback) as number,
    float: (name: string, fallback?: number) => single('f', 'a number', name, fallback) as number,
    text: (name: string, fallback: string) => single('s', 'a text', name, fallback),
    integers: (name: string) => several<number>('ints', name),
    floats: (name: string) => several<number>('floats', name),
    texts: (name: string) => several<string>('strings', name),
    /** Null if the attribute is absent. */
    tensor(name: string): Tensor | null {
      const value = byName.get(name)?.t
      return value === undefined ? null : readTensor(value as Message, `${path}.${name}`)
    },
  }
}

export type Attributes = Readonly<ReturnType<typeof readAttributes>>
