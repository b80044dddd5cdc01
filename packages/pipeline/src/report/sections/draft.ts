import { toCount, toDecimal } from '../format.ts'
import { leftColumn, markdownTable, numberColumn } from '../markdown-table.ts'
import type { MeasuredDraft } from '../measure/measure-draft.ts'
import { paragraph } from '../paragraph.ts'
import { gainCells, gainColumns, scoreCells, scoreColumns } from './cells.ts'

export function draftSection(draft: MeasuredDraft | null): string {
  if (draft === null) {
    return '## With the draft of game 1\n\nNo series of the test windows has a known draft, so nothing is said of it here.'
  }
  const { series, forecasters, matchConsensus, overMatch, byWindow } = draft
  const gains = [
    ...byWindow.map((own) => [own.name, toCount(own.overMatch.n), ...gainCells(own.overMatch)]),
    ...(byWindow.length > 1 ? [['together', toCount(overMatch.n), ...gainCells(overMatch)]] : []),
  ]
  return [
    '## With the draft of game 1',
    '',
    paragraph(
      `The ${toCount(series)} series of the test windows whose ten picks of game 1 are known, forecast with them. On the`,
      `same series the calibrated consensus without picks has log-loss ${toDecimal(matchConsensus.logLoss)}, Brier score`,
      `${toDecimal(matchConsensus.brier)} and accuracy ${toDecimal(matchConsensus.accuracy)}.`,
    ),
    '',
    markdownTable(scoreColumns, forecasters.map(scoreCells)),
    '',
    'Log-loss that the draft consensus saves against the match consensus, both calibrated:',
    '',
    markdownTable([leftColumn('window'), numberColumn('n'), ...gainColumns], gains),
  ].join('\n')
}
