import type { BatchOptions, Evaluator, TreeEnsemble } from '@riftline/core'
import { wrongContributions } from './contributions.ts'
import type { Engines } from './engines.ts'
import { hostileRows } from './hostile-rows.ts'
import type { Random } from './random.ts'
import type { Reference } from './reference/reference.ts'

const usualRows = 8
/** Largest batch, scored occasionally, because some kernels serve only many rows. */
export const largestBatch = 300
/** Largest number of cells in a batch. Models with more columns are not scored. */
const maximumCells = 100_000

/**
 * Scores hostile rows by every engine and by the independent reader, and returns the first difference or null.
 * Raw scores, predictions and leaves of batches, single rows and a run of iterations must have the same bits.
 */
export function disagreement(
  ensemble: TreeEnsemble,
  reference: Reference | null,
  engines: Engines,
  random: Random,
): string | null {
  const { numberOfFeatures } = ensemble
  if (numberOfFeatures > maximumCells) return null
  const wanted = random.oneIn(10) ? 1 + random.below(largestBatch) : usualRows
  const count = Math.min(wanted, Math.floor(maximumCells / numberOfFeatures))
  const rows = hostileRows(ensemble, count, random)
  const [plain, ...others] = Object.entries(engines).filter(([name]) => name !== 'auto' || random.oneIn(8))
  const evaluator = (plain as [string, Engines[string]])[1](ensemble)
  const slice = {
    ...{ startIteration: random.below(5) - 1, numIteration: random.below(6) - 1 },
    ...(random.oneIn(4) ? { earlyStop: { margin: random.pick([0, 0.5, 10]), frequency: 1 + random.below(3) } } : {}),
  }
  const expected = everything(evaluator, rows, count, slice)

  const apart = reference === null ? null : apartFromReference(ensemble, reference, rows, expected)
  if (apart !== null) return apart
  const alone = firstDifference(expected.single, firstOutputs(expected, count))
  if (alone >= 0) return `one row alone: ${expected.single[alone]} is not what it is in a batch`
  const contributions = random.oneIn(8) ? wrongContributions(ensemble, evaluator, rows) : null
  if (contributions !== null) return contributions

  for (const [name, compile] of others) {
    const found = everything(compile(ensemble), rows, count, slice)
    for (const key of ['raw', 'prediction', 'leaf', 'single', 'slice'] as const) {
      const at = firstDifference(found[key], expected[key])
      if (at >= 0) return difference(`${name} ${key}`, at, found[key], expected[key], rows, numberOfFeatures)
    }
  }
  return null
}

interface Scores {
  readonly raw: Float64Array
  readonly prediction: Float64Array
  readonly leaf: Int32Array
  /** Raw score and prediction of the first rows, one row at a time, first output only. */
  readonly single: ArrayLike<number>
  /** Raw scores of a run of iterations, or with early stopping of rows, in a buffer that holds old values. */
  readonly slice: Float64Array
}

function everything(evaluator: Evaluator, rows: Float64Array, count: number, slice: BatchOptions): Scores {
  const { numberOfFeatures } = evaluator
  const first = Array.from({ length: Math.min(count, 3) }, (_, r) =>
    rows.subarray(r * numberOfFeatures, (r + 1) * numberOfFeatures),
  )
  return {
    raw: evaluator.rawScores(rows),
    prediction: evaluator.predictions(rows),
    leaf: evaluator.leafIndices(rows),
    single: first.flatMap((row) => [evaluator.rawScore(row), evaluator.predict(row)]),
    slice: evaluator.rawScores(rows, { ...slice, out: new Float64Array(count * evaluator.numberOfOutputs).fill(7) }),
  }
}

/** Expected `single`: the first output of the batch, raw score and prediction alternating. */
function firstOutputs({ raw, prediction, single }: Scores, count: number): number[] {
  return Array.from(single, (_, i) => {
    const batch = i % 2 === 0 ? raw : prediction
    return batch[(i >> 1) * (batch.length / count)] as number
  })
}

function apartFromReference(
  ensemble: TreeEnsemble,
  reference: Reference,
  rows: Float64Array,
  scores: Scores,
): string | null {
  const { numberOfFeatures, numberOfOutputs, trees } = ensemble
  const sizes = [numberOfFeatures, numberOfOutputs, trees.root.length]
  const columns = reference.numberOfFeatures === Infinity ? numberOfFeatures : reference.numberOfFeatures
  const expected = [columns, reference.numberOfOutputs, reference.numberOfTrees]
  if (firstDifference(sizes, expected) >= 0) return `features, outputs, trees are ${sizes}, read as ${expected}`
  const count = rows.length / numberOfFeatures
  for (let r = 0; r < Math.min(count, usualRows); r++) {
    const row = rows.subarray(r * numberOfFeatures, (r + 1) * numberOfFeatures)
    const read = reference.score(row)
    for (const key of ['raw', 'prediction', 'leaf'] as const) {
      const width = scores[key].length / count
      const found = scores[key].subarray(r * width, (r + 1) * width)
      const at = firstDifference(found, read[key])
      if (at >= 0) return difference(`read: ${key}`, at, found, read[key], row, numberOfFeatures)
    }
  }
  return null
}

/** Index of the first element with other bits (all NaNs are equal), or -1. */
function firstDifference(found: ArrayLike<number>, expected: ArrayLike<number>): number {
  if (found.length !== expected.length) return Math.min(found.length, expected.length)
  for (let i = 0; i < found.length; i++) if (!Object.is(found[i], expected[i])) return i
  return -1
}

function difference(
  what: string,
  at: number,
  found: ArrayLike<number>,
  expected: ArrayLike<number>,
  rows: Float64Array,
  columns: number,
): string {
  const row = Math.floor(at / (expected.length / (rows.length / columns)))
  const cells = Array.from(rows.subarray(row * columns, (row + 1) * columns), (cell) =>
    Object.is(cell, -0) ? '-0' : cell,
  )
  return `${what}[${at}] is ${found[at]}, expected ${expected[at]}, row ${row}: [${cells.slice(0, 60).join(', ')}]`
}
