import type { Evaluation } from '@riftline/pipeline'
import { evaluationTables } from './evaluation-tables.ts'
import { textTable } from './text-table.ts'

/** An evaluation for people at a terminal. */
export function evaluationTable(evaluation: Evaluation): string {
  const tables = evaluationTables(evaluation).map(({ name, columns, rows }) => textTable([[name, ...columns], ...rows]))
  return [`${evaluatedSeries(evaluation)}\n`, ...tables].join('\n')
}

/** How many series were graded, and when they began. */
export function evaluatedSeries({ series, from, to }: Evaluation): string {
  return `${series} series from ${from} to ${to} UTC`
}
