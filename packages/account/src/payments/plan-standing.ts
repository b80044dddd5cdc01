import type { Clock } from '@riftline/ledger'
import type { Payment } from './payment.ts'
import type { PaymentProvider, PlanState } from './payment-provider.ts'
import type { PaymentStore } from './payment-stores.ts'
import { isProviderUnreachable } from './provider-error.ts'
import { wasPaid } from './verdict.ts'

/** The plan that an account has. */
export interface CurrentPlan {
  readonly item: string
  readonly name: string
  /** A month. */
  readonly credits: number
  readonly amount: number
  readonly currency: string
  /** The latest one paid, end exclusive. */
  readonly period: NonNullable<Payment['period']>
  /** `ends` with the period. `unpaid`: the renewal is being tried again. `unknown`: the provider cannot be reached. */
  readonly state: 'renews' | 'ends' | 'unpaid' | 'unknown'
}

export interface PlanStanding {
  planOf(accountId: string): Promise<CurrentPlan | null>
  /** @throws RiftlineError `payment_provider_unreachable`: unlike `planOf` it must know */
  hasPlan(accountId: string): Promise<boolean>
  /** False: the account has no plan. */
  change(accountId: string, action: 'cancel' | 'keep' | 'end'): Promise<boolean>
  /** What was read of the provider is read again. */
  forget(): void
}

/** So long a page shows what the provider said before. */
const freshMs = 60_000

export function createPlanStanding(provider: PaymentProvider, store: PaymentStore, clock: Clock): PlanStanding {
  const states = new Map<string, { readonly state: PlanState; readonly at: number }>()

  /** Of each plan the account began, its paid periods; the latest plan last. */
  async function plansOf(accountId: string): Promise<readonly (readonly Payment[])[]> {
    const byPlan = new Map<string, Payment[]>()
    for (const payment of await store.payments(accountId)) {
      if (payment.provider !== provider.kind || payment.subscription === null) continue
      byPlan.set(payment.subscription, [...(byPlan.get(payment.subscription) ?? []), payment])
    }
    return [...byPlan.values()]
  }

  async function stateOf(periods: readonly Payment[], mostAgeMs: number): Promise<PlanState> {
    const name = periods[0]?.subscription ?? ''
    const known = states.get(name)
    if (known !== undefined && (known.state === 'ended' || clock.now() - known.at < mostAgeMs)) return known.state
    const state = await provider.readPlan(periods)
    states.set(name, { state, at: clock.now() })
    return state
  }

  return {
    async planOf(accountId) {
      const periods = (await plansOf(accountId)).at(-1)
      const latest = latestPaid(periods ?? [])
      if (periods === undefined || latest === null || latest.period === null) return null
      const { item, name, credits, amount, currency, period } = latest
      const plan = { item, name, credits, amount, currency, period }
      try {
        const state = await stateOf(periods, freshMs)
        return state === 'ended' ? null : { ...plan, state }
      } catch (error) {
        if (!isProviderUnreachable(error)) throw error
        return clock.now() < period.to ? { ...plan, state: 'unknown' } : null
      }
    },

    async hasPlan(accountId) {
      for (const periods of await plansOf(accountId)) if ((await stateOf(periods, 0)) !== 'ended') return true
      return false
    },

    async change(accountId, action) {
      let changed = false
      for (const periods of await plansOf(accountId)) {
        if ((await stateOf(periods, 0)) === 'ended') continue
        if (await provider.changePlan(periods, action)) changed = true
        states.delete(periods[0]?.subscription ?? '')
      }
      return changed
    },

    forget: () => states.clear(),
  }
}

/**
 * The payment of the period that is paid until latest, however late its record was made; one that was not paid only where none
 * was, since the provider has such a plan all the same.
 */
function latestPaid(periods: readonly Payment[]): Payment | null {
  const known = periods.filter(({ period }) => period !== null)
  const paid = known.filter(wasPaid)
  const end = ({ period }: Payment): number => period?.to ?? 0
  return (paid.length > 0 ? paid : known).toSorted((a, b) => end(a) - end(b)).at(-1) ?? null
}
