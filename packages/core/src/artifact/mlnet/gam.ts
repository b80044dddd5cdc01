import type { TreeRecord, TreesBuilder } from '../../ensemble/build-trees.ts'
import { splitDecision } from '../../ensemble/split.ts'
import { arrayField, asObject, field, type JsonObject, malformed, unsupported } from '../json-fields.ts'
import { readCalibrator } from './calibrator.ts'
import { type FasttreeBody, type FasttreeHeader, requirePlainSum } from './header.ts'
import { asFiniteMlnetNumber, asOrderedNumber, finiteMlnetField } from './number.ts'

/**
 * An additive model: Score = float32 of Bias + Σ effect of the bin that each feature falls into. A bin is the first one
 * whose upper bound (a double) is `>=` the value, and NaN is in bin 0; that is a tree over one feature with one leaf per
 * bin, so every engine can evaluate it.
 *
 * Source: https://github.com/dotnet/machinelearning/blob/cd2fbd617c13bcb98ec8b6554bfa20ac603e4572/src/Microsoft.ML.FastTree/GamModelParameters.cs
 */
export function readGam(model: JsonObject, header: FasttreeHeader, builder: TreesBuilder): FasttreeBody {
  requirePlainSum(header)
  const where = () => '$.gam'
  const gam = asObject(field(model, 'gam'), where)
  const baseScore = finiteMlnetField(gam, 'Bias', where)
  const shapes = arrayField(gam, 'ShapeFunctions', where, header.numberOfFeatures)
  for (const [feature, shape] of shapes.entries()) {
    if (shape !== null) builder.addTree(0, readShape(shape, feature))
  }
  const sigmoid = readCalibrator(field(model, 'calibrator'), '$.calibrator')
  return {
    numberOfOutputs: 1,
    averaging: 'none',
    baseScore,
    trees: builder.finish(),
    link: sigmoid === null ? { kind: 'identity' } : { kind: 'sigmoid', ...sigmoid },
    warnings: [],
  }
}

function readShape(value: unknown, feature: number): TreeRecord {
  const path = `$.gam.ShapeFunctions[${feature}]`
  const shape = asObject(value, () => path)
  const bounds = Array.from(
    arrayField(shape, 'BinUpperBounds', () => path),
    (bound, i) => asOrderedNumber(bound, () => `${path}.BinUpperBounds[${i}]`),
  )
  const effects = Array.from(
    arrayField(shape, 'BinEffects', () => path, bounds.length),
    (effect, i) => asFiniteMlnetNumber(effect, () => `${path}.BinEffects[${i}]`),
  )
  bounds.forEach((bound, i) => {
    const previous = bounds[i - 1] ?? -Infinity
    if (i > 0 && bound <= previous) throw malformed(`${path}.BinUpperBounds[${i}]`, `a bound above ${previous}`, bound)
  })
  if (bounds.length === 0) throw malformed(`${path}.BinUpperBounds`, 'one or more bins', bounds)
  if (bounds.at(-1) !== Infinity) {
    throw unsupported(
      `${path}.BinUpperBounds`,
      'ML.NET cannot score values above the last bound, which must be Infinity',
    )
  }
  return searchTree(feature, bounds, effects)
}

/** A balanced tree over the bounds but the last; leaf i is bin i. Node 0 is the root. */
function searchTree(feature: number, bounds: readonly number[], effects: readonly number[]): TreeRecord {
  const record: TreeRecord = {
    feature: [],
    decision: [],
    threshold: [],
    left: [],
    right: [],
    leafValue: [...effects],
    linear: null,
    counts: null,
  }
  // Pending: bins low … high, and where their subtree hangs.
  const pending: { low: number; high: number; attach: (child: number) => void }[] = []
  pending.push({ low: 0, high: bounds.length - 1, attach: () => {} })
  for (let range = pending.pop(); range !== undefined; range = pending.pop()) {
    const { low, high, attach } = range
    if (low === high) {
      attach(~low)
      continue
    }
    const middle = (low + high) >> 1
    const node = record.feature.push(feature) - 1
    record.decision.push(splitDecision.nanGoesLeft)
    record.threshold.push(bounds[middle] as number)
    record.left.push(0)
    record.right.push(0)
    attach(node)
    pending.push({ low: middle + 1, high, attach: (child) => (record.right[node] = child) })
    pending.push({ low, high: middle, attach: (child) => (record.left[node] = child) })
  }
  return record
}
