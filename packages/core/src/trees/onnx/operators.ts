import { malformed, unsupported } from '@riftline/base'
import { numbersOfStep, type Step, type StepKind, type Steps } from '../form/steps.ts'
import { maximumFeatures } from '../read/json-fields.ts'
import type { ElementType, GraphNode, Tensor } from './onnx-file.ts'

/** Tensor of the graph with one row for each row of the input. Its cells are registers of `Steps`. */
export interface RowTensor {
  readonly side: StepList
  readonly registers: readonly number[]
  readonly type: ElementType
}

/** Registers on one side of the ensemble, and the steps that fill them. */
export interface StepList {
  readonly cells: number
  readonly list: Step[]
  count: number
  /** Cells of a row in all tensors that operators made so far, with registers of their own or not. */
  total: number
}

export function createStepList(cells: number): StepList {
  return { cells, list: [], count: cells, total: 0 }
}

/** Counts the cells of one more tensor. A graph can multiply cells: twenty nodes that join a tensor with itself make a million of one. */
function countCells(side: StepList, cells: number, path: string): void {
  side.total += cells
  if (side.total <= maximumFeatures) return
  throw unsupported(path, `at most ${maximumFeatures} cells of a row in all tensors`)
}

/** Steps of a side; null if there are none. */
export function stepsOf({ cells, list }: StepList): Steps | null {
  return list.length === 0 ? null : { cells, list }
}

type Numbers = readonly (number | null)[]

/** Adds a step for all cells of a tensor; the result has `type`, by default its own. */
function addStep(from: RowTensor, kind: StepKind, numbers: Numbers, path: string, type = from.type): RowTensor {
  const { side, registers } = from
  const wrong = numbers.find((number) => number !== null && !Number.isFinite(number))
  if (wrong !== undefined) throw unsupported(path, `constants that are not finite are not read, got ${wrong}`)
  if (numbers.length !== numbersOfStep(kind, registers.length)) {
    throw malformed(path, `${numbersOfStep(kind, registers.length)} numbers`, numbers.length)
  }
  countCells(side, registers.length, path)
  side.list.push({ kind, from: registers, numbers, inDoubles: from.type === 'double' })
  const results = registers.map((_, i) => side.count + i)
  side.count += registers.length
  return { side, registers: results, type }
}

/** Operator on rows: `first` is its first input with rows; `inputs` are all, each with rows, a constant, or null if left out. */
type Operator = (node: GraphNode, first: RowTensor, inputs: readonly (RowTensor | Tensor | null)[]) => RowTensor

/** Operators beside an ensemble, by name. */
export const operators: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['Identity', (_, columns) => columns],
  // A map for each row holds the numbers of the matrix that goes in.
  ['ZipMap', (_, columns) => columns],
  ['Cast', cast],
  ['Scaler', scale],
  ['Normalizer', normalise],
  ['Imputer', impute],
  ['Clip', clip],
  ['Add', arithmetic('add')],
  ['Sub', arithmetic('subtract')],
  ['Mul', arithmetic('multiply')],
  ['Div', arithmetic('divide')],
  ['Sigmoid', (node, columns) => addStep(asFloating(columns, node), 'sigmoid', [], node.path)],
  ['Exp', (node, columns) => addStep(asFloating(columns, node), 'exp', [], node.path)],
  ['Softmax', softmax],
  ['ArrayFeatureExtractor', extract],
  ['Slice', slice],
  ['Reshape', reshape],
  ['Concat', concat],
])

/** Refuses integers: operators on them have integer arithmetic. */
function asFloating(columns: RowTensor, { path }: GraphNode): RowTensor {
  if (columns.type === 'float' || columns.type === 'double') return columns
  throw unsupported(path, `numbers of type ${columns.type} are only cast, scaled or rearranged`)
}

/** Types of `Cast` by ONNX's numbers. */
const castTypes: Readonly<Record<number, ElementType>> = { 1: 'float', 11: 'double' }

