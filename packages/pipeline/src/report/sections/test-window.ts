import { baseModels, type ModelName } from '@riftline/predictor'
import { displayNames } from '../../evaluate/forecasters.ts'
import { toSigned } from '../format.ts'
import { leftColumn, markdownTable } from '../markdown-table.ts'
import type { MeasuredWindow } from '../measure/measure-window.ts'
import { calibrationTable } from './calibration-table.ts'
import { gainCells, gainColumns, scoreCells, scoreColumns } from './cells.ts'
import { ladderTable } from './ladder.ts'

/** Scores, gains and reliability diagrams of one test window. */
export function testWindow(measured: MeasuredWindow, diagramPath: (model: ModelName) => string): string {
  const { window, forecasters, ladder } = measured
  return [
    `## Test window ${window.name}`,
    '',
    markdownTable(scoreColumns, forecasters.map(scoreCells)),
    '',
    gainsTable(measured),
    '',
    'The ladder, each step against the one that it is built on; the best member is known only afterwards:',
    '',
    ladderTable(ladder.all),
    '',
    'What is wrong with the calibration of each, and what it can tell apart:',
    '',
    calibrationTable(window.graded),
    '',
    `![Reliability of the consensus on ${window.name}, raw and calibrated](${diagramPath('consensus')})`,
    '',
    `The same of its members: ${baseModels.map((model) => `[${displayNames[model]}](${diagramPath(model)})`).join(', ')}.`,
  ].join('\n')
}

function gainsTable(measured: MeasuredWindow): string {
  const { overElo, overGlicko2, overMembers, overMeanOfMembers } = measured
  const rows = [
    ['consensus', displayNames.elo, ...gainCells(overElo)],
    ['consensus', displayNames.glicko2, ...gainCells(overGlicko2)],
    ...overMembers.map(({ name, gain }) => ['consensus', name, ...gainCells(gain)]),
    ['consensus', 'mean log-loss of the members', toSigned(overMeanOfMembers), 'plain difference'],
  ]
  return markdownTable([leftColumn('log-loss saved by'), leftColumn('against'), ...gainColumns], rows)
}
