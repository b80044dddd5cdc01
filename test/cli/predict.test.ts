import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { amount, runsAll } from '../support/amount.ts'
import { runCli } from '../support/cli.ts'
import { committedPredictor } from '../support/committed-artifacts.ts'
import { knownDraft } from '../support/known-draft.ts'
import { useTinyCli } from '../support/tiny-artifacts-known-names.ts'

const onTiny = useTinyCli()

describe('riftline predict', () => {
  it('predict prints a table with every model, both teams and the data date', async () => {
    const { code, stdout, stderr } = await runCli('predict', 'T1', 'Gen.G', '--best-of', '5')
    expect([code, stderr]).toEqual([0, ''])
    const data = /data through \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d UTC \(\d+ days old\)/
    expect(stdout).toMatch(new RegExp(`^T1 against Gen\\.G, best of 5, LCK\n${data.source}\n`))
    for (const model of ['fasttree', 'lightgbm', 'pcasweep', 'consensus']) {
      expect(stdout).toMatch(new RegExp(`^${model} +\\d+\\.\\d % +\\d+\\.\\d %`, 'm'))
    }
  })

  it('predict --json prints the body of POST /v1/predict, with the consensus as the default model, as in the table', async () => {
    const predictor = await committedPredictor()
    const moment = ['--at', '2031-01-01T12:00:00']
    const at = Date.UTC(2031, 0, 1, 12)
    const plain = await runCli('predict', 'T1', 'gen g', ...moment, '--json')
    expect(JSON.parse(plain.stdout)).toEqual(
      predictor.predict({ blueTeam: 'T1', redTeam: 'Gen.G', model: 'consensus' }, { at }),
    )
    const full = ['--model', 'consensus', '--league', 'LCK 2026 Spring', '--odds', '2.4,1.6', '--best-of', '1']
    const asked = await runCli('predict', '2', '3', ...full, ...moment, '--json')
    expect(JSON.parse(asked.stdout)).toEqual(
      predictor.predict(
        {
          blueTeamId: 2,
          redTeamId: 3,
          model: 'consensus',
          tournament: 'LCK 2026 Spring',
          oddsBlue: 2.4,
          oddsRed: 1.6,
          bestOf: 1,
        },
        { at },
      ),
    )
  })

  it('predict forecasts for the moment of the call, or a given one, and refuses an invalid moment', async () => {
    const predictor = await committedPredictor()
    const before = predictor.predict({ blueTeam: 'T1', redTeam: 'Gen.G' })
    const now = JSON.parse((await runCli('predict', 'T1', 'Gen.G', '--json')).stdout) as typeof before
    expect(Math.abs(now.blueWinProbability - 0.5)).toBeLessThan(Math.abs(before.blueWinProbability - 0.5))
    const wrong = await runCli('predict', 'T1', 'Gen.G', '--at', 'yesterday')
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringContaining('YYYY-MM-DDTHH:mm:ss, UTC, got "yesterday"'),
    ])
  })

  it('predict reads a draft from a file', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'riftline-draft-')), 'draft.json')
    await writeFile(file, JSON.stringify(knownDraft))
    const predictor = await committedPredictor()
    const { stdout } = await runCli('predict', 'T1', 'Gen.G', '--draft', file, '--at', '2026-02-01T00:00:00', '--json')
    expect(JSON.parse(stdout)).toEqual(
      predictor.predict({ blueTeam: 'T1', redTeam: 'Gen.G', model: 'consensus', ...knownDraft }),
    )
    await writeFile(file, '{"bluePicks":[]}')
    const broken = await runCli('predict', 'T1', 'Gen.G', '--draft', file)
    expect(broken.code).toBe(1)
    expect(broken.stderr).toContain('bluePicks and redPicks')
  })

  it('predict --odds adds expected values to the table', async () => {
    const { stdout } = await onTiny('predict', 'T1', 'Gen.G', '--odds', '2.4,1.6')
    expect(stdout).toMatch(/^Gen\.G +1\.6 +[+-]0\.\d{4} +[+-]0\.\d{4}$/m)
  })

  it.runIf(runsAll)('the table, the explanation and the markets name an inactive team', async () => {
    const inactive = /^TSM is not active: last game 2023-08-04T01:14:20 UTC$/m
    for (const asked of [['predict'], ['predict', '--explain'], ['markets']]) {
      const [command = '', ...options] = asked
      const { stdout } = await runCli(command, 'T1', 'TSM', ...options)
      expect(stdout).toMatch(inactive)
      expect(stdout.match(/not active/g)).toHaveLength(1)
    }
  })

  it('predict --explain shows the parts of the chance of the named model, else of the consensus', async () => {
    const { code, stdout, stderr } = await runCli(
      'predict',
      'T1',
      'Gen.G',
      '--best-of',
      '5',
      '--explain',
      '--model',
      'lightgbm',
    )
    expect([code, stderr]).toEqual([0, ''])
    const lines = stdout.trimEnd().split('\n')
    expect(lines[0]).toMatch(/^T1 against Gen\.G, best of 5, lightgbm: \d+\.\d % for T1$/)
    expect(lines[1]).toMatch(/^ +logit +points +Gen\.G \| T1$/)
    const middle = lines[1]!.indexOf('|')
    for (const line of lines.slice(2, -2)) {
      const [, points] = /^[\w ,./]*? +-?\d+\.\d{3} +(-?\d+\.\d) /.exec(line) ?? []
      expect(line[middle]).toBe('|')
      expect(line.slice(middle).includes('#') && Number(points) < 0, line).toBe(false)
      expect(line.slice(0, middle).includes('#') && Number(points) > 0, line).toBe(false)
    }
    expect(lines.map((line) => line.split(/ {2,}/)[0])).toEqual(
      expect.arrayContaining(['rating', 'models', 'age', 'answer']),
    )
    const sum = /50 ([+-]) (\d+\.\d) = (\d+\.\d) %$/.exec(lines.at(-2)!)!
    expect(lines.at(-1)).toMatch(/^Each best-of has its own calibration curve/)
    expect(50 + Number(`${sum[1]}${sum[2]}`)).toBeCloseTo(Number(sum[3]), 5)
    expect((await runCli('predict', 'T1', 'Gen.G', '--explain')).stdout).toMatch(
      /^T1 against Gen\.G, best of 3, consensus: /,
    )
  })

  it('predict --explain shows the effect of the prices, and with --json prints the explanation of POST /v1/predict', async () => {
    const asked = ['predict', 'T1', 'Gen.G', '--at', '2031-01-01T12:00:00', '--odds', '3.4,1.4', '--explain']
    expect((await runCli(...asked)).stdout).toMatch(/^T1 +3\.4 +29\.4 % +\+0\.7000 +[+-]\d\.\d{4}$/m)
    const predictor = await committedPredictor()
    const request = {
      ...{ blueTeam: 'T1', redTeam: 'Gen.G', oddsBlue: 3.4, oddsRed: 1.4, explain: true },
      model: 'consensus',
    } as const
    const answer = predictor.predict(request, { at: Date.UTC(2031, 0, 1, 12) })
    expect(JSON.parse((await runCli(...asked, '--json')).stdout)).toEqual(answer)
    expect(answer.explanation?.stages.at(-1)?.stage).toBe('market')
  })

  it.runIf(runsAll)('predict --svg draws the stages that --explain prints, and changes no output', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'riftline-picture-')), 'why.svg')
    const asked = ['predict', 'T1', 'Gen.G', '--at', '2031-01-01T12:00:00', '--model', 'lightgbm']
    const drawn = await runCli(...asked, '--json', '--svg', file)
    expect(drawn).toEqual(await runCli(...asked, '--json'))
    const svg = await readFile(file, 'utf8')
    const { stdout } = await runCli(...asked, '--explain')
    const [, points, chance] = /^answer +\S+ +(\S+) .* = (\S+ %)$/m.exec(stdout)!
    expect(svg).toContain(`; in all ${Number(points) > 0 ? '+' : ''}${points}, which makes ${chance}.</desc>`)
    expect(svg).toContain('>lightgbm, LCK, data through')
  })

  it('a request that predict refuses gives exit code 1 and one line on stderr', async () => {
    const refused = [
      [['predict', 'Nobody FC', 'T1'], 'no team Nobody FC'],
      [['predict', 'T1', 'T1'], 'redTeam: must differ from blueTeam'],
      [['predict', 'T1', 'Gen.G', '--best-of', '2'], 'bestOf: must be 1, 3 or 5'],
      [['predict', 'T1', 'Gen.G', '--model', 'oracle'], 'model: must be'],
      [['predict', 'T1', 'Gen.G', '--odds', '0.5,2'], 'oddsBlue: must be'],
      [['predict', 'T1', 'Gen.G', '--artifacts', 'no-such-folder'], 'no-such-folder'],
      [['predict', 'T1', 'Gen.G', '--draft', 'no-such-file'], 'no-such-file'],
    ] as const
    for (const [args, message] of refused.slice(0, amount(3, refused.length))) {
      const { code, stdout, stderr } = await onTiny(...args)
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr).toContain(message)
      expect(stderr.trim().split('\n')).toHaveLength(1)
    }
  })
})
