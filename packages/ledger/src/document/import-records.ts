import { dayMs, RiftlineError } from '@riftline/base'
import type { RefundReason } from '../credit-store.ts'
import { applyRecord } from '../rules/apply-record.ts'
import { keyLimitsOf, storedLimits } from '../rules/key-limits.ts'
import type { CapturedAnswer, CaptureRecord, GrantRecord, LedgerRecord, SeenRecord } from '../rules/ledger-record.ts'
import { createLedgerState, type GrantState } from '../rules/ledger-state.ts'
import { turnedBack } from '../rules/turn-back.ts'
import { nameOf } from './check-document.ts'
import type { ChargeLine, EntryLine, GrantLine } from './ledger-document.ts'
import type { LedgerImport } from './ledger-import.ts'

/** Records that recreate the imported ledger. Grants are numbered anew, in the order of their entries. */
function toRecords(document: LedgerImport, backTo: number | null): readonly LedgerRecord[] {
  const [identities, credits, uses] = [identityRecords(document), creditRecords(document), addressRecords(document)]
  if (backTo === null) return [...identities, ...credits, ...uses]
  return turnedBack([...identities], [...credits], [...uses], backTo)
}

/**
 * Returns the records in batches, after applying them to an empty ledger as a check. `backTo`: time of the clock, if the
 * document's time was ahead of it.
 * @throws RiftlineError `ledger_document_invalid` for a ledger that is impossible
 */
export function importBatches(
  document: LedgerImport,
  backTo: number | null = null,
): readonly (readonly LedgerRecord[])[] {
  const records = toRecords(document, backTo)
  const trial = createLedgerState()
  try {
    for (const record of records) applyRecord(trial, record)
  } catch (cause) {
    const { message } = cause as Error
    throw new RiftlineError('ledger_document_invalid', `the ledger cannot have come to be: ${message}`, { cause })
  }
  return Array.from({ length: Math.ceil(records.length / 512) }, (_, part) =>
    records.slice(part * 512, part * 512 + 512),
  )
}

/** Records that precede all answers and address uses, because a later date, such as that of a ban, would expire these. */
function* identityRecords({ accounts, keys, exempt }: LedgerImport): Iterable<LedgerRecord> {
  for (const { id, name, createdAt } of accounts) yield { type: 'account', at: createdAt, accountId: id, name }
  for (const { id: keyId, account: accountId, name, sha256, createdAt, revokedAt, lastUsedAt, ...line } of keys) {
    const limits = storedLimits(keyLimitsOf(line))
    yield { type: 'key', at: createdAt, keyId, accountId, name, sha256, lastUsedAt: lastUsedAt ?? undefined, ...limits }
    if (revokedAt !== null) yield { type: 'key-revoked', at: createdAt, keyId, from: revokedAt }
  }
  const [first] = accounts
  if (first !== undefined && exempt.length > 0) {
    const allow = exempt.map(({ address }) => address)
    yield { type: 'unban', at: first.createdAt, accountId: first.id, by: 'import', allow }
  }
  for (const { id: accountId, ban } of accounts) {
    if (ban === null) continue
    const { at, evidence, reason } = ban
    yield { type: 'ban', at, accountId, evidence: evidence ?? undefined, reason: reason ?? undefined }
  }
}

/** Records of credits. Trusts a checked document: each entry has its grant and charge, each reversal and refund its reason. */
function* creditRecords({ grants, charges, entries, answers }: LedgerImport): Iterable<LedgerRecord> {
  const grantLines = new Map(grants.map((line) => [nameOf(line), line]))
  const chargeLines = new Map(charges.map((line) => [line.requestId, line]))
  const kept = new Map(
    answers.map(({ requestId, path, key, fingerprint, status, body }) => [
      requestId,
      { path, key, fingerprint, status, body },
    ]),
  )
  const ids = new Map<string, number>()
  const idOf = (account: string, ref: string): number => ids.get(nameOf({ account, ref }))!
  const foldedRefunds = sumFoldedRefunds(entries)
  /** Charges already written. A charge has an entry for each of its grants; the first entry gives its time. */
  const done = new Set<string>()

  for (const entry of entries) {
    const { account: accountId, ref, kind, amount, requestId, at } = entry
    const grant = grantLines.get(nameOf(entry))!
    if (kind === 'grant') {
      ids.set(nameOf(entry), ids.size + 1)
      yield toGrantRecord(grant, ids.size)
    } else if (kind === 'reverse') {
      const [grantId, reason] = [idOf(accountId, ref), grant.reversedWhy!]
      yield { type: 'reverse', at, accountId, grantId, credits: 0 - amount, reason }
    } else if (requestId === null) {
      // One record for both: if part of the captures was refunded in between, their sum can exceed the grant.
      const captured = kind === 'capture' ? -amount : 0
      const refunded = foldedRefunds.get(nameOf(entry)) ?? 0
      foldedRefunds.delete(nameOf(entry))
      const grantId = idOf(accountId, ref)
      if (captured + refunded > 0) yield { type: 'folded', at, accountId, grantId, captured, refunded }
    } else if (!done.has(`${kind} ${requestId}`)) {
      done.add(`${kind} ${requestId}`)
      yield* chargeRecords(chargeLines.get(requestId)!, entry, idOf, kept.get(requestId))
    }
  }
}

