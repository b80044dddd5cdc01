import { layout } from './src/trees/engines/graph.ts'

// npm run kernels: writes the walks of the JavaScript engine. One template gives four functions: through trees or over rows, in
// graphs without sets or with them. They are written out because V8 does not inline that many calls.

/** Text of src/trees/engines/js/walks.generated.ts. Each line has the same statement for all lanes. */
export function walksModule(): string {
  return [
    '// Written by packages/core/write-walks.ts (npm run kernels); do not edit.',
    '// biome-ignore-all format: a line has the same statement for eight walks.',
    '',
    `${treesDoc}\n${walkTrees('walkTrees', false)}`,
    `${maskedTreesDoc}\n${walkTrees('walkMaskedTrees', true)}`,
    `${rowsDoc}\n${walkRows('walkRows', false)}`,
    `${maskedRowsDoc}\n${walkRows('walkMaskedRows', true)}`,
  ].join('\n')
}

const treesDoc = `/**
 * Walks the first row from the first \`count\` of the roots, eight at a time, and adds the leaves' values to \`sums[at]\` in
 * order; \`ends\` gets their slots. The list is filled up to a multiple of eight with a leaf that changes no sum.
 *
 * Without these choices a walk takes up to twice as long:
 * - Eight walks do not wait for one another, so the processor overlaps their reads.
 * - \`Number(a <= b)\` compiles to a flag; \`a <= b ? 1 : 0\` would be a branch, mispredicted every other time.
 * - One DataView replaces several typed arrays, which V8 would check and unpack anew in every round of the loop.
 * - Two steps make a round. A leaf leads to itself, so a step too many does no harm.
 * - The loop is written out, because V8 does not inline that many calls.
 */`

const maskedTreesDoc =
  '/** `walkTrees` in a graph with sets, where a step also looks at a bit. A step is longer, so a round has one. */'

const rowsDoc = `/**
 * \`walkTrees\` the other way round: takes \`count\` trees, from \`roots[first]\` on, one after another over \`rows\` rows, a
 * multiple of eight, eight at a time, so that a large model is read from memory once for all rows. The sum of row r is
 * \`sums[at + r * step]\`.
 */`

const maskedRowsDoc = '/** `walkRows` in a graph with sets. */'

/** Each lane is one walk: `a` is its slot, `cellA` the cell that the slot tests. */
const lanes: readonly string[] = [...'abcdefgh']
const upper = (lane: string): string => lane.toUpperCase()

function walkTrees(name: string, masked: boolean): string {
  return `export function ${name}(
  view: DataView, leafCell: number, roots: Int32Array, count: number, ends: Int32Array, sums: Float64Array, at: number,
): void {
  let sum = sums[at]!
  for (let i = 0; i < count; i += ${lanes.length}) {
${each(4, (lane, i) => `let ${lane} = roots[${plus('i', i)}]!`)}
    for (;;) {
${each(6, (lane) => `const cell${upper(lane)} = ${cellOf(lane)}`)}
      if (${lanes.map((lane) => `cell${upper(lane)}`).join(' + ')} === ${lanes.length} * leafCell) break
${round(6, masked, cellOf)}
    }
${each(4, (lane, i) => `ends[${plus('i', i)}] = ${lane}`)}
${each(4, (lane) => `sum += ${double(lane)}`)}
  }
  sums[at] = sum
}
`
}

function walkRows(name: string, masked: boolean): string {
  const rowCell = (lane: string): string => `row${upper(lane)} + ${cellOf(lane)}`
  const rowsBefore = (lanes.length * (lanes.length - 1)) / 2
  return `export function ${name}(
  view: DataView, leafCell: number, stride: number, rows: number, roots: Int32Array, first: number, count: number,
  sums: Float64Array | Float32Array, at: number, step: number,
): void {
  for (let i = first; i < first + count; i++) {
    const root = roots[i]!
    for (let r = 0; r < rows; r += ${lanes.length}) {
${each(6, (lane, i) => `const row${upper(lane)} = ${i === 0 ? 'r * stride' : `row${upper(lanes[i - 1]!)} + stride`}`)}
      const allLeaves = ${lanes.length} * leafCell + (${lanes.length} * r + ${rowsBefore}) * stride
${each(6, (lane) => `let ${lane} = root`)}
      for (;;) {
${each(8, (lane) => `const cell${upper(lane)} = ${rowCell(lane)}`)}
        if (${lanes.map((lane) => `cell${upper(lane)}`).join(' + ')} === allLeaves) break
${round(8, masked, rowCell)}
      }
      const sum = at + r * step
${each(6, (lane, i) => `sums[${plus('sum', i, 'step')}]! += ${double(lane)}`)}
    }
  }
}
`
}

/** One step of every lane from the cells `cellA` …; without sets also a second step. */
function round(indent: number, masked: boolean, cell: (lane: string) => string): string {
  if (masked) return each(indent, (lane) => maskedStep(lane, `cell${upper(lane)}`))
  const second = (lane: string): string[] => {
    const next = `next${upper(lane)}`
    return [`const ${next} = ${cell(lane)}`, plainStep(lane, next)]
  }
  return `${each(indent, (lane) => plainStep(lane, `cell${upper(lane)}`))}\n${each(indent, second)}`
}

function plainStep(lane: string, cell: string): string {
  return `${lane} = (${nextOf(lane)} + ${layout.slotBytes} * ${isWithin(lane, cell)}) | 0`
}

/** Step through a slot with a set, where the bit of a category decides together with the comparison. */
function maskedStep(lane: string, cell: string): string[] {
  const [bit, word, yes] = [`bit${upper(lane)}`, `word${upper(lane)}`, `yes${upper(lane)}`]
  return [
    `const ${bit} = ${integer(`${cell} + ${layout.bit}`)}`,
    `const ${word} = ${integer(`${integer(`${lane} + ${layout.words}`)} + ((${bit} >> 5) << 2)`)}`,
    `const ${yes} = ${isWithin(lane, cell)} & (${word} >> ${bit})`,
    `${lane} = (${nextOf(lane)} + ${layout.maskedSlotBytes} * ${yes}) | 0`,
  ]
}

function cellOf(lane: string): string {
  return integer(`${lane} + ${layout.cell}`)
}

function nextOf(lane: string): string {
  return integer(`${lane} + ${layout.next}`)
}

/** Comparison of a cell with a limit; both values come first in their structures. */
function isWithin(lane: string, cell: string): string {
  return `Number(${double(cell)} <= ${double(lane)})`
}

function integer(address: string): string {
  return `view.getInt32(${address}, true)`
}

function double(address: string): string {
  return `view.getFloat64(${address}, true)`
}

/** `name`, `name + 1`, …; with a unit `name`, `name + unit`, `name + 2 * unit`, … */
function plus(name: string, i: number, unit = ''): string {
  if (i === 0) return name
  if (unit === '') return `${name} + ${i}`
  return i === 1 ? `${name} + ${unit}` : `${name} + ${i} * ${unit}`
}

/** The statements of every lane, in order. */
function each(indent: number, statements: (lane: string, i: number) => string | readonly string[]): string {
  return ' '.repeat(indent) + lanes.flatMap(statements).join('; ')
}
