import { type Action, accountCommand } from '../accounts/account-command.ts'
import { type Balance, balanceOf, give, showBalance } from '../accounts/account-status.ts'
import type { Command } from '../command.ts'
import { dataUsage } from '../data-options.ts'
import { optional, positiveInteger, required, UsageError } from '../io/arguments.ts'

const usage = `riftline grant ACCOUNT --topup N --ref REF [--data DIR] [--json]
riftline grant ACCOUNT --reverse --ref REF [--data DIR] [--json]

Gives credits that do not expire, or takes back what is left of a grant. REF names their source, such as a payment: the
same REF again changes nothing, and is refused when it asks for something else.
  --topup N   credits
  --ref REF   unique for the account
  --reverse   take back what is left of the grant of this REF
${dataUsage}`

const topUpOrReverse: Action<Balance> = {
  words: 1,
  text: ['topup', 'ref'],
  flags: ['reverse'],
  writes: true,
  prepare({ words: [account = ''], values }) {
    const ref = required(values, 'ref')
    const topUp = optional(values, 'topup')
    if ((topUp === undefined) === (values.reverse !== true)) throw new UsageError('give either --topup N or --reverse')
    const credits = topUp === undefined ? null : positiveInteger('--topup', topUp)
    return async (accounts) => {
      const { id } = await accounts.findAccount(account)
      if (credits === null) await accounts.reverseGrant(id, ref, 'operator')
      else await give(accounts, id, { kind: 'topup', ref, credits })
      return balanceOf(accounts, id)
    }
  },
  show: showBalance,
}

export const grant: Command = accountCommand(usage, topUpOrReverse)
