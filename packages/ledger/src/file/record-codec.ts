import type { BanEvidence, RefundReason } from '../credit-store.ts'
import type { CapturedAnswer, CaptureRecord, GrantRecord, LedgerRecord } from '../rules/ledger-record.ts'
import type { GrantState, OpenCapture } from '../rules/ledger-state.ts'

/*
 * The short names of journal and snapshot, which nothing else knows: a journal holds millions of captures.
 *
 *   t type   a account id   k key id       g grant id   n credits      r request id    rs request ids
 *   op operation            exp expires at sha SHA-256  why reason     idem answer     ip address
 *   drop dropped addresses  back turns back             answerAt scope of the stored answer
 *   used last used at
 *
 * The order of the fields is that of the bytes. Each record is written field by field, as one literal for each type: behind
 * a spread V8 makes a hidden class for every record, which slows down all code that reads them.
 */

interface Dated<Type extends LedgerRecord['type']> {
  readonly t: Type
  readonly at: number
}

/** A record as the journal has it, beside its sequence number `q`. */
export type StoredRecord =
  | (Dated<'account'> & { readonly a: string; readonly name: string })
  | (Dated<'key'> & {
      readonly k: string
      readonly a: string
      readonly name: string
      readonly sha: string
      readonly used?: number | undefined
    })
  | (Dated<'key-revoked'> & { readonly k: string; readonly from?: number | undefined })
  | (Dated<'grant'> & StoredGrant)
  | (Dated<'reverse'> & { readonly a: string; readonly g: number; readonly n: number; readonly why: string })
  | (Dated<'folded'> & {
      readonly a: string
      readonly g: number
      readonly captured: number
      readonly refunded: number
    })
  | (Dated<'capture'> & StoredCapture & { readonly idem?: CapturedAnswer | undefined })
  | (Dated<'delivered'> & {
      readonly rs: readonly string[]
      readonly why?: 'undelivered' | undefined
      readonly back?: true | undefined
    })
  | (Dated<'refund'> & { readonly r: string; readonly why: RefundReason })
  | (Dated<'ban'> & {
      readonly a: string
      readonly evidence?: BanEvidence | undefined
      readonly why?: string | undefined
    })
  | (Dated<'unban'> & { readonly a: string; readonly by: string; readonly allow?: readonly string[] | undefined })
  | (Dated<'seen'> & {
      readonly a: string
      readonly ip: string
      readonly r: string
      readonly drop?: readonly string[] | undefined
    })

interface StoredGrant {
  readonly at: number
  readonly a: string
  readonly g: number
  readonly ref: string
  readonly kind: GrantRecord['kind']
  readonly n: number
  readonly exp: number | null
  readonly name?: string | undefined
}

interface StoredCapture {
  readonly at: number
  readonly a: string
  readonly r: string
  readonly op: string
  readonly model: string | null
  readonly n: number
  readonly lines: CaptureRecord['lines']
  readonly k?: string | null | undefined
}

/** A grant in a snapshot, with what became of it. */
export interface GrantJson extends StoredGrant {
  readonly captured: number
  readonly refunded: number
  readonly reversed: { readonly at: number; readonly n: number; readonly why: string } | null
}

/** An open capture in a snapshot. */
export interface OpenJson extends StoredCapture {
  readonly answerAt: string | null
}

export function encodeRecord(record: LedgerRecord): string {
  return JSON.stringify(toStored(record))
}

function toStored(record: LedgerRecord): StoredRecord {
  const { at } = record
  switch (record.type) {
    case 'account':
      return { t: 'account', at, a: record.accountId, name: record.name }
    case 'key': {
      const { keyId: k, accountId: a, name, sha256: sha, lastUsedAt: used } = record
      return { t: 'key', at, k, a, name, sha, used }
    }
    case 'key-revoked':
      return { t: 'key-revoked', at, k: record.keyId, from: record.from }
    case 'grant': {
      const { accountId: a, grantId: g, ref, kind, credits: n, expiresAt: exp, name } = record
      return { t: 'grant', at, a, g, ref, kind, n, exp, name }
    }
    case 'reverse':
      return { t: 'reverse', at, a: record.accountId, g: record.grantId, n: record.credits, why: record.reason }
    case 'folded': {
      const { accountId: a, grantId: g, captured, refunded } = record
      return { t: 'folded', at, a, g, captured, refunded }
    }
    case 'capture': {
      const { accountId: a, requestId: r, operation: op, model, credits: n, lines, keyId: k, answer: idem } = record
      return { t: 'capture', at, a, r, op, model, n, lines, k, idem }
    }
    case 'delivered':
      return { t: 'delivered', at, rs: record.requestIds, why: record.reason, back: record.turnsBack }
    case 'refund':
      return { t: 'refund', at, r: record.requestId, why: record.reason }
    case 'ban':
      return { t: 'ban', at, a: record.accountId, evidence: record.evidence, why: record.reason }
    case 'unban':
      return { t: 'unban', at, a: record.accountId, by: record.by, allow: record.allow }
    case 'seen':
      return { t: 'seen', at, a: record.accountId, ip: record.address, r: record.requestId, drop: record.dropped }
  }
}

