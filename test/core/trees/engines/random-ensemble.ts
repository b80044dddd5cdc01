import fc from 'fast-check'
import { type SeededRandom, seededRandom } from '#core/math/seeded-random.ts'
import { createTreesBuilder, type LinearLeaf, type TreesBuilder } from '#core/trees/form/build-trees.ts'
import { type SplitDecision, splitDecision, zeroThreshold } from '#core/trees/form/scoring-rules.ts'
import { integerRanges, rangesOf } from '#core/trees/form/sets.ts'
import { noCategories, type TreeEnsemble, type Trees, usualModel } from '#core/trees/form/tree-ensemble.ts'

/** Content of random ensembles. */
export interface Shape {
  readonly precision: TreeEnsemble['precision']
  readonly outputs: number
  /** Largest number of trees of each output, whose number is drawn from 0 up. */
  readonly mostTrees: number
  readonly mostNodes: number
  readonly features: number
  readonly linear: boolean
  /** Largest number of terms of a linear leaf, default 3. */
  readonly mostTerms?: number
  /** Whether all decisions are numerical. */
  readonly plain: boolean
  /** Comparisons and ranges, as of XGBoost, CatBoost and ONNX, with sums in this arithmetic. */
  readonly ranges?: TreeEnsemble['sums']
}

export interface RandomCase {
  readonly ensemble: TreeEnsemble
  /** Rows, row-major, whose cells are often at, or next to, a threshold or a category. */
  readonly rows: Float64Array
  readonly count: number
}

export const shapes: fc.Arbitrary<Shape> = fc.record({
  precision: fc.constantFrom('float64', 'float32'),
  outputs: fc.integer({ min: 1, max: 4 }),
  mostTrees: fc.constantFrom(0, 1, 5, 12, 40),
  mostNodes: fc.constantFrom(0, 1, 7, 60),
  features: fc.integer({ min: 1, max: 9 }),
  linear: fc.boolean(),
  mostTerms: fc.constantFrom(1, 2, 4, 7),
  plain: fc.boolean(),
})

const numbers = [
  0,
  -0,
  1,
  2,
  0.5,
  1e-36,
  Number.MIN_VALUE,
  zeroThreshold,
  1e300,
  Infinity,
  3.4028235e38,
  2 ** -150,
  16777217,
]
const largeCategories = [2147483647, 2147483646, 65536, 100000, 4000]

export function randomCase(seed: number, shape: Shape, count: number): RandomCase {
  const random = seededRandom(seed)
  const builder = createTreesBuilder()
  const outputs = Array.from({ length: shape.outputs }, () => random.below(shape.mostTrees + 1))
  for (let i = 0; i < shape.mostTrees; i++) {
    outputs.forEach((trees, output) => {
      if (i < trees) addTree(builder, output, random, shape)
    })
  }
  const plain = ensembleOf(builder.finish(), shape)
  const ensemble = shape.ranges === undefined ? plain : { ...plain, sums: shape.ranges }
  const rows = Float64Array.from({ length: count * shape.features }, () => cell(random))
  return { ensemble, rows, count }
}

export function ensembleOf(
  trees: Trees,
  { precision, outputs, features }: Pick<Shape, 'precision' | 'outputs' | 'features'>,
): TreeEnsemble {
  return {
    ...usualModel,
    source: { format: precision === 'float64' ? 'lightgbm' : 'mlnet' },
    numberOfFeatures: features,
    featureNames: null,
    categories: noCategories(features),
    numberOfOutputs: outputs,
    precision,
    sums: precision === 'float32' ? 'rounded' : 'float64',
    classifies: false,
    baseScores: new Array<number>(outputs).fill(0),
    trees,
    link: { kind: 'identity' },
    warnings: [],
  }
}

/** Splits a random leaf again and again, as leaf-wise trainers do, so that trees are unbalanced. */
function addTree(builder: TreesBuilder, output: number, random: SeededRandom, shape: Shape): void {
  const nodes = random.below(shape.mostNodes + 1)
  const splits = Array.from({ length: nodes }, () => split(builder, random, shape))
  const left: number[] = []
  const right: number[] = []
  /** Functions by leaf, each of which writes a node's number in place of the leaf. */
  const replaceLeaf: ((node: number) => void)[] = []
  for (let node = 0; node < nodes; node++) {
    const leaf = random.below(node + 1)
    replaceLeaf[leaf]?.(node)
    left[node] = ~leaf
    right[node] = ~(node + 1)
    replaceLeaf[leaf] = (below) => {
      left[node] = below
    }
    replaceLeaf[node + 1] = (below) => {
      right[node] = below
    }
  }
  const round = shape.ranges === 'float32' ? Math.fround : (value: number) => value
  const leafValue = Array.from({ length: nodes + 1 }, () => round(leafNumber(random)))
  builder.addTree(output, {
    feature: splits.map((one) => one.feature),
    decision: splits.map((one) => one.decision),
    threshold: splits.map((one) => one.threshold),
    left,
    right,
    leafValue,
    linear: shape.linear ? leafValue.map(() => linearLeaf(random, shape)) : null,
    counts: null,
  })
}

