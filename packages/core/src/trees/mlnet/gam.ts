import { malformed, unsupported } from '@riftline/base'
import type { TreeRecord, TreesBuilder } from '../form/build-trees.ts'
import { splitDecision } from '../form/scoring-rules.ts'
import { arrayField, asObject, field, type JsonObject, type Where } from '../read/json-fields.ts'
import {
  asFiniteMlnetNumber,
  asOrderedNumber,
  finiteMlnetField,
  linkOfCalibrator,
  readCalibrator,
} from './calibrator.ts'
import { type FasttreeBody, type FasttreeHeader, requirePlainSum } from './header.ts'

/**
 * Reads an additive model: Score = float32 of Bias + Σ effect of each feature's bin, the first one whose upper bound (a double) is `>=` the
 * value, or bin 0 for NaN. That equals a tree over one feature with one leaf per bin, which every engine can evaluate.
 *
 * Source: https://github.com/dotnet/machinelearning/blob/cd2fbd617c13bcb98ec8b6554bfa20ac603e4572/src/Microsoft.ML.FastTree/GamModelParameters.cs
 */
export function readGam(model: JsonObject, header: FasttreeHeader, builder: TreesBuilder): FasttreeBody {
  requirePlainSum(header)
  const baseScore = readBias(model, '$')
  addShapes(model, '$', header.numberOfFeatures, 0, builder)
  const calibrator = readCalibrator(field(model, 'calibrator'), '$.calibrator')
  return {
    numberOfOutputs: 1,
    averaging: 'none',
    baseScore,
    trees: builder.finish(),
    link: calibrator === null ? { kind: 'identity' } : linkOfCalibrator(calibrator),
    warnings: [],
  }
}

/** Adds an additive model as one class of several. Its bias becomes a first tree of one leaf. */
export function addGamClass(
  subModel: JsonObject,
  path: string,
  features: number,
  output: number,
  builder: TreesBuilder,
): void {
  const bias = readBias(subModel, path)
  const none = { feature: [], decision: [], threshold: [], left: [], right: [], linear: null, counts: null }
  builder.addTree(output, { ...none, leafValue: [bias] })
  addShapes(subModel, path, features, output, builder)
}

function readBias(holder: JsonObject, path: string): number {
  const where = () => `${path}.gam`
  return finiteMlnetField(asObject(field(holder, 'gam'), where), 'Bias', where)
}

/** Adds a tree for each feature that has a shape function. */
function addShapes(holder: JsonObject, path: string, features: number, output: number, builder: TreesBuilder): void {
  const where = () => `${path}.gam`
  const shapes = arrayField(asObject(field(holder, 'gam'), where), 'ShapeFunctions', where, features)
  for (const [feature, shape] of shapes.entries()) {
    if (shape !== null)
      builder.addTree(
        output,
        readShape(shape, feature, () => `${where()}.ShapeFunctions[${feature}]`),
      )
  }
}

function readShape(value: unknown, feature: number, where: Where): TreeRecord {
  const shape = asObject(value, where)
  const boundsAt = () => `${where()}.BinUpperBounds`
  const boundValues = arrayField(shape, 'BinUpperBounds', where)
  const bounds = Array.from(boundValues, (bound, i) => asOrderedNumber(bound, () => `${boundsAt()}[${i}]`))
  const effectValues = arrayField(shape, 'BinEffects', where, bounds.length)
  const effects = Array.from(effectValues, (effect, i) =>
    asFiniteMlnetNumber(effect, () => `${where()}.BinEffects[${i}]`),
  )
  bounds.forEach((bound, i) => {
    const previous = bounds[i - 1] ?? -Infinity
    if (i > 0 && bound <= previous) throw malformed(`${boundsAt()}[${i}]`, `a bound above ${previous}`, bound)
  })
  if (bounds.length === 0) throw malformed(boundsAt(), 'one or more bins', bounds)
  if (bounds.at(-1) !== Infinity) {
    throw unsupported(boundsAt(), 'ML.NET cannot score values above the last bound, which must be Infinity')
  }
  return searchTree(feature, bounds, effects)
}

/** Balanced tree over all bounds but the last; leaf i is bin i. Node 0 is the root. */
function searchTree(feature: number, bounds: readonly number[], effects: readonly number[]): TreeRecord {
  const threshold: number[] = []
  const left: number[] = []
  const right: number[] = []

  /** Adds the search among bins low … high; returns its node or leaf. Balanced, so at most 32 levels deep. */
  function search(low: number, high: number): number {
    if (low === high) return ~low
    const middle = (low + high) >> 1
    const node = threshold.push(bounds[middle]!) - 1
    left[node] = search(low, middle)
    right[node] = search(middle + 1, high)
    return node
  }

  search(0, bounds.length - 1)
  return {
    feature: threshold.map(() => feature),
    decision: threshold.map(() => splitDecision.nanGoesLeft),
    threshold,
    left,
    right,
    leafValue: effects,
    linear: null,
    counts: null,
  }
}
