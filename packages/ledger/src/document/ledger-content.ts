import { createHash } from 'node:crypto'
import { keptUseMs } from '../rules/address-uses.ts'
import { storedLimits } from '../rules/key-limits.ts'
import type { CaptureRecord, LedgerRecord } from '../rules/ledger-record.ts'
import { type GrantState, keptMs, type LedgerState, splitScope } from '../rules/ledger-state.ts'
import { type KeptCharges, readKeptCharges } from './import-records.ts'
import {
  type ChargeLine,
  type ContentLine,
  createTotals,
  type EntryLine,
  type GrantLine,
  header,
  type LedgerLine,
} from './ledger-document.ts'
import type { LedgerImport } from './ledger-import.ts'

/** State and its kept records, which are read three times. */
export interface LedgerSource {
  readonly state: LedgerState
  records(): AsyncIterable<LedgerRecord>
}

/** Lines of a ledger document between header and trailer. */
export async function* ledgerContent(source: LedgerSource): AsyncIterable<ContentLine> {
  const { state } = source
  const kept = await readKeptCharges(source.records())
  yield* accountLines(state)
  yield* keyLines(state)
  for (const entry of state.grants.values()) yield grantLine(entry)
  for await (const record of source.records()) {
    if (record.type === 'capture') yield chargeLine(state, record, kept)
  }
  yield* entryLines(source, kept)
  yield* answerLines(state)
  yield* addressLines(state)
  for (const address of state.exempt) yield { type: 'exempt', address }
}

function* accountLines({ accounts }: LedgerState): Iterable<ContentLine> {
  for (const { account, ban } of accounts.values()) {
    const { id, name, createdAt } = account
    const reason = ban?.reason === undefined ? {} : { reason: ban.reason }
    const found = ban && { at: ban.at, evidence: ban.evidence ?? null, ...reason }
    yield { type: 'account', id, name, createdAt, ban: found }
  }
}

function* keyLines({ keys, accounts }: LedgerState): Iterable<ContentLine> {
  for (const { key } of keys.values()) {
    const { id, accountId: account, name, sha256, createdAt, revokedAt } = key
    const use = accounts.get(account)?.keyUses.get(id)
    const last = use === undefined ? {} : { lastUsedAt: use.at }
    yield { type: 'key', id, account, name, sha256, createdAt, revokedAt, ...last, ...storedLimits(key) }
  }
}

function grantLine({ grant, remaining, captured, refunded, reversed }: GrantState): GrantLine {
  return {
    type: 'grant',
    account: grant.accountId,
    ref: grant.ref,
    kind: grant.kind,
    amount: grant.credits,
    remaining,
    captured,
    refunded,
    reversed: reversed?.credits ?? 0,
    grantedAt: grant.at,
    expiresAt: grant.expiresAt,
    planName: grant.name ?? null,
    reversedAt: reversed?.at ?? null,
    reversedWhy: reversed?.reason ?? null,
  }
}

function chargeLine(state: LedgerState, record: CaptureRecord, { outcomes }: KeptCharges): ChargeLine {
  const { requestId, accountId: account, operation, model, credits: amount, at: capturedAt } = record
  const outcome = outcomes.get(requestId)!
  const lines = record.lines.map(([grantId, credits]) => [state.grants.get(grantId)!.grant.ref, credits] as const)
  const key = typeof record.keyId === 'string' ? { keyId: record.keyId } : {}
  const calls = record.calls === undefined ? {} : { calls: record.calls }
  return {
    type: 'charge',
    requestId,
    account,
    operation,
    model,
    ...key,
    amount,
    ...calls,
    ...outcome,
    capturedAt,
    lines,
  }
}

