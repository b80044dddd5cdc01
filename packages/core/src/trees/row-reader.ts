import type { Engine } from './engines/engine.ts'
import { hashIntegers } from './form/hashed-cells.ts'
import type { TreeEnsemble } from './form/tree-ensemble.ts'
import { copyPresent, expandRows, isSparse, isSparseRow, type Row, type RowBatch, takeRow } from './rows.ts'

/** Starts of the sums, one for each output. */
export function startsOf({ baseScores, baseIs, numberOfOutputs, trees }: TreeEnsemble): Float64Array {
  if (baseIs === 'start') return Float64Array.from(baseScores)
  return new Float64Array(numberOfOutputs).fill(trees.leafEntries === null ? 0 : -0)
}

/** Cells of a block of sparse rows, 2 MB. */
const blockCells = 2 ** 18

type Work = (scorer: Engine, cells: Float64Array, first: number, height: number) => void

/** Hands rows to an engine: dense rows at once, and blocks of dense rows made of sparse ones, or with the hashes of categories. */
export function createRowReader(ensemble: TreeEnsemble, engine: Engine) {
  const { narrow } = engine
  const { numberOfFeatures } = ensemble
  const scorer = narrow?.engine ?? engine
  const usedWidth = narrow?.used.length ?? numberOfFeatures
  const starts = startsOf(ensemble)
  let cells: Float64Array | undefined
  let columnOfFeature: Int32Array | undefined

  /** Column of each feature in the rows of `scorer`; null if columns are features. */
  function columns(): Int32Array | null {
    if (narrow === undefined) return null
    columnOfFeature ??= columnsOfFeatures(numberOfFeatures, narrow.used)
    return columnOfFeature
  }

  return {
    /** Sums of one row, valid until the next call. */
    sumsOf(row: Row): Float64Array {
      if (narrow !== undefined && isSparseRow(row)) {
        copyPresent(row, scorer.row, ensemble, columns())
        hashIntegers(scorer.row, usedWidth, ensemble, columns())
        return scorer.scoreRow(starts)
      }
      takeRow(row, engine.row, ensemble)
      return engine.scoreRow(starts)
    },
    forEachBlock(rows: RowBatch, count: number, work: Work): void {
      if (count === 0) return // the memory of the rows may be that of another thread by now
      if (!isSparse(rows) && ensemble.hashedFeatures.length === 0) {
        work(engine, rows, 0, count)
        return
      }
      // The columns of dense rows are left to the engine.
      const [target, width, columnOf] = isSparse(rows)
        ? [scorer, usedWidth, columns()]
        : [engine, numberOfFeatures, null]
      const height = Math.max(1, Math.min(256, Math.floor(blockCells / width)))
      if (cells?.length !== height * width) cells = new Float64Array(height * width)
      for (let first = 0; first < count; first += height) {
        const size = Math.min(height, count - first)
        const block = cells.subarray(0, size * width)
        if (isSparse(rows)) expandRows(rows, [first, size], cells, width, ensemble, columnOf)
        else block.set(rows.subarray(first * width, (first + size) * width))
        hashIntegers(block, width, ensemble, columnOf)
        work(target, block, first, size)
      }
    },
  }
}

function columnsOfFeatures(features: number, used: Int32Array): Int32Array {
  const columnOf = new Int32Array(features).fill(-1)
  used.forEach((feature, column) => {
    columnOf[feature] = column
  })
  return columnOf
}

/** Dense rows with all columns, as engines take them: the caller's own unless they are sparse or have categories of CatBoost. */
export function expanded(rows: RowBatch, count: number, ensemble: TreeEnsemble): Float64Array {
  const { numberOfFeatures, hashedFeatures } = ensemble
  if (!isSparse(rows) && hashedFeatures.length === 0) return rows
  const cells = new Float64Array(count * numberOfFeatures)
  if (isSparse(rows)) expandRows(rows, [0, count], cells, numberOfFeatures, ensemble, null)
  else if (count > 0) cells.set(rows)
  hashIntegers(cells, numberOfFeatures, ensemble, null)
  return cells
}
