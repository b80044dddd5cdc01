import { expect, it } from 'vitest'
import type { ProblemResult } from '../../../bench/trees/measure/results.ts'
import { lossesTable } from '../../../bench/trees/report/losses-table.ts'

/** Makes a result in which each contestant takes these nanoseconds per row, in one call and row by row. */
function problem(times: Readonly<Record<string, readonly [batch: number, row: number]>>): ProblemResult {
  const timing = (nanoseconds: number) => ({
    rounds: [nanoseconds],
    agreement: { equalShare: 1, float32Share: 0, worst: 0 },
  })
  const contestants = Object.entries(times).map(([contestant, [batch, row]]) => ({
    contestant,
    facts: {},
    batch: timing(batch),
    row: timing(row),
  }))
  return { name: '100x31', rows: 1, answeredBy: 'LightGBM', contestants, skipped: [] } as unknown as ProblemResult
}

it('the table of losses lists every measurement in which an engine of riftline is not clearly faster, the worst first', () => {
  const table = lossesTable([
    problem({ 'riftline wasm': [10, 110], 'riftline js': [200, 119], 'C++ if/else': [100, 130], lleaves: [500, 500] }),
  ])
  const cells = table
    .split('\n')
    .slice(2)
    .map((line) => line.split('|').map((cell) => cell.trim()))
  expect(cells.map(([, engine, , call, beside, times]) => [engine, call, beside, times])).toEqual([
    ['riftline js', 'all rows in one call', 'C++ if/else', '0.50'],
    ['riftline js', 'one row per call', 'C++ if/else', '1.09'],
    ['riftline wasm', 'one row per call', 'C++ if/else', '1.18'],
  ])
})

it('the table of losses states that there are none', () => {
  expect(lossesTable([problem({ 'riftline wasm': [1, 1], lleaves: [2, 2] })])).toContain('Nowhere')
})