interface Split {
  readonly feature: number
  readonly decision: SplitDecision
  readonly threshold: number
}

function split(builder: TreesBuilder, random: SeededRandom, shape: Shape): Split {
  const feature = random.below(shape.features)
  if (shape.ranges !== undefined) return rangeSplit(builder, random, shape, feature)
  const kind = random.below(shape.plain ? 5 : 8)
  if (kind < 5) return { feature, decision: kind as SplitDecision, threshold: number(random) }
  if (kind < 7 && shape.precision === 'float64') {
    const { decision, set } = builder.addCategories(categories(random))
    return { feature, decision, threshold: set }
  }
  const others = Array.from({ length: shape.features }, (_, slot) => slot).filter(() => random.below(2) === 0)
  const slots = others.length === 0 ? [feature] : others // parsers refuse sets without slots
  const threshold = builder.addSlots(slots)
  return { feature, decision: random.below(2) === 0 ? splitDecision.noSlot : splitDecision.noSlotNorNan, threshold }
}

function rangeSplit(builder: TreesBuilder, random: SeededRandom, { precision }: Shape, feature: number): Split {
  const kind = random.below(4)
  if (kind < 2) {
    const decision = kind === 0 ? splitDecision.nanGoesLeft : splitDecision.nanGoesRight
    return { feature, decision, threshold: number(random) }
  }
  const nan = random.below(2) === 0
  const cells = precision === 'float32' ? 'float32' : 'double'
  const values = new Set(
    Array.from({ length: random.below(6) }, () => number(random)).filter((one) => Math.abs(one) < 1e30),
  )
  const round = cells === 'float32' ? Math.fround : (value: number) => value
  const members =
    kind === 2 ? rangesOf(Array.from(values, round), cells, nan) : integerRanges(categories(random), -1, nan)
  const { decision, set } = builder.addRanges(members)
  return { feature, decision, threshold: set }
}

function categories(random: SeededRandom): number[] {
  const below = [3, 12, 70, 400][random.below(4)]!
  const chosen = new Set(Array.from({ length: random.below(12) }, () => random.below(below)))
  if (random.below(4) === 0) for (let i = 0; i < 200; i += 1 + random.below(3)) chosen.add(i)
  if (random.below(3) === 0) chosen.add(pick(random, largeCategories))
  return [...chosen]
}

function linearLeaf(random: SeededRandom, shape: Shape): LinearLeaf | null {
  if (random.below(3) === 0) return null
  const features = Array.from({ length: random.below((shape.mostTerms ?? 3) + 1) }, () => random.below(shape.features))
  return { constant: leafNumber(random), features, coefficients: features.map(() => leafNumber(random)) }
}

/** Random leaf value that shows the order of additions in its last bits. */
function leafNumber(random: SeededRandom): number {
  return random.below(20) === 0 ? -0 : (random.below(2 ** 32) - 2 ** 31) * 10 ** (random.below(12) - 14)
}

/** Random threshold, or a cell near one. */
function number(random: SeededRandom): number {
  const sign = random.below(2) === 0 ? 1 : -1
  return sign * (random.below(2) === 0 ? pick(random, numbers) : random.below(80) / 4)
}

function cell(random: SeededRandom): number {
  const value = random.below(4) === 0 ? pick(random, largeCategories) : number(random)
  return [Number.NaN, below(value), above(value), value, value, Math.fround(value)][random.below(6)]!
}

/** Next double below a value; -Infinity stays. */
function below(value: number): number {
  return -above(-value)
}

function above(value: number): number {
  if (value === Infinity) return value
  if (value === 0) return Number.MIN_VALUE
  const bits = new BigInt64Array(Float64Array.of(value).buffer)
  bits[0]! += value > 0 ? 1n : -1n
  return new Float64Array(bits.buffer)[0]!
}

function pick(random: SeededRandom, values: readonly number[]): number {
  return values[random.below(values.length)]!
}
