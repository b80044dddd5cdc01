import type { AddressUse } from './credit-store.ts'
import type { SeenRecord } from './ledger-record.ts'

/** An account's use of an address. What is on record may lag behind by an hour. */
export interface KeptUse {
  readonly accountId: string
  readonly firstAt: number
  recordedAt: number
  recordedRequestId: string
  lastAt: number
  requestId: string
}

/** By address; nearly always one account each. */
export type AddressUses = Map<string, KeptUse[]>

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Uses count for 30 days; what is on record may be an hour older than the use. */
const keptMs = 31 * dayMs

export function isKeptUse(use: KeptUse, at: number): boolean {
  return at - use.recordedAt <= keptMs
}

/** A record of a use: of a new one, or that an old one goes on. */
export function noteUse(addresses: AddressUses, { at, a: accountId, ip: address, r: requestId }: SeenRecord): void {
  keepUses(addresses, address, (use) => isKeptUse(use, at))
  const uses = addresses.get(address) ?? []
  const place = uses.findIndex((use) => use.accountId === accountId)
  const firstAt = uses[place]?.firstAt ?? at
  const use = { accountId, firstAt, recordedAt: at, recordedRequestId: requestId, lastAt: at, requestId }
  if (place >= 0) uses[place] = use
  else uses.push(use)
  addresses.set(address, uses)
}

/** A use as it happens, where it needs no record: one of the last hour has it. */
export function touchUse(addresses: AddressUses, { at, a, ip, r }: SeenRecord): boolean {
  const use = addresses.get(ip)?.find(({ accountId }) => accountId === a)
  if (use === undefined || at - use.recordedAt >= hourMs) return false
  use.lastAt = at
  use.requestId = r
  return true
}

/** Uses of an address by other accounts since a time. */
export function usesByOthers(
  addresses: AddressUses,
  address: string,
  accountId: string,
  since: number,
): readonly AddressUse[] {
  const uses = addresses.get(address)
  if (uses === undefined || (uses.length === 1 && uses[0]?.accountId === accountId)) return none
  return uses
    .filter((use) => use.accountId !== accountId && use.lastAt >= since)
    .map((use) => {
      const { firstAt, lastAt, requestId } = use
      return { accountId: use.accountId, address, requestId, firstAt, lastAt }
    })
}

const none: readonly AddressUse[] = []

export function forgetUses(addresses: AddressUses, address: string, accountIds: readonly string[]): void {
  keepUses(addresses, address, (use) => !accountIds.includes(use.accountId))
}

export function pruneUses(addresses: AddressUses, at: number): void {
  for (const address of addresses.keys()) keepUses(addresses, address, (use) => isKeptUse(use, at))
}

/** Uses of a clock that was ahead are of `at` from now on. */
export function redateUses(addresses: AddressUses, at: number): void {
  for (const [address, uses] of addresses) {
    const dated = uses.map((use) => ({
      ...use,
      firstAt: Math.min(use.firstAt, at),
      recordedAt: Math.min(use.recordedAt, at),
      lastAt: Math.min(use.lastAt, at),
    }))
    addresses.set(address, dated)
  }
}

function keepUses(addresses: AddressUses, address: string, keep: (use: KeptUse) => boolean): void {
  const uses = addresses.get(address)
  if (uses === undefined || uses.every(keep)) return
  const kept = uses.filter(keep)
  if (kept.length === 0) addresses.delete(address)
  else addresses.set(address, kept)
}
