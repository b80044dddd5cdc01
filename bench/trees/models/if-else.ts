import {
  categoriesOf,
  type DumpLeaf,
  type DumpNode,
  type DumpSplit,
  type DumpTree,
  isSplit,
  thresholdOf,
} from './dump.ts'

/** Differences between JavaScript and C++ in the code of a tree. */
export interface Dialect {
  /** Expression for the value of a feature. */
  cell(feature: number): string
  /** Statement that adds a leaf's output. */
  leaf(output: string): string
  /** Expression that tests whether set number `set` has a value. */
  isMember(cell: string, set: number): string
  readonly infinity: string
}

/** LightGBM's zero threshold, the float32 nearest to 1e-35. */
const zeroThreshold = numberText(Math.fround(1e-35))

/**
 * Writes a tree as nested conditions, as code generators do. It follows LightGBM's rules for missing values and categories,
 * but does not round cells between -1e-35 and 1e-35 to 0; no row of the bench has any.
 *
 * @param sets receives the categories of every set that the code tests
 */
export function writeTree(tree: DumpTree, dialect: Dialect, sets: number[][]): string {
  const write = (node: DumpNode): string => {
    if (!isSplit(node)) return dialect.leaf(leafText(node, dialect))
    const test = node.decision_type === '==' ? memberTest(node) : numericalTest(node, dialect)
    return `if (${test}) {${write(node.left_child)}} else {${write(node.right_child)}}`
  }
  const memberTest = (node: DumpSplit): string =>
    dialect.isMember(dialect.cell(node.split_feature), sets.push(categoriesOf(node)) - 1)
  return write(tree.tree_structure)
}

/**
 * Condition for going left. `!(x > t)` is true for NaN and `x <= t` is not, so NaN needs no separate test.
 *
 * - None: NaN counts as 0
 * - NaN: NaN goes to the default side
 * - Zero: NaN and 0 go to the default side
 */
function numericalTest(node: DumpSplit, { cell, infinity }: Dialect): string {
  const x = cell(node.split_feature)
  const threshold = thresholdOf(node)
  const t = Number.isFinite(threshold) ? numberText(threshold) : threshold < 0 ? `-${infinity}` : infinity
  const missingGoesLeft = node.missing_type === 'None' ? threshold >= 0 : node.default_left
  if (node.missing_type !== 'Zero') return missingGoesLeft ? `!(${x} > ${t})` : `${x} <= ${t}`
  const isZero = `(${x} >= -${zeroThreshold} && ${x} <= ${zeroThreshold})`
  return missingGoesLeft ? `!(${x} > ${t}) || ${isZero}` : `${x} <= ${t} && !${isZero}`
}

/** Expression for a leaf: its constant, or its linear function, for which a NaN feature gives the constant. */
function leafText(
  { leaf_value, leaf_const, leaf_features = [], leaf_coeff = [] }: DumpLeaf,
  { cell }: Dialect,
): string {
  if (leaf_const === undefined) return numberText(leaf_value)
  const terms = leaf_features.map((feature, i) => ` + ${numberText(leaf_coeff[i]!)} * ${cell(feature)}`)
  const linear = `${numberText(leaf_const)}${terms.join('')}`
  if (leaf_features.length === 0) return linear
  const isMissing = leaf_features.map((feature) => `${cell(feature)} != ${cell(feature)}`).join(' || ')
  return `${isMissing} ? ${numberText(leaf_value)} : ${linear}`
}

/** Literal of a double in both languages: the shortest digits that read back to it, never an integer. */
export function numberText(value: number): string {
  const text = Object.is(value, -0) ? '-0' : String(value)
  return /^-?\d+$/.test(text) ? `${text}.0` : text
}

/** Words of a set: bit c & 31 of word c >> 5 tells whether category c is in it. */
export function bitsetOf(categories: readonly number[]): Uint32Array {
  const words = new Uint32Array((Math.max(-1, ...categories) >> 5) + 1)
  for (const category of categories) words[category >> 5]! |= 1 << (category & 31)
  return words
}
