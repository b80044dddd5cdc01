import type { SparseTable } from '../float-file.ts'
import { createChance } from './chance.ts'

/** Population of dense rows: one draw fills a row and gives its label. */
export interface Table {
  readonly features: number
  /** Columns that hold category numbers. */
  readonly categorical: readonly number[]
  /** Creates the sampler of a seed. The seed changes the rows, not the population. */
  sampler(seed: number): (row: Float64Array) => number
}

/** Population of rows of which most cells are absent: one draw adds the present cells and gives the label. */
export interface SparsePopulation {
  readonly features: number
  sparseSampler(seed: number): (cells: Map<number, number>) => number
}

export interface Sample<Rows> {
  readonly rows: Rows
  readonly labels: Float64Array
}

/** Draws `count` rows of a table, row-major, with their labels. */
export function drawSample(table: Table, seed: number, count: number): Sample<Float64Array> {
  const draw = table.sampler(seed)
  const rows = new Float64Array(count * table.features)
  const labels = new Float64Array(count)
  for (let r = 0; r < count; r++) labels[r] = draw(rows.subarray(r * table.features, (r + 1) * table.features))
  return { rows, labels }
}

/** Draws `count` sparse rows, each by ascending feature, with their labels. */
export function drawSparseSample(population: SparsePopulation, seed: number, count: number): Sample<SparseTable> {
  const draw = population.sparseSampler(seed)
  const labels = new Float64Array(count)
  const offsets = new Int32Array(count + 1)
  const cells: (readonly [number, number])[] = []
  for (let r = 0; r < count; r++) {
    const row = new Map<number, number>()
    labels[r] = draw(row)
    cells.push(...[...row].toSorted(([a], [b]) => a - b))
    offsets[r + 1] = cells.length
  }
  const indices = Int32Array.from(cells, ([feature]) => feature)
  return { rows: { offsets, indices, values: Float64Array.from(cells, ([, value]) => value) }, labels }
}

/** Returns `count` standard normals of a population, the same for every sampler. */
export function fixedNormals(seed: number, count: number): Float64Array {
  const chance = createChance(seed)
  return Float64Array.from({ length: count }, () => chance.normal())
}
