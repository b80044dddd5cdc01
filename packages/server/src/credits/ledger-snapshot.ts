import { RiftlineError } from '@riftline/core'
import { createAccountState, type GrantState } from './account-state.ts'
import { isKeptUse } from './address-uses.ts'
import type { ApiKey, BanEvidence, UsageLine } from './credit-store.ts'
import { hasBegun } from './free-month.ts'
import type { BanRecord, GrantRecord } from './ledger-record.ts'
import { createLedgerState, type LedgerState, type OpenCapture } from './ledger-state.ts'
import { addSpendable, enterFreeMonth } from './spending.ts'
import { type KeptAnswer, keptMs } from './stored-answers.ts'
import type { MonthSums } from './usage-sums.ts'

/** A ledger's state as plain JSON: what its records amount to, without holds, claims and what has run out. */
interface StateJson {
  readonly version: 1
  readonly lastAt: number
  readonly nextGrant: number
  readonly accounts: readonly AccountJson[]
  readonly keys: readonly ApiKey[]
  readonly grants: readonly GrantJson[]
  readonly open: readonly OpenCapture[]
  readonly addresses: readonly (readonly [address: string, uses: readonly UseJson[]])[]
  readonly exempt: readonly string[]
}

interface AccountJson {
  readonly id: string
  readonly name: string
  readonly at: number
  readonly ban: { readonly at: number; readonly evidence: BanEvidence | null } | null
  readonly usage: readonly MonthJson[]
  readonly answers: readonly (readonly [scope: string, answer: KeptAnswer])[]
}

interface MonthJson extends Pick<MonthSums, 'from' | 'to'> {
  readonly days: readonly (readonly [day: number, credits: number])[]
  readonly lines: readonly (readonly [key: string, line: UsageLine])[]
}

interface GrantJson extends Omit<GrantRecord, 't'> {
  readonly captured: number
  readonly refunded: number
  readonly reversed: { readonly at: number; readonly n: number; readonly why: string } | null
}

type UseJson = readonly [accountId: string, firstAt: number, recordedAt: number, requestId: string]

/** One line of JSON; the same records give the same bytes, however often the state was written and read in between. */
export function serialiseState(state: LedgerState): string {
  const json: StateJson = {
    version: 1,
    lastAt: state.lastAt,
    nextGrant: state.nextGrant,
    accounts: Array.from(state.accounts.values(), (account) => ({
      id: account.account.id,
      name: account.account.name,
      at: account.account.createdAt,
      ban: account.ban && { at: account.ban.at, evidence: evidenceOf(account.ban) },
      usage: account.usage.map(({ from, to, days, lines }) => ({ from, to, days: [...days], lines: [...lines] })),
      answers: [...account.answers].filter(([, { at }]) => state.lastAt - at < keptMs),
    })),
    keys: Array.from(state.keys.values(), ({ key }) => key),
    grants: Array.from(state.grants.values(), toGrantJson),
    open: [...state.open.values()],
    addresses: [...state.addresses].flatMap(([address, uses]) => {
      const kept = uses.filter((use) => isKeptUse(use, state.lastAt))
      const rows = kept.map((use): UseJson => [use.accountId, use.firstAt, use.recordedAt, use.recordedRequestId])
      return rows.length === 0 ? [] : [[address, rows] as const]
    }),
    exempt: [...state.exempt],
  }
  return JSON.stringify(json)
}

/** @throws RiftlineError `snapshot_damaged` when the text is no state of this version */
export function restoreState(text: string): LedgerState {
  try {
    const json = JSON.parse(text) as StateJson
    if (json.version !== 1) throw new Error(`version: expected 1, got ${json.version}`)
    return toState(json)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new RiftlineError('snapshot_damaged', `the state of the ledger does not read: ${reason}`, { cause })
  }
}

function toState(json: StateJson): LedgerState {
  const state = createLedgerState()
  state.lastAt = json.lastAt
  state.nextGrant = json.nextGrant
  for (const account of json.accounts) restoreAccount(state, account)
  for (const key of json.keys) {
    const account = state.accounts.get(key.accountId)
    state.keys.set(key.sha256, { key, banned: account?.ban !== null })
    state.keyHashes.set(key.id, key.sha256)
    account?.keys.push(key.sha256)
  }
  for (const grant of json.grants) restoreGrant(state, grant)
  for (const capture of json.open) state.open.set(capture.r, capture)
  for (const [address, rows] of json.addresses) {
    const uses = rows.map(([accountId, firstAt, at, requestId]) => {
      return { accountId, firstAt, recordedAt: at, recordedRequestId: requestId, lastAt: at, requestId }
    })
    state.addresses.set(address, uses)
  }
  for (const address of json.exempt) state.exempt.add(address)
  return state
}

function restoreAccount(state: LedgerState, { id, name, at, ban, usage, answers }: AccountJson): void {
  const status = ban === null ? 'active' : 'banned'
  const account = createAccountState({ id, name, status, createdAt: at })
  if (ban !== null) {
    const record: BanRecord = { t: 'ban', at: ban.at, a: id }
    account.ban = ban.evidence === null ? record : { ...record, evidence: ban.evidence }
  }
  for (const month of usage) account.usage.push({ ...month, days: new Map(month.days), lines: new Map(month.lines) })
  for (const [scope, answer] of answers) account.answers.set(scope, answer)
  state.accounts.set(id, account)
  state.names.set(name, id)
}

function toGrantJson({ grant, captured, refunded, reversed }: GrantState): GrantJson {
  const { at, a, g, ref, kind, n, exp, name } = grant
  const taken = reversed && { at: reversed.at, n: reversed.n, why: reversed.why }
  return { at, a, g, ref, kind, n, exp, ...(name === undefined ? {} : { name }), captured, refunded, reversed: taken }
}

/** What is left follows from the sums: I1. */
function restoreGrant(state: LedgerState, { captured, refunded, reversed, ...grant }: GrantJson): void {
  const account = state.accounts.get(grant.a)
  if (account === undefined) throw new RiftlineError('snapshot_damaged', `grant ${grant.g} has no account`)
  const remaining = grant.n - (reversed?.n ?? 0) - captured + refunded
  const entry: GrantState = {
    grant: { t: 'grant', ...grant },
    remaining,
    held: 0,
    captured,
    refunded,
    reversed: reversed && { t: 'reverse', a: grant.a, g: grant.g, ...reversed },
  }
  state.grants.set(grant.g, entry)
  account.grants.set(grant.ref, entry)
  if (hasBegun(grant, state.lastAt)) enterFreeMonth(account, entry)
  else addSpendable(account, entry)
}

function evidenceOf({ evidence }: BanRecord): BanEvidence | null {
  if (evidence === undefined) return null
  const { otherAccountId, address, requestId, otherRequestId, at, otherAt } = evidence
  return { otherAccountId, address, requestId, otherRequestId, at, otherAt }
}
