import { malformed, unsupported } from '@riftline/base'
import type { ElementType, GraphNode, Tensor } from './onnx-file.ts'

export type Mode = 'LEQ' | 'LT' | 'GTE' | 'GT' | 'EQ' | 'NEQ' | 'MEMBER' | 'LEAF'

/** Numbers of leaves: leaf `n` adds `value[i]` to `output[i]` for `start[n] ≤ i < start[n + 1]`, in the order of the file. */
export interface Entries {
  readonly start: Int32Array
  readonly output: ArrayLike<number>
  readonly value: ArrayLike<number>
}

/** Nodes and leaves of an ensemble in either form of ONNX, numbered together. */
export interface OnnxTrees {
  readonly path: string
  /** Number of nodes and leaves, of the members of sets and of the entries of leaves. */
  readonly size: number
  readonly roots: readonly number[]
  mode(n: number): Mode
  feature(n: number): number
  /** Split value of a node, or value of a leaf that names no output. */
  value(n: number): number
  /** Members of a `MEMBER` node. */
  members(n: number): readonly number[]
  whenTrue(n: number): number
  whenFalse(n: number): number
  /** Whether missing cells take the true branch. */
  tracks(n: number): boolean
  leafNumber(n: number): number
  readonly entries: Entries
}

/** Numbers of an attribute that is a list of float32 or, since ai.onnx.ml 3, a tensor of doubles. */
export function numbersOf({ attributes }: GraphNode, name: string): ArrayLike<number> {
  return attributes.tensor(`${name}_as_tensor`)?.values ?? attributes.floats(name)
}

function listOf<T>(list: ArrayLike<T>, path: string, size: number): ArrayLike<T> {
  if (list.length === size) return list
  throw malformed(path, `${size} entries, as there are nodes`, list.length)
}

/** Returns a reader of a list of integers, which checks each integer when it is asked for. */
function integersOf({ path, attributes }: GraphNode, name: string, size: number, most: number): (i: number) => number {
  const list = listOf(attributes.integers(name), `${path}.${name}`, size)
  return (i: number): number => {
    const value = list[i]!
    if (Number.isInteger(value) && value >= 0 && value <= most) return value
    throw malformed(`${path}.${name}[${i}]`, `an integer from 0 to ${most}`, value)
  }
}

/** Returns a reader of a list of flags; all are false if the list is absent. */
function flagsOf(node: GraphNode, name: string, size: number): (i: number) => boolean {
  if (node.attributes.integers(name).length === 0) return () => false
  const flag = integersOf(node, name, size, 2 ** 31 - 1)
  return (i) => flag(i) !== 0
}

const mostId = 2 ** 31 - 1

/** Groups entries by their leaf: entry `i` belongs to `places[i]`. The order within a leaf stays. */
function groupEntries(
  size: number,
  places: Int32Array,
  outputs: ArrayLike<number>,
  values: ArrayLike<number>,
): Entries {
  const start = new Int32Array(size + 1)
  for (const place of places) start[place + 1]!++
  for (let n = 0; n < size; n++) start[n + 1]! += start[n]!
  const next = start.slice()
  const output = new Int32Array(places.length)
  const value = new Float64Array(places.length)
  places.forEach((place, i) => {
    output[next[place]!] = outputs[i]!
    value[next[place]!++] = values[i]!
  })
  return { start, output, value }
}

/** Checks the outputs and numbers of entries. */
function checkEntries(
  path: string,
  names: readonly [string, string],
  outputs: readonly number[],
  values: ArrayLike<number>,
  width: number,
) {
  listOf(values, `${path}.${names[1]}`, outputs.length)
  for (let i = 0; i < outputs.length; i++) {
    const output = outputs[i]!
    if (!(output >= 0 && output < width)) throw malformed(`${path}.${names[0]}[${i}]`, `0 to ${width - 1}`, output)
    if (!Number.isFinite(values[i]!)) throw malformed(`${path}.${names[1]}[${i}]`, 'a finite number', values[i])
  }
}

