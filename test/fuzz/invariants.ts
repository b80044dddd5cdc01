import type { TreeEnsemble, Trees } from '@riftline/core'
import { limitsOf } from '#core/trees/form/sets.ts'
import { registersOf } from '#core/trees/form/steps.ts'

/**
 * Checks everything that packages/core/src/trees/form/tree-ensemble.ts promises to engines on the finished arrays.
 * Returns the first broken promise, or null.
 */
export function brokenInvariant(ensemble: TreeEnsemble): string | null {
  const { trees, numberOfFeatures, numberOfOutputs, featureNames } = ensemble
  const checks: readonly (readonly [string, boolean])[] = [
    ['numberOfFeatures', Number.isInteger(numberOfFeatures) && numberOfFeatures >= 1],
    ['numberOfOutputs', Number.isInteger(numberOfOutputs) && numberOfOutputs >= 1],
    ['featureNames', featureNames === null || areNames(featureNames, numberOfFeatures)],
    ['precision', precisions[ensemble.source.format]!.includes(ensemble.precision)],
    ['leafVector', trees.leafVector === null || trees.leafVector.length === numberOfOutputs * trees.leafValue.length],
    ['leafNumber', trees.leafNumber === null || trees.leafNumber.length === trees.leafValue.length],
    ['averaging', ['none', 'beforeLink', 'inScore'].includes(ensemble.averaging)],
    ['mayStopEarly', typeof ensemble.mayStopEarly === 'boolean'],
    ['baseScores', ensemble.baseScores.length === numberOfOutputs && ensemble.baseScores.every(Number.isFinite)],
    ['warnings', ensemble.warnings.every((line) => typeof line === 'string' && line.length < 1000)],
    ['link', isLink(ensemble)],
    ['lengths', lengthsFit(trees)],
    ['starts', ascendsFromZero(trees.firstNode) && ascendsFromZero(trees.firstLeaf) && ascendsFromZero(trees.setStart)],
    ['output', trees.output.every((output) => output >= 0 && output < numberOfOutputs)],
    ['leafValue', ensemble.precision === 'float64' || trees.leafValue.every(Number.isFinite)], // LightGBM's leaves may have any value
    ['counts', areCounts(trees)],
    ['linear', isLinear(ensemble)],
  ]
  return checks.find(([, holds]) => !holds)?.[0] ?? brokenTree(trees) ?? brokenNode(ensemble)
}

const precisions: Readonly<Record<string, readonly string[]>> = {
  lightgbm: ['float64'],
  mlnet: ['float32'],
  xgboost: ['float32'],
  catboost: ['float32'],
  onnx: ['float32', 'double'],
}

function areNames(names: readonly string[], length: number): boolean {
  return names.length === length && names.every((name) => typeof name === 'string')
}

function isLink({ link, numberOfOutputs }: TreeEnsemble): boolean {
  switch (link.kind) {
    case 'identity':
    case 'exp':
    case 'softplus':
    case 'signedSquare':
    case 'softmax':
    case 'step':
    case 'largest':
    case 'sorted':
    case 'softplusSteps':
    case 'meanAndVariance':
      return true
    case 'sigmoid':
      return Number.isFinite(link.slope) && Number.isFinite(link.offset)
    case 'onnx':
      return link.outputs.length > 0
    case 'normalisedSigmoids':
      return link.sigmoids.length === numberOfOutputs
    default:
      return false
  }
}

function lengthsFit(trees: Trees): boolean {
  const nodes = trees.feature.length
  return (
    [trees.decision, trees.threshold, trees.left, trees.right].every((array) => array.length === nodes) &&
    [trees.firstNode, trees.firstLeaf].every((array) => array.length === trees.root.length + 1) &&
    trees.output.length === trees.root.length &&
    trees.firstNode.at(-1) === nodes &&
    trees.firstLeaf.at(-1) === trees.leafValue.length &&
    trees.setStart.at(-1) === trees.setItems.length
  )
}

function ascendsFromZero(starts: Int32Array): boolean {
  return starts[0] === 0 && starts.every((start, i) => i === 0 || start >= (starts[i - 1] as number))
}

function areCounts({ counts, feature, leafValue }: Trees): boolean {
  if (counts === null) return true
  if (counts.node.length !== feature.length || counts.leaf.length !== leafValue.length) return false
  return [counts.node, counts.leaf].every((array) => array.every((count) => count >= 0 && count < Infinity))
}