/** @throws Error for a type that this version does not know */
export function decodeRecord(stored: StoredRecord): LedgerRecord {
  const { at } = stored
  switch (stored.t) {
    case 'account':
      return { type: 'account', at, accountId: stored.a, name: stored.name }
    case 'key': {
      const { k: keyId, a: accountId, name, sha: sha256, used: lastUsedAt } = stored
      return { type: 'key', at, keyId, accountId, name, sha256, lastUsedAt }
    }
    case 'key-revoked':
      return { type: 'key-revoked', at, keyId: stored.k, from: stored.from }
    case 'grant':
      return toGrant(stored)
    case 'reverse':
      return { type: 'reverse', at, accountId: stored.a, grantId: stored.g, credits: stored.n, reason: stored.why }
    case 'folded': {
      const { a: accountId, g: grantId, captured, refunded } = stored
      return { type: 'folded', at, accountId, grantId, captured, refunded }
    }
    case 'capture': {
      const { a: accountId, r: requestId, op: operation, model, k: keyId, n: credits, lines, idem: answer } = stored
      return { type: 'capture', at, accountId, requestId, operation, model, keyId, credits, lines, answer }
    }
    case 'delivered':
      return { type: 'delivered', at, requestIds: stored.rs, reason: stored.why, turnsBack: stored.back }
    case 'refund':
      return { type: 'refund', at, requestId: stored.r, reason: stored.why }
    case 'ban':
      return { type: 'ban', at, accountId: stored.a, evidence: stored.evidence, reason: stored.why }
    case 'unban':
      return { type: 'unban', at, accountId: stored.a, by: stored.by, allow: stored.allow }
    case 'seen':
      return { type: 'seen', at, accountId: stored.a, address: stored.ip, requestId: stored.r, dropped: stored.drop }
    default:
      throw new Error(`unknown record ${JSON.stringify((stored as { readonly t?: unknown }).t)}`)
  }
}

function toGrant({
  at,
  a: accountId,
  g: grantId,
  ref,
  kind,
  n: credits,
  exp: expiresAt,
  name,
}: StoredGrant): GrantRecord {
  return { type: 'grant', at, accountId, grantId, ref, kind, credits, expiresAt, name }
}

export function encodeGrant({ grant, captured, refunded, reversed }: GrantState): GrantJson {
  const { at, accountId: a, grantId: g, ref, kind, credits: n, expiresAt: exp, name } = grant
  const taken = reversed && { at: reversed.at, n: reversed.credits, why: reversed.reason }
  return { at, a, g, ref, kind, n, exp, name, captured, refunded, reversed: taken }
}

/** The remaining amount follows from the sums: I1. */
export function decodeGrant(json: GrantJson): GrantState {
  const { captured, refunded, reversed } = json
  const grant = toGrant(json)
  const { accountId, grantId, credits } = grant
  return {
    grant,
    remaining: credits - (reversed?.n ?? 0) - captured + refunded,
    held: 0,
    captured,
    refunded,
    reversed: reversed && {
      type: 'reverse',
      at: reversed.at,
      accountId,
      grantId,
      credits: reversed.n,
      reason: reversed.why,
    },
  }
}

export function encodeOpen(capture: OpenCapture): OpenJson {
  const { at, accountId: a, requestId: r, operation: op, model, keyId: k, credits: n, lines } = capture
  return { at, a, r, op, model, n, lines, k, answerAt: capture.answerScope }
}

export function decodeOpen({ at, a, r, op, model, k: keyId, n, lines, answerAt }: OpenJson): OpenCapture {
  return { at, accountId: a, requestId: r, operation: op, model, keyId, credits: n, lines, answerScope: answerAt }
}