/** Entries in the order of the ledger; grants and reversals without a kept record come first. */
async function* entryLines({ state, records }: LedgerSource, kept: KeptCharges): AsyncIterable<EntryLine> {
  for (const entry of state.grants.values()) {
    if (kept.granted.has(entry.grant.grantId)) continue
    yield entryLine(entry, 'grant', entry.grant.credits, entry.grant.at)
    yield* foldedLines(entry, kept)
    const { reversed } = entry
    if (reversed === null || kept.reversed.has(entry.grant.grantId)) continue
    yield entryLine(entry, 'reverse', 0 - reversed.credits, reversed.at)
  }
  const open = new Map<string, CaptureRecord>()
  for await (const record of records()) {
    switch (record.type) {
      case 'grant':
        yield entryLine(state.grants.get(record.grantId)!, 'grant', record.credits, record.at)
        yield* foldedLines(state.grants.get(record.grantId)!, kept)
        break
      case 'reverse':
        yield entryLine(state.grants.get(record.grantId)!, 'reverse', 0 - record.credits, record.at)
        break
      case 'capture':
        open.set(record.requestId, record)
        yield* movementLines(state, record, 'capture', record.at)
        break
      case 'refund': {
        const capture = open.get(record.requestId)
        if (capture !== undefined) yield* movementLines(state, capture, 'refund', record.at)
        open.delete(record.requestId)
        break
      }
      case 'delivered':
        for (const requestId of record.requestIds) open.delete(requestId)
    }
  }
}

function* movementLines(
  state: LedgerState,
  { requestId, lines }: CaptureRecord,
  kind: 'capture' | 'refund',
  at: number,
): Iterable<EntryLine> {
  const sign = kind === 'capture' ? -1 : 1
  for (const [grantId, credits] of lines)
    yield entryLine(state.grants.get(grantId)!, kind, sign * credits, at, requestId)
}

function* foldedLines(entry: GrantState, kept: KeptCharges): Iterable<EntryLine> {
  const { captured, refunded } = kept.folded(entry)
  if (captured > 0) yield entryLine(entry, 'capture', -captured, entry.grant.at)
  if (refunded > 0) yield entryLine(entry, 'refund', refunded, entry.grant.at)
}

function entryLine(
  { grant }: GrantState,
  kind: EntryLine['kind'],
  amount: number,
  at: number,
  requestId: string | null = null,
): EntryLine {
  return { type: 'entry', account: grant.accountId, ref: grant.ref, kind, amount, requestId, at }
}

function* answerLines({ accounts, lastAt }: LedgerState): Iterable<ContentLine> {
  for (const { account, answers } of accounts.values()) {
    for (const [scope, { at, requestId, fingerprint, status, body }] of answers) {
      if (lastAt - at >= keptMs) continue
      yield { type: 'answer', account: account.id, ...splitScope(scope), fingerprint, requestId, status, body }
    }
  }
}

/** Uses of addresses. Expired ones, which stay in the state until a day ends, are left out, or the copy would differ. */
function* addressLines({ addresses, lastAt: recordedAt }: LedgerState): Iterable<ContentLine> {
  let newest = recordedAt
  for (const uses of addresses.values()) for (const { lastAt } of uses) newest = Math.max(newest, lastAt)
  for (const [address, uses] of addresses) {
    for (const { accountId: account, requestId, firstAt, lastAt } of uses) {
      if (newest - lastAt <= keptUseMs) yield { type: 'address', account, address, requestId, firstAt, lastAt }
    }
  }
}

/** Store whose ledger can be moved to another store. */
export interface MovableLedger {
  /** Exports the ledger as a document, line by line. Nothing may be written meanwhile. */
  exportLedger(): AsyncIterable<string>
  /** Imports a document. @throws RiftlineError `ledger_not_empty` unless the store has no account; `ledger_document_invalid` */
  importLedger(document: LedgerImport): Promise<void>
}

/** Exports a ledger as a document, in lines without line feeds. Nothing may be written to the ledger meanwhile. */
export async function* exportLedger(content: AsyncIterable<ContentLine>): AsyncIterable<string> {
  const hash = createHash('sha256')
  const totals = createTotals()
  const write = (line: LedgerLine): string => {
    const text = JSON.stringify(line)
    hash.update(text).update('\n')
    return text
  }
  yield write(header)
  for await (const line of content) {
    totals.add(line)
    yield write(line)
  }
  yield JSON.stringify({ type: 'trailer', ...totals.totals(), sha256: hash.digest('hex') } satisfies LedgerLine)
}
