import type { Timers } from '@riftline/base/node'
import type { Usage } from '@riftline/ledger'
import type { Payment, PaymentStore } from './payment.ts'
import { isProviderUnreachable, type PlanState } from './payment-provider.ts'
import { type SettleOptions, wasGranted } from './settle.ts'

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
  /** False: the account has no plan. `suspend`: nothing is collected any more, what is paid stays. */
  change(accountId: string, action: 'cancel' | 'keep' | 'end' | 'suspend'): Promise<boolean>
  /** Forgets what the provider said, so that it is asked again. */
  forget(): void
}

/** So long a page shows what the provider said before. */
const freshMs = 60_000
/** So long a page waits for the provider; what comes later is shown on the next one. */
const patienceMs = 1_000
/** So long it is not asked again for a page after it did not answer. */
const quietMs = 10_000

type PlanStandingOptions = Pick<SettleOptions, 'provider' | 'store' | 'clock'> & { readonly timers: Timers }

export function createPlanStanding(options: PlanStandingOptions): PlanStanding {
  const { provider, store, clock } = options
  const states = createPlanStates(options)

  /** The paid periods of each plan that the account began; the latest plan last. */
  async function plansOf(accountId: string): Promise<readonly (readonly Payment[])[]> {
    const byPlan = new Map<string, Payment[]>()
    for (const payment of await store.payments(accountId)) {
      if (payment.provider !== provider.kind || payment.subscription === null) continue
      byPlan.set(payment.subscription, [...(byPlan.get(payment.subscription) ?? []), payment])
    }
    return [...byPlan.values()]
  }

  return {
    async planOf(accountId) {
      const periods = (await plansOf(accountId)).at(-1)
      const latest = latestPaid(periods ?? [])
      if (periods === undefined || latest === null || latest.period === null) return null
      const { item, name, credits, amount, currency, period } = latest
      const plan = { item, name, credits, amount, currency, period }
      const state = await states.soon(periods)
      if (state === null) return clock.now() < period.to ? { ...plan, state: 'unknown' } : null
      return state === 'ended' ? null : { ...plan, state }
    },

    async hasPlan(accountId) {
      for (const periods of await plansOf(accountId)) if ((await states.read(periods, 0)) !== 'ended') return true
      return false
    },

    async change(accountId, action) {
      let changed = false
      for (const periods of await plansOf(accountId)) {
        const state = await states.read(periods, 0)
        if (state === 'ended') continue
        // A renewal that failed is tried again even when the plan ends with its period.
        const suspended = state === 'unpaid' ? 'end' : 'cancel'
        if (await provider.changePlan(periods, action === 'suspend' ? suspended : action)) changed = true
        states.forget(periods)
      }
      return changed
    },

    forget: () => states.forget(),
  }
}

/** States of plans as the provider says them, remembered for a while. A plan is named by its paid periods. */
interface PlanStates {
  read(periods: readonly Payment[], mostAgeMs: number): Promise<PlanState>
  /** As `read`; null when the provider does not answer soon: pages do not wait for it. */
  soon(periods: readonly Payment[]): Promise<PlanState | null>
  /** Forgets one plan, or all. */
  forget(periods?: readonly Payment[]): void
}

function createPlanStates({ provider, clock, timers }: PlanStandingOptions): PlanStates {
  const states = new Map<string, { readonly state: PlanState; readonly at: number }>()
  const unanswered = new Map<string, number>()

  async function read(periods: readonly Payment[], mostAgeMs: number): Promise<PlanState> {
    const name = planName(periods)
    const known = states.get(name)
    if (known !== undefined && (known.state === 'ended' || clock.now() - known.at < mostAgeMs)) return known.state
    const state = await provider.readPlan(periods)
    states.set(name, { state, at: clock.now() })
    return state
  }

  return {
    read,
    async soon(periods) {
      const name = planName(periods)
      if (clock.now() - (unanswered.get(name) ?? Number.NEGATIVE_INFINITY) < quietMs) return null
      // A late answer is left to end by itself: the next page has it.
      const answer = read(periods, freshMs).catch(nullWhenUnreachable)
      let cancel = (): void => {}
      const late = new Promise<null>((resolve) => {
        cancel = timers.after(patienceMs, () => resolve(null))
      })
      try {
        const state = await Promise.race([answer, late])
        if (state === null) unanswered.set(name, clock.now())
        else unanswered.delete(name)
        return state
      } finally {
        cancel()
      }
    },
    forget: (periods) => void (periods === undefined ? states.clear() : states.delete(planName(periods))),
  }
}

const planName = ([first]: readonly Payment[]): string => first?.subscription ?? ''

function nullWhenUnreachable(error: unknown): null {
  if (isProviderUnreachable(error)) return null
  throw error
}

/**
 * The payment of the period that is paid until latest, however late its record was made; one that was not paid only where none
 * was, since the provider has such a plan all the same.
 */
function latestPaid(periods: readonly Payment[]): Payment | null {
  const known = periods.filter(({ period }) => period !== null)
  const paid = known.filter(wasGranted)
  const end = ({ period }: Payment): number => period?.to ?? 0
  return (paid.length > 0 ? paid : known).toSorted((a, b) => end(a) - end(b)).at(-1) ?? null
}

/** Payments that say until when credits of a plan that has ended were paid; none are read where no plan has. */
export async function periodsOf(
  store: Pick<PaymentStore, 'payments'>,
  accountId: string,
  usage: Pick<Usage, 'plan'>,
  plan: CurrentPlan | null,
): Promise<readonly Payment[]> {
  return usage.plan === null || plan !== null ? [] : store.payments(accountId)
}
