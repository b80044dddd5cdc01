import { isDeepStrictEqual } from 'node:util'
import type { CreditStore } from '@riftline/ledger'
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

/** Functions that a test of one store needs. */
export interface StoreKind {
  /** A fresh store. */
  open(clock: ManualClock, acceptClock?: boolean): Promise<CreditStore>
  /** Whether it outlives its process. */
  readonly durable: boolean
  /** The same store again after `close`, as after a crash; `open` where that opens what is there. */
  reopen?(clock: ManualClock, acceptClock?: boolean): Promise<CreditStore>
  /** Violations inside the store, read after every test. */
  violations?(store: CreditStore): Promise<readonly unknown[]>
  /** Rounds of 200 parallel calls on a balance for 100. */
  readonly rounds?: number
  /** Leave out accounts, addresses, bans and reports, which every store reads from the same memory. */
  readonly brief?: boolean
  /** False: leave out the test that needs 10,000 charges. */
  readonly bulk?: boolean
}

/** One test's store, clock and account, and short ways to move credits. */
export interface Fixture {
  clock: ManualClock
  store: CreditStore
  account: string
  restart(acceptClock?: boolean): Promise<void>
  topUp(credits: number, ref?: string): Promise<unknown>
  plan(credits: number, expiresAt: string): Promise<unknown>
  /** Credits left of the free month, plans (null: none runs) and top-ups. */
  left(): Promise<readonly (number | null)[]>
  hold(credits: number, change?: Partial<CallToCharge>): Promise<Hold>
  /** A charge whose delivery is open; gives its request id. */
  capture(credits: number, change?: Partial<CallToCharge>): Promise<string>
  /** A delivered charge; gives its request id. */
  charge(credits: number, change?: Partial<CallToCharge>): Promise<string>
  claim(key: string, change?: Partial<IdempotencyClaim>): IdempotencyClaim
  /** Claims, holds and captures with an answer that is on its way then; gives the request id. */
  send(claim: IdempotencyClaim, answer?: StoredAnswer): Promise<string>
  /** The same, and the answer is delivered. */
  answer(claim: IdempotencyClaim, answer?: StoredAnswer): Promise<string>
  /** Notes a use of an address and gives the accounts whose uses of it count. */
  use(accountId: string, address: string): Promise<readonly string[]>
  /** Lines without their times. */
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

export const monthMs: number = 30 * 86_400_000
export const anAnswer: StoredAnswer = { status: 200, body: '{"winner":"Großmeister \u2028 💡"}' }

export function evidence(use: Partial<BanEvidence> & Pick<BanEvidence, 'otherAccountId' | 'address'>): BanEvidence {
  return { requestId: 'req_a', otherRequestId: 'req_b', at: 2, otherAt: 1, ...use }
}

/** A fresh store and account for each test of the group; conservation is checked after each. */
export function useStore(kind: StoreKind): Fixture {
  const fixture: Fixture = {
    clock: createManualClock(),
    // Opened before each test.
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
      // Asked ten thousand times in a row.
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
