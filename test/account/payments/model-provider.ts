import { type Payment, renewalPaymentId } from '#account/payments/payment.ts'
import type { Hint, PaymentFacts, PaymentProvider } from '#account/payments/payment-provider.ts'
import { monthFrom } from '#account/payments/test-provider.ts'

/** The state of one payment at a provider. */
export interface Truth {
  readonly hint: Hint
  state: PaymentFacts['state']
  refunded: number
  dispute: PaymentFacts['dispute']
  /** Amount that the provider reports as charged. */
  amount: number
}

/** States of all payments at the provider, by payment id; a test changes them. */
export type Truths = Map<string, Truth>

export function truthOf(hint: Hint, amount: number): Truth {
  return { hint, state: 'open', refunded: 0, dispute: 'none', amount }
}

export const idOf = ({ payment, invoice }: Hint): string => (invoice === null ? payment : renewalPaymentId(invoice))

/** A provider without a network: it reads facts from `truths`. */
export function createModelProvider(truths: Truths): PaymentProvider {
  const unused = async (): Promise<never> => {
    throw new Error('not used')
  }
  return {
    ...{ kind: 'stripe', formActionOrigins: [], customerOf: () => null },
    ...{ openCheckout: unused, closeCheckout: unused, readPlan: unused, changePlan: unused },
    ...{ portalUrl: unused, receiptUrl: unused, readEvent: unused },
    read: async (payment) => factsOf(payment, truths.get(payment.id)),
    changes: async () => Array.from(truths.values(), ({ hint }) => hint),
  }
}

function factsOf({ id, accountId, currency, item, createdAt }: Payment, truth: Truth | undefined): PaymentFacts {
  const { state, refunded, dispute, amount } = truth ?? truthOf({ payment: id, invoice: null }, 0)
  return {
    ...{ state, accountId, amount, currency, ref: `stripe:${id}`, refundedAmount: refunded, dispute },
    ...{ invoice: null, subscription: null, customer: null, charge: null },
    period: item.startsWith('plan:') ? monthFrom(createdAt) : null,
  }
}
