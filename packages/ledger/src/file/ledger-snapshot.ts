import { orThrow, RiftlineError } from '@riftline/base'
import type { UsageLine } from '../account-reports.ts'
import type { ApiKey, BanEvidence } from '../credit-store.ts'
import type { KeyLimits, SomeLimits } from '../key-limits.ts'
import { isKeptUse } from '../rules/address-uses.ts'
import { keyLimitsOf, storedLimits } from '../rules/key-limits.ts'
import type { BanRecord } from '../rules/ledger-record.ts'
import {
  type AccountState,
  createAccountState,
  createLedgerState,
  type KeptAnswer,
  keptMs,
  type LedgerState,
} from '../rules/ledger-state.ts'
import { isOfBegunMonth } from '../rules/ledger-time.ts'
import { addSpendable, enterFreeMonth } from '../rules/spending.ts'
import { type MonthSums, noteKeyUse } from '../rules/usage-sums.ts'
import { decodeGrant, decodeOpen, encodeGrant, encodeOpen, type GrantJson, type OpenJson } from './record-codec.ts'

/*
 * State of a ledger as JSON Lines, without holds, claims and expired entries. The state line comes first, every other
 * line after the account it refers to; an answer names its account as `a`. All lines are short.
 */

export type SnapshotLine =
  | { readonly t: 'state'; readonly lastAt: number; readonly nextGrant: number }
  | ({ readonly t: 'account' } & AccountLine)
  | ({ readonly t: 'answer'; readonly a: string; readonly scope: string } & KeptAnswer)
  | ({ readonly t: 'key' } & KeyJson)
  | ({ readonly t: 'grant' } & GrantJson)
  | ({ readonly t: 'open' } & OpenJson)
  | ({ readonly t: 'address' } & AddressLine)
  | { readonly t: 'exempt'; readonly ip: string }

type KeyJson = Omit<ApiKey, keyof KeyLimits> & SomeLimits

interface AccountLine {
  readonly id: string
  readonly name: string
  readonly at: number
  readonly ban: {
    readonly at: number
    readonly evidence: BanEvidence | null
    readonly reason?: string | undefined
  } | null
  readonly usage: readonly MonthJson[]
  readonly keyUses: readonly (readonly [keyId: string, lastUsedAt: number])[]
}

interface MonthJson extends Pick<MonthSums, 'from' | 'to'> {
  readonly days: readonly (readonly [day: number, credits: number])[]
  readonly lines: readonly (readonly [key: string, line: UsageLine])[]
  readonly calls: readonly (readonly [day: number, calls: number])[]
  readonly keys: readonly (readonly [keyId: string, credits: number])[]
}

/** Accounts that used an address, in the order of their first uses. */
interface AddressLine {
  readonly ip: string
  readonly uses: readonly (readonly [accountId: string, firstAt: number, recordedAt: number, requestId: string])[]
}

/** Lines of a state, without line feeds. Equal records give equal bytes, even if the state was written and read in between. */
export function* stateLines(state: LedgerState): Iterable<string> {
  for (const line of linesOf(state)) yield JSON.stringify(line)
}

function* linesOf(state: LedgerState): Iterable<SnapshotLine> {
  const { accounts, lastAt, nextGrant } = state
  yield { t: 'state', lastAt, nextGrant }
  for (const account of accounts.values()) yield { t: 'account', ...toAccountLine(account) }
  for (const { account, answers } of accounts.values()) {
    for (const [scope, answer] of answers)
      if (lastAt - answer.at < keptMs) yield { t: 'answer', a: account.id, scope, ...answer }
  }
  for (const { key } of state.keys.values()) {
    const { id, accountId, name, sha256, createdAt, revokedAt } = key
    yield { t: 'key', id, accountId, name, sha256, createdAt, revokedAt, ...storedLimits(key) }
  }
  for (const grant of state.grants.values()) yield { t: 'grant', ...encodeGrant(grant) }
  for (const capture of state.open.values()) yield { t: 'open', ...encodeOpen(capture) }
  for (const [ip, uses] of state.addresses) {
    const kept = uses.filter((use) => isKeptUse(use, lastAt))
    const rows = kept.map((use) => [use.accountId, use.firstAt, use.recordedAt, use.recordedRequestId] as const)
    if (rows.length > 0) yield { t: 'address', ip, uses: rows }
  }
  for (const ip of state.exempt) yield { t: 'exempt', ip }
}

