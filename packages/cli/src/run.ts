import type { Command } from './command.ts'
import { commands } from './commands.ts'
import type { CliIo } from './io/cli-io.ts'
import { type CommandIo, LostOutput, watchOutput } from './io/output.ts'
import { UsageError } from './io/usage-error.ts'

/**
 * Runs a command line and gives the exit code: 0 done, 1 refused or failed, 2 wrong usage. Output that cannot be written is a
 * failure, unless its reader has closed it.
 *
 * @param load the command of a name; tests give their own
 */
export async function run(args: readonly string[], io: CliIo, load: typeof loadCommand = loadCommand): Promise<number> {
  const { io: watched, written } = watchOutput(io)
  const [name = ''] = args
  let command: Command | undefined
  let code = 0
  try {
    command = await load(name)
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

/** Undefined for a name that is no command. */
async function loadCommand(name: string): Promise<Command | undefined> {
  return commands.get(name)?.load()
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
