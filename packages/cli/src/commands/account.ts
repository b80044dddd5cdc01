import { type AccountAction, createAccountCommand } from '../accounts/account-command.ts'
import { peopleActions, runPeople } from '../accounts/people-actions.ts'
import { dataUsage } from '../data-options.ts'
import { type Command, textTable } from '../io/output.ts'

const usage = `riftline account create NAME [--data DIR] [--json]
riftline account list [--data DIR] [--json]
riftline account invite EMAIL [--account A] [--data DIR] [--json]
riftline account people | outbox [--data DIR] [--json]
riftline account payments [--status S] [--limit N] [--data DIR] [--json]
riftline account sign-out A | forget A [--data DIR] [--json]

Creates an account, or lists all. A name is unique; other commands take it or the id.
For the account page: invite mails a link to an address (--account: for an account without a person), people lists the people with
an account, outbox the mails that were not sent by SMTP, payments the purchases (--status unclaimed and mismatch: money to give
back; the newest 1,000, or --limit). sign-out ends all sessions of a person. forget deletes a person, as the person could, and
revokes their keys; charges stay.
${dataUsage}`

const create: AccountAction<{ readonly account: string }> = {
  words: 1,
  writes: true,
  prepare:
    ({ words: [name = ''] }) =>
    async (accounts) => ({ account: (await accounts.createAccount(name)).id }),
  show: ({ account }) => `created account ${account}\n`,
}

const list: AccountAction<{ readonly accounts: readonly { account: string; name: string; status: string }[] }> = {
  words: 0,
  writes: false,
  empty: { accounts: [] },
  prepare: () => async (accounts) => ({
    accounts: (await accounts.accounts()).map(({ id, name, status }) => ({ account: id, name, status })),
  }),
  show: ({ accounts }) =>
    textTable([['account', 'name', 'status'], ...accounts.map(({ account, name, status }) => [account, name, status])]),
}

const accounts = createAccountCommand(usage, { create, list }, Object.keys(peopleActions))

export const accountCommand: Command = {
  usage,
  run: (args, io) => (Object.hasOwn(peopleActions, args[0] ?? '') ? runPeople(args, io) : accounts.run(args, io)),
}
