import { type Action, accountCommand } from '../accounts/account-command.ts'
import { type AccountStatus, showStatus } from '../accounts/account-status.ts'
import type { Command } from '../command.ts'
import { dataUsage } from '../data-options.ts'
import { optional } from '../io/arguments.ts'

const usage = `riftline ban ACCOUNT [--reason TEXT] [--data DIR] [--json]

Refuses every key of an account with 401 account_banned until riftline unban.
  --reason TEXT  for its owner to read, at most 200 characters
${dataUsage}`

const banAccount: Action<AccountStatus> = {
  words: 1,
  text: ['reason'],
  writes: true,
  prepare:
    ({ words: [account = ''], values }) =>
    async (accounts) => {
      const { id } = await accounts.findAccount(account)
      const reason = optional(values, 'reason')
      // A server of an older version knows no reasons.
      await (reason === undefined ? accounts.ban(id) : accounts.ban(id, { reason }))
      return { account: id, status: 'banned' }
    },
  show: showStatus,
}

export const ban: Command = accountCommand(usage, banAccount)
