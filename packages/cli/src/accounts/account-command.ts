import { RiftlineError } from '@riftline/base'
import { type Log, systemClock, systemRandomBytes } from '@riftline/base/node'
import type { AccountAdministration } from '@riftline/ledger'
import { readAccounts } from '@riftline/ledger/file'
import type { ServerConfig } from '@riftline/server'
import type { Command } from '../command.ts'
import { dataConfig } from '../data-options.ts'
import { optional, readArguments, unknownAction, type Values } from '../io/arguments.ts'
import type { CommandIo } from '../io/output.ts'
import { clockLog, type OpenAdministration, openForWriting } from './open-administration.ts'

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
  /** What people should know of a result that they got. */
  readonly hint?: string
  /** How to revoke a result that could not be printed. */
  readonly unseen?: {
    name(result: Result): string
    revoke(accounts: AccountAdministration, result: Result): Promise<void>
  }
}

export interface Line {
  readonly words: readonly string[]
  readonly values: Values
  readonly io: CommandIo
}

/**
 * A command with one action of its own, or with named ones: `riftline account create NAME`.
 * @param others names that the command has beside these
 */
export function accountCommand(
  usage: string,
  actions: Action | Readonly<Record<string, Action>>,
  others: readonly string[] = [],
): Command {
  return {
    usage,
    async run(args, io) {
      const [action, rest] = isAction(actions) ? [actions, args] : pick(actions, others, args)
      const { words, values } = readArguments(rest, {
        words: action.words,
        text: ['data', ...(action.text ?? [])],
        flags: ['json', ...(action.flags ?? [])],
      })
      const work = action.prepare({ words, values, io })
      const config = dataConfig(optional(values, 'data'), io)
      const result = await withAccounts(config, io, action, work)
      const asJson = values.json === true
      const printed = io.stdout(asJson ? `${JSON.stringify(result)}\n` : action.show(result))
      if (action.unseen !== undefined) await printed.catch((lost) => revokeUnseen(config, io, action, result, lost))
      if (action.hint !== undefined && !asJson) io.stderr(action.hint)
      return 0
    },
  }
}

/** @throws Error always: what became of it, and why */
async function revokeUnseen(
  config: ServerConfig,
  io: CommandIo,
  action: Action,
  result: object,
  lost: Error,
): Promise<never> {
  const what = action.unseen?.name(result)
  const failed = await withAccounts(config, io, action, async (accounts) => {
    await action.unseen?.revoke(accounts, result)
    return {}
  }).then(
    () => null,
    (error: unknown) => error,
  )
  if (failed === null) throw new Error(`${what} was seen by nobody and is revoked: ${lost.message}`)
  const why = failed instanceof Error ? failed.message : String(failed)
  throw new Error(`${what} was seen by nobody and is STILL VALID, revoke it: ${why}: ${lost.message}`)
}

function isAction(actions: Action | Readonly<Record<string, Action>>): actions is Action {
  return typeof actions.prepare === 'function'
}

function pick(
  actions: Readonly<Record<string, Action>>,
  others: readonly string[],
  [name, ...rest]: readonly string[],
): [Action, string[]] {
  const action = name !== undefined && Object.hasOwn(actions, name) ? actions[name] : undefined
  if (action !== undefined) return [action, rest]
  throw unknownAction(name, [...Object.keys(actions), ...others])
}

async function withAccounts<Result extends object>(
  config: ServerConfig,
  io: CommandIo,
  { writes, empty }: Pick<Action<Result>, 'writes' | 'empty'>,
  work: (accounts: AccountAdministration) => Promise<Result>,
): Promise<Result> {
  let opened: OpenAdministration
  try {
    opened = await (writes ? openForWriting : openForReading)(config, clockLog(io))
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

/** Accounts for a command that only reads: from the ledger's files, beside a running server or alone. */
async function openForReading(config: ServerConfig, log: Log): Promise<OpenAdministration> {
  if (config.store === 'postgres') return openForWriting(config, log)
  const { dataFolder, freeCredits, acceptClock } = config
  const parts = { dataFolder, freeCredits, acceptClock, clock: systemClock, randomBytes: systemRandomBytes, log }
  return {
    administration: await readAccounts(parts),
    close: async () => {},
  }
}
