import { isDeepStrictEqual } from 'node:util'
import type { CreditStore, KeyLimits } from '@riftline/ledger'
import { afterEach, beforeEach, expect } from 'vitest'
import type { StatementLine } from '#ledger/account-reports.ts'
import type {
  AddressUse,
  BanEvidence,
  CallToCharge,
  Hold,
  IdempotencyClaim,
  StoredAnswer,
} from '#ledger/credit-store.ts'
import { createManualClock, type ManualClock } from '../../support/clock.ts'

/** Properties of a store and functions that its tests need. */
export interface StoreKind {
  /** Opens an empty store. */
  open(clock: ManualClock, acceptClock?: boolean): Promise<CreditStore>
  /** Whether the store outlives its process. */
  readonly durable: boolean
  /** Opens the same store again after `close`, as after a crash; absent when `open` does that. */
  reopen?(clock: ManualClock, acceptClock?: boolean): Promise<CreditStore>
  /** Violations inside the store, read after every test. */
  violations?(store: CreditStore): Promise<readonly unknown[]>
  /** Rounds of 200 parallel calls on a balance for 100. */
  readonly rounds?: number
  /** True leaves out accounts, addresses, bans and reports, which every such store reads from the same memory. */
  readonly brief?: boolean
  /** False leaves out the test with 10,000 charges. */
  readonly bulk?: boolean
}

/** Store, clock and account of one test, with short functions to move credits. */
export interface Fixture {
  clock: ManualClock
  store: CreditStore
  account: string
  restart(acceptClock?: boolean): Promise<void>
  topUp(credits: number, ref?: string): Promise<unknown>
  plan(credits: number, expiresAt: string): Promise<unknown>
  /** Remaining credits of the free month, of plans (null without a valid one) and of top-ups. */
  left(): Promise<readonly (number | null)[]>
  hold(credits: number, change?: Partial<CallToCharge>): Promise<Hold>
  /** Makes a charge whose delivery is open and returns its request id. */
  capture(credits: number, change?: Partial<CallToCharge>): Promise<string>
  /** Makes a delivered charge and returns its request id. */
  charge(credits: number, change?: Partial<CallToCharge>): Promise<string>
  claim(key: string, change?: Partial<IdempotencyClaim>): IdempotencyClaim
  /** Claims, holds and captures with an answer whose delivery is open; returns the request id. */
  send(claim: IdempotencyClaim, answer?: StoredAnswer): Promise<string>
  /** Does the same as `send` and marks the answer as delivered. */
  answer(claim: IdempotencyClaim, answer?: StoredAnswer): Promise<string>
  /** Records a use of an address and returns the other accounts whose uses of it count. */
  use(accountId: string, address: string): Promise<readonly string[]>
  /** Statement lines without their times. */
  statement(month: string): Promise<readonly Omit<StatementLine, 'at'>[]>
}

let calls = 0
function nextRequestId(): string {
  calls += 1
  return `req_${calls}`
}

export function callOf(accountId: string, credits: number, change: Partial<CallToCharge> = {}): CallToCharge {
  return {
    requestId: nextRequestId(),
    accountId,
    operation: 'predict',
    model: 'fasttree',
    keyId: null,
    credits,
    ...change,
  }
}

/** Limits of a key that was added without any. */
export const noLimits: KeyLimits = { monthlyLimit: null, expiresAt: null, scopes: null }

export const monthMs: number = 30 * 86_400_000
export const anAnswer: StoredAnswer = { status: 200, body: '{"winner":"Großmeister \u2028 💡"}' }

export function evidence(use: Partial<BanEvidence> & Pick<BanEvidence, 'otherAccountId' | 'address'>): BanEvidence {
  return { requestId: 'req_a', otherRequestId: 'req_b', at: 2, otherAt: 1, ...use }
}

/** Opens a new store with an account for each test of the group, and checks the conservation of credits after each. */
export function useStore(kind: StoreKind): Fixture {
  const fixture: Fixture = {
    clock: createManualClock(),
    // The hook before each test opens the store.
    store: null as unknown as CreditStore,
    account: '',
    async restart(acceptClock) {
      await fixture.store.close()
      fixture.store = await (kind.reopen ?? kind.open)(fixture.clock, acceptClock)
    },
    topUp: (credits, ref = 'payment') => fixture.store.grant(fixture.account, { kind: 'topup', ref, credits }),
    plan: (credits, expiresAt) => {
      const grant = {
        kind: 'plan',
        ref: expiresAt,
        credits,
        name: 'starter',
        expiresAt: Date.parse(expiresAt),
      } as const
      return fixture.store.grant(fixture.account, grant)
    },
    async left() {
      const { free, plan, topUp } = await fixture.store.usage(fixture.account)
      return [free.remaining, plan?.remaining ?? null, topUp.remaining]
    },
    async hold(credits, change) {
      const result = await fixture.store.hold(callOf(fixture.account, credits, change))
      if (result.kind !== 'held') throw new Error(`not held: ${JSON.stringify(result)}`)
      return result.hold
    },
    async capture(credits, change) {
      const hold = await fixture.hold(credits, change)
      await fixture.store.capture(hold)
      return hold.requestId
    },
    async charge(credits, change) {
      const requestId = await fixture.capture(credits, change)
      fixture.store.delivered(requestId)
      return requestId
    },
    claim: (key, change) => {
      const claim = { accountId: fixture.account, path: '/v1/predict', key, fingerprint: 'a'.repeat(64) }
      return { ...claim, requestId: nextRequestId(), ...change }
    },
    async send(claim, answer = anAnswer) {
      const result = await fixture.store.claim(claim)
      // This runs ten thousand times in a row, and `expect` is slow.
      if (!isDeepStrictEqual(result, { kind: 'claimed' })) expect(result).toEqual({ kind: 'claimed' })
      const hold = await fixture.hold(1, { requestId: claim.requestId, accountId: claim.accountId })
      await fixture.store.capture(hold, { ...answer, claim })
      return claim.requestId
    },
    async answer(claim, answer) {
      const requestId = await fixture.send(claim, answer)
      fixture.store.delivered(requestId)
      return requestId
    },
    async use(accountId, address) {
      const use: Omit<AddressUse, 'firstAt' | 'lastAt'> = { accountId, address, requestId: nextRequestId() }
      const uses = await fixture.store.useAddress(use, fixture.clock.now() - monthMs)
      return uses.map((other) => other.accountId)
    },
    async statement(month) {
      const lines = await fixture.store.statement(fixture.account, month)
      expect(lines.every(({ at }, index) => at >= (lines[index - 1]?.at ?? 0))).toBe(true)
      return lines.map(({ at, ...line }) => line)
    },
  }

  beforeEach(async () => {
    fixture.clock = createManualClock()
    fixture.store = await kind.open(fixture.clock)
    fixture.account = (await fixture.store.createAccount('test')).id
  })
  afterEach(async () => {
    expect((await kind.violations?.(fixture.store)) ?? []).toEqual([])
    await fixture.store.close()
  })
  return fixture
}