/** Casts numbers. Each use of a float rounds it first, so only the cast from float to double needs a step. */
function cast(node: GraphNode, columns: RowTensor): RowTensor {
  const type = castTypes[node.attributes.integer('to')]
  if (type === undefined) throw unsupported(node.path, 'casts other than to float and double are not read')
  if (type === 'float' || columns.type === 'double') return { ...columns, type }
  if (columns.type === 'float') return addStep(columns, 'round', [], node.path, 'double')
  return { ...columns, type }
}

/** Returns one number for each cell; a single number counts for all cells. */
function spread(numbers: ArrayLike<number>, columns: RowTensor, path: string): readonly number[] {
  const width = columns.registers.length
  if (numbers.length === width) return Array.from(numbers)
  if (numbers.length === 1) return new Array<number>(width).fill(numbers[0]!)
  throw malformed(path, `1 or ${width} numbers`, numbers.length)
}

function scale({ path, attributes }: GraphNode, columns: RowTensor): RowTensor {
  const offsets = spread(attributes.floats('offset'), columns, `${path}.offset`)
  const scales = spread(attributes.floats('scale'), columns, `${path}.scale`)
  return { ...addStep(addStep(columns, 'subtract', offsets, path), 'multiply', scales, path), type: 'float' }
}

function normalise(node: GraphNode, columns: RowTensor): RowTensor {
  const { path, attributes } = node
  const norm = attributes.text('norm', 'MAX')
  const kind = ({ MAX: 'maximum', L1: 'l1', L2: 'l2' } as const)[norm]
  if (kind === undefined) throw malformed(`${path}.norm`, 'MAX, L1 or L2', norm)
  return addStep(asFloating(columns, node), kind, [], path, 'float')
}

function impute({ path, attributes }: GraphNode, columns: RowTensor): RowTensor {
  if (columns.type !== 'float') throw unsupported(path, `an Imputer on numbers of type ${columns.type} is not read`)
  const values = attributes.floats('imputed_value_floats')
  const replaced = attributes.float('replaced_value_float', 0)
  const width = columns.registers.length
  if (values.length === 0) throw malformed(`${path}.imputed_value_floats`, 'a number or more', 0)
  const own = values.length === width ? values : new Array<number>(width).fill(values[0]!)
  return addStep(columns, 'impute', [Number.isNaN(replaced) ? null : replaced, ...own], path)
}

function isTensor(input: RowTensor | Tensor | null | undefined): input is Tensor {
  return input !== null && input !== undefined && 'dims' in input
}

function asConstant(input: RowTensor | Tensor | null | undefined, path: string): Tensor {
  if (isTensor(input)) return input
  throw unsupported(path, 'an operand that is not a constant of the file is not read')
}

const largestOf = { float: 3.4028234663852886e38, double: Number.MAX_VALUE } as const

/** Clips to limits, which are inputs, or attributes up to opset 10; without a limit to the largest finite number. */
function clip(node: GraphNode, columns: RowTensor, inputs: readonly (RowTensor | Tensor | null)[]): RowTensor {
  const { path, attributes } = node
  const floating = asFloating(columns, node)
  const largest = largestOf[floating.type as 'float' | 'double']
  const limit = (input: RowTensor | Tensor | null | undefined, name: string, fallback: number) => {
    if ((input ?? null) === null) return [attributes.float(name, fallback)]
    const { values } = asConstant(input, path)
    if (values.length === 1) return values
    throw malformed(`${path}.${name}`, 'a number', values.length)
  }
  const least = spread(limit(inputs[1], 'min', -largest), columns, path)
  const most = spread(limit(inputs[2], 'max', largest), columns, path)
  return addStep(addStep(floating, 'atLeast', least, path), 'atMost', most, path)
}

