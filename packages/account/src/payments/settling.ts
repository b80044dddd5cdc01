import { hasCode } from '@riftline/base'
import { errorFields } from '@riftline/base/node'
import { createInTurn } from '../limits/turns.ts'
import { newRenewal, type Payment, renewalPaymentId, unknownPayment } from './payment.ts'
import { type Hint, unreachable } from './payment-provider.ts'
import { type SettleOptions, settleOnce } from './settle.ts'

export type Settling = ReturnType<typeof createSettling>

const soonMs = 5_000

/** Creates the calls that settle payments; calls for the same payment run one after the other. */
export function createSettling(options: SettleOptions) {
  const { store, provider, clock, log } = options
  const inTurn = createInTurn()
  const settle = (id: string) => inTurn(id, () => settleOnce(options, id))
  /** Unknown payments already logged, because every sweep finds them again. */
  const unknown = new Set<string>()
  const soon = new Map<string, { readonly at: number; readonly settled: Promise<Payment | null> }>()

  /** Records money that arrived for a payment that is not stored, so that an operator can refund or grant it. */
  async function settleUnknown(hint: Hint): Promise<void> {
    const { payment, invoice } = hint
    const key = `${payment} ${invoice}`
    if (!unknown.has(key)) log({ level: 'error', event: 'payment_unknown', payment, invoice })
    unknown.add(key)
    const found = unknownPayment(hint, provider.kind, clock.now())
    if (found === null) return
    if ((await store.payment(found.id)) === null) {
      const { state, accountId, amount, currency } = await provider.read(found)
      if (state !== 'paid' || accountId === null || amount === null || currency === null) return
      await store.addPayment({ ...found, accountId, amount, currency })
    }
    await settle(found.id)
  }

  return {
    settle,
    /** Settles at most once in five seconds, for requests that visitors can repeat. */
    settleSoon(id: string): Promise<Payment | null> {
      const now = clock.now()
      for (const [key, { at }] of soon) if (now - at >= soonMs || now < at) soon.delete(key)
      const known = soon.get(id)
      if (known !== undefined) return known.settled.then(() => store.payment(id))
      const settled = settle(id)
      soon.set(id, { at: now, settled })
      return settled
    },
    /** Settles the payment of a hint; a paid or failed renewal gets its record here. */
    async settleHint(hint: Hint): Promise<void> {
      const { payment: id, invoice } = hint
      const first = await store.payment(id)
      if (first === null) return settleUnknown(hint)
      if (invoice === null) return void (await settle(id))
      const renewalId = renewalPaymentId(invoice)
      if ((await store.payment(renewalId)) === null) {
        const renewal = newRenewal(first, invoice, clock.now())
        const { state, underWay = false } = await provider.read(renewal)
        // An invoice that is still being drafted is no payment yet.
        if (state === 'open' && !underWay) return
        await store.addPayment(renewal)
      }
      await settle(renewalId)
    },
  }
}

/** Age up to which a sweep looks for changes whose event was lost. */
export const sweptMs: number = 40 * 86_400_000

type SweepOptions = Pick<SettleOptions, 'provider' | 'store' | 'clock' | 'log'> & { readonly settling: Settling }

/** Settles payments that may have changed unseen. An unreachable provider stops the sweep; other failures skip one payment. */
export async function sweepPayments({ provider, store, settling, clock, log }: SweepOptions): Promise<void> {
  const own = async (): Promise<readonly Payment[]> =>
    (await store.payments()).filter((payment) => payment.provider === provider.kind)
  const trying = async (payment: string, task: () => Promise<unknown>): Promise<void> => {
    try {
      await task()
    } catch (error) {
      if (hasCode(error, unreachable)) throw error
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
