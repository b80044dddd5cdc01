import { RiftlineError } from '@riftline/base'
import type { UsageLine } from '../account-reports.ts'
import type { ApiKey, BanEvidence } from '../credit-store.ts'
import { createJsonReader, type JsonTaker } from '../document/json-reader.ts'
import { type AccountState, createAccountState } from '../rules/account-state.ts'
import { isKeptUse } from '../rules/address-uses.ts'
import { hasBegun } from '../rules/free-month.ts'
import { noteKeyUse } from '../rules/key-uses.ts'
import type { BanRecord } from '../rules/ledger-record.ts'
import { createLedgerState, type LedgerState } from '../rules/ledger-state.ts'
import { addSpendable, enterFreeMonth } from '../rules/spending.ts'
import { type KeptAnswer, keptMs } from '../rules/stored-answers.ts'
import type { MonthSums } from '../rules/usage-sums.ts'
import { decodeGrant, decodeOpen, encodeGrant, encodeOpen, type GrantJson, type OpenJson } from './record-codec.ts'

/*
 * A ledger's state as plain JSON: what its records amount to, without holds, claims and what has run out.
 * `{version: 1, lastAt, nextGrant, accounts, keys, grants, open, addresses, exempt}`, the last six as lists.
 */

/** What is absent is of an earlier release, or empty: a state that it made has the same bytes still. */
interface AccountJson {
  readonly id: string
  readonly name: string
  readonly at: number
  readonly ban: {
    readonly at: number
    readonly evidence: BanEvidence | null
    readonly reason?: string | undefined
  } | null
  readonly usage: readonly MonthJson[]
  readonly keyUses?: readonly (readonly [keyId: string, lastUsedAt: number])[] | undefined
  readonly answers: readonly (readonly [scope: string, answer: KeptAnswer])[]
}

interface MonthJson extends Pick<MonthSums, 'from' | 'to'> {
  readonly days: readonly (readonly [day: number, credits: number])[]
  readonly lines: readonly (readonly [key: string, line: UsageLine])[]
  readonly calls?: readonly (readonly [day: number, calls: number])[] | undefined
  readonly keys?: readonly (readonly [keyId: string, credits: number])[] | undefined
}

type AddressJson = readonly [address: string, uses: readonly UseJson[]]
type UseJson = readonly [accountId: string, firstAt: number, recordedAt: number, requestId: string]

/**
 * One line of JSON in parts, none of which is large: a whole state may be longer than a text can be. The same records give
 * the same bytes, however often the state was written and read in between.
 */
export function* stateParts(state: LedgerState): Iterable<string> {
  yield `{"version":1,"lastAt":${state.lastAt},"nextGrant":${state.nextGrant},"accounts":[`
  yield* separated(state.accounts.values(), (account) => accountParts(account, state.lastAt))
  yield '],"keys":['
  yield* separated(state.keys.values(), ({ key }) => [JSON.stringify(key)])
  yield '],"grants":['
  yield* separated(state.grants.values(), (grant) => [JSON.stringify(encodeGrant(grant))])
  yield '],"open":['
  yield* separated(state.open.values(), (capture) => [JSON.stringify(encodeOpen(capture))])
  yield '],"addresses":['
  yield* separated(addressesOf(state), (address) => [JSON.stringify(address)])
  yield '],"exempt":['
  yield* separated(state.exempt, (address) => [JSON.stringify(address)])
  yield ']}'
}

function* accountParts({ account, ban, usage, keyUses, answers }: AccountState, lastAt: number): Iterable<string> {
  const json: Omit<AccountJson, 'answers'> = {
    id: account.id,
    name: account.name,
    at: account.createdAt,
    ban: ban && { at: ban.at, evidence: evidenceOf(ban), reason: ban.reason },
    usage: usage.map(monthJson),
    keyUses: unlessEmpty(Array.from(keyUses, ([keyId, { at }]) => [keyId, at] as const)),
  }
  yield `${JSON.stringify(json).slice(0, -1)},"answers":[`
  const kept = [...answers].filter(([, { at }]) => lastAt - at < keptMs)
  yield* separated(kept, (answer) => [JSON.stringify(answer)])
  yield ']}'
}

function monthJson({ from, to, days, lines, calls, keys }: MonthSums): MonthJson {
  return {
    from,
    to,
    days: [...days],
    lines: [...lines],
    calls: unlessEmpty([...calls]),
    keys: unlessEmpty([...keys]),
  }
}

function unlessEmpty<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list
}

function* addressesOf({ addresses, lastAt }: LedgerState): Iterable<AddressJson> {
  for (const [address, uses] of addresses) {
    const kept = uses.filter((use) => isKeptUse(use, lastAt))
    const rows = kept.map((use): UseJson => [use.accountId, use.firstAt, use.recordedAt, use.recordedRequestId])
    if (rows.length > 0) yield [address, rows]
  }
}

function* separated<T>(items: Iterable<T>, parts: (item: T) => Iterable<string>): Iterable<string> {
  let isFirst = true
  for (const item of items) {
    if (!isFirst) yield ','
    isFirst = false
    yield* parts(item)
  }
}

