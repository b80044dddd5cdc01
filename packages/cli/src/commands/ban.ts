import { type AccountAction, createAccountCommand } from '../accounts/account-command.ts'
import { dataUsage } from '../data-options.ts'
import { optional } from '../io/arguments.ts'
import type { Command } from '../io/output.ts'

const banUsage = `riftline ban ACCOUNT [--reason TEXT] [--data DIR] [--json]

Refuses every key of an account with 401 account_banned until riftline unban.
  --reason TEXT  shown to the owner of the account, at most 200 characters
${dataUsage}`

const banAccount: AccountAction<AccountStatus> = {
  words: 1,
  text: ['reason'],
  writes: true,
  prepare:
    ({ words: [account = ''], values }) =>
    async (accounts) => {
      const { id } = await accounts.findAccount(account)
      const reason = optional(values, 'reason')
      // Older servers accept no reason.
      await (reason === undefined ? accounts.ban(id) : accounts.ban(id, { reason }))
      return { account: id, status: 'banned' }
    },
  show: showStatus,
}

export const banCommand: Command = createAccountCommand(banUsage, banAccount)

const unbanUsage = `riftline unban ACCOUNT [--allow-ip] [--data DIR] [--json]

Lifts a ban and forgets the uses of addresses that it was based on.
  --allow-ip  exempt these addresses from the rule of one account per address, from now on
${dataUsage}`

const unbanAccount: AccountAction<AccountStatus> = {
  words: 1,
  flags: ['allow-ip'],
  writes: true,
  prepare:
    ({ words: [account = ''], values }) =>
    async (accounts) => {
      const { id } = await accounts.findAccount(account)
      await accounts.unban(id, 'operator', values['allow-ip'] === true)
      return { account: id, status: 'active' }
    },
  show: showStatus,
}

export const unbanCommand: Command = createAccountCommand(unbanUsage, unbanAccount)

/** Result of `ban` and `unban`. */
interface AccountStatus {
  readonly account: string
  readonly status: 'active' | 'banned'
}

function showStatus({ account, status }: AccountStatus): string {
  return `account ${account} is ${status}\n`
}
