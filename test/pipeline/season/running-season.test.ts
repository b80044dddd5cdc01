import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayMs, parseUtc, toUtc } from '@riftline/base'
import { runningSeason, type SeasonFormat } from '@riftline/pipeline'
import { loadCatalogue } from '@riftline/predictor/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const artifactsDirectory = 'artifacts'
const teams = ['T1', 'Gen.G', 'Dplus Kia', 'KT Rolster']
let dataDirectory: string
let asOfMs: number

beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'riftline-season-'))
  const catalogue = await loadCatalogue(artifactsDirectory)
  asOfMs = parseUtc(`${catalogue.asOf}T00:00:00`)!
  const rows = teams.map((name) => catalogue.teams.find((team) => team.name === name)!)
  const pairs = rows.flatMap((team1, at) => rows.slice(at + 1).map((team2) => ({ team1, team2 })))
  const series = pairs.map(({ team1, team2 }, at) => ({
    id: `s${at}`,
    league: 'LCK',
    bestOf: 3,
    scheduledUtc: toUtc(asOfMs + (at + 2) * dayMs),
    startedUtc: null,
    team1: { id: team1.id, name: team1.name },
    team2: { id: team2.id, name: team2.name },
    stated: [],
  }))
  await mkdir(join(dataDirectory, 'sync'))
  const schedule = { format: 'riftline-schedule', formatVersion: 1, checkedUtc: toUtc(asOfMs), series }
  await writeFile(join(dataDirectory, 'sync/schedule.json'), JSON.stringify(schedule))
})

afterAll(() => rm(dataDirectory, { recursive: true }))

function season(league: string, more: { readonly rounds?: number } = {}): Promise<SeasonFormat> {
  return runningSeason({ league, artifactsDirectory, dataDirectory, nowMs: asOfMs + dayMs, ...more })
}

describe('The running season of a league', () => {
  it('is found in the schedule of the data folder and the graded series of the artifacts', async () => {
    const { format, played, open } = await season('lck')
    expect(format.teams.map(({ name }) => name)).toEqual([...teams].sort())
    expect(format.stages).toEqual([
      { id: 'regular', kind: 'roundRobin', slots: [...teams].sort(), rounds: 1, bestOf: 3 },
    ])
    expect({ played, open }).toEqual({ played: 0, open: 6 })
  })

  it('is refused for a league that the artifacts do not have, and for one that pauses', async () => {
    await expect(season('Moon League')).rejects.toMatchObject({ code: 'league_unknown' })
    await expect(season('LCS')).rejects.toMatchObject({ code: 'season_not_running' })
    await expect(season('LCK', { rounds: 5 })).rejects.toMatchObject({ code: 'invalid_argument' })
  })
})
