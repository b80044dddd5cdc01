import { RiftlineError } from '@riftline/base'
import type { AccountAdministration, NewGrant } from '@riftline/ledger'
import { otherThanAsked } from './known-ref.ts'

export interface Balance {
  readonly account: string
  readonly creditsRemaining: number
}

/** Gives credits. @throws RiftlineError `ref_taken`: the ref was known with something else, and nothing was given */
export async function give(accounts: AccountAdministration, account: string, grant: NewGrant): Promise<void> {
  const other = otherThanAsked(grant, await accounts.grant(account, grant))
  if (other !== null) throw new RiftlineError('ref_taken', other)
}

export async function balanceOf(accounts: AccountAdministration, account: string): Promise<Balance> {
  return { account, creditsRemaining: await accounts.balance(account) }
}

export function showBalance({ account, creditsRemaining }: Balance): string {
  return `account ${account} has ${creditsRemaining} ${creditsRemaining === 1 ? 'credit' : 'credits'}\n`
}