/** Reads the parallel lists of `TreeEnsembleRegressor` and `TreeEnsembleClassifier`; the names of their weights begin with `kind`. */
export function readParallelLists(node: GraphNode, kind: 'target' | 'class', width: number): OnnxTrees {
  const { path, attributes } = node
  const modes = attributes.texts('nodes_modes')
  const size = modes.length
  const trees = integersOf(node, 'nodes_treeids', size, mostId)
  const ids = integersOf(node, 'nodes_nodeids', size, mostId)
  const values = listOf(numbersOf(node, 'nodes_values'), `${path}.nodes_values`, size)
  const roots: number[] = []
  const treeOf = new Map<number, number>()
  const places = new Map<number, number>()
  /** Key of a node: its tree and its id in one number. */
  const keyOf = (tree: number, id: number) => (treeOf.get(tree) ?? treeOf.size) * 2 ** 31 + id
  for (let n = 0; n < size; n++) {
    const tree = trees(n)
    if (n === 0 || tree !== trees(n - 1)) roots.push(n)
    const key = keyOf(tree, ids(n))
    if (!treeOf.has(tree)) treeOf.set(tree, treeOf.size)
    if (places.has(key)) throw malformed(`${path}.nodes_nodeids[${n}]`, 'each node once', ids(n))
    places.set(key, n)
  }
  const childOf = (name: string) => {
    const child = integersOf(node, name, size, mostId)
    return (n: number): number => {
      const place = places.get(keyOf(trees(n), child(n)))
      if (place === undefined) throw malformed(`${path}.${name}[${n}]`, 'a node of the tree', child(n))
      return place
    }
  }
  const entries = readWeights(node, kind, width, size, (tree, id) => places.get(keyOf(tree, id)))
  return {
    path,
    size: size + entries.output.length,
    roots,
    mode(n) {
      const mode = modes[n]!.replace(/^BRANCH_/, '') as Mode
      if (listModes.has(mode)) return mode
      throw malformed(`${path}.nodes_modes[${n}]`, 'a mode of ai.onnx.ml 3', modes[n])
    },
    feature: integersOf(node, 'nodes_featureids', size, mostId),
    value: (n) => values[n]!,
    members: () => [],
    whenTrue: childOf('nodes_truenodeids'),
    whenFalse: childOf('nodes_falsenodeids'),
    tracks: flagsOf(node, 'nodes_missing_value_tracks_true', size),
    leafNumber: ids,
    entries,
  }
}

const listModes: ReadonlySet<Mode> = new Set<Mode>(['LEQ', 'LT', 'GTE', 'GT', 'EQ', 'NEQ', 'LEAF'])

function readWeights(
  node: GraphNode,
  kind: 'target' | 'class',
  width: number,
  size: number,
  placeOf: (tree: number, id: number) => number | undefined,
): Entries {
  const { path, attributes } = node
  const outputs = attributes.integers(`${kind}_ids`)
  const values = numbersOf(node, `${kind}_weights`)
  checkEntries(path, [`${kind}_ids`, `${kind}_weights`], outputs, values, width)
  const trees = integersOf(node, `${kind}_treeids`, outputs.length, mostId)
  const ids = integersOf(node, `${kind}_nodeids`, outputs.length, mostId)
  const places = Int32Array.from(outputs, (_, i) => {
    const place = placeOf(trees(i), ids(i))
    if (place === undefined) throw malformed(`${path}.${kind}_nodeids[${i}]`, 'a node of the ensemble', ids(i))
    return place
  })
  return groupEntries(size, places, outputs, values)
}

/** Modes of `TreeEnsemble` by number. */
const numberedModes: readonly Mode[] = ['LEQ', 'LT', 'GTE', 'GT', 'EQ', 'NEQ', 'MEMBER']

