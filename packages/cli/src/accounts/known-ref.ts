import { toUtc } from '@riftline/base'
import type { NewGrant, StandingGrant } from '@riftline/ledger'

/**
 * What to say when a ref was known with something else than is asked for: nothing was given. Null when it stands as asked, or
 * when a server of an older version does not tell.
 */
export function otherThanAsked(asked: NewGrant, standing: StandingGrant | null): string | null {
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
