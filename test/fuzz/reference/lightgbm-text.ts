import { referLightgbm } from './lightgbm.ts'
import { type Reference, Unreadable, whole } from './reference.ts'

type Lines = ReadonlyMap<string, string>

/** Reads LightGBM's `model.txt` as the nested objects of its dump. A repeated key has its last value, as in LightGBM. */
export function referLightgbmText(text: string): Reference {
  const lines = text.split(/\r\n|\r|\n/)
  const [head, ...trees] = sections(lines)
  const header = keyValues(head as string[])
  const classes = integer(header.get('num_tree_per_iteration') ?? header.get('num_class'))
  return referLightgbm({
    num_tree_per_iteration: classes,
    max_feature_idx: integer(header.get('max_feature_idx')),
    average_output: header.has('average_output'),
    ...(header.has('objective') ? { objective: header.get('objective') } : {}),
    tree_info: trees.map((section) => readTree(keyValues(section))),
  })
}

/** The header, then each tree up to the next blank line; scoring needs nothing after the trees. */
function sections(lines: readonly string[]): string[][] {
  const header: string[] = []
  const trees: string[][] = []
  let section: string[] | null = header
  for (const line of lines) {
    if (line === 'end of trees') break
    if ((section === header || section === null) && line.startsWith('Tree=')) {
      section = []
      trees.push(section)
    } else if (line === '') {
      if (section !== header && section?.length !== 0) section = null
    } else if (section === null) throw new Unreadable(`a line between trees: ${line.slice(0, 40)}`)
    else section.push(line)
  }
  return [header, ...trees]
}

function keyValues(lines: readonly string[]): Lines {
  return new Map(
    lines.map((line) => {
      const at = line.indexOf('=')
      return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)]
    }),
  )
}

function integer(text: string | undefined): number {
  if (text === undefined || !/^-?\d+$/.test(text.trim())) throw new Unreadable(`${text} is not an integer`)
  return Number(text)
}

function number(text: string): number {
  const named = /^([-+]?)(inf|nan)(inity)?$/i.exec(text)
  if (named !== null) return named[2]?.toLowerCase() === 'nan' ? Number.NaN : named[1] === '-' ? -Infinity : Infinity
  if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text)) throw new Unreadable(`${text} is not a number`)
  return Number(text)
}

function numbers(tree: Lines, key: string, length: number): number[] {
  const words = (tree.get(key) ?? '').split(/\s+/).filter((word) => word !== '')
  if (words.length !== length) throw new Unreadable(`${key} has ${words.length} numbers, not ${length}`)
  return words.map(number)
}

function readTree(tree: Lines): object {
  const leaves = whole(integer(tree.get('num_leaves')), 'num_leaves', 1, 1e7)
  const nodes = leaves - 1
  const linear = integer(tree.get('is_linear') ?? '0') !== 0 ? linearLeaves(tree, leaves) : null
  const leafObjects = numbers(tree, 'leaf_value', leaves).map((leaf_value, leaf_index) => ({
    ...{ leaf_index, leaf_value },
    ...linear?.[leaf_index],
  }))
  if (nodes === 0) return { num_leaves: leaves, tree_structure: leafObjects[0] }

  const feature = numbers(tree, 'split_feature', nodes)
  const threshold = numbers(tree, 'threshold', nodes)
  const decision = tree.has('decision_type') ? numbers(tree, 'decision_type', nodes) : feature.map(() => 0)
  const sets = decision.some((bits) => (bits & 1) === 1) ? categorySets(tree, integer(tree.get('num_cat'))) : []
  const nodeObjects: Record<string, unknown>[] = feature.map((split_feature, split_index) => ({
    ...{ split_index, split_feature },
    ...question(decision[split_index] as number, threshold[split_index] as number, sets),
  }))
  for (const key of ['left_child', 'right_child']) {
    numbers(tree, key, nodes).forEach((child, node) => {
      whole(child, key, -leaves, nodes)
      ;(nodeObjects[node] as Record<string, unknown>)[key] = child >= 0 ? nodeObjects[child] : leafObjects[-1 - child]
    })
  }
  return { num_leaves: leaves, tree_structure: nodeObjects[0] }
}

/** Bit 0 means categorical, bit 1 default left, and the next two give the missing type. */
function question(decision: number, threshold: number, sets: readonly string[]): object {
  whole(decision, 'decision_type', 0, 128)
  if ((decision & 1) === 1) {
    return { decision_type: '==', threshold: sets[whole(threshold, 'number of the set', 0, sets.length)] }
  }
  const missing = ['None', 'Zero', 'NaN'][(decision >> 2) & 3]
  return { decision_type: '<=', default_left: (decision & 2) > 0, missing_type: missing, threshold, as_written: true }
}

/** Categories of each bitset, joined as in the dump. */
function categorySets(tree: Lines, count: number): string[] {
  const bounds = numbers(tree, 'cat_boundaries', count + 1)
  const words = numbers(tree, 'cat_threshold', whole(bounds.at(-1), 'cat_boundaries', 0, 1e8))
  return Array.from({ length: count }, (_, set) => {
    const from = whole(bounds[set], 'cat_boundaries', set === 0 ? 0 : (bounds[set - 1] as number), words.length + 1)
    const to = whole(bounds[set + 1], 'cat_boundaries', from, words.length + 1)
    const categories: number[] = []
    words.slice(from, to).forEach((word, w) => {
      whole(word, 'cat_threshold', 0, 2 ** 32)
      for (let bit = 0; bit < 32; bit++) if (((word >>> bit) & 1) === 1) categories.push(w * 32 + bit)
    })
    return categories.join('||')
  })
}

function linearLeaves(tree: Lines, leaves: number): object[] {
  const constant = numbers(tree, 'leaf_const', leaves)
  const counts = numbers(tree, 'num_features', leaves).map((count) => whole(count, 'num_features', 0, 1e7))
  const total = counts.reduce((sum, count) => sum + count, 0)
  const features = numbers(tree, 'leaf_features', total)
  const factors = numbers(tree, 'leaf_coeff', total)
  let at = 0
  return counts.map((count, leaf) => {
    const from = at
    at += count
    return { leaf_const: constant[leaf], leaf_features: features.slice(from, at), leaf_coeff: factors.slice(from, at) }
  })
}
