import { dayOf } from '@riftline/base'
import type { Account } from '../credit-store.ts'
import { forgetAddress, forgetUses, noteUse, pruneUses } from './address-uses.ts'
import type {
  BanRecord,
  CaptureRecord,
  FoldedRecord,
  GrantRecord,
  KeyRecord,
  LedgerRecord,
  ReverseRecord,
  UnbanRecord,
} from './ledger-record.ts'
import { type AccountState, createAccountState, type GrantState, type LedgerState } from './ledger-state.ts'
import { addSpendable, changeRemaining, enterFreeMonth, removeSpendable } from './spending.ts'
import { answerScope, dropAnswer, pruneAnswers, storeAnswer } from './stored-answers.ts'
import { turnBack } from './turn-back.ts'
import { addUsage, noteKeyUse } from './usage-sums.ts'

/**
 * Applies one record.
 * @throws Error for a move that cannot be: a grant below zero or above its amount, a charge captured twice, a refund of
 * nothing, a name or reference that is taken; the state may then be half changed and must not be used
 */
export function applyRecord(state: LedgerState, record: LedgerRecord): void {
  const before = state.lastAt
  if (record.at > before) {
    state.lastAt = record.at
    if (Math.floor(before / hourMs) !== Math.floor(record.at / hourMs)) sweep(state, before)
  }
  switch (record.type) {
    case 'account':
      applyAccount(state, { id: record.accountId, name: record.name, status: 'active', createdAt: record.at })
      break
    case 'key':
      applyKey(state, record)
      break
    case 'key-revoked':
      applyRevocation(state, record.keyId, record.from ?? record.at)
      break
    case 'grant':
      applyGrant(state, record)
      break
    case 'reverse':
      applyReverse(state, record)
      break
    case 'folded':
      applyFolded(state, record)
      break
    case 'capture':
      applyCapture(state, record)
      break
    case 'delivered':
      for (const requestId of record.requestIds) {
        if (!state.open.delete(requestId)) throw new Error(`charge ${requestId} is not open and cannot be delivered`)
      }
      if (record.turnsBack === true) turnBack(state, record.at)
      break
    case 'refund':
      applyRefund(state, record.requestId)
      break
    case 'ban':
      applyBan(state, record)
      break
    case 'unban':
      applyUnban(state, record)
      break
    case 'seen':
      known(state, record.accountId)
      noteUse(state, record)
      break
  }
}

const hourMs = 3_600_000

/** Forgets what has run out. Driven by the records' own time, so that every replay forgets the same. */
function sweep(state: LedgerState, before: number): void {
  for (const account of state.accounts.values()) {
    if (account.answers.size > 0) pruneAnswers(account.answers, state.lastAt)
  }
  if (dayOf(before) !== dayOf(state.lastAt)) pruneUses(state, state.lastAt)
}

function known(state: LedgerState, accountId: string): AccountState {
  const account = state.accounts.get(accountId)
  if (account === undefined) throw new Error(`unknown account ${accountId}`)
  return account
}

function applyAccount(state: LedgerState, account: Account): void {
  if (state.accounts.has(account.id) || state.names.has(account.name)) {
    throw new Error(`account ${account.id} or its name exists`)
  }
  state.accounts.set(account.id, createAccountState(account))
  state.names.set(account.name, account.id)
}

function applyKey(state: LedgerState, record: KeyRecord): void {
  const { keyId: id, accountId, name, sha256, at: createdAt, lastUsedAt } = record
  const holder = known(state, accountId)
  const { account, keys } = holder
  if (state.keys.has(sha256) || state.keyHashes.has(id)) throw new Error(`key ${id} or its hash exists`)
  const key = { id, accountId, name, sha256, createdAt, revokedAt: null }
  state.keys.set(sha256, { key, banned: account.status === 'banned' })
  state.keyHashes.set(id, sha256)
  keys.push(sha256)
  if (lastUsedAt !== undefined) noteKeyUse(holder.keyUses, id, lastUsedAt)
}

function applyRevocation(state: LedgerState, keyId: string, from: number): void {
  const holder = state.keys.get(state.keyHashes.get(keyId) ?? '')
  if (holder === undefined) throw new Error(`unknown key ${keyId}`)
  if (holder.key.revokedAt !== null && holder.key.revokedAt <= from) return
  state.keys.set(holder.key.sha256, { ...holder, key: { ...holder.key, revokedAt: from } })
}

function applyGrant(state: LedgerState, grant: GrantRecord): void {
  const account = known(state, grant.accountId)
  const { accountId, grantId, ref, credits } = grant
  if (grantId < state.nextGrant) throw new Error(`grant ${grantId} is below the next id ${state.nextGrant}`)
  if (account.grants.has(ref)) throw new Error(`account ${accountId} has a grant ${ref} already`)
  if (!Number.isSafeInteger(credits) || credits < 1) throw new Error(`grant ${grantId} of ${credits} credits`)
  const entry: GrantState = { grant, remaining: credits, held: 0, captured: 0, refunded: 0, reversed: null }
  state.nextGrant = grantId + 1
  state.grants.set(grantId, entry)
  account.grants.set(ref, entry)
  if (grant.kind === 'free') enterFreeMonth(account, entry)
  else addSpendable(account, entry)
}

