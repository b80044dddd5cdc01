import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLog } from '@riftline/base/node'
import { openFileStore } from '@riftline/ledger/file'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { newPayment, type PaymentStatus } from '#account/payments/payment.ts'
import { findItem, parsePlans } from '#account/payments/plans.ts'
import { createSettling, type Settling, sweepPayments } from '#account/payments/settling.ts'
import { openFilePeopleStore } from '#account/people/file-people-store.ts'
import { openPostgresPeopleStore } from '#account/people/postgres/postgres-people-store.ts'
import { amount, runsAll } from '../../support/amount.ts'
import { databaseTests } from '../../support/postgres.ts'
import { createTestDatabase, stillTimers } from '../../support/postgres-store.ts'
import { Crash, createCrashingProcess } from './crashing-process.ts'
import { createModelProvider, idOf, type Truth, type Truths, truthOf } from './model-provider.ts'
import { createPaymentPlace, type PaymentPlace, plansText } from './payment-place.ts'

const plans = parsePlans(plansText, 'plans.json')

/** Function that opens the stores of a run; undefined for stores in memory. */
type OpenStores = Parameters<typeof createPaymentPlace>[0]

type Happening = 'pay' | 'part' | 'refund' | 'dispute' | 'win' | 'decline' | 'wrong'
type Step =
  | { readonly kind: 'happen'; readonly what: Happening; readonly of: number }
  | { readonly kind: 'settle'; readonly of: number; readonly process: number }
  | { readonly kind: 'sweep'; readonly process: number }
  | { readonly kind: 'crash'; readonly process: number; readonly at: number; readonly isDone: boolean }
  | { readonly kind: 'spend'; readonly credits: number }
  | { readonly kind: 'pass'; readonly calls: number }

const of = fc.nat(3)
const process = fc.nat(1)
const what = fc.constantFrom<Happening[]>('pay', 'pay', 'part', 'refund', 'dispute', 'win', 'decline', 'wrong')
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('happen' as const), what, of }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('settle' as const), of, process }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('sweep' as const), process }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('crash' as const), process, at: fc.nat(12), isDone: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('spend' as const), credits: fc.integer({ min: 1, max: 900 }) }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('pass' as const), calls: fc.nat(12) }) },
)

/** Opens two packs, a plan and its renewal. The renewal has no form, and its record is made when it is first seen. */
async function openModel(open: OpenStores) {
  const place = await createPaymentPlace(open)
  const { accountId, store, clock } = place
  const truths: Truths = new Map()
  const ids: string[] = []
  const know = (truth: Truth): void => {
    ids.push(idOf(truth.hint))
    truths.set(idOf(truth.hint), truth)
  }
  for (const name of ['pack:small', 'pack:large', 'plan:pro']) {
    const item = findItem(plans, name)!
    const payment = newPayment({ accountId, provider: 'stripe', item, form: name, customer: null }, clock.now())
    await store.addPayment({ ...payment, session: name })
    know(truthOf({ payment: payment.id, invoice: null }, item.amount))
    if (name === 'plan:pro') know(truthOf({ payment: payment.id, invoice: 'in_2' }, item.amount))
  }
  return { place, truths, ids }
}

function happen(kind: Happening, truth: Truth): void {
  const isPaid = truth.state === 'paid'
  if (kind === 'pay' && truth.state === 'open') truth.state = 'paid'
  if (kind === 'decline' && truth.state === 'open') truth.state = 'failed'
  if (kind === 'wrong' && truth.state === 'open') truth.amount -= 1
  if (kind === 'part' && isPaid && truth.refunded === 0) truth.refunded = 1
  if (kind === 'refund' && isPaid) truth.refunded = truth.amount
  if (kind === 'dispute' && isPaid) truth.dispute = 'standing'
  if (kind === 'win' && truth.dispute === 'standing') truth.dispute = 'won'
}

