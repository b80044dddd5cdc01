import { hash } from 'node:crypto'
import { amountOf, toUtc } from '@riftline/base'
import { errorFields } from '@riftline/base/node'
import type { CallToCharge, CreditStore, Hold, HoldResult, IdempotencyClaim } from '@riftline/ledger'
import { accountBanned, type Caller } from '../auth/api-key.ts'
import { type Answer, jsonType } from '../http/answer.ts'
import type { Fate } from '../http/exchange.ts'
import { HttpError, invalidRequest, RequestAborted } from '../http/http-error.ts'
import { headerLines } from '../http/target.ts'
import { createIdleMap } from '../limits/rate-limiter.ts'
import type { Watchers } from '../observe/metrics.ts'
import type { CallPrice } from './prices.ts'

/** A captured charge whose answer is not delivered yet. */
export interface Charge extends CallPrice {
  readonly requestId: string
  readonly accountId: string
  /** Balance of the account after the capture. */
  readonly balance: number
}

export interface ChargedAnswer {
  readonly answer: Answer
  readonly charge: Charge | null
}

export function free(answer: Answer): ChargedAnswer {
  return { answer, charge: null }
}

export type ChargingStore = Pick<CreditStore, 'hold' | 'voidHold' | 'capture' | 'claim' | 'dropClaim'>

/** A request with the key and the account that pay for it. */
export interface Payer {
  readonly requestId: string
  /** Header names and values, alternating, as the client sent them. */
  readonly rawHeaders: readonly string[]
  /** Whether the caller has gone; if so, nothing is charged and no answer is sent. */
  readonly isAbandoned: () => boolean
  readonly caller: Caller
}

/**
 * Holds the credits, computes the answer and captures the charge. A call whose `compute` throws costs nothing. When this
 * resolves the charge is durable, and the answer is stored under its Idempotency-Key if there is one. Sending the answer
 * then marks the charge as delivered or refunds it.
 * @throws HttpError `insufficient_credits`, `key_limit_reached`, `account_banned`; StorageError; or what `compute` throws
 */
export async function chargeCall(
  credits: ChargingStore,
  { requestId, isAbandoned, caller: { accountId, key } }: Payer,
  { operation, model, credits: needed, calls }: CallPrice,
  claim: IdempotencyClaim | null,
  compute: () => Answer | Promise<Answer>,
): Promise<ChargedAnswer> {
  const call: CallToCharge = { requestId, accountId, operation, model, keyId: key.id, credits: needed, calls }
  const hold = holdOf(call, await credits.hold(call))
  let answer: Answer
  try {
    answer = await compute()
    if (isAbandoned()) throw new RequestAborted()
  } catch (error) {
    credits.voidHold(hold)
    throw error
  }
  const toStore = claim === null ? undefined : { claim, status: answer.status, body: String(answer.body) }
  const balance = await credits.capture(hold, toStore)
  return { answer, charge: { requestId, accountId, operation, model, credits: needed, balance } }
}

function holdOf({ credits }: CallToCharge, result: HoldResult): Hold {
  if (result.kind === 'held') return result.hold
  if (result.kind === 'banned') throw accountBanned()
  const needed = amountOf(credits, 'credit')
  if (result.kind === 'key_limit') {
    const { limit, used, resetsAt } = result
    const fields = { limit, used, resetsUtc: toUtc(resetsAt) }
    throw new HttpError('key_limit_reached', `needs ${needed}, ${used} of ${limit} used by this key this month`, {
      fields,
    })
  }
  const inFlight = result.held > 0 ? `, ${result.held} held by calls in flight` : ''
  throw new HttpError('insufficient_credits', `needs ${needed}, ${result.available} available${inFlight}`)
}

export const visibleAscii: RegExp = /^[\x21-\x7e]+$/
const longestKey = 255

/**
 * Runs a POST once under its `Idempotency-Key`. A repeat gets the same bytes, free of charge; a call that fails or is
 * refunded leaves no trace, so that a retry runs again. Without the header, `run` is called each time.
 * @param body the validated body; two bodies that differ only in the order of keys are the same
 * @throws HttpError `validation_error`, `idempotency_in_progress`, `idempotency_key_reused`, or what `run` throws
 */