function applyReverse(state: LedgerState, record: ReverseRecord): void {
  const { accountId, grantId, credits } = record
  const [account, entry] = grantOf(state, accountId, grantId)
  if (entry.reversed !== null) throw new Error(`grant ${grantId} is reversed twice`)
  if (credits < 0) throw new Error(`reversal of ${credits} credits of grant ${grantId}`)
  entry.reversed = record
  changeRemaining(account, entry, -credits)
  removeSpendable(account, entry)
}

function applyFolded(state: LedgerState, record: FoldedRecord): void {
  const [account, entry] = grantOf(state, record.accountId, record.grantId)
  entry.captured += record.captured
  entry.refunded += record.refunded
  if (entry.refunded > entry.captured) throw new Error(`grant ${record.grantId} got back more than was captured`)
  changeRemaining(account, entry, record.refunded - record.captured)
}

function applyCapture(state: LedgerState, record: CaptureRecord): void {
  const { at, accountId, requestId, operation, model, keyId, credits, lines, answer } = record
  if (state.open.has(requestId)) throw new Error(`charge ${requestId} is captured twice`)
  const account = moveLines(state, record, 1)
  const scope = answer === undefined ? null : answerScope(answer.path, answer.key)
  state.open.set(requestId, { at, accountId, requestId, operation, model, keyId, credits, lines, answerScope: scope })
  addUsage(account.usage, record, 1, state.lastAt)
  if (typeof keyId === 'string') noteKeyUse(account.keyUses, keyId, at)
  if (answer !== undefined && scope !== null) {
    const { fingerprint, status, body } = answer
    state.evictedAnswers += storeAnswer(account.answers, scope, { at, requestId, fingerprint, status, body })
  }
}

function applyRefund(state: LedgerState, requestId: string): void {
  const capture = state.open.get(requestId)
  if (capture === undefined) throw new Error(`charge ${requestId} is not open and cannot be refunded`)
  const account = moveLines(state, capture, -1)
  state.open.delete(requestId)
  addUsage(account.usage, capture, -1, state.lastAt)
  if (capture.answerScope !== null) dropAnswer(account.answers, capture.answerScope, requestId)
}

/** Takes a charge from its grants (`sign` 1) or gives it back to them (-1), whatever became of them. */
function moveLines(state: LedgerState, charge: ChargedLines, sign: 1 | -1): AccountState {
  const { accountId, requestId } = charge
  const account = known(state, accountId)
  let sum = 0
  for (const [grantId, credits] of charge.lines) {
    const [, entry] = grantOf(state, accountId, grantId)
    if (!Number.isSafeInteger(credits) || credits < 1) throw new Error(`charge ${requestId} of ${credits} credits`)
    if (sign === 1) entry.captured += credits
    else entry.refunded += credits
    changeRemaining(account, entry, -sign * credits)
    sum += credits
  }
  if (sum !== charge.credits || sum < 1) {
    throw new Error(`charge ${requestId} of ${charge.credits} has lines for ${sum}`)
  }
  return account
}

type ChargedLines = Pick<CaptureRecord, 'accountId' | 'requestId' | 'credits' | 'lines'>

function grantOf(state: LedgerState, accountId: string, grantId: number): [AccountState, GrantState] {
  const entry = state.grants.get(grantId)
  if (entry?.grant.accountId !== accountId) throw new Error(`account ${accountId} has no grant ${grantId}`)
  return [known(state, accountId), entry]
}

function applyBan(state: LedgerState, record: BanRecord): void {
  const account = known(state, record.accountId)
  account.ban = record
  setStatus(state, account, 'banned')
}

function applyUnban(state: LedgerState, record: UnbanRecord): void {
  const account = known(state, record.accountId)
  const evidence = account.ban?.evidence
  if (evidence !== undefined) forgetUses(state, evidence.address, [record.accountId, evidence.otherAccountId])
  for (const address of record.allow ?? []) {
    state.exempt.add(address)
    forgetAddress(state, address)
  }
  account.ban = null
  setStatus(state, account, 'active')
}

/** Keys carry their account's status, so that a request finds both in one look. */
function setStatus(state: LedgerState, account: AccountState, status: Account['status']): void {
  account.account = { ...account.account, status }
  for (const sha256 of account.keys) {
    const holder = state.keys.get(sha256)
    if (holder !== undefined) state.keys.set(sha256, { ...holder, banned: status === 'banned' })
  }
}
