import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parseTournament } from '@riftline/predictor'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { elementsOf } from '../pipeline/report/well-formed.ts'
import { runsAll } from '../support/amount.ts'
import { runCli } from '../support/cli.ts'
import { afterData, committedArtifacts, committedPredictor, dataDate } from '../support/committed-artifacts.ts'
import { exampleCup } from '../support/example-cup.ts'
import { bundledRiftline } from '../support/riftline-bundle.ts'
import { expectNothingForeign } from './pictures/expect-nothing-foreign.ts'

/** Writes a file of a tournament to a temporary folder; an object is written as JSON. */
function fileOf(format: object | string = exampleCup): string {
  const folder = mkdtempSync(join(tmpdir(), 'riftline-tournament-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'cup.json')
  writeFileSync(file, typeof format === 'string' ? format : JSON.stringify(format))
  return file
}

const few = ['--runs', '2000', '--at', dataDate]

describe('riftline tournament check', () => {
  it('prints a sound format in words', async () => {
    const { code, stdout, stderr } = await runCli('tournament', 'check', fileOf())
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^Example Cup: 8 teams, 2 stages\.\ngroups: /)
    expect(stdout).toContain('\nThe winner of playoffs wins the tournament.\n')
    const { stdout: json } = await runCli('tournament', 'check', fileOf(), '--json')
    expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(exampleCup)))
  })

  it.each<[string, object | string, RegExp]>([
    ['no JSON', '{"name": ', /cup\.json: expected JSON: /],
    [
      'a wrong length',
      { ...exampleCup, stages: [{ ...exampleCup.stages[0], bestOf: 7 }] },
      /: stages\[0\]\.bestOf: must be /,
    ],
    ['a team in no stage', { ...exampleCup, teams: [...exampleCup.teams, 'DRX'] }, /: teams\[8\]: /],
    [
      'a place that does not exist',
      JSON.stringify(exampleCup).replace('groups.B.2', 'groups.C.2'),
      /: stages\[1\]\.slots\[1\]: /,
    ],
  ])('names the place of a fault in one line, and ends with 2: %s', async (_name, format, message) => {
    const { code, stdout, stderr } = await runCli('tournament', 'check', fileOf(format))
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(message)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  })

  it('a file that is not there is named', async () => {
    const { code, stderr } = await runCli('tournament', 'check', 'nowhere.json')
    expect([code, stderr]).toEqual([2, 'riftline tournament: nowhere.json: cannot be read (ENOENT)\n'])
  })
})

