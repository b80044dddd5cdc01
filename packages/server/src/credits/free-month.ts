import { toUtc } from '../clock.ts'
import type { GrantRecord } from './ledger-record.ts'

/** The UTC calendar month around a time, in milliseconds. */
export function utcMonth(at: number): { readonly from: number; readonly to: number } {
  const date = new Date(at)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  return { from: Date.UTC(year, month, 1), to: Date.UTC(year, month + 1, 1) }
}

/** The free credits of a month. The `ref` makes a second grant in one month impossible. */
export function freeGrant(accountId: string, credits: number, at: number): GrantRecord {
  return { t: 'grant', at, a: accountId, ref: freeRef(at), kind: 'free', n: credits, exp: utcMonth(at).to }
}

export function freeRef(at: number): string {
  return `free:${toUtc(at).slice(0, 7)}`
}
