import { type Clock, errorFields, type Log } from '@riftline/base/node'
import type { Payment, PaymentStore } from './payment.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { isProviderUnreachable } from './provider-error.ts'
import type { Settling } from './settling.ts'

/** So far back lost messages are looked for. */
export const sweptMs: number = 40 * 86_400_000

export interface SweepOptions {
  readonly provider: PaymentProvider
  readonly store: PaymentStore
  readonly settling: Settling
  readonly clock: Clock
  readonly log: Log
}

/**
 * Settles what nobody was told of: open payments, disputes, refunds that a crash left half recorded, and what the provider
 * lists as changed. One payment that cannot be settled does not stop the others; an unreachable provider stops all.
 */
export async function sweepPayments({ provider, store, settling, clock, log }: SweepOptions): Promise<void> {
  const own = async (): Promise<readonly Payment[]> =>
    (await store.payments()).filter((payment) => payment.provider === provider.kind)
  const trying = async (payment: string, task: () => Promise<unknown>): Promise<void> => {
    try {
      await task()
    } catch (error) {
      if (isProviderUnreachable(error)) throw error
      log({ level: 'error', event: 'payment_not_settled', payment, ...errorFields(error) })
    }
  }
  try {
    const since = clock.now() - sweptMs
    for (const { id, status, updatedAt } of await own()) {
      const isRecent = updatedAt > since && (status === 'refunded' || status === 'unclaimed')
      const isUnsure = status === 'open' || status === 'disputed' || isRecent
      if (isUnsure) await trying(id, () => settling.settle(id))
    }
    for (const hint of await provider.changes(await own())) {
      await trying(hint.payment, () => settling.settleHint(hint))
    }
  } catch (error) {
    log({ level: 'error', event: 'payment_sweep_failed', ...errorFields(error) })
  }
}
