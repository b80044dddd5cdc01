import { malformed, unsupported } from '@riftline/base'
import type { OnnxLink } from '../form/links.ts'
import type { LeafEntries, TreeEnsemble, Trees } from '../form/tree-ensemble.ts'
import type { BuiltTrees } from './build-onnx-trees.ts'
import type { Header } from './ensemble-header.ts'
import type { OnnxTrees } from './onnx-trees.ts'

type Rules = Pick<TreeEnsemble, 'numberOfOutputs' | 'baseScores' | 'baseIs' | 'decisionThreshold' | 'classNames'> &
  Pick<OnnxLink, 'oneScore'>

/** Rules of ONNX Runtime by which the outputs of trees become scores and labels. */
export function readRules(header: Header, trees: OnnxTrees, built: BuiltTrees): Rules {
  const { width, classNames, bases, transform } = header
  if (classNames !== null && width === 2) return readTwoLabels(header, trees, built)
  const isPlain = classNames !== null || width === 1 || bases.length === 0
  if (width === 1 && transform !== 'probit') return rulesOf(1, bases, 'addedLast', classNames)
  return rulesOf(width, bases, isPlain ? 'addedLast' : 'addedToNamed', classNames)
}

/** Rules of plain scores. An absent base is -0: added to an output that no leaf names, which is -0, it keeps this mark. */
function rulesOf(
  width: number,
  bases: readonly number[],
  baseIs: Rules['baseIs'],
  classNames: Rules['classNames'],
): Rules {
  const baseScores = Array.from({ length: width }, (_, k) => (bases[k] === undefined ? -0 : bases[k] + 0))
  return { numberOfOutputs: width, baseScores, baseIs, classNames, decisionThreshold: null, oneScore: 'alone' }
}

/**
 * Rules of two labels. There is one score if all weights are for label 0 and there is at most one base. The second label is chosen above a
 * half if all weights are for one label and none is negative, else above 0. If weights are for both, integer labels are 0 and 1, whatever
 * the file says.
 */
function readTwoLabels(header: Header, trees: OnnxTrees, built: BuiltTrees): Rules {
  const { bases, transform } = header
  const { output, value } = trees.entries
  const ids = new Set(Array.from(output))
  const isComplement = ids.size === 1 && Array.from(value).every((weight) => weight >= 0)
  const hasTwoBases = bases.length === 2
  const mayLackSecond =
    !hasTwoBases && !built.trees.root.some((_, t) => leavesOf(built, t).every((leaf) => names(trees, leaf, 1)))
  if (mayLackSecond && transform === 'probit') {
    throw unsupported(
      `${trees.path}.post_transform`,
      'ONNX Runtime leaves PROBIT of one score for two labels undefined',
    )
  }
  if (mayLackSecond && ids.size !== 1 && bases.length === 1) {
    throw unsupported(
      `${trees.path}.base_values`,
      'ONNX Runtime leaves one base value for two labels undefined if a row reaches no weight of the second',
    )
  }
  const isInteger = typeof header.classNames?.[0] === 'number'
  const baseIs = hasTwoBases ? 'ofTwoLabels' : 'addedToNamed'
  return {
    ...rulesOf(ids.has(1) || hasTwoBases ? 2 : 1, bases, baseIs, header.classNames),
    ...(ids.size !== 1 && isInteger ? { classNames: [0, 1] } : {}),
    decisionThreshold: isComplement ? 0.5 : 0,
    oneScore: isComplement ? 'complement' : 'opposite',
  }
}

function names({ entries: { start, output } }: OnnxTrees, leaf: number, id: number): boolean {
  for (let i = start[leaf]!; i < start[leaf + 1]!; i++) if (output[i] === id) return true
  return false
}

/** Leaves of tree t, by their numbers in the file. */
function leavesOf({ leaves, trees: { firstLeaf } }: BuiltTrees, t: number): Int32Array {
  return leaves.subarray(firstLeaf[t], firstLeaf[t + 1])
}

/** Gives the leaves one number each where that is all that they have, else the entries of all. */
export function fillLeaves(trees: OnnxTrees, built: BuiltTrees, header: Header, numberOfOutputs: number): Trees {
  const outputs = header.combining === 'sum' ? plainOutputs(trees, built, header, numberOfOutputs) : null
  if (outputs === null) return { ...built.trees, leafEntries: collectEntries(trees, built, header) }
  const leafValue = new Float64Array(built.leaves.length)
  built.leaves.forEach((leaf, i) => {
    leafValue[i] = plainValue(trees, leaf, header)
  })
  return { ...built.trees, output: outputs, leafValue }
}

/** Output of each tree if the leaves of a tree name one output and every output has a tree, else null. */
function plainOutputs(
  { entries: { start, output } }: OnnxTrees,
  built: BuiltTrees,
  { classNames, averages }: Header,
  numberOfOutputs: number,
): Int32Array | null {
  const entriesOf = (leaf: number) => start[leaf + 1]! - start[leaf]!
  if (numberOfOutputs === 1) {
    const isPlain = classNames === null || built.leaves.every((leaf) => entriesOf(leaf) === 1)
    return isPlain ? built.trees.output : null
  }
  const outputs = built.trees.root.map((_, t) => {
    const leaves = leavesOf(built, t)
    const first = output[start[leaves[0]!]!]
    return leaves.every((leaf) => entriesOf(leaf) === 1 && output[start[leaf]!] === first) ? first! : -1
  })
  return !averages && !outputs.includes(-1) && new Set(outputs).size === numberOfOutputs ? outputs : null
}

/** First number of a leaf: with one target ONNX Runtime reads no other. A leaf without entries has the value of its node. */
function plainValue(trees: OnnxTrees, leaf: number, { classNames }: Header): number {
  const { start, value } = trees.entries
  if (start[leaf + 1]! > start[leaf]!) return value[start[leaf]!]!
  if (classNames !== null) return 0
  const own = trees.value(leaf)
  if (Number.isFinite(own)) return own
  throw malformed(`${trees.path}.nodes_values[${leaf}]`, 'a finite number in a leaf', own)
}

function collectEntries(trees: OnnxTrees, { leaves }: BuiltTrees, header: Header): LeafEntries {
  const { start, output, value } = trees.entries
  const isSingle = header.width === 1
  const starts = new Int32Array(leaves.length + 1)
  leaves.forEach((leaf, i) => {
    starts[i + 1] = starts[i]! + (isSingle ? 1 : start[leaf + 1]! - start[leaf]!)
  })
  const outputs = new Int32Array(starts[leaves.length]!)
  const values = new Float64Array(outputs.length)
  leaves.forEach((leaf, i) => {
    const from = starts[i]!
    if (isSingle) values[from] = plainValue(trees, leaf, header) + 0
    else {
      for (let j = start[leaf]!; j < start[leaf + 1]!; j++) {
        outputs[from + j - start[leaf]!] = output[j]!
        values[from + j - start[leaf]!] = value[j]! + 0
      }
    }
  })
  return { start: starts, output: outputs, value: values }
}
