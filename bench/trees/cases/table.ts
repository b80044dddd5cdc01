import { createChance } from './chance.ts'

/** A population of rows: one draw fills a row and gives its label. */
export interface Table {
  readonly features: number
  /** Columns that hold category numbers. */
  readonly categorical: readonly number[]
  /** Creates the sampler of a seed. The seed changes the rows, not the population. */
  sampler(seed: number): (row: Float64Array) => number
}

export interface Sample {
  /** Rows, row-major. */
  readonly rows: Float64Array
  readonly labels: Float64Array
}

/** Draws `count` rows of a table with their labels. */
export function drawSample(table: Table, seed: number, count: number): Sample {
  const draw = table.sampler(seed)
  const rows = new Float64Array(count * table.features)
  const labels = new Float64Array(count)
  for (let r = 0; r < count; r++) labels[r] = draw(rows.subarray(r * table.features, (r + 1) * table.features))
  return { rows, labels }
}

/** Returns `count` standard normals of a population, the same for every sampler. */
export function fixedNormals(seed: number, count: number): Float64Array {
  const chance = createChance(seed)
  return Float64Array.from({ length: count }, () => chance.normal())
}