/** Reads the arrays of `TreeEnsemble` of ai.onnx.ml 5. Leaves are numbered after the nodes. */
export function readNumberedNodes(node: GraphNode, width: number, type: ElementType): OnnxTrees {
  const { path, attributes } = node
  const modes = requiredTensor(node, 'nodes_modes', 'uint8').values
  const nodes = modes.length
  const splits = listOf(requiredTensor(node, 'nodes_splits', type).values, `${path}.nodes_splits`, nodes)
  const targets = attributes.integers('leaf_targetids')
  const leaves = targets.length
  const weights = requiredTensor(node, 'leaf_weights', type).values
  checkEntries(path, ['leaf_targetids', 'leaf_weights'], targets, weights, width)
  const childOf = (name: string, leafName: string) => {
    const isLeaf = integersOf(node, leafName, nodes, 1)
    const child = integersOf(node, name, nodes, mostId)
    return (n: number): number => {
      const limit = isLeaf(n) === 1 ? leaves : nodes
      if (child(n) >= limit) throw malformed(`${path}.${name}[${n}]`, `0 to ${limit - 1}`, child(n))
      return isLeaf(n) === 1 ? nodes + child(n) : child(n)
    }
  }
  const roots = attributes.integers('tree_roots')
  const root = integersOf(node, 'tree_roots', roots.length, nodes - 1)
  const members = attributes.tensor('membership_values')?.values ?? []
  const sets = readMembers(members, modes, path)
  return {
    path,
    size: nodes + 2 * leaves + members.length,
    roots: roots.map((_, i) => root(i)),
    mode(n) {
      if (n >= nodes) return 'LEAF'
      const mode = numberedModes[modes[n]!]
      if (mode === undefined) throw malformed(`${path}.nodes_modes[${n}]`, '0 to 6', modes[n])
      return mode
    },
    feature: integersOf(node, 'nodes_featureids', nodes, mostId),
    value: (n) => (n < nodes ? splits[n]! : 0),
    members: (n) => sets.get(n) ?? [],
    whenTrue: childOf('nodes_truenodeids', 'nodes_trueleafs'),
    whenFalse: childOf('nodes_falsenodeids', 'nodes_falseleafs'),
    tracks: flagsOf(node, 'nodes_missing_value_tracks_true', nodes),
    leafNumber: (n) => n - nodes,
    entries: groupEntries(
      nodes + leaves,
      Int32Array.from(targets, (_, i) => nodes + i),
      targets,
      weights,
    ),
  }
}

function requiredTensor({ path, attributes }: GraphNode, name: string, type: ElementType): Tensor {
  const tensor = attributes.tensor(name)
  if (tensor?.type !== type)
    throw malformed(`${path}.${name}`, `a tensor of ${type}, as the input`, tensor?.type ?? 'none')
  return tensor
}

/** Reads the sets of the `MEMBER` nodes, which follow each other in the order of the nodes; NaN ends each. */
function readMembers(
  values: ArrayLike<number>,
  modes: ArrayLike<number>,
  path: string,
): ReadonlyMap<number, readonly number[]> {
  const sets = new Map<number, readonly number[]>()
  let at = 0
  for (let n = 0; n < modes.length; n++) {
    if (numberedModes[modes[n]!] !== 'MEMBER') continue
    const set: number[] = []
    for (; at < values.length && !Number.isNaN(values[at]!); at++) set.push(values[at]!)
    if (at === values.length) throw malformed(`${path}.membership_values`, `NaN behind the set of node ${n}`, 'the end')
    at++
    if (isSmallSet(set)) sets.set(n, set)
    else
      sets.set(
        n,
        set.map((member) => asInt32(member, path)),
      )
  }
  return sets
}

function asInt32(member: number, path: string): number {
  if (Number.isInteger(member) && member > -(2 ** 31) && member < 2 ** 31) return member
  throw unsupported(
    `${path}.membership_values`,
    `a set with members beyond 0 to 30 has integers above -2^31 and below 2^31, got ${member}`,
  )
}

/** Whether ONNX Runtime tests the set by value: up to 30 members, all from 0 to 30. For other sets it truncates the cell first. */
export function isSmallSet(members: readonly number[]): boolean {
  return members.length <= 30 && members.every((member) => member >= 0 && member <= 30)
}
