import type { Checkout } from '#account/payments/checkout.ts'
import type { PaymentLedger, PaymentNotice, PaymentStore } from '#account/payments/payment.ts'
import type { PaymentProvider } from '#account/payments/payment-provider.ts'
import { createPayments, type Payments } from '#account/payments/payments.ts'
import { parsePlans } from '#account/payments/plans.ts'
import { createMemoryPeopleStore } from '#account/people/live-people.ts'
import type { PeopleStore } from '#account/people/person.ts'
import type { LogEntry } from '#base/node/clock.ts'
import type { CreditStore } from '#ledger/credit-store.ts'
import { createMemoryStore } from '#ledger/store/memory-store.ts'
import { createManualClock, type ManualClock } from '../../support/clock.ts'
import { createPassingTimers, type PassingTimers } from '../../support/passing-timers.ts'

export const plansText: string = JSON.stringify({
  currency: 'eur',
  packs: [
    { id: 'small', name: 'Small pack', credits: 1_000, amount: 900 },
    { id: 'large', name: 'Large pack', credits: 10_000, amount: 7_900 },
  ],
  plans: [
    { id: 'pro', name: 'Pro', credits: 5_000, amount: 1_900 },
    { id: 'team', name: 'Team', credits: 50_000, amount: 9_900 },
  ],
})

export interface PaymentPlace {
  readonly clock: ManualClock
  readonly timers: PassingTimers
  readonly store: PaymentStore
  readonly credits: CreditStore
  readonly ledger: PaymentLedger
  readonly accountId: string
  readonly entries: LogEntry[]
  readonly notices: PaymentNotice[]
  payments(provider: PaymentProvider | null): Payments
  balance(): Promise<number>
  spend(credits: number): Promise<void>
  /** Statuses of the account's payments, oldest first. */
  statuses(): Promise<readonly string[]>
  /** Lines of the statement of all months, such as `grant 1000`. */
  lines(): Promise<readonly string[]>
  close(): Promise<void>
}

export interface PlaceStores {
  readonly credits: CreditStore
  readonly store: PeopleStore
}

export interface PlaceTools {
  readonly clock: ManualClock
  readonly randomBytes: (size: number) => Uint8Array
}

/** Creates an account, a ledger and a store of payments, without free credits, so that balances are sums of payments. */
export async function createPaymentPlace(
  open: (tools: PlaceTools) => PlaceStores | Promise<PlaceStores> = inMemory,
): Promise<PaymentPlace> {
  const clock = createManualClock()
  let bytes = 0
  const randomBytes = (size: number): Uint8Array =>
    Uint8Array.from({ length: size }, () => (bytes = (bytes * 7 + 11) % 241))
  const { credits, store } = await open({ clock, randomBytes })
  const { id: accountId } = await credits.createAccount('buyer')
  const ledger = tellingLedger(credits)
  const entries: LogEntry[] = []
  const notices: PaymentNotice[] = []
  const timers = createPassingTimers()
  const log = (entry: LogEntry): void => void entries.push(entry)
  let calls = 0
  return {
    ...{ clock, timers, store, credits, ledger, accountId, entries, notices },
    payments: (provider) =>
      createPayments({
        ...{ provider, plans: parsePlans(plansText, 'plans.json'), store, ledger, clock, log, timers },
        notify: (notice) => void notices.push(notice),
      }),
    balance: () => credits.balance(accountId),
    async spend(amount) {
      calls += 1
      const call = {
        requestId: `r${calls}`,
        accountId,
        operation: 'predict',
        model: null,
        keyId: null,
        credits: amount,
      }
      const held = await credits.hold(call)
      if (held.kind !== 'held') throw new Error(held.kind)
      await credits.capture(held.hold)
    },
    statuses: async () => (await store.payments(accountId)).map(({ status }) => status),
    lines: async () => linesOf(credits, accountId),
    async close() {
      await Promise.all([credits.close(), store.close()])
    },
  }
}

function inMemory(tools: PlaceTools): PlaceStores {
  return { credits: createMemoryStore({ ...tools, freeCredits: 0 }), store: createMemoryPeopleStore() }
}

const months = ['2026-11', '2026-12', '2027-01', '2027-02', '2027-03']

async function linesOf(credits: CreditStore, accountId: string): Promise<readonly string[]> {
  const statements = await Promise.all(months.map((month) => credits.statement(accountId, month)))
  return statements.flat().map((line) => `${line.kind} ${line.credits}`)
}

/** The ledger with the grant's ref in the reason of each reversal, so that a statement shows which grant was reversed. */
function tellingLedger(credits: CreditStore): PaymentLedger {
  return {
    grant: (accountId, grant) => credits.grant(accountId, grant),
    reverseGrant: (accountId, ref, why) => credits.reverseGrant(accountId, ref, `${why} ${ref}`),
  }
}

export function purchase(place: PaymentPlace, item: string, form = 'form-0000000000000001'): Checkout {
  return { accountId: place.accountId, email: 'buyer@example.com', item, form }
}
