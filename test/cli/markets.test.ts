import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MarketsAnswer, MarketsRequest } from '@riftline/predictor'
import { describe, expect, it } from 'vitest'
import { amount } from '../support/amount.ts'
import { runCli } from '../support/cli.ts'
import { committedPredictor } from '../support/committed-artifacts.ts'
import { knownDraft } from '../support/known-draft.ts'
import { useTinyCli } from '../support/tiny-artifacts-known-names.ts'

const onTiny = useTinyCli()

describe('riftline markets', () => {
  it('riftline markets prints a line for each selection: market, selection, chance, fair odds', async () => {
    const { code, stdout, stderr } = await runCli('markets', 'T1', 'Gen.G', '--standing', '1-0')
    expect([code, stderr]).toEqual([0, ''])
    const data = /data through \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d UTC \(\d+ days old\)/
    expect(stdout).toMatch(new RegExp(`^T1 against Gen\\.G, best of 3, at 1-0, consensus, LCK\n${data.source}\n`))
    const lines = stdout.split('\n').slice(3).filter(Boolean)
    expect(lines[0]).toMatch(/^market +selection +chance +fair odds$/)
    const chances = lines
      .slice(1)
      .map((line) => line.replace(/ +\d+\.\d % +(\d+\.\d{3}|-)$/, '').replace(/ {2,}/, ': '))
    expect(chances.map((line) => line.replace(/ \(\d+\.\d %\)/, ''))).toEqual([
      ...['series winner: T1', 'series winner: Gen.G'],
      ...['handicap: T1 -1.5', 'handicap: Gen.G +1.5', 'handicap: T1 +1.5', 'handicap: Gen.G -1.5'],
      ...['total maps: over 2.5', 'total maps: under 2.5'],
      ...['score: T1 2-0', 'score: T1 2-1', 'score: Gen.G 2-1', 'score: Gen.G 2-0'],
      ...['map 2: T1', 'map 2: Gen.G', 'map 3, if played: T1', 'map 3, if played: Gen.G'],
    ])
    expect(stdout).toMatch(/^handicap +T1 \+1\.5 +100\.0 % +1\.000\nhandicap +Gen\.G -1\.5 +0\.0 % +-$/m)
  })

  it('markets --json prints the body of POST /v1/markets without a book', async () => {
    const predictor = await committedPredictor()
    const file = join(await mkdtemp(join(tmpdir(), 'riftline-draft-')), 'draft.json')
    await writeFile(file, JSON.stringify(knownDraft))
    const options = ['--model', 'consensus', '--league', 'LCK 2026 Spring', '--odds', '2.4,1.6', '--best-of', '5']
    const args = ['markets', '2', '3', ...options, '--standing', '0-2', '--draft', file, '--json']
    const before = Date.now()
    const said = JSON.parse((await runCli(...args)).stdout) as MarketsAnswer
    const request = {
      ...{ blueTeamId: 2, redTeamId: 3, model: 'consensus', tournament: 'LCK 2026 Spring', bestOf: 5 },
      ...{ oddsBlue: 2.4, oddsRed: 1.6, standing: { blue: 0, red: 2 } },
      ...knownDraft,
    }
    // The clock moves between the two calls.
    const own = predictor.markets(request as MarketsRequest, null, { at: before })
    expect(Object.keys(said)).toEqual(Object.keys(own))
    expect({ ...said, markets: null }).toMatchObject({
      ...{ blueTeam: own.blueTeam, model: 'consensus', standing: { blue: 0, red: 2 }, book: null, bestOf: 5 },
    })
    for (const [i, { probability, team, score }] of own.markets.correctScore.entries()) {
      expect(said.markets.correctScore[i]).toMatchObject({ team, score, book: null })
      expect(said.markets.correctScore[i]!.probability).toBeCloseTo(probability, 8)
    }
  })

  it('markets --svg draws the markets that it prints', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'riftline-picture-')), 'scores.svg')
    const { code, stdout, stderr } = await onTiny('markets', 'T1', 'Gen.G', '--standing', '1-0', '--svg', file)
    expect([code, stderr]).toEqual([0, ''])
    const svg = await readFile(file, 'utf8')
    expect(svg).toContain('>T1 against Gen.G, best of 3, at 1-0</title>')
    const scores = [...stdout.matchAll(/^score +(.+?) {2,}(\d+\.\d %)/gm)].filter(([, , chance]) => chance !== '0.0 %')
    expect(scores).toHaveLength(3)
    for (const [, score, chance] of scores) expect(svg).toContain(`${score} ${chance}`)
  })

  it('a picture that cannot be written gives exit code 1, one line on stderr and no output', async () => {
    const { code, stdout, stderr } = await onTiny('markets', 'T1', 'Gen.G', '--svg', '/no/such/folder/scores.svg')
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^riftline markets: ENOENT: [^\n]*\/no\/such\/folder\/[^\n]*\n$/)
  })

  it.each(['1', '1:0', '1-', '-1-0', '1-0-0', 'a-b', '', '1.0-0'])(
    'markets --standing %j is wrong usage and exits with 2',
    async (standing) => {
      const { code, stdout, stderr } = await onTiny('markets', 'T1', 'Gen.G', `--standing=${standing}`)
      expect([code, stdout]).toEqual([2, ''])
      expect(stderr).toContain(`--standing: expected maps won as 1-0, got ${JSON.stringify(standing)}`)
    },
  )

  it('a request that markets refuses gives exit code 1 and one line on stderr', async () => {
    const refused = [
      [['markets', 'Nobody FC', 'T1'], 'no team Nobody FC'],
      [['markets', 'T1', 'Gen.G', '--standing', '3-0'], 'standing.blue: must be an integer from 0 to 2'],
      [['markets', 'T1', 'Gen.G', '--standing', '2-2'], 'standing: only one team can have won 2'],
      [['markets', 'T1', 'Gen.G', '--best-of', '2'], 'bestOf: must be 1, 3 or 5'],
      [['markets', 'T1', 'Gen.G', '--draft', 'no-such-file'], 'no-such-file'],
      [['markets', 'T1', 'Gen.G', '--artifacts', 'no-such-folder'], 'no-such-folder'],
    ] as const
    for (const [args, message] of refused.slice(0, amount(3, refused.length))) {
      const { code, stdout, stderr } = await onTiny(...args)
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr).toContain(message)
      expect(stderr.trim().split('\n')).toHaveLength(1)
    }
  })
})