function toAccountLine({ account, ban, usage, keyUses }: AccountState): AccountLine {
  return {
    id: account.id,
    name: account.name,
    at: account.createdAt,
    ban: ban && { at: ban.at, evidence: evidenceOf(ban), reason: ban.reason },
    usage: usage.map(({ from, to, days, lines, calls, keys }) => {
      return { from, to, days: [...days], lines: [...lines], calls: [...calls], keys: [...keys] }
    }),
    keyUses: Array.from(keyUses, ([keyId, { at }]) => [keyId, at] as const),
  }
}

export function createStateReader() {
  const state = createLedgerState()
  let hasStateLine = false
  return {
    /** Adds a line to the state. @throws RiftlineError `snapshot_damaged` for a line that does not fit its predecessors */
    add(line: SnapshotLine): void {
      if (hasStateLine === (line.t === 'state')) throw damaged(`expected one state line, and as the first line`)
      hasStateLine = true
      restore(state, line)
    },
    /** Returns the state after the last line. @throws RiftlineError `snapshot_damaged` without a state line */
    finish(): LedgerState {
      if (!hasStateLine) throw damaged('expected a state line, got none')
      return state
    },
  }
}

/** Parses a line. @throws RiftlineError `snapshot_damaged` */
export function parseSnapshotLine(text: string): SnapshotLine {
  return parseObject(text) as SnapshotLine
}

function parseObject(text: string): object {
  const parse = (): object => Object(JSON.parse(text))
  return orThrow(parse, (cause) => damaged((cause as Error).message, cause))
}

export function damaged(reason: string, cause?: unknown): RiftlineError {
  return new RiftlineError('snapshot_damaged', `the state of the ledger does not read: ${reason}`, { cause })
}

function restore(state: LedgerState, line: SnapshotLine): void {
  const restoreLine = restorers[line.t] as ((state: LedgerState, line: SnapshotLine) => void) | undefined
  if (restoreLine === undefined) throw damaged(`unknown line ${JSON.stringify(line.t)}`)
  restoreLine(state, line)
}

const restorers: { readonly [T in SnapshotLine['t']]: (state: LedgerState, line: Line<T>) => void } = {
  state(state, { lastAt, nextGrant }) {
    state.lastAt = lastAt
    state.nextGrant = nextGrant
  },

  account(state, { id, name, at, ban, usage, keyUses }) {
    const status = ban === null ? 'active' : 'banned'
    const account = createAccountState({ id, name, status, createdAt: at })
    if (ban !== null) {
      account.ban = { type: 'ban', at: ban.at, accountId: id, evidence: ban.evidence ?? undefined, reason: ban.reason }
    }
    for (const { from, to, days, lines, calls, keys } of usage) {
      const sums = { days: new Map(days), lines: new Map(lines), calls: new Map(calls), keys: new Map(keys) }
      account.usage.push({ from, to, ...sums })
    }
    for (const [keyId, usedAt] of keyUses) noteKeyUse(account.keyUses, keyId, usedAt)
    state.accounts.set(id, account)
    state.names.set(name, id)
  },

  answer(state, { a, scope, at, requestId, fingerprint, status, body }) {
    accountOf(state, a).answers.set(scope, { at, requestId, fingerprint, status, body })
  },

  key(state, { id, accountId, name, sha256, createdAt, revokedAt, ...limits }) {
    const account = accountOf(state, accountId)
    const key = { id, accountId, name, sha256, createdAt, revokedAt, ...keyLimitsOf(limits) }
    state.keys.set(sha256, { key, banned: account.ban !== null })
    state.keyHashes.set(id, sha256)
    account.keys.push(sha256)
  },

  grant(state, json) {
    const entry = decodeGrant(json)
    const { grant } = entry
    const account = accountOf(state, grant.accountId)
    state.grants.set(grant.grantId, entry)
    account.grants.set(grant.ref, entry)
    if (isOfBegunMonth(grant, state.lastAt)) enterFreeMonth(account, entry)
    else addSpendable(account, entry)
  },

  open(state, json) {
    const capture = decodeOpen(json)
    state.open.set(capture.requestId, capture)
  },

  address(state, { ip, uses: rows }) {
    const uses = rows.map(([accountId, firstAt, at, requestId]) => {
      return { accountId, firstAt, recordedAt: at, recordedRequestId: requestId, lastAt: at, requestId }
    })
    state.addresses.set(ip, uses)
    for (const use of uses) state.accounts.get(use.accountId)?.uses.set(ip, use)
  },

  exempt(state, { ip }) {
    state.exempt.add(ip)
  },
}

