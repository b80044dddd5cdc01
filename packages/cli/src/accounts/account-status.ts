import { RiftlineError, toUtc } from '@riftline/base'
import type { AccountAdministration, NewGrant, StandingGrant } from '@riftline/ledger'
/** What `ban` and `unban` answer. */
export interface AccountStatus {
  readonly account: string
  readonly status: 'active' | 'banned'
}

export function showStatus({ account, status }: AccountStatus): string {
  return `account ${account} is ${status}\n`
}

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

/**
 * What to say when a ref was known with something else than is asked for: nothing was given. Null when it stands as asked, or
 * when a server of an older version does not tell.
 */
function otherThanAsked(asked: NewGrant, standing: StandingGrant | null): string | null {
  if (standing === null) return null
  const wanted = described({ name: null, expiresAt: null, ...asked, reversed: false })
  const there = described(standing)
  if (there === wanted) return null
  return `REF ${JSON.stringify(standing.ref)} is known, nothing was changed: it stands for ${there}, not for ${wanted}`
}

function described({ kind, credits, name, expiresAt, reversed }: Omit<StandingGrant, 'ref'>): string {
  const plan = name === null ? '' : ` ${JSON.stringify(name.trim())}`
  const until = expiresAt === null ? '' : ` until ${toUtc(expiresAt)} UTC`
  return `${kind}${plan} of ${credits} credits${until}${reversed ? ', taken back' : ''}`
}