/** Arithmetic of rows with a constant. */
function arithmetic(kind: 'add' | 'subtract' | 'multiply' | 'divide'): Operator {
  return (node, columns, inputs) => {
    const [left, right] = inputs
    const isSwapped = isTensor(left)
    const constant = asConstant(isSwapped ? left : right, node.path)
    if (isSwapped && (kind === 'subtract' || kind === 'divide')) {
      throw unsupported(node.path, `a constant on the left of ${node.operator} is not read`)
    }
    const last = constant.dims.at(-1) ?? 1
    if (constant.values.length !== last) throw unsupported(node.path, 'a constant of several rows is not read')
    const numbers = spread(constant.values, columns, node.path)
    if (kind === 'divide' && numbers.includes(0)) throw unsupported(node.path, 'a division by 0 is not read')
    return addStep(asFloating(columns, node), kind, numbers, node.path)
  }
}

function softmax(node: GraphNode, columns: RowTensor): RowTensor {
  const axis = node.attributes.integer('axis', -1)
  if (axis !== 1 && axis !== -1) throw unsupported(node.path, 'an axis other than that of the columns is not read')
  return addStep(asFloating(columns, node), 'softmax', [], node.path)
}

function take(columns: RowTensor, places: readonly number[], path: string): RowTensor {
  const { side, registers } = columns
  countCells(side, places.length, path)
  return {
    ...columns,
    registers: places.map((place) => {
      const register = registers[place]
      if (register !== undefined) return register
      throw malformed(path, `columns from 0 to ${registers.length - 1}`, place)
    }),
  }
}

function extract({ path }: GraphNode, columns: RowTensor, inputs: readonly (RowTensor | Tensor | null)[]): RowTensor {
  return take(columns, Array.from(asConstant(inputs[1], path).values), path)
}

/** Slices columns; start and end are inputs, or attributes up to opset 9. */
function slice(
  { path, attributes }: GraphNode,
  columns: RowTensor,
  inputs: readonly (RowTensor | Tensor | null)[],
): RowTensor {
  const numbersOf = (place: number, name: string): readonly number[] =>
    isTensor(inputs[place]) ? Array.from((inputs[place] as Tensor).values) : attributes.integers(name)
  const [starts, ends] = [numbersOf(1, 'starts'), numbersOf(2, 'ends')]
  const axes = numbersOf(3, 'axes')
  const steps = numbersOf(4, 'steps')
  const isPlain = starts.length === 1 && ends.length === 1 && axes.length === 1 && steps.every((step) => step === 1)
  if (!isPlain || (axes[0] !== 1 && axes[0] !== -1))
    throw unsupported(path, 'a slice other than a run of columns is not read')
  const width = columns.registers.length
  const within = (place: number) => Math.max(0, Math.min(width, place < 0 ? place + width : place))
  const [from, to] = [within(starts[0]!), within(ends[0]!)]
  return take(
    columns,
    Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i),
    path,
  )
}

/** Accepts a new shape only if it keeps rows and columns. */
function reshape({ path }: GraphNode, columns: RowTensor, inputs: readonly (RowTensor | Tensor | null)[]): RowTensor {
  const shape = Array.from(asConstant(inputs[1], path).values)
  const width = columns.registers.length
  const [rows, cells = 1] = shape
  const isSame = cells === width || (cells === 0 && shape.length === 2) || (cells === -1 && rows === 0)
  if (shape.length > 2 || (rows !== -1 && rows !== 0) || !isSame)
    throw unsupported(path, 'a new shape of the rows is not read')
  return columns
}

function concat(
  { path, attributes }: GraphNode,
  first: RowTensor,
  inputs: readonly (RowTensor | Tensor | null)[],
): RowTensor {
  const axis = attributes.integer('axis')
  if (axis !== 1 && axis !== -1) throw unsupported(path, 'an axis other than that of the columns is not read')
  const registers: number[] = []
  for (const input of inputs) {
    if (input === null || isTensor(input) || input.side !== first.side || input.type !== first.type) {
      throw unsupported(path, 'only columns of one type, on one side of the ensemble, are joined')
    }
    countCells(first.side, input.registers.length, path)
    for (const register of input.registers) registers.push(register)
  }
  return { ...first, registers }
}
