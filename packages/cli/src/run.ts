import { account } from './accounts/account.ts'
import { ban, unban } from './accounts/ban.ts'
import { grant } from './accounts/grant.ts'
import { key } from './accounts/key.ts'
import { plan } from './accounts/plan.ts'
import { statement } from './accounts/statement.ts'
import { buildCommand } from './build.ts'
import type { CliIo } from './cli-io.ts'
import type { Command } from './command.ts'
import { evaluateCommand } from './evaluate.ts'
import { ledgerCommand } from './ledger/ledger.ts'
import { oddsCommand } from './odds.ts'
import { predictCommand } from './predict.ts'
import { reloadCommand } from './reload.ts'
import { searchCommand } from './search.ts'
import { serve } from './serve/serve.ts'
import { serveUsage } from './serve/serve-options.ts'
import { updateCommand } from './update.ts'
import { UsageError } from './usage-error.ts'

const commands: ReadonlyMap<string, Command> = new Map([
  ['serve', { summary: 'run the /v1 API', usage: serveUsage, run: (args, io) => serve(args, io) }],
  ['predict', predictCommand],
  ['build', buildCommand],
  ['update', updateCommand],
  ['evaluate', evaluateCommand],
  ['search', searchCommand],
  ['account', account],
  ['key', key],
  ['grant', grant],
  ['plan', plan],
  ['ban', ban],
  ['unban', unban],
  ['statement', statement],
  ['ledger', ledgerCommand],
  ['odds', oddsCommand],
  ['reload', reloadCommand],
])

/** Runs a command line and gives the exit code: 0 done, 1 refused or failed, 2 wrong usage. */
export async function run(args: readonly string[], io: CliIo): Promise<number> {
  const [name, ...rest] = args
  if (name === undefined || name === '--help' || name === '-h') {
    const print = name === undefined ? io.stderr : io.stdout
    print(overview())
    return name === undefined ? 2 : 0
  }
  const command = commands.get(name)
  if (command === undefined) {
    io.stderr(`riftline: unknown command ${JSON.stringify(name)}\n\n${overview()}`)
    return 2
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    io.stdout(command.usage)
    return 0
  }
  try {
    return await command.run(rest, io)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    io.stderr(`riftline ${name}: ${message.replaceAll(/\s*\n\s*/g, ' ')}\n`)
    if (!(error instanceof UsageError)) return 1
    io.stderr(`\n${command.usage}`)
    return 2
  }
}

function overview(): string {
  const lines = [...commands].map(([name, { summary }]) => `  ${name.padEnd(10)}${summary}\n`)
  return `riftline COMMAND [options]\n\n${lines.join('')}\nriftline COMMAND --help shows the options.\n`
}
