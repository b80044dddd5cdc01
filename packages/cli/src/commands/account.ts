import { type Action, accountCommand } from '../accounts/account-command.ts'
import type { Command } from '../command.ts'
import { dataUsage } from '../data-options.ts'
import { textTable } from '../io/text-table.ts'

const usage = `riftline account create NAME [--data DIR] [--json]
riftline account list [--data DIR] [--json]

Makes an account, or lists all. A name is unique; other commands take it or the id.
${dataUsage}`

const create: Action<{ readonly account: string }> = {
  words: 1,
  writes: true,
  prepare:
    ({ words: [name = ''] }) =>
    async (accounts) => ({ account: (await accounts.createAccount(name)).id }),
  show: ({ account }) => `created account ${account}\n`,
}

const list: Action<{ readonly accounts: readonly { account: string; name: string; status: string }[] }> = {
  words: 0,
  writes: false,
  empty: { accounts: [] },
  prepare: () => async (accounts) => ({
    accounts: (await accounts.accounts()).map(({ id, name, status }) => ({ account: id, name, status })),
  }),
  show: ({ accounts }) =>
    textTable([['account', 'name', 'status'], ...accounts.map(({ account, name, status }) => [account, name, status])]),
}

export const account: Command = accountCommand(usage, { create, list })
