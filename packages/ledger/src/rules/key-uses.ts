import type { KeyUse } from '../account-reports.ts'
import { type UsageSums, usedByKey } from './usage-sums.ts'

/** When a key was last charged. Changed in place: a number of its own for each charge would be garbage. */
export interface LastUse {
  at: number
}

/** An account's by key id, in the order of their first charges. */
export type KeyUses = Map<string, LastUse>

export function noteKeyUse(uses: KeyUses, keyId: string, at: number): void {
  const use = uses.get(keyId)
  if (use === undefined) uses.set(keyId, { at })
  else if (at > use.at) use.at = at
}

export function keyUsesOf(uses: KeyUses, usage: UsageSums, at: number): readonly KeyUse[] {
  return Array.from(uses, ([keyId, use]) => {
    return { keyId, lastUsedAt: use.at, creditsThisMonth: usedByKey(usage, keyId, at) }
  }).sort(byKeyId)
}

/** The same order in every store: databases sort as their locale says. */
export function byKeyId(one: KeyUse, other: KeyUse): number {
  return one.keyId < other.keyId ? -1 : 1
}
