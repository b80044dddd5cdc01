import { toUtc } from '@riftline/base'
import { systemClock } from '@riftline/base/node'
import type { StatementLine } from '@riftline/ledger'
import { type AccountAction, createAccountCommand } from '../accounts/account-command.ts'
import { dataUsage } from '../data-options.ts'
import { optional, UsageError } from '../io/arguments.ts'
import { type Command, textTable } from '../io/output.ts'

/** Reason shown for a charge without a complete answer. */
const undelivered =
  'undelivered (the line broke when a part of the answer may have been read, for more than the tenth time in an hour)'

const usage = `riftline statement ACCOUNT [--month YYYY-MM] [--data DIR] [--json]

Lists every grant, charge and refund of an account in a calendar month (UTC), oldest first, with the keys and
request ids of callers.
  --month     YYYY-MM                              (this month)
${dataUsage}

Reasons of a refund: disconnect (the line broke), crash, operator. Of a charge: ${undelivered}.
`

interface NamedKey {
  readonly atUtc: string
  /** Name of the key that paid; null when no key did. */
  readonly keyName: string | null
}

interface Statement {
  readonly account: string
  readonly month: string
  readonly creditsRemaining: number
  readonly lines: readonly (Omit<StatementLine, 'at'> & NamedKey)[]
}

const readStatement: AccountAction<Statement> = {
  words: 1,
  text: ['month'],
  writes: false,
  prepare({ words: [name = ''], values }) {
    const month = optional(values, 'month') ?? toUtc(systemClock.now()).slice(0, 7)
    if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month))
      throw new UsageError(`--month: expected YYYY-MM, got ${JSON.stringify(month)}`)
    return async (accounts) => {
      const { id: account } = await accounts.findAccount(name)
      const names = new Map((await accounts.keys(account)).map(({ id, name }) => [id, name]))
      const lines = (await accounts.statement(account, month)).map(({ at, keyId, ...line }) => {
        return { atUtc: toUtc(at), ...line, keyId, keyName: names.get(keyId ?? '') ?? null }
      })
      return { account, month, creditsRemaining: await accounts.balance(account), lines }
    }
  },
  show: ({ account, month, creditsRemaining, lines }) =>
    `${textTable([
      ['time (UTC)', 'kind', 'call', 'model', 'key', 'request', 'reason', 'credits'],
      ...lines.map((line) => [
        line.atUtc,
        line.kind,
        `${line.operation ?? '-'}${line.calls === undefined ? '' : `, ${line.calls} calls`}`,
        line.model ?? '-',
        line.keyId === null ? '-' : `${line.keyName ?? '-'} (${line.keyId})`,
        line.requestId ?? '-',
        line.reason ?? '-',
        line.credits > 0 ? `+${line.credits}` : String(line.credits),
      ]),
    ])}\n${noteOn(lines)}account ${account}, ${month}: ${lines.length} lines; ${creditsRemaining} credits remain now\n`,
}

function noteOn(lines: Statement['lines']): string {
  return lines.some(({ kind, reason }) => kind === 'capture' && reason !== null) ? `${undelivered}\n` : ''
}

export const statementCommand: Command = createAccountCommand(usage, readStatement)
