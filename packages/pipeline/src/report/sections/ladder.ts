import type { LadderStep } from '../../evaluate/ladder.ts'
import { toDecimal } from '../format.ts'
import { leftColumn, markdownTable, numberColumn } from '../markdown-table.ts'
import { gainCells, gainColumns } from './cells.ts'

/** The gain of each step over the one that it is built on. */
export function ladderTable(steps: readonly LadderStep[]): string {
  const columns = [
    leftColumn('step'),
    ...['log-loss', 'Brier', 'accuracy'].map(numberColumn),
    ...gainColumns,
    leftColumn('over'),
  ]
  const rows = steps.map(({ step, scores, over, gain }) => [
    step,
    ...[scores.logLoss, scores.brier, scores.accuracy].map(toDecimal),
    ...(gain === null ? ['–', '–'] : gainCells(gain)),
    over ?? '–',
  ])
  return markdownTable(columns, rows)
}
