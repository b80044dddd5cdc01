import { describe, expect, it } from 'vitest'
import { runCli } from '../support/cli.ts'

const forecasting = ['serve', 'predict', 'build', 'update', 'evaluate', 'search'] as const
const administration = [
  'account',
  'key',
  'grant',
  'plan',
  'ban',
  'unban',
  'statement',
  'ledger',
  'odds',
  'logos',
  'reload',
] as const
const commands = [...forecasting, ...administration]

describe('the riftline command', () => {
  it('riftline --help lists the subcommands, and --help of each lists its options', async () => {
    const { code, stdout } = await runCli('--help')
    expect(code).toBe(0)
    for (const command of commands) {
      expect(stdout).toContain(`  ${command}`)
      const help = await runCli(command, '--help')
      expect(help.code).toBe(0)
      expect(help.stdout).toMatch(new RegExp(`^riftline ${command} `))
    }
  })

  it('an unknown action of account is refused with the list of actions', async () => {
    const { code, stderr } = await runCli('account', 'nonsense')
    expect(code).toBe(2)
    for (const action of ['create', 'list', 'invite', 'people', 'outbox', 'payments', 'sign-out', 'forget']) {
      expect(stderr.split('\n')[0]).toContain(action)
    }
  })

  it('wrong usage exits with 2 and prints the usage on stderr', async () => {
    for (const args of [
      [],
      ['forecast'],
      ['predict', 'T1'],
      ['predict', 'T1', 'Gen.G', 'Fnatic'],
      ['predict', 'T1', 'Gen.G', '--best'],
      ['predict', 'T1', 'Gen.G', '--odds', '1.5'],
      ['evaluate'],
      ['update', '--history'],
      ['build', '--nope', 'x'],
      ['serve', '--port', 'x'],
      ['logos'],
      ['logos', 'fetch'],
    ]) {
      const { code, stdout, stderr } = await runCli(...args)
      expect([args, code, stdout]).toEqual([args, 2, ''])
      expect(stderr).not.toBe('')
      expect(stderr).not.toContain('    at ')
    }
  })
})
