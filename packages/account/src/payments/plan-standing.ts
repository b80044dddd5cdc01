import { nullFor } from '@riftline/base'
import type { Timers } from '@riftline/base/node'
import type { Usage } from '@riftline/ledger'
import { within } from '../limits/turns.ts'
import type { Payment, PaymentStore } from './payment.ts'
import { type PlanState, unreachable } from './payment-provider.ts'
import { type SettleOptions, wasGranted } from './settle.ts'

/** Plan of an account, with the credits and amount of one month. */
export interface CurrentPlan extends Pick<Payment, 'item' | 'name' | 'credits' | 'amount' | 'currency'> {
  /** Latest paid period; its end is exclusive. */
  readonly period: NonNullable<Payment['period']>
  /** State of the plan. `ends`: at the period's end. `unpaid`: the renewal is being retried. `unknown`: the provider is unreachable. */
  readonly state: 'renews' | 'ends' | 'unpaid' | 'unknown'
}

/** Age up to which pages show a cached answer of the provider. */
const freshMs = 60_000
/** Time for which a page waits for the provider; a later answer appears on the next page. */
const patienceMs = 1_000
/** Time for which no page asks again after the provider did not answer. */
const quietMs = 10_000

type PlanStandingOptions = Pick<SettleOptions, 'provider' | 'store' | 'clock'> & { readonly timers: Timers }

export type PlanStanding = ReturnType<typeof createPlanStanding>

/** Creates the view of accounts' plans, with the provider's cached answers. A plan is identified by its paid periods. */
export function createPlanStanding(options: PlanStandingOptions) {
  const { provider, store, clock } = options
  const states = createPlanStates(options)

  /** Returns the paid periods of each plan that the account began, with the latest plan last. */
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

    /** Tells whether the account has a plan; unlike `planOf` it must be sure. @throws RiftlineError `payment_provider_unreachable` */
    async hasPlan(accountId: string): Promise<boolean> {
      for (const periods of await plansOf(accountId)) if ((await states.read(periods, 0)) !== 'ended') return true
      return false
    },

    /** Changes the plans; false when the account has none. `suspend` stops all collection and keeps the paid period. */
    async change(accountId: string, action: 'cancel' | 'keep' | 'end' | 'suspend'): Promise<boolean> {
      let changed = false
      for (const periods of await plansOf(accountId)) {
        const state = await states.read(periods, 0)
        if (state === 'ended') continue
        // A failed renewal is retried even if the plan ends with its period, so the plan must end now.
        const suspended = state === 'unpaid' ? 'end' : 'cancel'
        if (await provider.changePlan(periods, action === 'suspend' ? suspended : action)) changed = true
        states.forget(periods)
      }
      return changed
    },

    /** Drops the cached answers, so that the provider is asked again. */
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
    /** Reads like `read`, but returns null when the provider does not answer soon, so that pages do not wait. */
    async soon(periods: readonly Payment[]): Promise<PlanState | null> {
      const name = planName(periods)
      if (clock.now() - (unanswered.get(name) ?? Number.NEGATIVE_INFINITY) < quietMs) return null
      // A late answer is not cancelled; the next page uses it.
      const answer = nullFor(read(periods, freshMs), unreachable)
      const state = await within(timers, patienceMs, answer, () => null)
      if (state === null) unanswered.set(name, clock.now())
      else unanswered.delete(name)
      return state
    },
    /** Drops the cached answer of one plan, or of all. */
    forget: (periods?: readonly Payment[]) =>
      void (periods === undefined ? states.clear() : states.delete(planName(periods))),
  }
}

const planName = ([first]: readonly Payment[]): string => first?.subscription ?? ''

/** Payment of the latest paid period, in the order of periods, not of records; the latest period when none is paid yet. */
function latestPaid(periods: readonly Payment[]): Payment | null {
  const end = ({ period }: Payment): number => period?.to ?? 0
  const known = periods.filter(({ period }) => period !== null).toSorted((a, b) => end(a) - end(b))
  return known.findLast(wasGranted) ?? known.at(-1) ?? null
}

/** Payments that tell when an ended plan's paid period ends; nothing is read when there is no such plan. */
export async function periodsOf(
  store: Pick<PaymentStore, 'payments'>,
  accountId: string,
  usage: Pick<Usage, 'plan'>,
  plan: CurrentPlan | null,
): Promise<readonly Payment[]> {
  return usage.plan === null || plan !== null ? [] : store.payments(accountId)
}
