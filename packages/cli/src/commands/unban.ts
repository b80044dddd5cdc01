import { type Action, accountCommand } from '../accounts/account-command.ts'
import { type AccountStatus, showStatus } from '../accounts/account-status.ts'
import type { Command } from '../command.ts'
import { dataUsage } from '../data-options.ts'

const usage = `riftline unban ACCOUNT [--allow-ip] [--data DIR] [--json]

Lifts a ban and forgets the uses of addresses it was based on.
  --allow-ip  leave these addresses out of the rule of one account an address, from now on
${dataUsage}`

const unbanAccount: Action<AccountStatus> = {
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

export const unban: Command = accountCommand(usage, unbanAccount)
