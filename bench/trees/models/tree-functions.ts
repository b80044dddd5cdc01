import type { Dump } from './dump.ts'
import { bitsetOf, type Dialect, writeTree } from './if-else.ts'

/** Adds the outputs of some trees of one output, in order, to a sum; the row begins at `o`. */
export interface TreeFunction {
  readonly output: number
  readonly add: (sum: number, x: Float64Array, o: number) => number
}

/** Largest number of characters of one function: about half of the 60 kB of bytecode beyond which V8 never optimises. */
const functionLength = 30_000

const dialect: Dialect = {
  cell: (feature) => `x[o + ${feature}]`,
  leaf: (output) => `s += ${output};`,
  isMember: (cell, set) => `has(${cell}, sets[${set}])`,
  infinity: 'Infinity',
}

/** Compiles a dump to JavaScript functions of several trees each. */
export function treeFunctions(dump: Dump): TreeFunction[] {
  const outputs = dump.num_tree_per_iteration
  const sets: number[][] = []
  const bodies = dump.tree_info.map((tree) => writeTree(tree, dialect, sets))
  const bitsets = sets.map(bitsetOf)
  return Array.from({ length: outputs }, (_, output) =>
    grouped(bodies.filter((__, tree) => tree % outputs === output)).map((body) => ({
      output,
      add: new Function('has', 'sets', `return (s, x, o) => {${body} return s}`)(has, bitsets),
    })),
  ).flat()
}

/** Joins texts in order, with as many per group as fit into one function. */
function grouped(bodies: readonly string[]): string[] {
  const groups = ['']
  for (const body of bodies) {
    if (groups.at(-1) !== '' && groups.at(-1)!.length + body.length > functionLength) groups.push('')
    groups[groups.length - 1] += body
  }
  return groups
}

/** Membership of a value in a set. NaN is in no set, because it fails every comparison; a value in (-1, 0) is truncated to category 0. */
function has(value: number, set: Uint32Array): boolean {
  if (!(value > -1 && value < 32 * set.length)) return false
  const category = value | 0
  return ((set[category >> 5]! >>> (category & 31)) & 1) === 1
}
