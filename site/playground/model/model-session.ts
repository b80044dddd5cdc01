import { RiftlineError } from '@riftline/base'
import { type Evaluator, type TreePlace, treePlaces } from '@riftline/core/trees'
import { inventRows } from './invent-rows.ts'
import { type OpenedModel, openModel } from './open-model.ts'
import { type RowTable, readTable } from './read-table.ts'
import { rowOf, type Scores, scoresToCsv, scoreTable } from './score-table.ts'

/** Largest file of rows, in bytes. */
export const largestTable = 250_000_000

/** Stage of the work on rows, for a report of progress. */
export type Progress = (stage: 'reading' | 'scoring', rows: number) => void

/** Result of scoring a table. */
export interface ScoredTable {
  readonly count: number
  /** Seconds that reading the table and predicting took. */
  readonly readSeconds: number
  readonly scoreSeconds: number
}

export interface ScoredRow {
  /** Place of the row in the table, from 0 on. */
  readonly row: number
  readonly label: string | null
  readonly predictions: readonly number[]
  readonly rawScores: readonly number[]
  /** Texts of the cells in the order of the features; missing is empty. */
  readonly cells: readonly string[]
}

/** Column by which rows are sorted: a prediction or a raw score. */
export interface RowOrder {
  readonly kind: 'predictions' | 'rawScores'
  readonly column: number
  readonly highestFirst: boolean
}

/** Contributions to a raw score of a row, which sum to it with their base up to rounding. */
export interface RowExplanation {
  readonly base: number
  readonly contributions: readonly number[]
  readonly rawScore: number
}

/** A tree as it is drawn, and the nodes and the leaf that a row reaches in it. */
export interface DrawnTree {
  readonly places: readonly TreePlace[]
  readonly way: readonly number[]
  /** Training rows, or their weight, at each place as a share of those at the root; null if the model has none. */
  readonly shares: readonly number[] | null
}

/** Everything that the page asks of a model; lives in a worker. */
export type ModelSession = ReturnType<typeof createModelSession>

export function createModelSession() {
  let evaluator: Evaluator | undefined
  let names: OpenedModel | undefined
  let table: RowTable | undefined
  let scores: Scores | undefined
  let sorted: { readonly key: string; readonly rows: Int32Array } | undefined

  function open(): Evaluator {
    if (evaluator === undefined) throw new RiftlineError('invalid_argument', 'model: none is open')
    return evaluator
  }

  function scored(): { readonly table: RowTable; readonly scores: Scores } {
    if (table === undefined || scores === undefined)
      throw new RiftlineError('invalid_argument', 'rows: none are scored')
    return { table, scores }
  }

  return {
    async open(file: Blob): Promise<OpenedModel> {
      const { evaluator: compiled, opened } = await openModel(file)
      evaluator = compiled
      names = opened
      return opened
    },
    tree: (tree: number, row: number | null): DrawnTree =>
      drawTree(open(), tree, row === null ? null : cellsOf(open(), scored().table, row)),
    inventRows: (count: number): string => inventRows(open().ensemble, count),
    async score(csv: Blob, onProgress: Progress = () => {}): Promise<ScoredTable> {
      if (csv.size > largestTable) {
        throw new RiftlineError('invalid_argument', `rows: ${csv.size} bytes; this page reads at most ${largestTable}`)
      }
      const bytes = new Uint8Array(await csv.arrayBuffer())
      const start = performance.now()
      const read = readTable(bytes, open(), (rows) => onProgress('reading', rows))
      if (read.count === 0) throw new RiftlineError('invalid_argument', 'rows: expected a line of cells, got none')
      const readSeconds = (performance.now() - start) / 1000
      scores = scoreTable(open(), read, (rows) => onProgress('scoring', rows))
      table = read
      sorted = undefined
      return { count: read.count, readSeconds, scoreSeconds: scores.seconds }
    },
    rows(first: number, count: number, order: RowOrder | null): readonly ScoredRow[] {
      const { scores: all } = scored()
      const key = JSON.stringify(order)
      if (order !== null && sorted?.key !== key) sorted = { key, rows: sortedRows(open(), all, order) }
      const rows = order === null ? null : sorted?.rows
      const length = Math.min(count, all.count - first)
      return Array.from({ length }, (_, i) => scoredRow(open(), scored(), rows?.[first + i] ?? first + i))
    },
    column: ({ kind, column }: Pick<RowOrder, 'kind' | 'column'>): Float64Array =>
      columnOf(open(), scored().scores, kind, column),
    explain: (row: number, output: number): RowExplanation => explainRow(open(), scored(), row, output),
    csv(): Blob {
      const { predictionNames, rawNames } = names!
      const text = scoresToCsv(scored().scores, { predictions: predictionNames, rawScores: rawNames }, (label) =>
        className(open(), label),
      )
      return new Blob([text], { type: 'text/csv' })
    },
  }
}

