import { nullFor } from '@riftline/base'
import type { Payment, PaymentLedger } from './payment.ts'

/** Credits of a period last one day longer, because renewals are collected about an hour late. */
const graceMs = 86_400_000
/** Number of `:restored` suffixes; later restores use a number instead, because a ref has a maximum length. */
const longestRestored = 5

/** End of the paid period behind a plan's credits. Credits granted by an operator end at their own time. */
export function periodEnd(creditsEnd: number, payments: readonly Payment[]): number {
  const isPaid = payments.some(({ period }) => period !== null && period.to + graceMs === creditsEnd)
  return isPaid ? creditsEnd - graceMs : creditsEnd
}

export interface PaidCredits {
  readonly accountId: string
  readonly ref: string
  readonly credits: number
  /** Plan that the credits belong to; null for a top-up. */
  readonly plan: { readonly name: string; readonly periodEnd: number } | null
}

/** Grants the credits of a payment; false when the plan's period is already over. `restores` grants again after a reversal. */
export async function grantCredits(ledger: PaymentLedger, paid: PaidCredits, restores: boolean, now: number) {
  let { credits } = paid
  for (let round = 0; ; round++) {
    const ref = restoredRef(paid.ref, round)
    const reversed = await reversedAfterGrant(ledger, paid, { ref, credits }, now)
    if (reversed === null) return round > 0
    if (!reversed || !restores) return true
    credits = await ledger.reverseGrant(paid.accountId, ref, 'asked again')
    if (credits === 0) return true
  }
}

/** Takes back the unspent credits of a payment. @returns credits taken from its latest grant; a repeat returns the same number */
export async function takeBackCredits(
  ledger: PaymentLedger,
  { accountId, ref }: Pick<PaidCredits, 'accountId' | 'ref'>,
  why: string,
): Promise<number> {
  let taken = 0
  for (let round = 0; ; round++) {
    const reversed = ledger.reverseGrant(accountId, restoredRef(ref, round), why)
    const more = await nullFor(reversed, 'grant_not_found', 'account_not_found')
    if (more === null) return taken
    taken = more
  }
}

/** Ref of a restored grant: each dispute won after a reversal grants the credits again under a new ref. */
function restoredRef(ref: string, round: number): string {
  return round < longestRestored ? ref + ':restored'.repeat(round) : `${ref}:restored:${round}`
}

/** Grants credits. @returns whether the grant was reversed later; null when the plan's period is already over */
async function reversedAfterGrant(
  ledger: PaymentLedger,
  { accountId, plan }: PaidCredits,
  { ref, credits }: { readonly ref: string; readonly credits: number },
  now: number,
): Promise<boolean | null> {
  if (plan === null) return (await ledger.grant(accountId, { kind: 'topup', ref, credits })).reversed
  const expiresAt = plan.periodEnd + graceMs
  const granted = ledger.grant(accountId, { kind: 'plan', ref, credits, name: plan.name, expiresAt })
  // Ledger time may be up to two hours ahead of the clock.
  const isOver = expiresAt <= now + 7_200_000
  return (await nullFor(granted, ...(isOver ? ['validation_error'] : [])))?.reversed ?? null
}
