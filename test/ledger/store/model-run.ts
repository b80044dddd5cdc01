import type { CreditStore } from '@riftline/ledger'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Hold, IdempotencyClaim } from '#ledger/credit-store.ts'
import { createLedgerTime, type LedgerTime } from '#ledger/rules/ledger-time.ts'
import type { SettleCharge } from '#server/charging/charge-call.ts'
import { createManualClock, type ManualClock } from '../../support/clock.ts'
import type { StoreKind } from './credit-store.cases.ts'
import { type Call, CreditModel } from './model.ts'
import { pickCommand } from './model-commands.ts'
import { breakOff, createReceipts, expectPaid, type Receipts, settleIn, takeFirst } from './model-lines.ts'
import { pagedLines } from './paged-lines.ts'

/** A kind of store that also gives its sums of charges. */
export interface ModelKind extends StoreKind {
  /** Credits of all charges of an account that were not refunded. */
  charged(store: CreditStore, accountId: string): Promise<number>
}

/** A store and the model during a sequence. */
export interface World {
  readonly kind: StoreKind
  readonly clock: ManualClock
  /** Time of the ledger's first record. */
  readonly firstAt: number
  /** Ledger time, computed by the store's own code, which has its own tests. */
  time: LedgerTime
  readonly model: CreditModel
  readonly ids: readonly string[]
  store: CreditStore
  /** Holds of running calls, by request id. */
  readonly holds: Map<string, Hold>
  readonly claims: Map<string, IdempotencyClaim>
  /** Connections, each with its undelivered answers in order. */
  readonly lines: readonly Call[][]
  settle: SettleCharge
  /** Refunds that the settlement does not wait for. */
  readonly refunds: Promise<unknown>[]
  readonly receipts: Receipts
  starts: number
  calls: number
  restarted: boolean
}

const accounts = 2

/** A sequence of steps: the lowest byte of each chooses the command, the others its account and arguments. */
export const steps: fc.Arbitrary<number[]> = fc.array(fc.integer({ min: 0, max: 0xff_ff_ff }), {
  maxLength: 100,
  size: 'max',
})

/**
 * Compares a store with the model in random sequences of up to 100 steps.
 *
 * @throws Error with the shortest sequence that differs, and its seed
 */
export async function compareWithModel(kind: ModelKind, sequences: number, seed?: number): Promise<void> {
  const property = fc.asyncProperty(steps, (sequence) => runSequence(kind, sequence))
  await fc.assert(property, seed === undefined ? { numRuns: sequences } : { numRuns: sequences, seed })
}

/** Reads some connections to their end and breaks the others off. */
async function endLines(world: World, x: number): Promise<void> {
  for (const [index, line] of world.lines.entries()) {
    while ((index + x) % 2 === 0 && line.length > 0) takeFirst(world, line)
    await breakOff(world, line)
  }
}

async function runSequence(kind: ModelKind, sequence: readonly number[]): Promise<void> {
  const world = await createWorld(kind)
  try {
    for (const step of sequence) await runStep(world, step)
    await endLines(world, sequence.length)
    for (const account of world.ids.keys()) await compareAccount(world, account)
    for (const [account, id] of world.ids.entries()) expectPaid(world, account, await kind.charged(world.store, id))
    expect((await kind.violations?.(world.store)) ?? []).toEqual([])
  } finally {
    await world.store.close()
  }
}

export async function createWorld(kind: StoreKind): Promise<World> {
  const clock = createManualClock()
  const firstAt = clock.now()
  const store = await kind.open(clock)
  const ids: string[] = []
  for (let index = 0; index < accounts; index += 1) {
    const { id } = await store.createAccount(`account ${index}`)
    await store.addKey({ id: `key${index}`, accountId: id, name: 'prod', sha256: sha256Of(index) })
    for (const digit of ['0', '1']) {
      const sha256 = `${index}${digit}`.repeat(32)
      await store.addKey({ id: `key${index}${digit}`, accountId: id, name: 'pays', sha256 })
    }
    ids.push(id)
  }
  const model = new CreditModel(accounts)
  model.now = clock.now()
  const time = createLedgerTime({ clock, newestAt: 0 })
  const lines: Call[][] = [[], [], []]
  const receipts = createReceipts()
  const bare = {
    kind,
    clock,
    firstAt,
    time,
    store,
    ids,
    model,
    holds: new Map(),
    claims: new Map(),
    lines,
    refunds: [],
    receipts,
  }
  const world = { ...bare, starts: 0, calls: 0, restarted: false }
  return Object.assign(world, { settle: settleIn(world) })
}

export async function runStep(world: World, step: number): Promise<void> {
  const { model, ids } = world
  const account = (step >> 8) % accounts
  model.now = world.time.now()
  await pickCommand(step & 0xff)(world, account, step >> 9)
  model.now = world.time.now()
  expectSame(await world.store.balance(ids[account] ?? ''), model.balance(account))
}

/** Compares everything that the store reports about an account's credits and keys. */
export async function compareAccount({ model, store, ids }: World, account: number): Promise<void> {
  const id = ids[account] ?? ''
  const usage = await store.usage(id)
  const of = (kind: string): number => {
    return model.spendable(account).reduce((sum, grant) => sum + (grant.kind === kind ? grant.left : 0), 0)
  }
  expectSame([usage.creditsRemaining, usage.used], [model.balance(account), model.used(account)])
  const left = [usage.free.remaining, usage.plan?.remaining ?? 0, usage.topUp.remaining]
  expectSame(left, ['free', 'plan', 'topup'].map(of))
  for (const keyId of [`key${account}0`, `key${account}1`])
    expectSame(await store.usedByKey(keyId), model.usedByKey(keyId))
  const { ban, revoked } = model.account(account)
  const holder = await store.findKey(sha256Of(account))
  expectSame([holder?.banned, holder?.key.revokedAt !== null], [ban !== null, revoked])
  await compareReports({ model, store }, account, id)
}

async function compareReports({ model, store }: Pick<World, 'model' | 'store'>, account: number, id: string) {
  const month = new Date(model.now).toISOString().slice(0, 7)
  expectSame(await store.usageByDay(id, month), model.days(account))
  expectSame(await store.keyUses(id), model.keyUses(account))
  const { grants, ban } = model.account(account)
  const left = grants.map(({ kind, ref, left }) => `${kind === 'free' ? 'free:' : ''}${ref} ${left}`)
  expectSame((await store.grants(id)).map(({ ref, remaining }) => `${ref} ${remaining}`).sort(), left.sort())
  expectSame((await store.banOf(id)) !== null, ban !== null)
  const lines = await store.statement(id, month)
  expectSame(await pagedLines(store, id, { month, limit: 5 }), lines)
  const keyId = `key${account}1`
  const ofKey = lines.filter((line) => line.keyId === keyId)
  expectSame(await pagedLines(store, id, { month, keyId, limit: 3 }), ofKey)
}

/** Calls `expect` only when the values differ, since it takes more time than the rest of a step. */
export function expectSame(actual: unknown, expected: unknown): void {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) expect(actual).toEqual(expected)
}

function sha256Of(account: number): string {
  return `a${account}`.repeat(32)
}