function className({ ensemble: { classNames } }: Evaluator, label: number): string {
  return String(classNames?.[label] ?? label)
}

function cellsOf({ numberOfFeatures }: Evaluator, { rows }: RowTable, row: number): Float64Array {
  return rows.slice(row * numberOfFeatures, (row + 1) * numberOfFeatures)
}

function widthOf(evaluator: Evaluator, kind: RowOrder['kind']): number {
  return kind === 'predictions' ? evaluator.numberOfPredictions : evaluator.numberOfOutputs
}

function columnOf(evaluator: Evaluator, scores: Scores, kind: RowOrder['kind'], column: number): Float64Array {
  const width = widthOf(evaluator, kind)
  return Float64Array.from({ length: scores.count }, (_, row) => scores[kind][row * width + column]!)
}

function sortedRows(evaluator: Evaluator, scores: Scores, { kind, column, highestFirst }: RowOrder): Int32Array {
  const values = columnOf(evaluator, scores, kind, column)
  const sign = highestFirst ? -1 : 1
  return Int32Array.from(values.keys()).sort((a, b) => sign * (values[a]! - values[b]!) || a - b)
}

function scoredRow(
  evaluator: Evaluator,
  { table, scores }: { readonly table: RowTable; readonly scores: Scores },
  row: number,
): ScoredRow {
  const { categories } = evaluator.ensemble
  const cells = Array.from(cellsOf(evaluator, table, row), (cell, feature) => {
    const word = table.words.get(feature)?.[row]
    if (word !== undefined) return word
    return Number.isNaN(cell) ? '' : String(categories[feature]?.[cell] ?? cell)
  })
  return {
    row,
    label: scores.labels === null ? null : className(evaluator, scores.labels[row]!),
    predictions: [...rowOf(scores.predictions, row, evaluator.numberOfPredictions)],
    rawScores: [...rowOf(scores.rawScores, row, evaluator.numberOfOutputs)],
    cells,
  }
}

function explainRow(
  evaluator: Evaluator,
  { table, scores }: { readonly table: RowTable; readonly scores: Scores },
  row: number,
  output: number,
): RowExplanation {
  const width = evaluator.numberOfFeatures + 1
  const all = evaluator.contributions(cellsOf(evaluator, table, row))
  const place = evaluator.ensemble.outputClasses?.indexOf(output) ?? output
  const own = rowOf(all, place, width)
  if (place < 0 || own.length === 0) {
    throw new RiftlineError('contributions_unavailable', 'contributions: this output has none, as no tree adds to it')
  }
  return {
    base: own[width - 1]!,
    contributions: [...own.subarray(0, width - 1)],
    rawScore: rowOf(scores.rawScores, row, evaluator.numberOfOutputs)[output]!,
  }
}

function drawTree(evaluator: Evaluator, tree: number, cells: Float64Array | null): DrawnTree {
  const { counts } = evaluator.ensemble.trees
  const places = treePlaces(evaluator.ensemble, tree)
  const countOf = ({ child }: TreePlace): number => (child >= 0 ? counts?.node[child] : counts?.leaf[~child]) ?? 0
  const all = places.length === 0 ? 0 : countOf(places[0]!)
  return {
    places,
    way: cells === null ? [] : wayOf(evaluator, tree, cells, places),
    shares: counts === null || !(all > 0) ? null : places.map((place) => countOf(place) / all),
  }
}

/** Nodes from the root to the leaf that a row reaches, and that leaf. */
function wayOf(
  evaluator: Evaluator,
  tree: number,
  cells: Float64Array,
  places: readonly TreePlace[],
): readonly number[] {
  const { firstLeaf, leafNumber } = evaluator.ensemble.trees
  const number = evaluator.leafIndices(cells)[tree]!
  const isReached = ({ child }: TreePlace): boolean =>
    child < 0 && (leafNumber === null ? ~child - firstLeaf[tree]! : leafNumber[~child]) === number
  const byChild = new Map(places.map((place) => [place.child, place]))
  const way: number[] = []
  for (let place = places.find(isReached); place !== undefined; place = byChild.get(place.parent ?? Number.NaN)) {
    way.unshift(place.child)
  }
  return way
}
