import type { Scorer } from '../contestants/contestant.ts'

/** Creates a scorer that takes single rows only. `score` reads the row that begins at `from` and writes at `at`. */
export function rowScorer(
  features: number,
  outputs: number,
  score: (rows: Float64Array, from: number, scores: Float64Array, at: number) => void,
): Scorer {
  return {
    isAsync: false,
    scoreBatch(rows, scores) {
      for (let from = 0, at = 0; from < rows.length; from += features, at += outputs) score(rows, from, scores, at)
    },
    scoreRow: (row, scores, at) => score(row, 0, scores, at),
  }
}
