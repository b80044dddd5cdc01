/** Agreement of scores with the answer. */
export interface Agreement {
  /** Share of rows all of whose scores have the same bits. */
  readonly equalShare: number
  /** Share of rows whose scores are the answer rounded to float32. */
  readonly float32Share: number
  readonly firstDifference: { readonly row: number; readonly expected: number; readonly got: number } | null
}

/** Compares scores row by row, with `outputs` scores per row. */
export function compareScores(scores: Float64Array, expected: Float64Array, outputs: number): Agreement {
  if (scores.length !== expected.length) throw new Error(`expected ${expected.length} scores, got ${scores.length}`)
  const rows = expected.length / outputs
  let equal = 0
  let single = 0
  let firstDifference: Agreement['firstDifference'] = null
  for (let row = 0; row < rows; row++) {
    let isEqual = true
    let isSingle = true
    for (let i = row * outputs; i < (row + 1) * outputs; i++) {
      const got = scores[i]!
      const want = expected[i]!
      if (!Object.is(got, want)) {
        isEqual = false
        firstDifference ??= { row, expected: want, got }
      }
      if (!Object.is(got, Math.fround(want))) isSingle = false
    }
    if (isEqual) equal++
    if (isSingle) single++
  }
  return { equalShare: equal / rows, float32Share: single / rows, firstDifference }
}
