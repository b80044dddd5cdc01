import { hasCode } from '@riftline/base'
import { type Log, systemClock, systemRandomBytes } from '@riftline/base/node'
import type { AccountAdministration } from '@riftline/ledger'
import { readAccounts } from '@riftline/ledger/file'
import type { ServerConfig } from '@riftline/server'
import { dataConfig } from '../data-options.ts'
import { optional, readArguments, unknownAction, type Values } from '../io/arguments.ts'
import type { Command, CommandIo } from '../io/output.ts'
import { clockLog, type OpenAdministration, openForWriting } from './open-administration.ts'

export interface AccountAction<Result extends object = object> {
  readonly words: number
  readonly text?: readonly string[]
  readonly flags?: readonly string[]
  /** Whether the action writes; a read-only action opens the ledger itself, even beside a running server. */
  readonly writes: boolean
  /** Result if there is no ledger; absent if that is an error. */
  readonly empty?: Result
  /** Checks the command line and returns the work, so that nothing is opened on wrong usage. */
  prepare(line: Line): (accounts: AccountAdministration) => Promise<Result>
  /** Text of a result; with `--json`, the result itself is printed instead. */
  show(result: Result): string
  readonly hint?: string
  /** Revokes a result that could not be printed. */
  readonly unprinted?: {
    name(result: Result): string
    revoke(accounts: AccountAdministration, result: Result): Promise<void>
  }
}

export interface Line {
  readonly words: readonly string[]
  readonly values: Values
  readonly io: CommandIo
}

/** Creates a command with one action, or with several that its first word selects. @param others names of further actions, for messages */
export function createAccountCommand(
  usage: string,
  actions: AccountAction | Readonly<Record<string, AccountAction>>,
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
      if (action.unprinted !== undefined)
        await printed.catch((lost) => revokeUnprinted(config, io, action, result, lost))
      if (action.hint !== undefined && !asJson) io.stderr(action.hint)
      return 0
    },
  }
}

/** @throws Error always; its message says whether the result is revoked */
async function revokeUnprinted(
  config: ServerConfig,
  io: CommandIo,
  action: AccountAction,
  result: object,
  lost: Error,
): Promise<never> {
  const name = action.unprinted?.name(result)
  const failed = await withAccounts(config, io, action, async (accounts) => {
    await action.unprinted?.revoke(accounts, result)
    return {}
  }).then(
    () => null,
    (error: unknown) => error,
  )
  if (failed === null) throw new Error(`${name} could not be printed and is revoked: ${lost.message}`)
  const why = failed instanceof Error ? failed.message : String(failed)
  throw new Error(`${name} could not be printed and is STILL VALID, revoke it: ${why}: ${lost.message}`)
}

function isAction(actions: AccountAction | Readonly<Record<string, AccountAction>>): actions is AccountAction {
  return typeof actions.prepare === 'function'
}

function pick(
  actions: Readonly<Record<string, AccountAction>>,
  others: readonly string[],
  [name, ...rest]: readonly string[],
): [AccountAction, string[]] {
  const action = name !== undefined && Object.hasOwn(actions, name) ? actions[name] : undefined
  if (action !== undefined) return [action, rest]
  throw unknownAction(name, [...Object.keys(actions), ...others])
}

async function withAccounts<Result extends object>(
  config: ServerConfig,
  io: CommandIo,
  { writes, empty }: Pick<AccountAction<Result>, 'writes' | 'empty'>,
  work: (accounts: AccountAdministration) => Promise<Result>,
): Promise<Result> {
  let opened: OpenAdministration
  try {
    opened = await (writes ? openForWriting : openForReading)(config, clockLog(io))
  } catch (error) {
    if (empty !== undefined && hasCode(error, 'ledger_not_found')) return empty
    throw error
  }
  try {
    return await work(opened.administration)
  } finally {
    await opened.close()
  }
}

/** Opens accounts for reading: from the ledger's files, with or without a running server. */
async function openForReading(config: ServerConfig, log: Log): Promise<OpenAdministration> {
  if (config.store === 'postgres') return openForWriting(config, log)
  const { dataFolder, freeCredits, acceptClock } = config
  const parts = { dataFolder, freeCredits, acceptClock, clock: systemClock, randomBytes: systemRandomBytes, log }
  return { administration: await readAccounts(parts), close: async () => {} }
}
