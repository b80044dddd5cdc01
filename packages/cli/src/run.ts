import { commands } from './commands.ts'
import { UsageError } from './io/arguments.ts'
import { type CliIo, ownVersion } from './io/cli-io.ts'
import { type Command, type CommandIo, LostOutput, watchOutput } from './io/output.ts'

/**
 * Runs a command line and returns the exit code: 0 done, 1 refused or failed, 2 wrong usage. Failing to write output is a
 * failure, unless the reader has closed the pipe.
 *
 * @param load loads a command by name; tests pass their own
 */
export async function run(args: readonly string[], io: CliIo, load: typeof loadCommand = loadCommand): Promise<number> {
  const { io: watched, written } = watchOutput(io)
  // `riftline help predict` means `riftline predict --help`.
  const line = args[0] === 'help' ? [...args.slice(1), '--help'] : args
  const [name = ''] = line
  let command: Command | undefined
  let code = 0
  try {
    command = await load(name)
    code = await answer(line, command, watched)
    await written()
    return code
  } catch (error) {
    if (error instanceof LostOutput && error.isReaderGone) return code
    const isUsage = error instanceof UsageError
    const message = (error instanceof Error ? error.message : String(error)) + (isUsage ? await suggestion(error) : '')
    const named = command === undefined ? 'riftline' : `riftline ${name}`
    watched.stderr(`${named}: ${message.replaceAll(/\s*\n\s*/g, ' ')}\n`)
    if (!isUsage) return 1
    watched.stderr(`${named} --help shows ${command === undefined ? 'the commands' : 'the options'}.\n`)
    return 2
  }
}

async function suggestion({ mistyped }: UsageError): Promise<string> {
  if (mistyped === null) return ''
  const { didYouMean, nearestWords } = await import('@riftline/predictor')
  return didYouMean(nearestWords(mistyped.asked, mistyped.known))
}

async function loadCommand(name: string): Promise<Command | undefined> {
  return commands.get(name)?.load()
}

async function answer(args: readonly string[], command: Command | undefined, io: CommandIo): Promise<number> {
  const [name, ...rest] = args
  if (name === undefined) {
    io.stderr(overview())
    return 2
  }
  if (name === '--version' || name === '-v' || name === 'version') {
    await io.stdout(`${await ownVersion()}\n`)
    return 0
  }
  if (name === '--help' || name === '-h') {
    await io.stdout(overview())
    return 0
  }
  if (command === undefined)
    throw new UsageError(`unknown command ${JSON.stringify(name)}`, { asked: name, known: [...commands.keys()] })
  if (!rest.includes('--help') && !rest.includes('-h')) return command.run(rest, io)
  await io.stdout(command.usage)
  return 0
}

function overview(): string {
  const lines = [...commands].map(([name, { summary }]) => `  ${name.padEnd(13)}${summary}\n`)
  return `riftline COMMAND [options]\n\n${lines.join('')}\nriftline COMMAND --help shows the options, riftline --version the version.\n`
}
