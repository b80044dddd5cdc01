import { type Action, accountCommand } from '../accounts/account-command.ts'
import { type AccountStatus, showStatus } from '../accounts/account-status.ts'
import type { Command } from '../command.ts'
import { dataUsage } from '../data-options.ts'

const usage = `riftline ban ACCOUNT [--data DIR] [--json]

Refuses every key of an account with 401 account_banned until riftline unban.
${dataUsage}`

const banAccount: Action<AccountStatus> = {
  words: 1,
  writes: true,
  prepare:
    ({ words: [account = ''] }) =>
    async (accounts) => {
      const { id } = await accounts.findAccount(account)
      await accounts.ban(id)
      return { account: id, status: 'banned' }
    },
  show: showStatus,
}

export const ban: Command = accountCommand(usage, banAccount)
