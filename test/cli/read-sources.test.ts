import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { type ReadSource, readSource } from '#cli/sync/read-sources.ts'
import { readOptions, readSettings } from '../sources/read-options.ts'
import { toCsv } from '../support/history.ts'
import { oraclesElixirRows } from '../support/sources/oracles-elixir-rows.ts'
import { afterTheLeague, statedLeague } from '../support/sources/stated-league.ts'

const nowMs = Date.parse(afterTheLeague)
const { games } = statedLeague()

async function readYear(stated: typeof games): Promise<ReadSource> {
  const folder = await mkdtemp(join(tmpdir(), 'riftline-years-of-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, '2031.csv'), toCsv(oraclesElixirRows(stated)))
  const settings = readSettings({ RIFTLINE_ORACLES_ELIXIR_URL: pathToFileURL(folder).href })
  return readSource('oracles-elixir', settings, { ...readOptions(), marks: {}, acceptsFewer: false })
}

it('a game of a yearly file with a date in the future is left out and named', async () => {
  const [first, ...others] = games
  const { status, reading, skipped } = await readYear([{ ...first!, startMs: nowMs + 3_600_000 }, ...others])
  expect(status).toBe('ok')
  expect(reading?.games.map(({ id }) => id).sort()).toEqual(others.map(({ id }) => id).sort())
  expect(skipped).toEqual([{ what: `game ${first!.id}`, why: 'completed_before_start' }])
})
