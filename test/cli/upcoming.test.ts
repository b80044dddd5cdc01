import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ScheduledSeries } from '@riftline/predictor'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runsAll } from '../support/amount.ts'
import { type CliResult, runCli } from '../support/cli.ts'
import { dataDate, dayAfterData } from '../support/committed-artifacts.ts'

const now = Date.parse(`${dayAfterData(1, '12:00:00')}Z`)

let data: string
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now })
  data = await mkdtemp(join(tmpdir(), 'riftline-upcoming-'))
  await mkdir(join(data, 'sync'))
})
afterEach(async () => {
  vi.useRealTimers()
  await rm(data, { recursive: true })
})

const upcoming = (...args: readonly string[]): Promise<CliResult> =>
  runCli('upcoming', '--data', data, '--artifacts', 'artifacts', ...args)

const t1 = { id: 2, name: 'T1' }
const geng = { id: 3, name: 'Gen.G' }
const g2 = { id: 20, name: 'G2 Esports' }
const fnatic = { id: 12, name: 'Fnatic' }

const series = (id: string, scheduledUtc: string, fields: Partial<ScheduledSeries> = {}): ScheduledSeries => ({
  ...{ id, league: 'LCK', bestOf: 3, scheduledUtc, startedUtc: null, team1: t1, team2: geng, stated: [] },
  ...fields,
})

const save = (all: readonly ScheduledSeries[]): Promise<void> => {
  const head = { format: 'riftline-schedule', formatVersion: 1, checkedUtc: dayAfterData(1, '11:00:00') }
  return writeFile(join(data, 'sync/schedule.json'), JSON.stringify({ ...head, series: all }))
}

const week = [
  series('begun', dayAfterData(1, '13:00:00'), { startedUtc: dayAfterData(1, '11:30:00') }),
  series('past', dayAfterData(1, '11:59:59')),
  series('110', dayAfterData(2, '08:00:00')),
  series('lp:M1', dayAfterData(3, '17:00:00'), { league: 'LEC', team1: g2, team2: fnatic, bestOf: 5 }),
  series('two', dayAfterData(4, '08:00:00'), { bestOf: 2 }),
  series('unknown', dayAfterData(5, '08:00:00'), { team2: { id: 999_999, name: 'Gone' } }),
  series('open', dayAfterData(6, '08:00:00'), { bestOf: null }),
  series('far', dayAfterData(8, '12:00:01')),
]

describe('riftline upcoming', () => {
  it('riftline upcoming prints the consensus of each series in the next seven days, with the first team as blue', async () => {
    await save(week)
    const { code, stdout } = await upcoming('--json')
    const document = JSON.parse(stdout)
    expect([code, Object.keys(document), document.checkedUtc]).toEqual([
      0,
      ['dataThroughUtc', 'checkedUtc', 'series'],
      dayAfterData(1, '11:00:00'),
    ])
    const ids = document.series.map(({ id }: ScheduledSeries) => id)
    expect(ids).toEqual(['110', 'lp:M1', 'two', 'open'])
    const [first, second] = document.series
    expect(Object.keys(first)).toEqual([
      'id',
      'league',
      'leagueName',
      'bestOf',
      'scheduledUtc',
      'team1',
      'team2',
      'prediction',
    ])
    const asked = ['--league', 'LEC', '--best-of', '5', '--model', 'consensus', '--json', '--artifacts', 'artifacts']
    const predicted = await runCli('predict', 'G2 Esports', 'Fnatic', ...asked)
    expect(second.prediction).toEqual(JSON.parse(predicted.stdout))
  })

  it.runIf(runsAll)(
    'riftline upcoming gives no series winner for a best-of-2 or an unknown best-of, and says so',
    async () => {
      const formats = [1, 2, 3, 5, null]
      await save(formats.map((bestOf) => series(`best of ${bestOf}`, dayAfterData(2, '08:00:00'), { bestOf })))
      const { series: shown } = JSON.parse((await upcoming('--json')).stdout)
      const forecast = shown.filter(({ prediction }: { prediction: unknown }) => prediction !== null)
      expect(forecast.map(({ bestOf }: ScheduledSeries) => bestOf)).toEqual([1, 3, 5])
      const { stdout } = await upcoming()
      expect(stdout.match(/Gen\.G +- +-$/gm)).toHaveLength(2)
      const note = '-: no series winner is forecast of a best-of-2, and where the best-of is not known'
      expect(stdout).toContain(note)
      await save(week.slice(0, 4))
      expect((await upcoming()).stdout).not.toContain(note)
    },
  )

  it.runIf(runsAll)('riftline upcoming accepts any name of a league and other numbers of days', async () => {
    await save(week)
    const ids = async (...args: readonly string[]) =>
      JSON.parse((await upcoming('--json', ...args)).stdout).series.map(({ id }: ScheduledSeries) => id)
    expect(await ids('--league', 'lec')).toEqual(['lp:M1'])
    expect(await ids('--league', 'LCK', '--days', '8')).toEqual(['110', 'two', 'open', 'far'])
    expect(await ids('--days', '1')).toEqual(['110'])
  })

  it('riftline upcoming prints the common names of leagues', async () => {
    await save([
      series('one', dayAfterData(2, '08:00:00'), { league: 'WLDs' }),
      series('two', dayAfterData(3, '08:00:00'), { league: 'WLDs', bestOf: 2 }),
      series('other', dayAfterData(4, '08:00:00'), { league: 'LCK' }),
    ])
    const { stdout } = await upcoming()
    expect(stdout.match(/Worlds|WLDs|LCK/g)).toEqual(['Worlds', 'Worlds', 'LCK'])
  })

  it.runIf(runsAll)('riftline upcoming prints a table for people', async () => {
    await save(week)
    const { code, stdout } = await upcoming()
    const lines = stdout.split('\n')
    expect([code, lines[0]]).toEqual([
      0,
      expect.stringMatching(
        new RegExp(
          `^data through ${dataDate} UTC \\(\\d+ days old\\), schedule of ${dayAfterData(1, '11:00:00')} UTC$`,
        ),
      ),
    ])
    expect(lines[3]).toMatch(/^\S+ 08:00 +LCK +3 +T1 +Gen\.G +\d+\.\d % +\d+\.\d %$/)
    expect(lines[5]).toMatch(/^\S+ 08:00 +LCK +2 +T1 +Gen\.G +- +-$/)
    await save([])
    expect((await upcoming()).stdout).toContain('no series to come')
  })

  it('riftline upcoming reports that no sync has stored a schedule, or the fault of a damaged one', async () => {
    const missing = await upcoming()
    expect([missing.code, missing.stdout, missing.stderr]).toEqual([
      1,
      '',
      expect.stringContaining('run riftline sync'),
    ])
    await writeFile(join(data, 'sync/schedule.json'), '{"format":"riftline-schedule","formatVersion":2}')
    const damaged = await upcoming()
    expect([damaged.code, damaged.stderr]).toEqual([1, expect.stringContaining('schedule.json $.formatVersion')])
  })

  it.each([
    [['--days', '0'], 2, '--days: expected an integer above 0'],
    [['--league', 'League of Nobody Ever'], 1, '--league: expected a league of the artifacts'],
    [['LCK'], 2, 'expected 0 arguments'],
  ])('riftline upcoming %j is refused', async (args, code, reason) => {
    await save(week)
    expect(await upcoming(...args)).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(reason) })
  })
})
