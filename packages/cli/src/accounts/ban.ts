import type { Command } from '../command.ts'
import { dataUsage } from '../data-options.ts'
import { type Action, accountCommand } from './account-command.ts'

interface Status {
  readonly account: string
  readonly status: 'active' | 'banned'
}

const showStatus = ({ account, status }: Status): string => `account ${account} is ${status}\n`

const banAccount: Action<Status> = {
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

const unbanAccount: Action<Status> = {
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

export const ban: Command = accountCommand(
  'refuse all keys of an account',
  `riftline ban ACCOUNT [--data DIR] [--json]

Refuses every key of an account with 401 account_banned until riftline unban.
${dataUsage}`,
  banAccount,
)

export const unban: Command = accountCommand(
  'lift a ban',
  `riftline unban ACCOUNT [--allow-ip] [--data DIR] [--json]

Lifts a ban and forgets the uses of addresses it was based on.
  --allow-ip  leave these addresses out of the rule of one account an address, from now on
${dataUsage}`,
  unbanAccount,
)
