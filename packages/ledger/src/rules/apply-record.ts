import { dayOf, hourMs } from '@riftline/base'
import type { Account, KeyHolder } from '../credit-store.ts'
import { forgetAddress, forgetUses, noteUse, pruneUses } from './address-uses.ts'
import { keyLimitsOf } from './key-limits.ts'
import type { CaptureRecord, LedgerRecord, RecordOf, RecordType } from './ledger-record.ts'
import {
  type AccountState,
  answerScope,
  createAccountState,
  dropAnswer,
  type GrantState,
  type LedgerState,
  pruneAnswers,
  storeAnswer,
} from './ledger-state.ts'
import { addSpendable, changeRemaining, enterFreeMonth, removeSpendable } from './spending.ts'
import { turnBack } from './turn-back.ts'
import { addUsage, noteKeyUse } from './usage-sums.ts'

/**
 * Applies one record.
 * @throws Error for an impossible change, such as a charge captured twice; the state may then be half changed and must
 * not be used
 */
export function applyRecord(state: LedgerState, record: LedgerRecord): void {
  const before = state.lastAt
  if (record.at > before) {
    state.lastAt = record.at
    if (Math.floor(before / hourMs) !== Math.floor(record.at / hourMs)) sweep(state, before)
  }
  const apply = appliers[record.type] as (state: LedgerState, record: LedgerRecord) => void
  apply(state, record)
}

/** Removes everything expired. It uses the records' own time, so that every replay removes the same. */
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

function knownKey(state: LedgerState, keyId: string): KeyHolder {
  const holder = state.keys.get(state.keyHashes.get(keyId) ?? '')
  if (holder === undefined) throw new Error(`unknown key ${keyId}`)
  return holder
}

