import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readHistory } from '#pipeline/history/read-history.ts'
import { writeRiftline } from '#pipeline/history/riftline/write-riftline.ts'
import type { History } from '#pipeline/history/types.ts'
import { riftlineTables, toNoside, writeTables } from '../../support/history.ts'

async function written(history: History): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'riftline-written-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, text] of writeRiftline(history)) await writeFile(join(folder, name), text)
  return folder
}

/** A history without odds and external ids, which the written layout has no files for. */
const played = ({ odds: _odds, marketOdds: _market, externalIds: _ids, ...rest }: History) => rest

it('a history written in the riftline layout reads back unchanged, with games without sides', async () => {
  const tables = riftlineTables()
  const [first, ...games] = tables.games!
  const read = await readHistory(await writeTables({ ...tables, games, games_noside: [toNoside(first!)] }))
  expect(read.series.flatMap(({ games }) => games).some(({ sidesKnown }) => !sidesKnown)).toBe(true)
  expect(played(await readHistory(await written(read)))).toEqual(played(read))
})

it('names with commas, quotes and line feeds survive the riftline layout', async () => {
  const read = await readHistory(await writeTables(riftlineTables()))
  const [team] = read.teams
  const odd = { ...team!, name: 'The "Five", Ltd', aliases: ['Five\nLtd', 'a|b', 'F5'] }
  const again = await readHistory(await written({ ...read, teams: [odd, ...read.teams.slice(1)] }))
  expect(again.teams[0]).toMatchObject({ name: odd.name, aliases: expect.arrayContaining(['Five\nLtd', 'F5']) })
  expect(again.skipped).toEqual([])
})

it('a history without games is written as files with only a header', async () => {
  const read = await readHistory(await writeTables(riftlineTables()))
  const files = writeRiftline({ ...read, series: [], playerGames: [] })
  expect(files.get('games.csv')).toMatch(/^game_id,date_utc,.*\n$/)
  expect(files.get('series.csv')!.split('\n').length).toBe(2)
})
