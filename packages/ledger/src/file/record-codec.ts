import type { GrantRecord, LedgerRecord, RecordOf, RecordType } from '../rules/ledger-record.ts'
import type { GrantState, OpenCapture } from '../rules/ledger-state.ts'

const namesOfLimits = { monthlyLimit: 'most', expiresAt: 'exp', scopes: 'scopes' } as const

/** Short name of each field in the order of the bytes, because a journal holds millions of captures. `t` and `at` come first. */
const shortNames = {
  account: { accountId: 'a', name: 'name' },
  key: { keyId: 'k', accountId: 'a', name: 'name', sha256: 'sha', lastUsedAt: 'used', ...namesOfLimits },
  'key-revoked': { keyId: 'k', from: 'from' },
  'key-limits': { keyId: 'k', ...namesOfLimits },
  grant: { accountId: 'a', grantId: 'g', ref: 'ref', kind: 'kind', credits: 'n', expiresAt: 'exp', name: 'name' },
  reverse: { accountId: 'a', grantId: 'g', credits: 'n', reason: 'why' },
  folded: { accountId: 'a', grantId: 'g', captured: 'captured', refunded: 'refunded' },
  capture: {
    accountId: 'a',
    requestId: 'r',
    operation: 'op',
    model: 'model',
    credits: 'n',
    lines: 'lines',
    keyId: 'k',
    calls: 'calls',
    answer: 'idem',
  },
  delivered: { requestIds: 'rs', reason: 'why', turnsBack: 'back' },
  refund: { requestId: 'r', reason: 'why' },
  ban: { accountId: 'a', evidence: 'evidence', reason: 'why' },
  unban: { accountId: 'a', by: 'by', allow: 'allow' },
  seen: { accountId: 'a', address: 'ip', requestId: 'r', dropped: 'drop' },
} as const satisfies { [Type in RecordType]: Record<Exclude<keyof RecordOf<Type>, 'type' | 'at'>, string> }

const { answer: _, ...namesOfCharge } = shortNames.capture
const namesOfOpen = Object.entries({ ...namesOfCharge, answerScope: 'answerAt' })
const namesByType = new Map<string, Names>(
  Object.entries(shortNames).map(([type, names]) => [type, Object.entries(names)]),
)

type Names = readonly (readonly [field: string, short: string])[]
type Fields = Record<string, unknown>

/** Record as stored in the journal, without its sequence number `q`. Other fields have their short names. */
export interface StoredRecord {
  readonly t: RecordType
  readonly at: number
}

/** Grant in a snapshot, with the sums of its later changes. */
export interface GrantJson {
  readonly at: number
  readonly captured: number
  readonly refunded: number
  readonly reversed: { readonly at: number; readonly n: number; readonly why: string } | null
}

export type OpenJson = Pick<StoredRecord, 'at'>

export function encodeRecord(record: LedgerRecord): string {
  const { type: t, at } = record
  return JSON.stringify(shorten({ t, at }, record, namesByType.get(t)!))
}

/** Decodes a record. @throws Error for a type unknown to this version */
export function decodeRecord(stored: StoredRecord): LedgerRecord {
  const { t: type, at } = stored
  const names = namesByType.get(type)
  if (names === undefined) throw new Error(`unknown record ${JSON.stringify(type)}`)
  return lengthen({ type, at }, stored, names) as LedgerRecord
}

export function encodeGrant({ grant, captured, refunded, reversed }: GrantState): GrantJson {
  const taken = reversed && { at: reversed.at, n: reversed.credits, why: reversed.reason }
  return { ...shorten({ at: grant.at }, grant, namesByType.get('grant')!), captured, refunded, reversed: taken }
}

/** Decodes a grant. The remaining credits follow from the sums (invariant I1). */
export function decodeGrant({ captured, refunded, reversed: taken, ...json }: GrantJson): GrantState {
  const grant = decodeRecord({ t: 'grant', ...json }) as GrantRecord
  const { accountId, grantId, credits } = grant
  const reversed: GrantState['reversed'] = taken && {
    type: 'reverse',
    at: taken.at,
    accountId,
    grantId,
    credits: taken.n,
    reason: taken.why,
  }
  return { grant, remaining: credits - (taken?.n ?? 0) - captured + refunded, held: 0, captured, refunded, reversed }
}

export function encodeOpen(capture: OpenCapture): OpenJson {
  return shorten({ at: capture.at }, capture, namesOfOpen)
}

export function decodeOpen(json: OpenJson): OpenCapture {
  return lengthen({ at: json.at }, json, namesOfOpen) as OpenCapture
}

function shorten<Head extends object>(head: Head, record: object, names: Names): Head {
  const stored: object = head
  for (const [field, short] of names) (stored as Fields)[short] = (record as Fields)[field]
  return head
}

function lengthen(head: object, stored: object, names: Names): object {
  for (const [field, short] of names) (head as Fields)[field] = (stored as Fields)[short]
  return head
}
