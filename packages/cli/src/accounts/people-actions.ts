import type { OpenPeopleAdministration, PeopleAdministration } from '@riftline/account/people'
import { systemClock, systemRandomBytes } from '@riftline/base/node'
import { type OperatorToken, openCredits, type ServerConfig } from '@riftline/server'
import { openOwnPeople } from '../account-page/people-calls.ts'
import { dataConfig } from '../data-options.ts'
import { optional, readArguments, UsageError } from '../io/arguments.ts'
import { type CommandIo, printResult, textTable } from '../io/output.ts'
import { callOperators } from './ask-operators.ts'
import { clockLog, whenFree } from './open-administration.ts'

interface PeopleAction<Result extends object> {
  readonly words: number
  readonly options?: readonly string[]
  work(people: PeopleAdministration, word: string, option: (name: string) => string | undefined): Promise<Result>
  /** Text of a result; with `--json`, the result itself is printed instead. */
  show(result: Result): string
}

/** Actions of `riftline account` on people, by name. */
export const peopleActions: Readonly<Record<string, PeopleAction<object>>> = {
  invite: action({
    words: 1,
    options: ['account'],
    work: (people, email, option) => people.invite(email, option('account') ?? null),
    show: ({ email, link, expiresAtUtc }) => `invited ${email}, until ${expiresAtUtc} UTC:\n${link}\n`,
  }),
  people: action({
    words: 0,
    work: async (administration) => ({ people: await administration.people() }),
    show: (result) =>
      textTable([
        ['account', 'e-mail', 'status', 'since', 'last sign-in'],
        ...result.people.map(({ account, email, status, createdAtUtc, lastSignInAtUtc }) => [
          account ?? '-',
          email,
          status,
          createdAtUtc,
          lastSignInAtUtc ?? 'never',
        ]),
      ]),
  }),
  outbox: action({
    words: 0,
    work: async (administration) => ({ messages: await administration.outbox() }),
    show: ({ messages }) =>
      messages
        .map(({ atUtc, to, subject, text }) => `${atUtc} UTC\nTo: ${to}\nSubject: ${subject}\n\n${text}\n`)
        .join(`${'-'.repeat(72)}\n`),
  }),
  payments: action({
    words: 0,
    options: ['status', 'limit'],
    async work(administration, _, option) {
      const limit = option('limit') ?? '1000'
      if (!/^[1-9][0-9]{0,5}$/.test(limit)) throw new UsageError('--limit: expected an integer from 1 to 999999')
      return { payments: await administration.payments({ status: option('status') ?? null, limit: Number(limit) }) }
    },
    show(result) {
      const table = textTable([
        ['payment', 'account', 'item', 'status', 'amount', 'opened', 'reference'],
        ...result.payments.map(({ id, account, item, status, amount, createdAtUtc, reference }) => [
          id,
          account,
          item,
          status,
          String(amount),
          createdAtUtc,
          reference ?? '-',
        ]),
      ])
      return [
        table,
        ...toDo.flatMap(([of, text]) => (result.payments.some(({ status }) => status === of) ? text : [])),
      ].join('')
    },
  }),
  'sign-out': action({
    words: 1,
    work: (administration, account) => administration.signOut(account),
    show: ({ account, ended }) => `account ${account}: ${ended} sessions ended\n`,
  }),
  forget: action({
    words: 1,
    work: (administration, account) => administration.forget(account),
    show: ({ account }) => `the person of account ${account} is deleted\n`,
  }),
}

/** Instructions to an operator for payments that gave no credits. */
const toDo = [
  [
    'unclaimed',
    `
unclaimed: the money came in, but its account was deleted, is banned, or is missing in the ledger, as after a restore of an older backup.
Give it back at the payment provider, which finds it by the reference; the list then shows it as refunded.
Where a ban is lifted instead, the payment is granted within ten minutes.
`,
  ],
  [
    'mismatch',
    `
mismatch: the money came in, but it does not fit what was sold; "fault" of payment_mismatch in the log says why.
Where the item is unknown, the purchase is not stored, as after a restore of an older backup.
Give it back at the payment provider, which finds it by the reference, or grant what was bought: riftline grant ACCOUNT --topup CREDITS --ref PAYMENT
`,
  ],
] as const

export async function runPeople([name = '', ...rest]: readonly string[], io: CommandIo): Promise<number> {
  const chosen = peopleActions[name]
  if (chosen === undefined) throw new Error(`no action ${name}`)
  const { words, options = [] } = chosen
  const read = readArguments(rest, { words, text: ['data', ...options], flags: ['json'] })
  const config = dataConfig(optional(read.values, 'data'), io)
  const opened = await openPeopleOf(config, io)
  try {
    const result = await chosen.work(opened.administration, read.words[0] ?? '', (option) =>
      optional(read.values, option),
    )
    await printResult(io, read.values, result, chosen.show(result))
    return 0
  } finally {
    await opened.close()
  }
}

/** Widens the result type, so that one table can hold all actions. */
function action<Result extends object>(one: PeopleAction<Result>): PeopleAction<object> {
  return one
}

/** Opens the people of a data folder: through the server that holds it, or directly if no process does. */
function openPeopleOf(config: ServerConfig, io: CommandIo): Promise<OpenPeopleAdministration> {
  const ask = async (server: OperatorToken) => ({ administration: remotePeople(server), close: async () => {} })
  return whenFree(config, ask, () => openOwnPeopleOf(config, io))
}

async function openOwnPeopleOf(config: ServerConfig, io: CommandIo): Promise<OpenPeopleAdministration> {
  const credits = await openCredits(config, { clock: systemClock, randomBytes: systemRandomBytes, log: clockLog(io) })
  try {
    const { administration, close } = await openOwnPeople(credits, config, io.env)
    return { administration, close: () => close().finally(() => credits.close()) }
  } catch (error) {
    await credits.close()
    throw error
  }
}

/** People of a running server: each method is one call on its operators' port. */
function remotePeople(server: OperatorToken): PeopleAdministration {
  const ask =
    <Result>(method: string) =>
    (...args: readonly unknown[]): Promise<Result> =>
      callOperators(server, method, { arguments: args }) as Promise<Result>
  return {
    invite: ask('peopleInvite'),
    people: ask('people'),
    outbox: ask('peopleOutbox'),
    payments: ask('peoplePayments'),
    signOut: ask('peopleSignOut'),
    forget: ask('peopleForget'),
  }
}
