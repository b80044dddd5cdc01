import { createSettleCharge, type SettleCharge } from '#server/charging/charge-call.ts'
import { noMetrics } from '#server/observe/metrics.ts'
import type { Call } from './model.ts'
import { expectSame, type World } from './model-run.ts'

/** Answers as clients saw them, without knowledge of how charges are settled. */
export interface Receipts {
  /** Calls with a whole answer, from their own connection or from a retry under their key. */
  readonly whole: Map<string, Call>
  /** Calls with an answer that may have been read in part and was refunded, with the process and its time. */
  readonly partial: { readonly call: Call; readonly atMs: number; readonly process: number }[]
  /** Calls with an answer that may have been read in part and stayed charged. */
  readonly kept: Map<string, Call>
  readonly repeated: Set<string>
}

export function createReceipts(): Receipts {
  return { whole: new Map(), partial: [], kept: new Map(), repeated: new Set() }
}

/** Creates the settlement of broken connections for one process on the world's store. `breakOff` waits for its refunds. */
export function settleIn(world: Pick<World, 'store' | 'clock' | 'refunds'>): SettleCharge {
  const { clock, refunds } = world
  return createSettleCharge({
    clock,
    metrics: noMetrics,
    log: () => {},
    credits: {
      delivered: (requestId) => world.store.delivered(requestId),
      keep: (requestId) => world.store.keep(requestId),
      refund(requestId, reason) {
        const refunded = world.store.refund(requestId, reason)
        refunds.push(refunded.catch(() => {}))
        return refunded
      },
    },
  })
}

function chargeOf(call: Call, ids: World['ids']) {
  return { requestId: call.id, accountId: ids[call.account] ?? '', credits: call.credits }
}

/** Delivers the first answer of a connection whole. */
export function takeFirst({ model, settle, receipts, ids }: World, line: Call[]): void {
  const call = line.shift()
  if (call === undefined) return
  settle(chargeOf(call, ids), 'delivered')
  if (model.isOpen(call)) receipts.whole.set(call.id, call)
  model.delivered(call)
}

/** Breaks a connection: its first answer may have been read in part, later ones not at all. */
export async function breakOff(world: World, line: Call[]): Promise<void> {
  const { model, settle, receipts, clock, ids, refunds } = world
  for (const [index, call] of line.splice(0).entries()) {
    const begun = index === 0
    const wasOpen = model.isOpen(call)
    const kept = settle(chargeOf(call, ids), begun ? 'cut-off' : 'unsent')
    expectSame(kept, model.broken(call, begun, clock.monotonicMs()))
    if (begun && kept && wasOpen) receipts.kept.set(call.id, call)
    if (begun && !kept) receipts.partial.push({ call, atMs: clock.monotonicMs(), process: world.starts })
  }
  await Promise.all(refunds.splice(0))
}

/**
 * Checks that every received answer was paid: an account's charges equal its delivered answers, except for at most ten answers
 * per hour and process that were read in part. A retry never got an answer whose charge did not stay.
 */
export function expectPaid({ receipts, ids }: World, account: number, charged: number): void {
  const { whole, kept, partial, repeated } = receipts
  let got = 0
  for (const call of [...whole.values(), ...kept.values()]) if (call.account === account) got += call.credits
  expectSame({ account: ids[account], charged }, { account: ids[account], charged: got })
  for (const id of repeated) expectSame([id, whole.has(id) || kept.has(id)], [id, true])
  for (const { process, atMs, call } of partial) {
    const inAnHour = partial.filter((other) => {
      return other.process === process && other.call.account === call.account && isWithinAnHour(atMs, other.atMs)
    })
    if (inAnHour.length > 10) throw new Error(`${inAnHour.length} answers read in part for nothing in an hour`)
  }
}

function isWithinAnHour(from: number, at: number): boolean {
  return at >= from && at - from < 3_600_000
}
