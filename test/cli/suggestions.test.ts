import { describe, expect, it } from 'vitest'
import { runCli } from '../support/cli.ts'
import { useTinyCli } from '../support/tiny-artifacts-known-names.ts'

const onTiny = useTinyCli()

describe('a mistyped word', () => {
  it.each([
    [['predcit', 'T1', 'Gen.G'], 'riftline: unknown command "predcit"; did you mean predict?'],
    [['predict', 'T1', 'Gen.G', '--bestof', '5'], 'riftline predict: unknown option --bestof; did you mean --best-of?'],
    [['ledger', 'verfy'], 'riftline ledger: expected verify, export or import, got "verfy"; did you mean verify?'],
    [['odds', 'captrue'], 'riftline odds: expected import or capture, got "captrue"; did you mean capture?'],
    [['qqq'], 'riftline: unknown command "qqq"'],
    [['predict', 'T1', 'Gen.G', '--best-of'], 'riftline predict: --best-of: expected a value'],
  ])('%j is refused in one line with a suggestion and a pointer to the help', async (args, line) => {
    const { code, stdout, stderr } = await runCli(...args)
    const [first, pointer, rest] = stderr.split('\n')
    expect([code, stdout, first, rest]).toEqual([2, '', line, ''])
    expect(pointer).toMatch(/^riftline.* --help shows the (commands|options)\.$/)
  })

  it.each([
    [['predict', 'Fnattic', 'T1'], 'no team Fnattic; did you mean Fnatic (12)?'],
    [['markets', 'T1', 'Ghen.G'], 'no team Ghen.G; did you mean Gen.G (3)?'],
    [['predict', 'T1', 'Gen.G', '--model', 'fastree'], 'did you mean fasttree?'],
    [['teams', 'Fnattic'], 'riftline teams: no team Fnattic; did you mean Fnatic (12)?'],
    [['players', 'Chovyy'], 'riftline players: no player Chovyy; did you mean Chovy (32)?'],
  ])('%j is refused with the nearest name', async (args, end) => {
    const { code, stderr } = await runCli(...args)
    expect([code, stderr]).toEqual([1, expect.stringContaining(end)])
  })
})

describe('common options of the commands', () => {
  it('riftline --version prints the version, and --help of a command prints its options', async () => {
    expect(await runCli('--version')).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
      stderr: '',
    })
    expect((await runCli('help', 'predict')).stdout).toBe((await runCli('predict', '--help')).stdout)
  })

  it('riftline teams and players list the matches of a name', async () => {
    const teams = JSON.parse((await runCli('teams', 'skt', '--json')).stdout)
    expect(teams).toMatchObject({ count: 1, teams: [{ id: 2, name: 'T1', league: 'LCK', active: true }] })
    const academy = JSON.parse((await runCli('teams', 'Griffin', '--json')).stdout)
    expect(academy.teams[0]).toMatchObject({ league: 'CK', leagueName: 'Challengers Korea' })
    expect((await runCli('teams', 'Griffin')).stdout).toMatch(
      /^id +name +league +region +active +lastGameUtc\n7 +Griffin +Challengers Korea +/,
    )
    expect((await runCli('players', 'faker')).stdout).toMatch(/^id .*\n3 +Faker +MID +T1 +T1 +true/)
  })

  it('every option that takes a moment accepts a day or a time', async () => {
    const at = async (text: string) => onTiny('predict', 'T1', 'Gen.G', '--json', '--at', text)
    const day = await at('2026-03-01')
    expect(day.code).toBe(0)
    for (const text of ['2026-03-01T00:00:00', '2026-03-01T00:00:00Z', '2026-03-01 00:00'])
      expect(await at(text)).toEqual(day)
    expect(await at('1.3.2026')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--at: expected a day as YYYY-MM-DD'),
    })
    expect((await at('2026-02-30')).code).toBe(2)
    const evaluated = await runCli('evaluate', '--history', 'none', '--from', '2026-03-01T12:00:00')
    expect(evaluated).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--from: expected a day as YYYY-MM-DD'),
    })
  })
})
