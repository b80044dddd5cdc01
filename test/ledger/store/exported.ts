import type { CreditStore } from '@riftline/ledger'
import { expect } from 'vitest'
import type { MovableLedger } from '#ledger/document/ledger-content.ts'

/** Lines of a store's export. */
export async function linesOf(store: CreditStore): Promise<string[]> {
  const lines: string[] = []
  for await (const line of (store as CreditStore & MovableLedger).exportLedger()) lines.push(line)
  return lines
}

/** Compares names, balances, usage, keys and a month's statement of every account. */
export async function expectSameAccounts(copy: CreditStore, source: CreditStore, month: string): Promise<void> {
  for (const { id, name } of await source.accounts()) {
    expect(await copy.findAccount(name)).toEqual(await source.findAccount(id))
    expect(await copy.balance(id)).toBe(await source.balance(id))
    expect(await copy.usage(id)).toEqual(await source.usage(id))
    expect(await copy.keys(id)).toEqual(await source.keys(id))
    expect(await copy.statement(id, month)).toEqual(await source.statement(id, month))
    expect(await copy.usageByDay(id, month)).toEqual(await source.usageByDay(id, month))
    expect(await copy.keyUses(id)).toEqual(await source.keyUses(id))
    expect(await copy.grants(id)).toEqual(await source.grants(id))
    expect(await copy.banOf(id)).toEqual(await source.banOf(id))
  }
}
