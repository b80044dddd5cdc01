import { categoricalTable } from './categorical-table.ts'
import { multiclassTable, numericTable } from './numeric-table.ts'
import { sparseTable } from './sparse-table.ts'
import type { SparsePopulation, Table } from './table.ts'

/** Model that `npm run bench:peers` trains, so that all contestants score the same one. */
export interface TrainedModel {
  readonly name: string
  readonly format: 'lightgbm' | 'xgboost'
  readonly table: Table | SparsePopulation
  readonly trainRows: number
  readonly iterations: number
  readonly parameters: Readonly<Record<string, unknown>>
  /** Number of rows to score, drawn from the same population with another seed. */
  readonly scoredRows: number
}

/** ONNX file that `npm run bench:peers` writes of a trained model. */
export interface ConvertedModel {
  readonly name: string
  readonly of: TrainedModel
}

export const trainSeed = 20_001
export const scoreSeed = 20_002

// A fixed seed and order of sums, so that the same machine and library give the same model.
const shared = { verbosity: -1, seed: 1, deterministic: true, force_row_wise: true, num_threads: 1 }

function numeric(trees: number, leaves: number, scoredRows = 20_000): TrainedModel {
  return {
    name: `${trees}x${leaves}`,
    format: 'lightgbm',
    table: numericTable,
    trainRows: 100_000,
    iterations: trees,
    parameters: { ...shared, objective: 'binary', num_leaves: leaves, learning_rate: 0.1 },
    scoredRows,
  }
}

function xgboost(
  name: string,
  iterations: number,
  scoredRows: number,
  parameters: TrainedModel['parameters'],
): TrainedModel {
  return {
    name: `xgboost-${name}`,
    format: 'xgboost',
    table: numericTable,
    trainRows: 100_000,
    iterations,
    parameters: { objective: 'binary:logistic', tree_method: 'hist', seed: 1, nthread: 1, eta: 0.1, ...parameters },
    scoredRows,
  }
}

const xgboostModels: readonly TrainedModel[] = [
  xgboost('100x31', 100, 20_000, { grow_policy: 'lossguide', max_leaves: 31, max_depth: 0 }),
  xgboost('500d6', 500, 4096, { max_depth: 6 }),
]

export const trainedModels: readonly TrainedModel[] = [
  numeric(100, 31),
  numeric(500, 31),
  numeric(1000, 31),
  numeric(100, 255),
  numeric(1000, 255, 4096),
  {
    name: 'categorical',
    format: 'lightgbm',
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
    format: 'lightgbm',
    table: multiclassTable,
    trainRows: 100_000,
    iterations: 100,
    parameters: { ...shared, objective: 'multiclass', num_class: 5, num_leaves: 31, learning_rate: 0.1 },
    scoredRows: 20_000,
  },
  {
    name: 'sparse',
    format: 'lightgbm',
    table: sparseTable,
    trainRows: 50_000,
    iterations: 100,
    parameters: { ...shared, objective: 'binary', num_leaves: 31, learning_rate: 0.1 },
    scoredRows: 20_000,
  },
  ...xgboostModels,
]

export const convertedModels: readonly ConvertedModel[] = xgboostModels.map((of) => ({
  name: of.name.replace('xgboost', 'onnx'),
  of,
}))

/** Path, below the cache, of the rows that a model scores, or is trained on. */
export function rowsFile({ name, table }: TrainedModel, part: 'rows' | 'train' = 'rows'): string {
  return `models/${name}/${part}.${'sparseSampler' in table ? 'csr' : 'f64'}`
}
