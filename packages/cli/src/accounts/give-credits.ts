import type { AccountAdministration, NewGrant } from '@riftline/ledger'
import type { CommandIo } from '../io/output.ts'
import { otherThanAsked } from './known-ref.ts'

export interface Balance {
  readonly account: string
  readonly creditsRemaining: number
}

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