const appliers: { readonly [Type in RecordType]: (state: LedgerState, record: RecordOf<Type>) => void } = {
  account(state, { accountId: id, name, at: createdAt }) {
    if (state.accounts.has(id) || state.names.has(name)) throw new Error(`account ${id} or its name exists`)
    state.accounts.set(id, createAccountState({ id, name, status: 'active', createdAt }))
    state.names.set(name, id)
  },

  key(state, { keyId: id, accountId, name, sha256, at: createdAt, lastUsedAt, ...limits }) {
    const { account, keys, keyUses } = known(state, accountId)
    if (state.keys.has(sha256) || state.keyHashes.has(id)) throw new Error(`key ${id} or its hash exists`)
    const key = { id, accountId, name, sha256, createdAt, revokedAt: null, ...keyLimitsOf(limits) }
    state.keys.set(sha256, { key, banned: account.status === 'banned' })
    state.keyHashes.set(id, sha256)
    keys.push(sha256)
    if (lastUsedAt !== undefined) noteKeyUse(keyUses, id, lastUsedAt)
  },

  'key-revoked'(state, { keyId, at, from = at }) {
    const holder = knownKey(state, keyId)
    const { key } = holder
    if (key.revokedAt !== null && key.revokedAt <= from) return
    state.keys.set(key.sha256, { ...holder, key: { ...key, revokedAt: from } })
  },

  'key-limits'(state, { keyId, ...limits }) {
    const holder = knownKey(state, keyId)
    const { key } = holder
    state.keys.set(key.sha256, { ...holder, key: { ...key, ...keyLimitsOf(limits) } })
  },

  grant(state, grant) {
    const { accountId, grantId, ref, credits } = grant
    const account = known(state, accountId)
    if (grantId < state.nextGrant) throw new Error(`grant ${grantId} is below the next id ${state.nextGrant}`)
    if (account.grants.has(ref)) throw new Error(`account ${accountId} has a grant ${ref} already`)
    if (!Number.isSafeInteger(credits) || credits < 1) throw new Error(`grant ${grantId} of ${credits} credits`)
    const entry: GrantState = { grant, remaining: credits, held: 0, captured: 0, refunded: 0, reversed: null }
    state.nextGrant = grantId + 1
    state.grants.set(grantId, entry)
    account.grants.set(ref, entry)
    if (grant.kind === 'free') enterFreeMonth(account, entry)
    else addSpendable(account, entry)
  },

  reverse(state, record) {
    const { accountId, grantId, credits } = record
    const [account, entry] = ownedGrant(state, accountId, grantId)
    if (entry.reversed !== null) throw new Error(`grant ${grantId} is reversed twice`)
    if (credits < 0) throw new Error(`reversal of ${credits} credits of grant ${grantId}`)
    entry.reversed = record
    changeRemaining(account, entry, -credits)
    removeSpendable(account, entry)
  },

  folded(state, { accountId, grantId, captured, refunded }) {
    const [account, entry] = ownedGrant(state, accountId, grantId)
    entry.captured += captured
    entry.refunded += refunded
    if (entry.refunded > entry.captured) throw new Error(`grant ${grantId} got back more than was captured`)
    changeRemaining(account, entry, refunded - captured)
  },

  capture(state, record) {
    const { at, accountId, requestId, operation, model, keyId, credits, calls, lines, answer } = record
    if (state.open.has(requestId)) throw new Error(`charge ${requestId} is captured twice`)
    const account = moveLines(state, record, 1)
    const scope = answer === undefined ? null : answerScope(answer.path, answer.key)
    const charge = { at, accountId, requestId, operation, model, keyId, credits, calls, lines, answerScope: scope }
    state.open.set(requestId, charge)
    addUsage(account.usage, record, 1, state.lastAt)
    if (typeof keyId === 'string') noteKeyUse(account.keyUses, keyId, at)
    if (answer !== undefined && scope !== null) {
      const { fingerprint, status, body } = answer
      state.evictedAnswers += storeAnswer(account.answers, scope, { at, requestId, fingerprint, status, body })
    }
  },

  delivered(state, record) {
    for (const requestId of record.requestIds) {
      if (!state.open.delete(requestId)) throw new Error(`charge ${requestId} is not open and cannot be delivered`)
    }
    if (record.turnsBack === true) turnBack(state, record.at)
  },

  refund(state, { requestId }) {
    const capture = state.open.get(requestId)
    if (capture === undefined) throw new Error(`charge ${requestId} is not open and cannot be refunded`)
    const account = moveLines(state, capture, -1)
    state.open.delete(requestId)
    addUsage(account.usage, capture, -1, state.lastAt)
    if (capture.answerScope !== null) dropAnswer(account.answers, capture.answerScope, requestId)
  },

  ban(state, record) {
    const account = known(state, record.accountId)
    account.ban = record
    setStatus(state, account, 'banned')
  },

  unban(state, { accountId, allow = [] }) {
    const account = known(state, accountId)
    const evidence = account.ban?.evidence
    if (evidence !== undefined) forgetUses(state, evidence.address, [accountId, evidence.otherAccountId])
    for (const address of allow) {
      state.exempt.add(address)
      forgetAddress(state, address)
    }
    account.ban = null
    setStatus(state, account, 'active')
  },

  seen(state, record) {
    known(state, record.accountId)
    noteUse(state, record)
  },
}

/** Takes a charge from its grants (`sign` 1) or returns it to them (-1), even if these have expired or were reversed. */
function moveLines(
  state: LedgerState,
  charge: Pick<CaptureRecord, 'accountId' | 'requestId' | 'credits' | 'lines'>,
  sign: 1 | -1,
): AccountState {
  const { accountId, requestId } = charge
  const account = known(state, accountId)
  let sum = 0
  for (const [grantId, credits] of charge.lines) {
    const [, entry] = ownedGrant(state, accountId, grantId)
    if (!Number.isSafeInteger(credits) || credits < 1) throw new Error(`charge ${requestId} of ${credits} credits`)
    if (sign === 1) entry.captured += credits
    else entry.refunded += credits
    changeRemaining(account, entry, -sign * credits)
    sum += credits
  }
  if (sum !== charge.credits || sum < 1)
    throw new Error(`charge ${requestId} of ${charge.credits} has lines for ${sum}`)
  return account
}

function ownedGrant(state: LedgerState, accountId: string, grantId: number): [AccountState, GrantState] {
  const entry = state.grants.get(grantId)
  if (entry?.grant.accountId !== accountId) throw new Error(`account ${accountId} has no grant ${grantId}`)
  return [known(state, accountId), entry]
}

/** Sets the status of an account and of its keys, which repeat it so that a request needs one look-up. */
function setStatus(state: LedgerState, account: AccountState, status: Account['status']): void {
  account.account = { ...account.account, status }
  for (const sha256 of account.keys) {
    state.keys.set(sha256, { ...state.keys.get(sha256)!, banned: status === 'banned' })
  }
}
