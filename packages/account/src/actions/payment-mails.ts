import type { AccountDeps } from '../account-deps.ts'
import { type Message, notGivenMessage, paidMessage, refundedMessage, renewalMessage } from '../mail/messages.ts'
import type { Notify, PaymentNotice } from '../payments/payment.ts'
import { priceText } from '../payments/price-text.ts'
import { withEvent } from '../people/events.ts'

/** Tells a person what became of a payment, by mail and in the list of what happened. */
export function paymentMails({
  people,
  mailer,
  clock,
  origin,
}: Pick<AccountDeps, 'people' | 'mailer' | 'clock' | 'origin'>): Notify {
  return async (notice) => {
    const { kind, accountId, payment } = notice
    const person = await people.findPerson({ accountId })
    // A person who is being deleted gets only the mail about that.
    if (person?.status !== 'active') return
    await mailer.send(person.email, messageOf(notice, `${origin}/credits`))
    if (kind !== 'received' && kind !== 'refunded') return
    const event = {
      at: clock.now(),
      kind: kind === 'received' ? 'payment' : 'refund',
      network: '-',
      browser: '-',
      detail: payment.id,
    } as const
    await people.changePerson(person.id, (latest) => withEvent(latest, event))
  }
}

function messageOf({ kind, payment, charged }: PaymentNotice, page: string): Message {
  const { name, amount, currency, credits, reversedCredits } = payment
  switch (kind) {
    case 'received':
      return paidMessage(name, priceText(charged ?? amount, currency), credits, page)
    case 'refunded':
      return refundedMessage(name, reversedCredits, page)
    case 'renewal_failed':
      return renewalMessage(name, page)
    default:
      return notGivenMessage(name, kind, page)
  }
}
