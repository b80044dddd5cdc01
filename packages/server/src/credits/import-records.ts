import { RiftlineError } from '@riftline/core'
import type { ChargeLine, EntryLine, GrantLine } from './ledger-document.ts'
import type { LedgerImport } from './ledger-import.ts'
import type { CaptureRecord, DeliveredRecord, GrantRecord, LedgerRecord, SeenRecord } from './ledger-record.ts'
import { applyRecord, createLedgerState } from './ledger-state.ts'
import { turnedBack } from './turned-back-records.ts'

/** The records of a ledger that is the same as the imported one. Grants are numbered anew, in the order of their entries. */
function toRecords(document: LedgerImport, backTo: number | null): readonly LedgerRecord[] {
  const [identities, credits, uses] = [identityRecords(document), creditRecords(document), addressRecords(document)]
  if (backTo === null) return [...identities, ...credits, ...uses]
  return turnedBack([...identities], [...credits], [...uses], backTo)
}

/**
 * The same records, tried on an empty ledger, in parts of what is durable together.
 * @param backTo what the clock says, for the document of a clock that was ahead; null: it was not
 * @throws RiftlineError `ledger_document_invalid` for a ledger that could not have come to be
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
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new RiftlineError('ledger_document_invalid', `the ledger cannot have come to be: ${reason}`, { cause })
  }
  return Array.from({ length: Math.ceil(records.length / 512) }, (_, part) =>
    records.slice(part * 512, part * 512 + 512),
  )
}

/** All that neither answers nor uses of addresses can come before, so that no date in it ends one: bans too. */
function* identityRecords({ accounts, keys, exempt }: LedgerImport): Iterable<LedgerRecord> {
  for (const { id, name, createdAt } of accounts) yield { t: 'account', at: createdAt, a: id, name }
  for (const { id, account, name, sha256, createdAt, revokedAt } of keys) {
    yield { t: 'key', at: createdAt, k: id, a: account, name, sha: sha256 }
    if (revokedAt !== null) yield { t: 'key-revoked', at: revokedAt, k: id }
  }
  const [first] = accounts
  if (first !== undefined && exempt.length > 0) {
    yield { t: 'unban', at: first.createdAt, a: first.id, by: 'import', allow: exempt.map(({ address }) => address) }
  }
  for (const { id: a, ban } of accounts) {
    if (ban === null) continue
    yield ban.evidence === null ? { t: 'ban', at: ban.at, a } : { t: 'ban', at: ban.at, a, evidence: ban.evidence }
  }
}

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
  const idOf = (account: string, ref: string): number => ids.get(nameOf({ account, ref })) ?? Number.NaN
  const foldedRefunds = sumFoldedRefunds(entries)
  /** A charge has an entry for each of its grants; the first one says when. */
  const done = new Set<string>()

  for (const entry of entries) {
    const { account: a, ref, kind, amount, requestId, at } = entry
    const grant = grantLines.get(nameOf(entry))
    if (kind === 'grant' && grant !== undefined) {
      ids.set(nameOf(entry), ids.size + 1)
      yield toGrantRecord(grant, ids.size)
    } else if (kind === 'reverse') {
      yield { t: 'reverse', at, a, g: idOf(a, ref), n: 0 - amount, why: grant?.reversedWhy ?? '' }
    } else if (requestId === null) {
      // In one record: what was captured can be more than the grant, when part of it was given back in between.
      const captured = kind === 'capture' ? -amount : 0
      const refunded = foldedRefunds.get(nameOf(entry)) ?? 0
      foldedRefunds.delete(nameOf(entry))
      if (captured + refunded > 0) yield { t: 'folded', at, a, g: idOf(a, ref), captured, refunded }
    } else if (!done.has(`${kind} ${requestId}`)) {
      done.add(`${kind} ${requestId}`)
      const charge = chargeLines.get(requestId)
      if (charge !== undefined) yield* chargeRecords(charge, entry, idOf, kept.get(requestId))
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
  idem: CaptureRecord['idem'],
): Iterable<LedgerRecord> {
  const { requestId: r, account: a, operation: op, model, amount: n, state, reason, closedAt } = charge
  if (kind === 'refund') {
    if (reason !== 'undelivered') yield { t: 'refund', at, r, why: reason ?? 'operator' }
    return
  }
  const lines = charge.lines.map(([ref, credits]) => [idOf(a, ref), credits] as const)
  yield { t: 'capture', at, a, r, op, model, n, lines, ...(idem === undefined ? {} : { idem }) }
  if (state !== 'delivered') return
  const closed: DeliveredRecord = { t: 'delivered', at: closedAt ?? at, rs: [r] }
  yield reason === 'undelivered' ? { ...closed, why: reason } : closed
}

function toGrantRecord(line: GrantLine, g: number): GrantRecord {
  const { grantedAt: at, account: a, ref, kind, amount: n, expiresAt: exp, planName } = line
  return { t: 'grant', at, a, g, ref, kind, n, exp, ...(planName === null ? {} : { name: planName }) }
}

function* addressRecords({ addresses }: LedgerImport): Iterable<SeenRecord> {
  for (const { account: a, address: ip, requestId: r, firstAt, lastAt } of addresses) {
    // Often enough that the first use is not forgotten before the last.
    for (let at = firstAt; at < lastAt; at += 30 * dayMs) yield { t: 'seen', at, a, ip, r }
    yield { t: 'seen', at: lastAt, a, ip, r }
  }
}

const dayMs = 86_400_000

function nameOf({ account, ref }: Pick<GrantLine, 'account' | 'ref'>): string {
  return JSON.stringify([account, ref])
}
