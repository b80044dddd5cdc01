import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type JoinedOdds, oddsText, readOdds } from '#pipeline/sync/learned-odds.ts'

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'riftline-odds-file-'))
  path = join(folder, 'odds.csv')
})
afterEach(() => rm(folder, { recursive: true }))

const startMs = Date.UTC(2031, 0, 1, 12)
const series = { id: 41, startMs, team1Id: 7, team2Id: 9, trueMs: startMs, matchIds: [] }
const kept: readonly JoinedOdds[] = [
  {
    ...{ esportsMatchId: ' "odd", id\t', source: '', scheduledMs: startMs - 1000, teams: [7, 9] },
    prices: [
      { capturedMs: startMs - 9000, odds: [1.6180339887498949, 2.4] },
      { capturedMs: startMs - 5000, odds: [1.0000000000000002, 10_000] },
    ],
    series,
  },
  {
    ...{ esportsMatchId: 'lp:M1', source: 'kalshi', scheduledMs: startMs, teams: [9, 7], series },
    prices: [{ capturedMs: startMs - 5000, odds: [2, 1.9] }],
  },
]

it('odds kept by a sync survive their file bit for bit, whatever their id', async () => {
  await writeFile(path, oddsText(kept))
  expect(await readOdds(path)).toEqual(kept.map(({ series: _, ...captured }) => captured))
  await writeFile(path, oddsText([]))
  expect(await readOdds(path)).toEqual([])
  expect(await readOdds(join(folder, 'absent.csv'))).toEqual([])
})

it('kept odds are rows of odds.csv with the closing line marked', () => {
  expect(oddsText(kept.slice(1))).toBe(
    'book,market,captured_at_utc,start_utc,team1_id,team2_id,decimal_odds1,decimal_odds2,series_id,is_closing_line,match_id,scheduled_utc\n' +
      'kalshi,series,2031-01-01T11:59:55,2031-01-01T12:00:00,9,7,2,1.9,41,1,lp:M1,2031-01-01T12:00:00\n',
  )
})

it('kept odds of an order book have the takeable odds beside them and survive their file', async () => {
  const [first, second] = kept
  const taken = [first!, { ...second!, prices: [{ ...second!.prices[0]!, takeOdds: [1.941748, null] as const }] }]
  await writeFile(path, oddsText(taken))
  expect(await readOdds(path)).toEqual(taken.map(({ series: _, ...captured }) => captured))
})

it('a damaged file of kept odds is refused, and the error names the line and the fault', async () => {
  await writeFile(path, oddsText(kept).replace('1.618033988749895', 'even'))
  const code = 'sync_folder_invalid'
  await expect(readOdds(path)).rejects.toMatchObject({
    code,
    message: expect.stringMatching(/odds\.csv, line 2: .*decimal_odds1: expected decimal odds above 1, got "?even/),
  })
  await writeFile(path, 'book,market\n')
  await expect(readOdds(path)).rejects.toMatchObject({ code, message: expect.stringContaining('captured_at_utc') })
})
