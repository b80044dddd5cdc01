import type { TreeEnsemble } from '@riftline/core'
import { cellOfHash, isHashedCell } from '#core/trees/form/hashed-cells.ts'
import { splitDecision } from '#core/trees/form/scoring-rules.ts'
import { limitsOf } from '#core/trees/form/sets.ts'
import { hostileNumbers } from './hostile.ts'
import type { Random } from './random.ts'

const bits = new DataView(new ArrayBuffer(8))

/** The double (or float32) next to x. */
function beside(x: number, step: 1 | -1, float32: boolean): number {
  if (!Number.isFinite(x)) return x
  if (x === 0) return step * (float32 ? 2 ** -149 : Number.MIN_VALUE)
  const away = x > 0 ? step : -step
  if (float32) {
    bits.setFloat32(0, x)
    bits.setInt32(0, bits.getInt32(0) + away)
    return bits.getFloat32(0)
  }
  bits.setFloat64(0, x)
  bits.setBigInt64(0, bits.getBigInt64(0) + BigInt(away))
  return bits.getFloat64(0)
}

/**
 * Rows that are likely to expose errors: hostile cells, then for up to twelve nodes of the model a cell on or one step
 * beside the threshold, or in or beside the set. Half of the rows follow paths from a root, which reaches deep nodes.
 */
export function hostileRows(ensemble: TreeEnsemble, count: number, random: Random): Float64Array {
  const { trees, numberOfFeatures } = ensemble
  const rows = new Float64Array(count * numberOfFeatures)
  for (let r = 0; r < count; r++) {
    const row = rows.subarray(r * numberOfFeatures, (r + 1) * numberOfFeatures)
    const usual = random.below(3)
    for (let i = 0; i < row.length; i++) {
      row[i] = usual === 0 || random.oneIn(6) ? random.pick(hostileNumbers) : random.below(41) / 4 - 2
    }
    if (trees.feature.length === 0) continue
    if (random.oneIn(2)) aimAtPath(ensemble, row, random)
    else
      for (let i = random.below(12); i >= 0; i--) aimAtNode(ensemble, random.below(trees.feature.length), row, random)
  }
  // Cells that the evaluator refuses would hide what it makes of the others.
  for (const hashed of ensemble.hashedFeatures) {
    for (let i = hashed.feature; i < rows.length; i += numberOfFeatures) {
      if (!isHashedCell(hashed, rows[i]!)) rows[i] = cellOfHash(random.below(hashed.hashes.length + 1) - 1)
    }
  }
  if (ensemble.infinity === 'refused') return rows.map((cell) => (Math.abs(cell) > 3.4e38 ? 3.4e38 : cell))
  return rows
}

function aimAtPath(ensemble: TreeEnsemble, row: Float64Array, random: Random): void {
  const { trees } = ensemble
  let node = trees.root[random.below(trees.root.length)] as number
  for (let depth = 0; node >= 0 && depth < 40; depth++) {
    aimAtNode(ensemble, node, row, random)
    node = (random.oneIn(2) ? trees.left[node] : trees.right[node]) as number
  }
}

function aimAtNode({ trees, precision }: TreeEnsemble, node: number, row: Float64Array, random: Random): void {
  const threshold = trees.threshold[node] as number
  const decision = trees.decision[node] as number
  const feature = trees.feature[node] as number
  if (decision <= 4) {
    row[feature] = besideThreshold(threshold, precision === 'float32', random)
    return
  }
  if (decision === splitDecision.inRanges) {
    const limits = [0, ...limitsOf(trees, threshold)]
    row[feature] = besideThreshold(random.pick(limits), precision === 'float32', random)
    return
  }
  const start = trees.setStart[threshold] as number
  const length = (trees.setStart[threshold + 1] as number) - start
  const item = length === 0 ? 0 : (trees.setItems[start + random.below(length)] as number)
  if (decision >= 7) row[item] = random.pick([0, 1, -1, 0.3, -0, Number.NaN, Infinity, 1e-46])
  else row[feature] = besideCategory(decision === 5 ? random.below(length * 32 + 2) : item, random)
}

function besideThreshold(threshold: number, float32: boolean, random: Random): number {
  switch (random.below(8)) {
    case 0:
      return Number.NaN
    case 1:
      return beside(threshold, 1, false)
    case 2:
      return beside(threshold, -1, false)
    case 3:
      return float32 ? beside(threshold, 1, true) : threshold + 1
    case 4:
      // This value is half-way to the next float32, where rounding to even decides.
      return float32 ? (threshold + beside(threshold, 1, true)) / 2 : threshold - 1
    default:
      return threshold
  }
}

function besideCategory(category: number, random: Random): number {
  return category + random.pick([0, 0, 0, 0.5, -0.5, 1, -1, 0.999999, 2 ** 32, Number.NaN])
}