export async function oncePerKey(
  credits: ChargingStore,
  payer: Payer,
  path: string,
  body: unknown,
  run: (claim: IdempotencyClaim | null) => Promise<ChargedAnswer>,
): Promise<ChargedAnswer> {
  const key = keyOf(payer)
  if (key === null) return run(null)
  const fingerprint = hash('sha256', JSON.stringify(body, sortKeys))
  const claim = { accountId: payer.caller.accountId, path, key, fingerprint, requestId: payer.requestId }
  const result = await credits.claim(claim)
  switch (result.kind) {
    case 'stored': {
      const { status, body } = result.answer
      return free({ status, headers: { 'Content-Type': jsonType, 'Idempotent-Replayed': 'true' }, body })
    }
    case 'reused':
      throw new HttpError('idempotency_key_reused', 'this key was used with another body')
    case 'in_progress':
      throw new HttpError('idempotency_in_progress', 'retry after the first call has ended')
    case 'claimed':
      try {
        return await run(claim)
      } catch (error) {
        credits.dropClaim(claim)
        throw error
      }
  }
}

function keyOf(payer: Payer): string | null {
  const lines = headerLines(payer, 'idempotency-key')
  const [key] = lines
  if (key === undefined) return null
  if (lines.length > 1) throw invalidRequest('Idempotency-Key: given twice')
  if (key.length <= longestKey && visibleAscii.test(key)) return key
  throw invalidRequest('Idempotency-Key: must be 1-255 visible ASCII characters')
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * Settles a captured charge once, by the fate of its answer. A delivered answer stays charged. An answer that cannot have been
 * read is always refunded. One that may have been read in part is refunded only a few times an hour: otherwise a client could
 * read most of every answer and then break off. @returns whether the charge stays
 */
export type SettleCharge = (charge: Pick<Charge, 'requestId' | 'accountId' | 'credits'>, fate: Fate) => boolean

type SettleChargeDeps = Watchers & { readonly credits: Pick<CreditStore, 'delivered' | 'keep' | 'refund'> }

export function createSettleCharge({ credits, clock, log, metrics }: SettleChargeDeps): SettleCharge {
  const allowance = createRefundAllowance()

  return ({ requestId, accountId, credits: captured }, fate) => {
    if (fate === 'delivered') {
      credits.delivered(requestId)
      return true
    }
    const now = clock.monotonicMs()
    if (fate === 'cut-off' && !allowance.takePartial(accountId, now)) {
      credits.keep(requestId)
      metrics.count('credits_kept_total', { reason: 'undelivered' }, captured)
      log({ level: 'info', event: 'charge_kept', requestId, accountId, credits: captured, reason: 'undelivered' })
      return true
    }
    if (allowance.note(accountId, now)) log({ level: 'warn', event: 'many_refunds', accountId })
    credits.refund(requestId, 'disconnect').then(
      () => metrics.count('credits_refunded_total', { reason: 'disconnect' }, captured),
      (error: unknown) => log({ level: 'error', event: 'refund_failed', requestId, ...errorFields(error) }),
    )
    return false
  }
}

const partialRefundsPerHour = 10
/** Refunds in an hour above which an account is conspicuous. */
const usualRefundsPerHour = 20
const hourMs = 3_600_000
/** Limit of accounts counted separately in one hour. */
const mostAccounts = 10_000

/** Times of an account's refunds: those of partial answers, and the latest of all, up to the number that is conspicuous. */
const noRefunds = () => ({ partial: [] as number[], refunds: [] as number[], isConspicuous: false })

/** Removes the times that are a whole window old or older from a short ascending list. */
function forgetOld(times: number[], now: number, windowMs: number): void {
  while (now - (times[0] ?? now) >= windowMs) times.shift()
}

/** Counts refunds for broken connections in the last hour, by account, in this process. */
function createRefundAllowance() {
  const accounts = createIdleMap<ReturnType<typeof noRefunds>>(hourMs, mostAccounts)

  function countsOf(accountId: string, nowMs: number) {
    const counts = accounts.getOrSet(accountId, nowMs, noRefunds)
    forgetOld(counts.partial, nowMs, hourMs)
    forgetOld(counts.refunds, nowMs, hourMs)
    return counts
  }

  return {
    /** Takes a refund of an answer that may have been read in part; false when this hour's partial refunds are used up. */
    takePartial(accountId: string, nowMs: number): boolean {
      const { partial } = countsOf(accountId, nowMs)
      if (partial.length >= partialRefundsPerHour) return false
      partial.push(nowMs)
      return true
    },
    /** Counts a refund; true if it makes the account conspicuous. An account stays so until an hour passes without a refund. */
    note(accountId: string, nowMs: number): boolean {
      const counts = countsOf(accountId, nowMs)
      const { refunds } = counts
      if (refunds.length === 0) counts.isConspicuous = false
      if (refunds.length > usualRefundsPerHour) refunds.shift()
      refunds.push(nowMs)
      if (counts.isConspicuous || refunds.length <= usualRefundsPerHour) return false
      counts.isConspicuous = true
      return true
    },
  }
}
