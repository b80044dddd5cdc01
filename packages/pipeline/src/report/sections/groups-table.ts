import { baselineChance, matchChance, servedConsensus } from '../../evaluate/forecasters.ts'
import { gainOver } from '../../evaluate/gain.ts'
import type { GradedForecast } from '../../evaluate/graded-forecast.ts'
import { score } from '../../evaluate/scores.ts'
import { toCount, toDecimal } from '../format.ts'
import { type Column, markdownTable, numberColumn } from '../markdown-table.ts'
import { gainCells, gainColumns } from './cells.ts'

export interface Group {
  /** One cell for each of the naming columns. */
  readonly names: readonly string[]
  /** At least one. */
  readonly graded: readonly GradedForecast[]
}

/** Log-losses of the baselines and the consensus on parts of the series. */
export function groupsTable(naming: readonly Column[], groups: readonly Group[]): string {
  const columns = [
    ...naming,
    ...['n', 'Elo', 'Glicko-2', 'consensus raw', 'calibrated', 'accuracy', 'gain over Elo'].map(numberColumn),
    ...gainColumns.slice(1),
  ]
  const rows = groups.map(({ names, graded }) => {
    const consensus = score(graded, servedConsensus)
    return [
      ...names,
      toCount(graded.length),
      toDecimal(score(graded, baselineChance('elo')).logLoss),
      toDecimal(score(graded, baselineChance('glicko2')).logLoss),
      toDecimal(score(graded, matchChance('consensus', 'raw')).logLoss),
      toDecimal(consensus.logLoss),
      toDecimal(consensus.accuracy),
      ...gainCells(gainOver(graded, servedConsensus, baselineChance('elo'))),
    ]
  })
  return markdownTable(columns, rows)
}
