import { exp } from '../../math/exp.ts'

/**
 * Arithmetic on the cells of a row, before the trees or after them: the operators around an ensemble in ONNX. It works on registers, which
 * are first the cells of the row, then the results of each step in turn.
 */
export interface Steps {
  /** Cells of the row before the first step. */
  readonly cells: number
  readonly list: readonly Step[]
}

/**
 * One result for each register of `from`:
 *
 * - `round`: the cell in float32
 * - `add`, `subtract`, `multiply`, `divide`: the cell and its number of `numbers`
 * - `atLeast`, `atMost`: the cell, or its number if the cell is below or above it; NaN stays
 * - `impute`: its number if the cell equals `numbers[0]` (null means NaN), else the cell
 * - `maximum`, `l1`, `l2`: the cell divided by this norm of all cells
 * - `sigmoid`, `exp`: of the cell; `softmax`: of all cells
 */
export interface Step {
  readonly kind: StepKind
  readonly from: readonly number[]
  readonly numbers: readonly (number | null)[]
  /** Arithmetic in doubles; else cells and results are float32. */
  readonly inDoubles: boolean
}

export const stepKinds = [
  ...(['round', 'add', 'subtract', 'multiply', 'divide', 'atLeast', 'atMost', 'impute'] as const),
  ...(['maximum', 'l1', 'l2', 'sigmoid', 'exp', 'softmax'] as const),
] as const

export type StepKind = (typeof stepKinds)[number]

/** Numbers that a step needs for `cells` cells. */
export function numbersOfStep(kind: StepKind, cells: number): number {
  if (kind === 'impute') return cells + 1
  return ['add', 'subtract', 'multiply', 'divide', 'atLeast', 'atMost'].includes(kind) ? cells : 0
}

/** Number of registers. */
export function registersOf({ cells, list }: Steps): number {
  return list.reduce((count, { from }) => count + from.length, cells)
}

/** Fills the registers behind the cells of a row. */
export function applySteps({ cells, list }: Steps, registers: Float64Array): void {
  let at = cells
  for (const step of list) {
    const round = step.inDoubles ? (value: number) => value : Math.fround
    const { from } = step
    for (let i = 0; i < from.length; i++) registers[at + i] = round(registers[from[i]!]!)
    const results = registers.subarray(at, at + from.length)
    applyStep(step, results, round)
    at += from.length
  }
}

type Round = (value: number) => number

function applyStep(step: Step, cells: Float64Array, round: Round): void {
  const { kind } = step
  if (kind === 'softmax') softmaxOf(cells, round)
  else if (kind === 'maximum' || kind === 'l1' || kind === 'l2') normalise(kind, cells)
  else for (let i = 0; i < cells.length; i++) cells[i] = round(resultOf(step, cells[i]!, i))
}

/** Result for one cell of a step that treats each cell by itself. */
function resultOf({ kind, numbers }: Step, cell: number, i: number): number {
  const number = numbers[i] ?? 0
  switch (kind) {
    case 'add':
      return cell + number
    case 'subtract':
      return cell - number
    case 'multiply':
      return cell * number
    case 'divide':
      return cell / number
    case 'atLeast':
      return cell < number ? number : cell
    case 'atMost':
      return cell > number ? number : cell
    case 'impute':
      return cell === numbers[0] || (numbers[0] === null && Number.isNaN(cell)) ? numbers[i + 1]! : cell
    case 'sigmoid':
      return 1 / (1 + exp(-cell))
    case 'exp':
      return exp(cell)
    default:
      return Math.fround(cell)
  }
}

/** e^(cell - largest), each divided by the sum in order. */
export function softmaxOf(cells: Float64Array, round: Round): void {
  let largest = cells[0]!
  for (const cell of cells) largest = Math.max(largest, cell)
  let sum = 0
  for (let i = 0; i < cells.length; i++) {
    cells[i] = round(exp(round(cells[i]! - largest)))
    sum = round(sum + cells[i]!)
  }
  for (let i = 0; i < cells.length; i++) cells[i] = round(cells[i]! / sum)
}

const leastFloat = -3.4028234663852886e38

/**
 * Divides a row by its norm, in the order of its cells; a norm of 0 changes nothing. The arithmetic is that of float32, but `l2` takes the
 * squares of doubles.
 */
function normalise(kind: 'maximum' | 'l1' | 'l2', cells: Float64Array): void {
  const fround = Math.fround
  if (kind !== 'l2') cells.set(cells.map(fround))
  let norm = kind === 'maximum' ? leastFloat : 0
  for (const cell of cells) {
    if (kind === 'maximum') norm = cell > norm ? cell : norm
    else norm = fround(norm + (kind === 'l1' ? Math.abs(cell) : fround(cell * cell)))
  }
  if (norm === 0) return
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i]!
    if (kind !== 'l2') cells[i] = fround(cell / norm)
    else cells[i] = Math.sign(cell) * fround(Math.sqrt(fround(fround(cell * cell) / norm)))
  }
}
