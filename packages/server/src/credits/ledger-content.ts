import type { GrantState } from './account-state.ts'
import { type KeptCharges, readKeptCharges } from './kept-charges.ts'
import type {
  AccountLine,
  AnswerLine,
  ChargeLine,
  ContentLine,
  EntryLine,
  GrantLine,
  KeyLine,
} from './ledger-document.ts'
import type { CaptureRecord, LedgerRecord } from './ledger-record.ts'
import type { LedgerState } from './ledger-state.ts'
import { keptMs, splitScope } from './stored-answers.ts'

/** A state and those of its records that are kept; they are read three times. */
export interface LedgerSource {
  readonly state: LedgerState
  records(): AsyncIterable<LedgerRecord>
}

/** What stands in a ledger's document between header and trailer. */
export async function* ledgerContent(source: LedgerSource): AsyncIterable<ContentLine> {
  const { state } = source
  const kept = await readKeptCharges(source.records())
  yield* accountLines(state)
  yield* keyLines(state)
  for (const entry of state.grants.values()) yield grantLine(entry)
  for await (const record of source.records()) {
    if (record.t === 'capture') yield chargeLine(state, record, kept)
  }
  yield* entryLines(source, kept)
  yield* answerLines(state)
  for (const [address, uses] of state.addresses) {
    for (const { accountId: account, requestId, firstAt, lastAt } of uses) {
      yield { type: 'address', account, address, requestId, firstAt, lastAt }
    }
  }
  for (const address of state.exempt) yield { type: 'exempt', address }
}

function* accountLines({ accounts }: LedgerState): Iterable<AccountLine> {
  for (const { account, ban } of accounts.values()) {
    const { id, name, createdAt } = account
    yield { type: 'account', id, name, createdAt, ban: ban && { at: ban.at, evidence: ban.evidence ?? null } }
  }
}

function* keyLines({ keys }: LedgerState): Iterable<KeyLine> {
  for (const { key } of keys.values()) {
    const { id, accountId: account, name, sha256, createdAt, revokedAt } = key
    yield { type: 'key', id, account, name, sha256, createdAt, revokedAt }
  }
}

function grantLine({ grant, remaining, captured, refunded, reversed }: GrantState): GrantLine {
  return {
    type: 'grant',
    account: grant.a,
    ref: grant.ref,
    kind: grant.kind,
    amount: grant.n,
    remaining,
    captured,
    refunded,
    reversed: reversed?.n ?? 0,
    grantedAt: grant.at,
    expiresAt: grant.exp,
    planName: grant.name ?? null,
    reversedAt: reversed?.at ?? null,
    reversedWhy: reversed?.why ?? null,
  }
}

function chargeLine(state: LedgerState, record: CaptureRecord, { outcomes }: KeptCharges): ChargeLine {
  const { r: requestId, a: account, op: operation, model, n: amount, at: capturedAt } = record
  const outcome = outcomes.get(requestId) ?? { state: 'captured', reason: null, closedAt: null }
  const lines = record.lines.map(([grantId, credits]) => [grantOf(state, grantId).grant.ref, credits] as const)
  return { type: 'charge', requestId, account, operation, model, amount, ...outcome, capturedAt, lines }
}

/** In the order of the ledger; grants and reversals that have no record any more come first. */
async function* entryLines({ state, records }: LedgerSource, kept: KeptCharges): AsyncIterable<EntryLine> {
  for (const entry of state.grants.values()) {
    if (kept.granted.has(entry.grant.g)) continue
    yield entryLine(entry, 'grant', entry.grant.n, entry.grant.at)
    yield* foldedLines(entry, kept)
    if (entry.reversed !== null && !kept.reversed.has(entry.grant.g)) yield reverseLine(entry, entry.reversed)
  }
  const open = new Map<string, CaptureRecord>()
  for await (const record of records()) {
    switch (record.t) {
      case 'grant':
        yield entryLine(grantOf(state, record.g), 'grant', record.n, record.at)
        yield* foldedLines(grantOf(state, record.g), kept)
        break
      case 'reverse':
        yield reverseLine(grantOf(state, record.g), record)
        break
      case 'capture':
        open.set(record.r, record)
        yield* movementLines(state, record, 'capture', record.at)
        break
      case 'refund': {
        const capture = open.get(record.r)
        if (capture !== undefined) yield* movementLines(state, capture, 'refund', record.at)
        open.delete(record.r)
        break
      }
      case 'delivered':
        for (const requestId of record.rs) open.delete(requestId)
    }
  }
}

function* movementLines(
  state: LedgerState,
  { r, lines }: CaptureRecord,
  kind: 'capture' | 'refund',
  at: number,
): Iterable<EntryLine> {
  const sign = kind === 'capture' ? -1 : 1
  for (const [grantId, credits] of lines) yield entryLine(grantOf(state, grantId), kind, sign * credits, at, r)
}

function* foldedLines(entry: GrantState, kept: KeptCharges): Iterable<EntryLine> {
  const { captured, refunded } = kept.folded(entry)
  if (captured > 0) yield entryLine(entry, 'capture', -captured, entry.grant.at)
  if (refunded > 0) yield entryLine(entry, 'refund', refunded, entry.grant.at)
}

function reverseLine(entry: GrantState, { n, at }: { readonly n: number; readonly at: number }): EntryLine {
  return entryLine(entry, 'reverse', 0 - n, at)
}

function entryLine(
  { grant }: GrantState,
  kind: EntryLine['kind'],
  amount: number,
  at: number,
  requestId: string | null = null,
): EntryLine {
  return { type: 'entry', account: grant.a, ref: grant.ref, kind, amount, requestId, at }
}

function* answerLines({ accounts, lastAt }: LedgerState): Iterable<AnswerLine> {
  for (const { account, answers } of accounts.values()) {
    for (const [scope, { at, requestId, fingerprint, status, body }] of answers) {
      if (lastAt - at >= keptMs) continue
      yield { type: 'answer', account: account.id, ...splitScope(scope), fingerprint, requestId, status, body }
    }
  }
}

function grantOf({ grants }: LedgerState, grantId: number): GrantState {
  const entry = grants.get(grantId)
  if (entry === undefined) throw new Error(`unknown grant ${grantId}`)
  return entry
}
