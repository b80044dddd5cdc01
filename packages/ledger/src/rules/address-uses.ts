import { dayMs, hourMs } from '@riftline/base'
import type { AddressUse } from '../credit-store.ts'
import type { SeenRecord } from './ledger-record.ts'
import type { AccountState } from './ledger-state.ts'

/** Use of an address by an account. Its record may be up to an hour older. */
export interface KeptUse {
  readonly accountId: string
  firstAt: number
  recordedAt: number
  recordedRequestId: string
  lastAt: number
  requestId: string
}

/** Uses by address; nearly always one account each. */
export type AddressUses = Map<string, KeptUse[]>

/** Uses of one account by address, the least recently used first. */
export type UsesOfAccount = Map<string, KeptUse>

export interface UsesState {
  readonly addresses: AddressUses
  readonly accounts: ReadonlyMap<string, Pick<AccountState, 'uses'>>
}

/** Maximum number of addresses per account; another one replaces the least recently used. */
export const mostUses = 256

/** Time for which a use is stored: it counts for 30 days, and its record may be an hour old. */
export const keptUseMs: number = 31 * dayMs

export function isKeptUse(use: KeptUse, at: number): boolean {
  return at - use.recordedAt <= keptUseMs
}

/** Tells whether a continued use needs no new record, because it was recorded within the last hour. */
export function isOnRecord(use: KeptUse, at: number): boolean {
  return at - use.recordedAt < hourMs
}

/** Applies the record of a new or continued use. The addresses it names as dropped are removed first. */
export function noteUse(state: UsesState, { at, accountId, address, requestId, dropped = [] }: SeenRecord): void {
  for (const old of dropped) forgetUses(state, old, [accountId])
  keepUses(state, address, (use) => isKeptUse(use, at))
  const uses = state.addresses.get(address) ?? []
  const place = uses.findIndex((use) => use.accountId === accountId)
  const firstAt = uses[place]?.firstAt ?? at
  const use = { accountId, firstAt, recordedAt: at, recordedRequestId: requestId, lastAt: at, requestId }
  if (place >= 0) uses[place] = use
  else uses.push(use)
  state.addresses.set(address, uses)
  moveToEnd(state, address, use)
}

/** Updates a use that needs no record. */
export function touchUse(state: UsesState, use: KeptUse, { at, address, requestId }: SeenRecord): void {
  use.lastAt = at
  use.requestId = requestId
  moveToEnd(state, address, use)
}

function moveToEnd({ accounts }: UsesState, address: string, use: KeptUse): void {
  const uses = accounts.get(use.accountId)?.uses
  uses?.delete(address)
  uses?.set(address, use)
}

export function usesByOthers(
  addresses: AddressUses,
  address: string,
  accountId: string,
  since: number,
): readonly AddressUse[] {
  const others = (addresses.get(address) ?? []).filter((use) => use.accountId !== accountId && use.lastAt >= since)
  return others.map(({ accountId, requestId, firstAt, lastAt }) => ({ accountId, address, requestId, firstAt, lastAt }))
}

export function forgetUses(state: UsesState, address: string, accountIds: readonly string[]): void {
  keepUses(state, address, (use) => !accountIds.includes(use.accountId))
}

export function forgetAddress(state: UsesState, address: string): void {
  keepUses(state, address, () => false)
}

export function pruneUses(state: UsesState, at: number): void {
  for (const address of state.addresses.keys()) keepUses(state, address, (use) => isKeptUse(use, at))
}

/**
 * Redates uses from a clock that was ahead to `at`. The uses of an account get a millisecond each, in their order, which decides what is
 * dropped next. For equal dates the address decides, as in a snapshot. Changed in place, because both maps share the uses.
 */
export function redateUses({ accounts }: UsesState, at: number): void {
  for (const { uses } of accounts.values()) {
    const ahead = [...uses].filter(([, { lastAt }]) => lastAt > at)
    ahead.sort(([one, a], [other, b]) => a.lastAt - b.lastAt || (one < other ? 1 : -1))
    for (const [rank, [, use]] of ahead.entries()) {
      use.lastAt = at - (ahead.length - 1 - rank)
      use.recordedAt = Math.min(use.recordedAt, use.lastAt)
      use.firstAt = Math.min(use.firstAt, use.lastAt)
    }
  }
}

function keepUses({ addresses, accounts }: UsesState, address: string, keep: (use: KeptUse) => boolean): void {
  const uses = addresses.get(address)
  if (uses === undefined || uses.every(keep)) return
  const kept: KeptUse[] = []
  for (const use of uses) {
    if (keep(use)) kept.push(use)
    else accounts.get(use.accountId)?.uses.delete(address)
  }
  if (kept.length === 0) addresses.delete(address)
  else addresses.set(address, kept)
}
