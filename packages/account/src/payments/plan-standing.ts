import { nullFor } from '@riftline/base'
import type { Timers } from '@riftline/base/node'
import type { Usage } from '@riftline/ledger'
import { within } from '../limits/turns.ts'
import type { Payment, PaymentStore } from './payment.ts'
import { type PlanState, unreachable } from './payment-provider.ts'
import { type SettleOptions, wasGranted } from './settle.ts'

/** The plan of an account; credits and amount are those of a month. */
export interface CurrentPlan extends Pick<Payment, 'item' | 'name' | 'credits' | 'amount' | 'currency'> {
  /** The latest one paid, end exclusive. */
  readonly period: NonNullable<Payment['period']>
  /** `ends` with the period. `unpaid`: the renewal is being tried again. `unknown`: the provider cannot be reached. */
  readonly state: 'renews' | 'ends' | 'unpaid' | 'unknown'
}

/** Time for which a page shows an earlier answer of the provider. */
const freshMs = 60_000
/** Time that a page waits for the provider; a later answer is shown on the next one. */
const patienceMs = 1_000
/** Time for which no page asks a provider again that did not answer. */
const quietMs = 10_000

type PlanStandingOptions = Pick<SettleOptions, 'provider' | 'store' | 'clock'> & { readonly timers: Timers }

export type PlanStanding = ReturnType<typeof createPlanStanding>

/** Makes the view of the plans of accounts, with what the provider said of them. A plan is named by its paid periods. */
export function createPlanStanding(options: PlanStandingOptions) {
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
    async planOf(accountId: string): Promise<CurrentPlan | null> {
      const periods = (await plansOf(accountId)).at(-1)
      const latest = latestPaid(periods ?? [])
      if (periods === undefined || latest === null || latest.period === null) return null
      const { item, name, credits, amount, currency, period } = latest
      const plan = { item, name, credits, amount, currency, period }
      const state = await states.soon(periods)
      if (state === null) return clock.now() < period.to ? { ...plan, state: 'unknown' } : null
      return state === 'ended' ? null : { ...plan, state }
    },

    /** @throws RiftlineError `payment_provider_unreachable`: unlike `planOf` it must know */
    async hasPlan(accountId: string): Promise<boolean> {
      for (const periods of await plansOf(accountId)) if ((await states.read(periods, 0)) !== 'ended') return true
      return false
    },

    /** False: the account has no plan. `suspend`: nothing is collected any more, what is paid stays. */
    async change(accountId: string, action: 'cancel' | 'keep' | 'end' | 'suspend'): Promise<boolean> {
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

    /** Forgets what the provider said, so that it is asked again. */
    forget: () => states.forget(),
  }
}

function createPlanStates({ provider, clock, timers }: PlanStandingOptions) {
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
    /** As `read`; null when the provider does not answer soon: pages do not wait for it. */
    async soon(periods: readonly Payment[]): Promise<PlanState | null> {
      const name = planName(periods)
      if (clock.now() - (unanswered.get(name) ?? Number.NEGATIVE_INFINITY) < quietMs) return null
      // A late answer is left to end by itself: the next page has it.
      const answer = nullFor(read(periods, freshMs), unreachable)
      const state = await within(timers, patienceMs, answer, () => null)
      if (state === null) unanswered.set(name, clock.now())
      else unanswered.delete(name)
      return state
    },
    /** Forgets one plan, or all. */
    forget: (periods?: readonly Payment[]) =>
      void (periods === undefined ? states.clear() : states.delete(planName(periods))),
  }
}

const planName = ([first]: readonly Payment[]): string => first?.subscription ?? ''

/** The payment of the latest period that is paid, whenever it was recorded; where none is paid, of the latest: the plan is there all the same. */
function latestPaid(periods: readonly Payment[]): Payment | null {
  const end = ({ period }: Payment): number => period?.to ?? 0
  const known = periods.filter(({ period }) => period !== null).toSorted((a, b) => end(a) - end(b))
  return known.findLast(wasGranted) ?? known.at(-1) ?? null
}

/** Payments that tell until when the credits of an ended plan were paid; without one, none are read. */
export async function periodsOf(
  store: Pick<PaymentStore, 'payments'>,
  accountId: string,
  usage: Pick<Usage, 'plan'>,
  plan: CurrentPlan | null,
): Promise<readonly Payment[]> {
  return usage.plan === null || plan !== null ? [] : store.payments(accountId)
}