function accountOf(state: LedgerState, accountId: string): AccountState {
  const account = state.accounts.get(accountId)
  if (account === undefined) throw damaged(`unknown account ${accountId}`)
  return account
}

function evidenceOf({ evidence }: BanRecord): BanEvidence | null {
  if (evidence === undefined) return null
  const { otherAccountId, address, requestId, otherRequestId, at, otherAt } = evidence
  return { otherAccountId, address, requestId, otherRequestId, at, otherAt }
}

/* Format 1 of snapshots is read and no longer written: one JSON object of at most 512 MiB, the longest text of V8. */

type Line<T extends SnapshotLine['t']> = Extract<SnapshotLine, { readonly t: T }>
type Month = Line<'account'>['usage'][number]

interface StateJson extends Omit<Line<'state'>, 't'> {
  readonly version: 1
  readonly accounts: readonly AccountJson[]
  readonly keys: readonly KeyJson[]
  readonly grants: readonly GrantJson[]
  readonly open: readonly OpenJson[]
  readonly addresses: readonly (readonly [ip: string, uses: Line<'address'>['uses']])[]
  readonly exempt: readonly string[]
}

interface AccountJson extends Omit<Line<'account'>, 't' | 'usage' | 'keyUses'> {
  readonly usage: readonly (Omit<Month, 'calls' | 'keys'> & Partial<Pick<Month, 'calls' | 'keys'>>)[]
  readonly keyUses?: Line<'account'>['keyUses']
  readonly answers: readonly (readonly [scope: string, answer: KeptAnswer])[]
}

/** Converts format 1 to the lines of format 2 for the same state. @throws RiftlineError `snapshot_damaged` */
export function* linesOfFormat1(text: string): Iterable<SnapshotLine> {
  const state = parseObject(text) as StateJson
  if (state.version !== 1) throw damaged(`version: expected 1, got ${state.version}`)
  const { lastAt, nextGrant, accounts, keys, grants, open, addresses, exempt } = state
  yield { t: 'state', lastAt, nextGrant }
  for (const { answers: _, keyUses = [], ...account } of accounts) {
    const usage = account.usage.map(({ calls = [], keys = [], ...month }) => ({ ...month, calls, keys }))
    yield { t: 'account', ...account, usage, keyUses }
  }
  for (const { id: a, answers } of accounts)
    for (const [scope, kept] of answers) yield { t: 'answer', a, scope, ...kept }
  for (const key of keys) yield { t: 'key', ...key }
  for (const grant of grants) yield { t: 'grant', ...grant }
  for (const capture of open) yield { t: 'open', ...capture }
  for (const [ip, uses] of addresses) yield { t: 'address', ip, uses }
  for (const ip of exempt) yield { t: 'exempt', ip }
}
