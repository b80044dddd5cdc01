import type { PlanState } from './payment-provider.ts'
import type { StripeClient } from './stripe-client.ts'
import { subscription as shape } from './stripe-shapes.ts'

export async function readStripePlan(client: StripeClient, name: string): Promise<PlanState> {
  const found = await client.find(shape, ({ subscriptions }) => subscriptions.retrieve(name))
  if (found === null || found.status === 'canceled' || found.status === 'incomplete_expired') return 'ended'
  if (found.status !== 'active' && found.status !== 'trialing') return 'unpaid'
  return found.cancel_at_period_end || found.cancel_at !== null ? 'ends' : 'renews'
}

/** False: there is nothing left to change. */
export async function changeStripePlan(
  client: StripeClient,
  name: string,
  action: 'cancel' | 'keep' | 'end',
): Promise<boolean> {
  const state = await readStripePlan(client, name)
  if (state === 'ended') return false
  if (action === 'end') {
    return (await client.find(shape, ({ subscriptions }) => subscriptions.cancel(name))) !== null
  }
  if (action === 'cancel') {
    if (state === 'ends') return true
    return (
      (await client.find(shape, ({ subscriptions }) => subscriptions.update(name, { cancel_at_period_end: true }))) !==
      null
    )
  }
  const found = await client.find(shape, ({ subscriptions }) => subscriptions.retrieve(name))
  // Stripe's own page sets a date in place of the mark.
  const kept =
    found?.cancel_at_period_end === true ? ({ cancel_at_period_end: false } as const) : ({ cancel_at: '' } as const)
  return (await client.find(shape, ({ subscriptions }) => subscriptions.update(name, kept))) !== null
}
