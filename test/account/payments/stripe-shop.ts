import { afterEach } from 'vitest'
import type { Payments } from '#account/payments/payments.ts'
import { createStripeProvider } from '#account/payments/stripe-provider.ts'
import { type StripeStandIn, startStripeStandIn } from '../stripe-stand-in.ts'
import type { StripeObject, StripeWorld } from '../stripe-world.ts'
import { createPaymentPlace, type PaymentPlace, purchase } from './payment-place.ts'

export const accountUrl = 'https://account.example'
export const stripeKey = 'sk_test_a_secret_that_no_log_shows'

export interface StripeShop {
  readonly place: PaymentPlace
  readonly stripe: StripeStandIn
  readonly world: StripeWorld
  readonly payments: Payments
  /** Opens a checkout and returns the payment's id and the id of its Stripe session. */
  buy(item: string, form?: string): Promise<{ readonly id: string; readonly session: string }>
  /** Delivers an event, by default the latest, and returns the status of the answer. */
  tell(event?: StripeObject): Promise<number>
  /** Payments of another process on the same stores. */
  another(timeoutMs?: number): Promise<Payments>
  /** Payments at the same Stripe, with people and ledger restored to a state before the first payment. */
  restored(): Promise<{ readonly place: PaymentPlace; readonly payments: Payments }>
}

const running: StripeStandIn[] = []
afterEach(async () => {
  for (const stripe of running.splice(0)) await stripe.stop()
})

export async function openStripeShop(): Promise<StripeShop> {
  const place = await createPaymentPlace()
  const stripe = await startStripeStandIn(place.clock)
  running.push(stripe)
  const another = async (timeoutMs = 30_000, at = place): Promise<Payments> =>
    at.payments(
      await createStripeProvider({
        secretKey: stripeKey,
        webhookSecret: stripe.webhookSecret,
        accountUrl,
        clock: place.clock,
        apiUrl: stripe.url,
        timeoutMs,
        retries: 0,
      }),
    )
  const payments = await another()
  return {
    place,
    stripe,
    world: stripe.world,
    payments,
    another,
    async restored() {
      const older = await createPaymentPlace()
      older.clock.advanceTo(place.clock.now())
      return { place: older, payments: await another(30_000, older) }
    },
    async buy(item, form) {
      const opened = await payments.checkout(purchase(place, item, form))
      if (opened.kind !== 'redirect') throw new Error(opened.kind)
      return { id: opened.payment.id, session: opened.payment.session ?? '' }
    },
    async tell(event = stripe.world.events.at(-1)) {
      if (event === undefined) throw new Error('nothing to tell')
      const { raw, signature } = stripe.signed(event)
      return (await payments.webhook(raw, signature)).status
    },
  }
}
