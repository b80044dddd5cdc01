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

/** Hands rows to an engine: dense rows at once, sparse ones as dense rows, or blocks of them, of the columns that trees read. */
export function createRowReader(ensemble: TreeEnsemble, engine: Engine) {
  const { narrow } = engine
  const { numberOfFeatures } = ensemble
  const scorer = narrow?.engine ?? engine
  const width = narrow?.used.length ?? numberOfFeatures
  const height = Math.max(1, Math.min(256, Math.floor(blockCells / width)))
  const starts = startsOf(ensemble)
  const takesAnyNumber = ensemble.infinity === 'number' && ensemble.hashedFeatures.length === 0
  let cells: Float64Array | undefined
  let columns: Int32Array | undefined

  function columnOf(): Int32Array | null {
    if (narrow === undefined) return null
    columns ??= columnsOfFeatures(numberOfFeatures, narrow.used)
    return columns
  }

  return {
    /** Sums of one row, valid until the next call. */
    sumsOf(row: Row): Float64Array {
      if (takesAnyNumber && row instanceof Float64Array && row.length === numberOfFeatures) {
        engine.row.set(row) // a loop would check at every cell whether the memory has moved
        return engine.scoreRow(starts)
      }
      if (narrow !== undefined && isSparseRow(row)) {
        copyPresent(row, scorer.row, ensemble, columnOf())
        hashIntegers(scorer.row, width, ensemble, columnOf())
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
      cells ??= new Float64Array(height * width)
      for (let first = 0; first < count; first += height) {
        const size = Math.min(height, count - first)
        const block = cells.subarray(0, size * width)
        if (isSparse(rows)) expandRows(rows, [first, size], cells, width, ensemble, columnOf())
        else gatherRows(rows.subarray(first * numberOfFeatures), block, numberOfFeatures, narrow?.used)
        hashIntegers(block, width, ensemble, columnOf())
        work(scorer, block, first, size)
      }
    },
  }
}

/** Fills a block of rows with all columns of dense rows, or with some. */
function gatherRows(rows: Float64Array, block: Float64Array, size: number, used: Int32Array | undefined): void {
  if (used === undefined) {
    block.set(rows.subarray(0, block.length))
    return
  }
  for (let i = 0; i < block.length; i++) {
    block[i] = rows[Math.floor(i / used.length) * size + used[i % used.length]!]!
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
