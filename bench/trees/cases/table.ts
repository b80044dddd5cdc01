import { createChance } from './chance.ts'

/** A population of rows: one draw fills a row and gives its label. */
export interface Table {
  readonly features: number
  /** Columns that hold category numbers. */
  readonly categorical: readonly number[]
  /** Makes the sampler of one seed. Seeds differ in rows, never in the population they are drawn from. */
  sampler(seed: number): (row: Float64Array) => number
}

export interface Sample {
  /** Row-major. */
  readonly rows: Float64Array
  readonly labels: Float64Array
}

/** `count` rows of a table with their labels. */
export function drawSample(table: Table, seed: number, count: number): Sample {
  const draw = table.sampler(seed)
  const rows = new Float64Array(count * table.features)
  const labels = new Float64Array(count)
  for (let r = 0; r < count; r++) labels[r] = draw(rows.subarray(r * table.features, (r + 1) * table.features))
  return { rows, labels }
}

/** Numbers of a population that every sampler shares: `count` standard normals. */
export function fixedNormals(seed: number, count: number): Float64Array {
  const chance = createChance(seed)
  return Float64Array.from({ length: count }, () => chance.normal())
}
