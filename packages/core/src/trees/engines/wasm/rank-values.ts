/** Distinct values of columns. */
export interface RankedValues {
  /** Column c has distinct[start[c]] < … < distinct[start[c + 1] - 1]. */
  readonly start: Int32Array
  readonly distinct: Float64Array
  /** Where in `distinct` each value is. */
  readonly position: Int32Array
}

/** Columns of integers below this are ranked by a table. */
const mostDense = 65536

/**
 * Sorts the values of each column, `column[i]` that of `value[i]`. `more` gives values to add to a column.
 *
 * @param value no NaN
 */
export function rankValues(
  value: Float64Array,
  column: Int32Array,
  columns: number,
  more: (column: number) => readonly number[],
): RankedValues {
  const from = new Int32Array(columns + 1)
  const dense = new Uint8Array(columns).fill(1)
  for (let i = 0; i < value.length; i++) {
    const c = column[i]!
    const one = value[i]!
    from[c + 1]!++
    if (!(one >= 0 && one < mostDense && one === Math.floor(one))) dense[c] = 0
  }
  const added = Array.from({ length: columns }, (_, c) => more(c))
  for (let c = 0; c < columns; c++) from[c + 1]! += from[c]! + added[c]!.length

  const all = new Float64Array(from[columns]!)
  const next = from.slice()
  for (let i = 0; i < value.length; i++) all[next[column[i]!]!++] = value[i]!
  added.forEach((values, c) => {
    for (const one of values) all[next[c]!++] = one
    if (values.length > 0) dense[c] = 0
  })

  const start = new Int32Array(columns + 1)
  const tables: Int32Array[] = []
  for (let c = 0; c < columns; c++) {
    const values = all.subarray(from[c], from[c + 1])
    let size = start[c]!
    if (dense[c] === 1) {
      const table = rankTable(values)
      for (let one = 0; one + 1 < table.length; one++) if (table[one + 1]! > table[one]!) all[size++] = one
      tables[c] = table
    } else {
      values.sort()
      for (let i = 0; i < values.length; i++) {
        if (i === 0 || values[i] !== all[size - 1]) all[size++] = values[i]!
      }
    }
    start[c + 1] = size
  }

  const position = new Int32Array(value.length)
  for (let i = 0; i < value.length; i++) {
    const c = column[i]!
    const table = tables[c]
    position[i] = table === undefined ? find(all, value[i]!, start[c]!, start[c + 1]!) : start[c]! + table[value[i]!]!
  }
  return { start, distinct: all.slice(0, start[columns]), position }
}

/** How many distinct values are below each integer, up to one above the largest. */
function rankTable(values: Float64Array): Int32Array {
  let largest = -1
  for (const one of values) largest = Math.max(largest, one)
  const table = new Int32Array(largest + 2)
  for (const one of values) table[one + 1] = 1
  for (let one = 1; one < table.length; one++) table[one]! += table[one - 1]!
  return table
}

/** Position of the first of the ascending `values` from `low` up to `high` that is not below `value`. */
export function find(values: Float64Array, value: number, low: number, high: number): number {
  while (low < high) {
    const middle = (low + high) >>> 1
    if (values[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}
