import type { AccountAdministration, NewGrant } from '@riftline/server'
import { type Command, optional, required } from '../command.ts'
import { dataUsage } from '../data-options.ts'
import type { CommandIo } from '../output.ts'
import { UsageError } from '../usage-error.ts'
import { type Action, accountCommand } from './account-command.ts'
import { otherThanAsked } from './known-ref.ts'

const usage = `riftline grant ACCOUNT --topup N --ref REF [--data DIR] [--json]
riftline grant ACCOUNT --reverse --ref REF [--data DIR] [--json]

Gives credits that do not expire, or takes back what is left of a grant. REF names their source, such as a payment: the
same REF again changes nothing, and says so when it asks for something else.
  --topup N   credits
  --ref REF   unique for the account
  --reverse   take back what is left of the grant of this REF
${dataUsage}`

export interface Balance {
  readonly account: string
  readonly creditsRemaining: number
}

const topUpOrReverse: Action<Balance> = {
  words: 1,
  text: ['topup', 'ref'],
  flags: ['reverse'],
  writes: true,
  prepare({ words: [account = ''], values, io }) {
    const ref = required(values, 'ref')
    const topUp = optional(values, 'topup')
    if ((topUp === undefined) === (values.reverse !== true)) throw new UsageError('give either --topup N or --reverse')
    const credits = topUp === undefined ? null : positiveInteger('--topup', topUp)
    return async (accounts) => {
      const { id } = await accounts.findAccount(account)
      if (credits === null) await accounts.reverseGrant(id, ref, 'operator')
      else await give(accounts, id, { kind: 'topup', ref, credits }, io)
      return balanceOf(accounts, id)
    }
  },
  show: showBalance,
}

export const grant: Command = accountCommand('give credits, or take them back', usage, topUpOrReverse)

/** Gives credits, or says that the ref was known with something else. */
export async function give(
  accounts: AccountAdministration,
  account: string,
  grant: NewGrant,
  io: CommandIo,
): Promise<void> {
  const other = otherThanAsked(grant, await accounts.grant(account, grant))
  if (other !== null) io.stderr(other)
}

export async function balanceOf(accounts: AccountAdministration, account: string): Promise<Balance> {
  return { account, creditsRemaining: await accounts.balance(account) }
}

export function showBalance({ account, creditsRemaining }: Balance): string {
  return `account ${account} has ${creditsRemaining} credits\n`
}

/** @throws UsageError */
export function positiveInteger(option: string, text: string): number {
  if (/^[1-9][0-9]{0,14}$/.test(text)) return Number(text)
  throw new UsageError(`${option}: expected an integer above 0, got ${JSON.stringify(text)}`)
}
