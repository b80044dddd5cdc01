import { categoricalTable } from './categorical-table.ts'
import { multiclassTable, numericTable } from './numeric-table.ts'
import type { Table } from './table.ts'

/** Model that `npm run bench:peers` trains, so that all contestants score the same one. */
export interface TrainedModel {
  readonly name: string
  readonly table: Table
  readonly trainRows: number
  readonly iterations: number
  readonly parameters: Readonly<Record<string, unknown>>
  /** Number of rows to score, drawn from the same population with another seed. */
  readonly scoredRows: number
}

export const trainSeed = 20_001
export const scoreSeed = 20_002

// A fixed seed and order of sums, so that the same machine and library give the same model.
const shared = { verbosity: -1, seed: 1, deterministic: true, force_row_wise: true, num_threads: 1 }

function numeric(trees: number, leaves: number, scoredRows = 20_000): TrainedModel {
  return {
    name: `${trees}x${leaves}`,
    table: numericTable,
    trainRows: 100_000,
    iterations: trees,
    parameters: { ...shared, objective: 'binary', num_leaves: leaves, learning_rate: 0.1 },
    scoredRows,
  }
}

export const trainedModels: readonly TrainedModel[] = [
  numeric(100, 31),
  numeric(500, 31),
  numeric(1000, 31),
  numeric(100, 255),
  numeric(1000, 255, 4096),
  {
    name: 'categorical',
    table: categoricalTable,
    trainRows: 100_000,
    iterations: 100,
    parameters: {
      ...shared,
      objective: 'binary',
      num_leaves: 31,
      learning_rate: 0.1,
      min_data_per_group: 100,
      max_cat_threshold: 64,
      cat_smooth: 45,
    },
    scoredRows: 20_000,
  },
  {
    name: 'multiclass',
    table: multiclassTable,
    trainRows: 100_000,
    iterations: 100,
    parameters: { ...shared, objective: 'multiclass', num_class: 5, num_leaves: 31, learning_rate: 0.1 },
    scoredRows: 20_000,
  },
]
