import type { AccountDeps } from '../account-deps.ts'
import { paidMessage, refundedMessage, renewalMessage } from '../mail/messages.ts'
import type { Notify } from '../payments/payment-notice.ts'
import { priceText } from '../payments/price-text.ts'
import { withEvent } from '../people/events.ts'

/** Tells a person what became of a payment, by mail and in the list of what happened. */
export function paymentMails({
  people,
  mailer,
  clock,
  origin,
}: Pick<AccountDeps, 'people' | 'mailer' | 'clock' | 'origin'>): Notify {
  return async ({ kind, accountId, payment }) => {
    const person = await people.findPerson({ accountId })
    // Who is being deleted gets one more mail, and it is another.
    if (person?.status !== 'active') return
    const { name, amount, currency, credits, reversedCredits, id } = payment
    const page = `${origin}/credits`
    const message =
      kind === 'received'
        ? paidMessage(name, priceText(amount, currency), credits, page)
        : kind === 'refunded'
          ? refundedMessage(name, reversedCredits, page)
          : renewalMessage(name, page)
    await mailer.send(person.email, message)
    if (kind === 'renewal_failed') return
    const event = {
      at: clock.now(),
      kind: kind === 'received' ? 'payment' : 'refund',
      network: '-',
      browser: '-',
      detail: id,
    } as const
    await people.changePerson(person.id, (latest) => withEvent(latest, event))
  }
}
