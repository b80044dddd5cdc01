import { nullFor } from '@riftline/base'
import type { Payment, PaymentLedger } from './payment.ts'

/** Renewals are collected about an hour late: a period's credits last a day longer. */
const graceMs = 86_400_000
/** Later ones have a number, since a ref has an end. */
const longestRestored = 5

/** The end of the period that a plan's credits were paid for; of credits that an operator gave, it is their own. */
export function periodEnd(creditsEnd: number, payments: readonly Payment[]): number {
  const isPaid = payments.some(({ period }) => period !== null && period.to + graceMs === creditsEnd)
  return isPaid ? creditsEnd - graceMs : creditsEnd
}

export interface PaidCredits {
  readonly accountId: string
  readonly ref: string
  readonly credits: number
  /** Plan that the credits belong to; null: a top-up. */
  readonly plan: { readonly name: string; readonly periodEnd: number } | null
}

/** Makes a payment's grant stand; false: the plan's period was over before. With `restores` it grants again what was taken back. */
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

/** Takes back what is unspent of a payment's grants. @returns credits that the latest of them lost, the same at a repeat */
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

/** Each dispute that is won after credits were taken back gives them again under a ref of its own. */
function restoredRef(ref: string, round: number): string {
  return round < longestRestored ? ref + ':restored'.repeat(round) : `${ref}:restored:${round}`
}

/** Grants credits. @returns whether the grant was reversed later; null: it would be void */
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