function isLinear({ trees, numberOfFeatures }: TreeEnsemble): boolean {
  const { linear, leafValue } = trees
  if (linear === null) return true
  const terms = linear.feature.length
  return (
    linear.constant.length === leafValue.length &&
    linear.termStart.length === leafValue.length + 1 &&
    linear.termStart.at(-1) === terms &&
    linear.coefficient.length === terms &&
    ascendsFromZero(linear.termStart) &&
    linear.feature.every((feature) => feature >= 0 && feature < numberOfFeatures)
  )
}

/** Nodes of a tree are contiguous and a child follows its parent; every node and leaf is reached once from the root. */
function brokenTree(trees: Trees): string | null {
  const nodeParents = new Uint8Array(trees.feature.length)
  const leafParents = new Uint8Array(trees.leafValue.length)
  for (let t = 0; t < trees.root.length; t++) {
    const [node, endNode] = [trees.firstNode[t] as number, trees.firstNode[t + 1] as number]
    const [leaf, endLeaf] = [trees.firstLeaf[t] as number, trees.firstLeaf[t + 1] as number]
    if (endLeaf - leaf !== endNode - node + 1) return `tree ${t}: one leaf more than nodes`
    if (trees.root[t] !== (endNode > node ? node : ~leaf)) return `tree ${t}: root`
    for (let n = node; n < endNode; n++) {
      for (const child of [trees.left[n] as number, trees.right[n] as number]) {
        const inside = child >= 0 ? child > n && child < endNode : ~child >= leaf && ~child < endLeaf
        if (!inside) return `node ${n}: child ${child}`
        const parents = child >= 0 ? nodeParents : leafParents
        const at = child >= 0 ? child : ~child
        if (parents[at] === 1) return `node ${n}: child ${child} has two parents`
        parents[at] = 1
      }
    }
  }
  // There are as many children as nodes and leaves other than roots, and none occurs twice, so all are reached.
  return null
}

/** Values of `splitDecision` in each format: comparisons, then sets of categories or of slots. */
const decisions = { float64: [0, 1, 2, 3, 4, 5, 6], float32: [0, 1, 2, 3, 4, 7, 8, 9], double: [3, 4, 9] }

function brokenNode({ trees, preparation, precision, ...ensemble }: TreeEnsemble): string | null {
  const numberOfFeatures = preparation === null ? ensemble.numberOfFeatures : registersOf(preparation)
  for (let n = 0; n < trees.feature.length; n++) {
    const feature = trees.feature[n] as number
    const threshold = trees.threshold[n] as number
    const decision = trees.decision[n] as number
    if (feature < 0 || feature >= numberOfFeatures) return `node ${n}: feature`
    if (!decisions[precision].includes(decision)) return `node ${n}: decision`
    if (decision <= 4) {
      if (Number.isNaN(threshold)) return `node ${n}: threshold`
      continue
    }
    if (!(Number.isInteger(threshold) && threshold >= 0 && threshold < trees.setStart.length - 1))
      return `node ${n}: set`
    if (decision === 9) {
      if (!ascends(limitsOf(trees, threshold))) return `node ${n}: limits`
      continue
    }
    const items = trees.setItems.subarray(trees.setStart[threshold], trees.setStart[threshold + 1])
    if (decision >= 6 && !items.every((item, i) => i === 0 || item > (items[i - 1] as number)))
      return `node ${n}: order of set`
    if (decision === 6 && items.some((item) => item < 0)) return `node ${n}: negative category`
    if (decision >= 7 && !(items[0] === feature && (items.at(-1) as number) < numberOfFeatures))
      return `node ${n}: slots`
  }
  return null
}

function ascends(limits: Float64Array): boolean {
  return limits.every((limit, i) => !Number.isNaN(limit) && (i === 0 || limit > limits[i - 1]!))
}

/** Bytes of an ensemble's arrays, which must be proportional to the size of its document. */
export function ensembleBytes({ trees }: TreeEnsemble): number {
  const arrays = [trees, trees.linear ?? {}, trees.counts ?? {}, trees.leafEntries ?? {}].flatMap((holder) =>
    Object.values(holder),
  )
  return arrays.reduce((sum: number, array) => sum + (ArrayBuffer.isView(array) ? array.byteLength : 0), 0)
}