/** Makes a state of its text, piece by piece. */
export interface StateReader {
  push(piece: Buffer): void
  /** The state, after the last piece. */
  finish(): LedgerState
}

/** Methods throw RiftlineError `snapshot_damaged` when the text is no state of this version. */
export function createStateReader(): StateReader {
  const state = createLedgerState()
  const taker = stateTaker(state)
  const reader = createJsonReader(containers, taker)
  const refusing = (act: () => void): void => {
    try {
      act()
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new RiftlineError('snapshot_damaged', `the state of the ledger does not read: ${reason}`, { cause })
    }
  }
  return {
    push: (piece) => refusing(() => reader.push(piece)),
    finish() {
      refusing(() => {
        reader.finish()
        taker.finish()
      })
      return state
    },
  }
}

const lists = ['accounts', 'keys', 'grants', 'open', 'addresses', 'exempt'] as const
/** What is walked through: an account has too many answers to be parsed at once. */
const containers: ReadonlySet<string> = new Set(['', ...lists, 'accounts[]', 'accounts[].answers'])
const needed: readonly string[] = ['version', 'lastAt', 'nextGrant', ...lists]

function stateTaker(state: LedgerState): JsonTaker & { finish(): void } {
  const missing = new Set(needed)
  let account: Record<string, unknown> = {}
  let answers: AccountJson['answers'][number][] = []

  const take = (path: string, value: unknown): void => {
    switch (path) {
      case 'version':
        if (value !== 1) throw new Error(`version: expected 1, got ${value}`)
        missing.delete(path)
        break
      case 'lastAt':
      case 'nextGrant':
        state[path] = value as number
        missing.delete(path)
        break
      case 'accounts[].answers[]':
        answers.push(value as AccountJson['answers'][number])
        break
      case 'keys[]':
        restoreKey(state, value as ApiKey)
        break
      case 'grants[]':
        restoreGrant(state, value as GrantJson)
        break
      case 'open[]': {
        const capture = decodeOpen(value as OpenJson)
        state.open.set(capture.requestId, capture)
        break
      }
      case 'addresses[]':
        restoreAddress(state, value as AddressJson)
        break
      case 'exempt[]':
        state.exempt.add(value as string)
        break
      default:
        if (path.startsWith('accounts[].')) account[path.slice('accounts[].'.length)] = value
    }
  }

  const end = (path: string): void => {
    missing.delete(path)
    if (path === 'accounts[]') {
      restoreAccount(state, { ...account, answers } as unknown as AccountJson)
      account = {}
      answers = []
    }
  }
  const finish = (): void => {
    if (missing.size > 0) throw new Error(`expected ${[...missing].join(', ')}, got none`)
  }
  return { take, end, finish }
}

function restoreKey(state: LedgerState, key: ApiKey): void {
  const account = state.accounts.get(key.accountId)
  state.keys.set(key.sha256, { key, banned: account?.ban !== null })
  state.keyHashes.set(key.id, key.sha256)
  account?.keys.push(key.sha256)
}

function restoreAddress(state: LedgerState, [address, rows]: AddressJson): void {
  const uses = rows.map(([accountId, firstAt, at, requestId]) => {
    return { accountId, firstAt, recordedAt: at, recordedRequestId: requestId, lastAt: at, requestId }
  })
  state.addresses.set(address, uses)
  for (const use of uses) state.accounts.get(use.accountId)?.uses.set(address, use)
}

function restoreAccount(state: LedgerState, { id, name, at, ban, usage, keyUses, answers }: AccountJson): void {
  const status = ban === null ? 'active' : 'banned'
  const account = createAccountState({ id, name, status, createdAt: at })
  if (ban !== null) {
    account.ban = { type: 'ban', at: ban.at, accountId: id, evidence: ban.evidence ?? undefined, reason: ban.reason }
  }
  for (const { from, to, days, lines, calls, keys } of usage) {
    account.usage.push({
      from,
      to,
      days: new Map(days),
      lines: new Map(lines),
      calls: new Map(calls),
      keys: new Map(keys),
    })
  }
  for (const [keyId, usedAt] of keyUses ?? []) noteKeyUse(account.keyUses, keyId, usedAt)
  for (const [scope, answer] of answers) account.answers.set(scope, answer)
  state.accounts.set(id, account)
  state.names.set(name, id)
}

function restoreGrant(state: LedgerState, json: GrantJson): void {
  const entry = decodeGrant(json)
  const { grant } = entry
  const account = state.accounts.get(grant.accountId)
  if (account === undefined) throw new RiftlineError('snapshot_damaged', `grant ${grant.grantId} has no account`)
  state.grants.set(grant.grantId, entry)
  account.grants.set(grant.ref, entry)
  if (hasBegun(grant, state.lastAt)) enterFreeMonth(account, entry)
  else addSpendable(account, entry)
}

function evidenceOf({ evidence }: BanRecord): BanEvidence | null {
  if (evidence === undefined) return null
  const { otherAccountId, address, requestId, otherRequestId, at, otherAt } = evidence
  return { otherAccountId, address, requestId, otherRequestId, at, otherAt }
}