function sumFoldedRefunds(entries: readonly EntryLine[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const entry of entries) {
    if (entry.kind !== 'refund' || entry.requestId !== null) continue
    sums.set(nameOf(entry), (sums.get(nameOf(entry)) ?? 0) + entry.amount)
  }
  return sums
}

function* chargeRecords(
  charge: ChargeLine,
  { kind, at }: EntryLine,
  idOf: (account: string, ref: string) => number,
  answer: CapturedAnswer | undefined,
): Iterable<LedgerRecord> {
  const { requestId, account: accountId, operation, model, keyId = null, amount: credits, calls } = charge
  const { state, reason, closedAt } = charge
  if (kind === 'refund') {
    yield { type: 'refund', at, requestId, reason: reason as RefundReason }
    return
  }
  const lines = charge.lines.map(([ref, part]) => [idOf(accountId, ref), part] as const)
  yield { type: 'capture', at, accountId, requestId, operation, model, keyId, credits, calls, lines, answer }
  if (state !== 'delivered') return
  const kept = reason === 'undelivered' ? reason : undefined
  yield { type: 'delivered', at: closedAt!, requestIds: [requestId], reason: kept }
}

function toGrantRecord(line: GrantLine, grantId: number): GrantRecord {
  const { grantedAt: at, account: accountId, ref, kind, amount: credits, expiresAt, planName } = line
  return { type: 'grant', at, accountId, grantId, ref, kind, credits, expiresAt, name: planName ?? undefined }
}

function* addressRecords({ addresses }: LedgerImport): Iterable<SeenRecord> {
  for (const { account: accountId, address, requestId, firstAt, lastAt } of addresses) {
    // Repeated often enough that the first use is not forgotten before the last one.
    for (let at = firstAt; at < lastAt; at += 30 * dayMs) yield { type: 'seen', at, accountId, address, requestId }
    yield { type: 'seen', at: lastAt, accountId, address, requestId }
  }
}

type Outcome = Pick<ChargeLine, 'state' | 'reason' | 'closedAt'>

const open: Outcome = { state: 'captured', reason: null, closedAt: null }

export type KeptCharges = Awaited<ReturnType<typeof readKeptCharges>>

/** Facts about charges and grants derived from the records that are still kept. */
export async function readKeptCharges(records: AsyncIterable<LedgerRecord>) {
  const captures = new Map<string, CaptureRecord['lines']>()
  /** Outcome of each charge whose capture is kept. */
  const outcomes = new Map<string, Outcome>()
  const [granted, reversed] = [new Set<number>(), new Set<number>()]
  const [captured, refunded] = [new Map<number, number>(), new Map<number, number>()]
  const close = (requestId: string, outcome: Outcome): void => {
    if (outcomes.has(requestId)) outcomes.set(requestId, outcome)
    if (outcome.state === 'refunded') addLines(refunded, captures.get(requestId) ?? [])
    captures.delete(requestId)
  }
  for await (const record of records) {
    if (record.type === 'grant') granted.add(record.grantId)
    if (record.type === 'reverse') reversed.add(record.grantId)
    if (record.type === 'capture') {
      captures.set(record.requestId, record.lines)
      outcomes.set(record.requestId, open)
      addLines(captured, record.lines)
    }
    if (record.type === 'delivered') {
      const outcome: Outcome = { state: 'delivered', reason: record.reason ?? null, closedAt: record.at }
      for (const requestId of record.requestIds) close(requestId, outcome)
    }
    if (record.type === 'refund')
      close(record.requestId, { state: 'refunded', reason: record.reason, closedAt: record.at })
  }
  return {
    outcomes,
    granted,
    reversed,
    /** Credits captured from a grant, and refunded to it, by charges whose capture is no longer kept. */
    folded: ({ grant, ...sums }: GrantState) => ({
      captured: sums.captured - (captured.get(grant.grantId) ?? 0),
      refunded: sums.refunded - (refunded.get(grant.grantId) ?? 0),
    }),
  }
}

function addLines(sums: Map<number, number>, lines: CaptureRecord['lines']): void {
  for (const [grantId, credits] of lines) sums.set(grantId, (sums.get(grantId) ?? 0) + credits)
}
