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
import { type CommandIo, LostOutput, watchOutput } from './output.ts'
import { predictCommand } from './predict.ts'
import { reloadCommand } from './reload.ts'
import { searchCommand } from './search.ts'
import { serve } from './serve/serve.ts'
import { serveUsage } from './serve/serve-options.ts'
import { updateCommand } from './update.ts'
import { UsageError } from './usage-error.ts'

/** By name. */
export const commands: ReadonlyMap<string, Command> = new Map([
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

/**
 * Runs a command line and gives the exit code: 0 done, 1 refused or failed, 2 wrong usage. Output that cannot be written is a
 * failure, but for a reader who has seen enough.
 */
export async function run(args: readonly string[], io: CliIo): Promise<number> {
  const { io: watched, written } = watchOutput(io)
  const [name = ''] = args
  const command = commands.get(name)
  let code = 0
  try {
    code = await answer(args, command, watched)
    await written()
    return code
  } catch (error) {
    if (error instanceof LostOutput && error.isReaderGone) return code
    const message = error instanceof Error ? error.message : String(error)
    watched.stderr(`riftline${command === undefined ? '' : ` ${name}`}: ${message.replaceAll(/\s*\n\s*/g, ' ')}\n`)
    if (!(error instanceof UsageError)) return 1
    watched.stderr(`\n${command?.usage ?? overview()}`)
    return 2
  }
}

async function answer(args: readonly string[], command: Command | undefined, io: CommandIo): Promise<number> {
  const [name, ...rest] = args
  if (name === undefined) {
    io.stderr(overview())
    return 2
  }
  if (name === '--help' || name === '-h') {
    await io.stdout(overview())
    return 0
  }
  if (command === undefined) throw new UsageError(`unknown command ${JSON.stringify(name)}`)
  if (!rest.includes('--help') && !rest.includes('-h')) return command.run(rest, io)
  await io.stdout(command.usage)
  return 0
}

function overview(): string {
  const lines = [...commands].map(([name, { summary }]) => `  ${name.padEnd(10)}${summary}\n`)
  return `riftline COMMAND [options]\n\n${lines.join('')}\nriftline COMMAND --help shows the options.\n`
}