async function run(open: OpenStores, steps: readonly Step[], scheduler: fc.Scheduler): Promise<void> {
  const { place, truths, ids } = await openModel(open)
  const { store, ledger, clock } = place
  const provider = createModelProvider(truths)
  const options = {
    clock,
    log: () => {},
    notify: (notice: (typeof place.notices)[number]) => void place.notices.push(notice),
  }
  const start = (crashAt: number | null, isDone: boolean) => {
    const { through } = createCrashingProcess(scheduler, crashAt, isDone)
    const stores = { store: through(store), ledger: through(ledger) }
    const readers = { ...provider, read: through({ read: provider.read }).read }
    return { ...stores, provider: readers, settling: createSettling({ ...options, ...stores, provider: readers }) }
  }
  const processes = [start(null, false), start(null, false)]
  const running: Promise<unknown>[] = []
  const go = (task: Promise<unknown>): void => {
    running.push(task.catch((error: unknown) => expect(error).toBeInstanceOf(Crash)))
  }
  for (const each of steps) {
    if (each.kind === 'settle') go(processes[each.process]!.settling.settleHint(truths.get(ids[each.of]!)!.hint))
    else if (each.kind === 'sweep') go(sweepPayments({ ...processes[each.process]!, ...options }))
    else if (each.kind === 'crash') processes[each.process] = start(each.at, each.isDone)
    else if (each.kind === 'spend') {
      if ((await place.balance()) >= each.credits) await place.spend(each.credits)
    } else if (each.kind === 'pass') {
      for (let call = 0; call < each.calls && scheduler.count() > 0; call++) await scheduler.waitOne()
    } else happen(each.what, truths.get(ids[each.of]!)!)
  }
  await scheduler.waitFor(Promise.all(running))
  // In the end a process that does not crash settles everything.
  const settling: Settling = createSettling({ ...options, store, ledger, provider })
  await sweepPayments({ store, provider, settling, ...options })
  for (const id of ids) await check(place, id, truths.get(id)!)
  expect(await place.balance()).toBeGreaterThanOrEqual(0)
  await place.close()
}

function statusOf({ state, refunded, dispute, amount }: Truth, sold: number): PaymentStatus {
  if (state !== 'paid') return state
  if (amount !== sold) return 'mismatch'
  if (refunded === amount) return 'refunded'
  if (dispute === 'standing') return 'disputed'
  return refunded > 0 ? 'partly_refunded' : 'granted'
}

async function check({ store, credits, accountId, notices }: PaymentPlace, id: string, truth: Truth): Promise<void> {
  const payment = await store.payment(id)
  if (payment === null) return void expect(truth.state).toBe('open')
  const status = statusOf(truth, payment.amount)
  expect(payment.status).toBe(status)
  expect(notices.filter((one) => one.kind === 'received' && one.payment.id === id).length).toBeLessThanOrEqual(1)

  const lines = await credits.statement(accountId, '2026-11')
  const granted = (ref: string) => lines.filter((line) => line.kind === 'grant' && line.reason === ref)
  const reversed = (ref: string) => lines.filter((line) => line.kind === 'reverse' && line.reason?.endsWith(` ${ref}`))
  let [ref, due] = [`stripe:${id}`, payment.credits]
  if (['open', 'failed', 'expired', 'mismatch'].includes(status)) return void expect(granted(ref)).toEqual([])
  if (granted(ref).length === 0) return void expect(['granted', 'partly_refunded']).not.toContain(status)
  for (; due > 0; ref = `${ref}:restored`) {
    expect(granted(ref).map((line) => line.credits)).toEqual([due])
    const taken = reversed(ref).map((line) => Math.abs(line.credits))
    expect(taken.length).toBeLessThanOrEqual(1)
    const isLast = granted(`${ref}:restored`).length === 0
    if (isLast && (status === 'refunded' || status === 'disputed')) {
      expect(taken).toEqual([payment.reversedCredits])
    }
    if (isLast && (status === 'granted' || status === 'partly_refunded'))
      expect(taken.every((one) => one === 0)).toBe(true)
    if (isLast) break
    due = taken[0] ?? 0
    expect(due).toBeGreaterThan(0)
  }
}

function holds(open: OpenStores, numRuns: number): Promise<void> {
  const steps = fc.array(step, { minLength: 5, maxLength: 40 })
  return fc.assert(
    fc.asyncProperty(steps, fc.scheduler(), (each, scheduler) => run(open, each, scheduler)),
    { numRuns },
  )
}

const promise =
  'each paid period is granted once and only unspent credits are taken back, for any order of messages and any crash'

it(`payments in memory: ${promise}`, () => holds(undefined, amount(25, 2_000)))

it.runIf(runsAll)(`payments with files: ${promise}`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'riftline-settle-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  let rounds = 0
  await holds(async (tools) => {
    rounds += 1
    const dataFolder = join(folder, String(rounds))
    const credits = await openFileStore({ ...tools, log: silentLog, freeCredits: 0, dataFolder })
    return { credits, store: await openFilePeopleStore({ dataFolder }) }
  }, 60)
})

describe.skipIf(databaseTests.skip)(`in a database${databaseTests.why}`, () => {
  it(`payments in a database: ${promise}`, async () => {
    const database = await createTestDatabase()
    const { url: databaseUrl } = database
    await holds(async ({ clock }) => {
      await database.empty()
      const store = await openPostgresPeopleStore({ databaseUrl, log: () => {}, timers: stillTimers })
      await database.query('DELETE FROM payment')
      return { credits: await database.open({ clock }), store }
    }, 40)
  })
})
