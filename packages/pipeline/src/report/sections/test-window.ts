import { displayNames } from '../forecasters.ts'
import { toSigned } from '../format.ts'
import { leftColumn, markdownTable } from '../markdown-table.ts'
import type { MeasuredWindow } from '../measure/measure-window.ts'
import { gainCells, gainColumns, scoreCells, scoreColumns } from './cells.ts'

/** Scores, gains and the reliability diagram of one test window. */
export function testWindow(measured: MeasuredWindow, diagramPath: string): string {
  const { window, forecasters } = measured
  return [
    `## Test window ${window.name}`,
    '',
    markdownTable(scoreColumns, forecasters.map(scoreCells)),
    '',
    gainsTable(measured),
    '',
    `![Reliability of the consensus on ${window.name}, raw and calibrated](${diagramPath})`,
  ].join('\n')
}

function gainsTable(measured: MeasuredWindow): string {
  const { overElo, overGlicko2, overMembers, overMeanOfMembers, calibratedOverRaw } = measured
  const rows = [
    ['consensus', displayNames.elo, ...gainCells(overElo)],
    ['consensus', displayNames.glicko2, ...gainCells(overGlicko2)],
    ...overMembers.map(({ name, gain }) => ['consensus', name, ...gainCells(gain)]),
    ['consensus', 'mean log-loss of the members', toSigned(overMeanOfMembers), 'plain difference'],
    ...calibratedOverRaw.map(({ model, gain }) => [
      `${displayNames[model]} calibrated`,
      `${displayNames[model]} raw`,
      ...gainCells(gain),
    ]),
  ]
  return markdownTable([leftColumn('log-loss saved by'), leftColumn('against'), ...gainColumns], rows)
}
