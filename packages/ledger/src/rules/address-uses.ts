import { dayMs, hourMs } from '@riftline/base'
import type { AddressUse } from '../credit-store.ts'
import type { SeenRecord } from './ledger-record.ts'
import type { AccountState } from './ledger-state.ts'

/** An account's use of an address. What is on record may lag behind by an hour. */
export interface KeptUse {
  readonly accountId: string
  firstAt: number
  recordedAt: number
  recordedRequestId: string
  lastAt: number
  requestId: string
}

/** By address; nearly always one account each. */
export type AddressUses = Map<string, KeptUse[]>

/** An account's uses by address, the least recently used first. */
export type UsesOfAccount = Map<string, KeptUse>

export interface UsesState {
  readonly addresses: AddressUses
  readonly accounts: ReadonlyMap<string, Pick<AccountState, 'uses'>>
}

/** An account's networks that are kept; for one more the least recently used goes. */
export const mostUses = 256

/** Uses count for 30 days; what is on record may be an hour older than the use. */
export const keptUseMs: number = 31 * dayMs

export function isKeptUse(use: KeptUse, at: number): boolean {
  return at - use.recordedAt <= keptUseMs
}

/** Whether a use that goes on needs no record: one of the last hour has it. */
export function isOnRecord(use: KeptUse, at: number): boolean {
  return at - use.recordedAt < hourMs
}

/** A record of a use: of a new one, or that an old one goes on. What it names as dropped goes first. */
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

/** A use as it happens, where it needs no record. */
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
 * Redates the uses of a clock that was ahead to `at`, those of an account a millisecond apart in their order, which
 * says which one is dropped next. Of equal dates the address decides: a snapshot has no other order. In place, since
 * both maps have the same uses.
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
