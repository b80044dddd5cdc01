import { RiftlineError } from '@riftline/core'
import type { AccountAdministration, ServerConfig } from '@riftline/server'
import { clockLog } from '../administration/clock-log.ts'
import { type OpenAdministration, openForWriting } from '../administration/open-administration.ts'
import { openForReading } from '../administration/open-for-reading.ts'
import type { CliIo } from '../cli-io.ts'
import { type Command, optional, readArguments, type Values } from '../command.ts'
import { dataConfig } from '../data-options.ts'
import { UsageError } from '../usage-error.ts'

/** One thing to do with accounts: what its command line takes, what it does, and how the result reads. */
export interface Action<Result extends object = object> {
  readonly words: number
  readonly text?: readonly string[]
  readonly flags?: readonly string[]
  /** Whether it changes anything; one that only reads goes to the ledger itself, beside a running server. */
  readonly writes: boolean
  /** The result where no ledger is yet; absent: that is an error. */
  readonly empty?: Result
  /** Checks the command line and gives the work, so that wrong usage opens nothing. */
  prepare(line: Line): (accounts: AccountAdministration) => Promise<Result>
  /** For people; the result itself is the JSON document. */
  show(result: Result): string
}

export interface Line {
  readonly words: readonly string[]
  readonly values: Values
  readonly io: CliIo
}

/** A command with one action of its own, or with named ones: `riftline account create NAME`. */
export function accountCommand(
  summary: string,
  usage: string,
  actions: Action | Readonly<Record<string, Action>>,
): Command {
  return {
    summary,
    usage,
    async run(args, io) {
      const [action, rest] = isAction(actions) ? [actions, args] : pick(actions, args)
      const { words, values } = readArguments(rest, {
        words: action.words,
        text: ['data', ...(action.text ?? [])],
        flags: ['json', ...(action.flags ?? [])],
      })
      const work = action.prepare({ words, values, io })
      const result = await withAccounts(dataConfig(optional(values, 'data'), io), io, action, work)
      io.stdout(values.json === true ? `${JSON.stringify(result)}\n` : action.show(result))
      return 0
    },
  }
}

function isAction(actions: Action | Readonly<Record<string, Action>>): actions is Action {
  return typeof actions.prepare === 'function'
}

function pick(actions: Readonly<Record<string, Action>>, [name, ...rest]: readonly string[]): [Action, string[]] {
  const action = name !== undefined && Object.hasOwn(actions, name) ? actions[name] : undefined
  if (action !== undefined) return [action, rest]
  throw new UsageError(`expected ${Object.keys(actions).join(' or ')}, got ${name ?? 'nothing'}`)
}

async function withAccounts(
  config: ServerConfig,
  io: CliIo,
  { writes, empty }: Action,
  work: (accounts: AccountAdministration) => Promise<object>,
): Promise<object> {
  let opened: OpenAdministration
  try {
    opened = await (writes ? openForWriting(config, clockLog(io)) : openForReading(config))
  } catch (error) {
    if (empty !== undefined && error instanceof RiftlineError && error.code === 'ledger_not_found') return empty
    throw error
  }
  try {
    return await work(opened.administration)
  } finally {
    await opened.close()
  }
}
