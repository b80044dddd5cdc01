import { writeSnapshot } from '@riftline/predictor'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { buildCatalogue } from '#pipeline/catalogue/build-catalogue.ts'
import { replayHistory } from '#pipeline/features/feature-rows.ts'
import { readHistory } from '#pipeline/history/read-history.ts'
import { type Row, riftlineTables, type Tables, writeTables } from '../../support/history.ts'

async function bytesOf(tables: Tables): Promise<string> {
  const history = await readHistory(await writeTables(tables))
  const { state } = replayHistory(history)
  const { details, recent } = buildCatalogue(history, { asOfMs: state.asOfMs })
  return `${writeSnapshot(state)}${JSON.stringify([details, recent])}`
}

/** Lists the teams of each series in the opposite order and renumbers the series without keeping their order. */
function relisted(tables: Tables, seed: number): Tables {
  const idOf = (id: string): string => String(1 + ((Number(id) * 7919 + seed) % 100_003))
  const series = tables.series!.map(
    (row): Row => ({
      ...row,
      series_id: idOf(row.series_id!),
      ...{ team1_id: row.team2_id!, team2_id: row.team1_id!, wins1: row.wins2!, wins2: row.wins1! },
    }),
  )
  const games = tables.games!.map((row): Row => ({ ...row, series_id: idOf(row.series_id!) }))
  return { ...tables, series, games }
}

it('the order of rows, teams or series ids does not change a byte of the learned state', async () => {
  const expected = await bytesOf(riftlineTables())
  const seeds = fc.record({ seed: fc.nat(50_000), rows: fc.infiniteStream(fc.nat(1_000_000)) })
  await fc.assert(
    fc.asyncProperty(seeds, async ({ seed, rows }) => {
      const shuffled = Object.fromEntries(
        Object.entries(relisted(riftlineTables(), seed)).map(([name, list]) => {
          const keyed = list.map((row) => [rows.next().value, row] as const)
          return [name, keyed.sort(([a], [b]) => a - b).map(([, row]) => row)]
        }),
      )
      expect(await bytesOf(shuffled)).toBe(expected)
    }),
    { numRuns: 5 },
  )
})