describe('riftline tournament run', () => {
  it('with --json it prints the answer of predictor.tournament, on any number of threads', async () => {
    const file = fileOf()
    const predictor = await committedPredictor()
    const at = Date.parse(`${dataDate}Z`)
    const own = predictor.tournament(parseTournament(exampleCup), { runs: 2000, seed: 3, at })
    const args = ['tournament', 'run', file, ...few, '--seed', '3', '--json']
    const { code, stdout, stderr } = await runCli(...args)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toBe(`${JSON.stringify(own)}\n`)
    if (!runsAll) return
    const onThreads = await promisify(execFile)(process.execPath, [bundledRiftline(), ...args, '--threads', '2'])
    expect(onThreads).toEqual({ stdout, stderr: '' })
  })

  it('the table has the teams by their chance to win, every column, and the next series with what they change', async () => {
    const { code, stdout } = await runCli('tournament', 'run', fileOf(), ...few)
    expect(code).toBe(0)
    const lines = stdout.split('\n')
    expect(lines[0]).toBe('Example Cup, 2,000 runs, consensus')
    expect(lines[3]).toMatch(/^team +playoffs +playoffs\.final +winner +interval of the simulation$/)
    const winners = lines.slice(4, 12).map((line) => Number(/([\d.]+) % +[<\d.]+ % to [\d.]+ %$/.exec(line)?.[1]))
    expect(winners).toEqual([...winners].sort((a, b) => b - a))
    expect(winners.reduce((sum, one) => sum + one, 0)).toBeCloseTo(100, 0)
    expect(lines[13]).toMatch(/^next series +length +team +chance +winner if won +winner if lost$/)
    expect(lines[14]).toMatch(/^groups A +best of 1 +/)
  })

  it('with --svg it also draws a picture', async () => {
    const file = fileOf()
    const svg = join(file, '..', 'cup.svg')
    expect((await runCli('tournament', 'run', file, ...few, '--svg', svg)).code).toBe(0)
    const picture = readFileSync(svg, 'utf8')
    expect(elementsOf(picture).slice(0, 3)).toEqual(['svg', 'title', 'desc'])
    expectNothingForeign(picture)
  })

  it.each<[string, readonly string[], number, RegExp]>([
    ['no action', [], 2, /expected check, run or season, got nothing/],
    ['a mistyped action', ['runn', 'cup.json'], 2, /got "runn"; did you mean run\?/],
    ['no file', ['run'], 2, /expected 1 argument beside options, got 0/],
    ['no number', ['run', 'cup.json', '--runs', 'many'], 2, /--runs: expected an integer above 0, got "many"/],
    ['a mistyped option', ['run', 'cup.json', '--rnus', '3'], 2, /unknown option --rnus; did you mean --runs\?/],
  ])('%s is refused with advice', async (_name, args, exit, message) => {
    const { code, stderr } = await runCli('tournament', ...args)
    expect(code).toBe(exit)
    expect(stderr).toMatch(message)
  })

  it('an unknown model and an unknown team are refused with the nearest names', async () => {
    const wrong = await runCli('tournament', 'run', fileOf(), ...few, '--model', 'fastree')
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('did you mean fasttree?')])
    const unknown = JSON.stringify(exampleCup).replaceAll('Fnatic', 'Fnattic')
    const { code, stderr } = await runCli('tournament', 'run', fileOf(unknown), ...few)
    expect([code, stderr]).toEqual([1, expect.stringContaining('no team Fnattic; did you mean Fnatic')])
  })
})

/** Writes a schedule in which four teams of the LCK meet once, from two days after the data date on. Returns the data folder. */
async function scheduledFolder(): Promise<string> {
  const { catalogue } = await committedArtifacts()
  const named = ['T1', 'Gen.G', 'Dplus Kia', 'KT Rolster'].map((name) => {
    const { id } = catalogue.teams.find((team) => team.name === name)!
    return { id, name }
  })
  const pairs = named.flatMap((team1, at) => named.slice(at + 1).map((team2) => ({ team1, team2 })))
  const series = pairs.map((pair, at) => ({
    ...{ id: `s${at}`, league: 'LCK', bestOf: 3, startedUtc: null, stated: [] },
    scheduledUtc: afterData(2 + at),
    ...pair,
  }))
  const folder = join(fileOf(), '..')
  mkdirSync(join(folder, 'sync'))
  const schedule = { format: 'riftline-schedule', formatVersion: 1, checkedUtc: dataDate, series }
  writeFileSync(join(folder, 'sync/schedule.json'), JSON.stringify(schedule))
  return folder
}

describe('riftline tournament season', () => {
  it('writes a file that check accepts, and says on stderr what it knows', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${afterData(1)}Z`) })
    onTestFinished(() => void vi.useRealTimers())
    const data = await scheduledFolder()
    const output = join(data, 'lck.json')
    const written = await runCli('tournament', 'season', 'LCK', '--data', data, '--output', output)
    expect(written).toEqual({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/^LCK 20\d\d: 0 series played, 6 announced\n$/),
    })
    const { code, stdout } = await runCli('tournament', 'check', output)
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^LCK 20\d\d: 4 teams, 1 stage\.\n/)])
    const printed = await runCli('tournament', 'season', 'LCK', '--data', data, '--json')
    expect(JSON.parse(printed.stdout)).toEqual(JSON.parse(readFileSync(output, 'utf8')))
  })

  it('a league without a running season is refused with what is known, and an unknown one with the nearest', async () => {
    const data = ['--data', join(tmpdir(), 'riftline-no-data')]
    const none = await runCli('tournament', 'season', 'LCK', ...data)
    expect([none.code, none.stdout]).toEqual([1, ''])
    expect(none.stderr).toMatch(/^riftline tournament: LCK: expected a regular season that runs at /)
    const unknown = await runCli('tournament', 'season', 'LCKK', ...data)
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('did you mean LCK')])
  })
})
