import type { GrantRecord } from './ledger-record.ts'

/** The UTC calendar month around a time, in milliseconds. */
export function utcMonth(at: number): { readonly from: number; readonly to: number } {
  const date = new Date(at)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  return { from: Date.UTC(year, month, 1), to: Date.UTC(year, month + 1, 1) }
}

/** The source of a month's free credits. It makes a second grant in one month impossible. */
export function freeRef(at: number): string {
  return `free:${utcText(at).slice(0, 7)}`
}

/** Whether these are free credits of a month that has begun: a clock that was ahead may have granted a later one. */
export function isOfBegunMonth({ kind, expiresAt }: Pick<GrantRecord, 'kind' | 'expiresAt'>, at: number): boolean {
  return kind === 'free' && expiresAt !== null && utcMonth(expiresAt - 1).from <= at
}

/**
 * `YYYY-MM-DDTHH:mm:ss`, the form of every field that ends in `Utc`. Unlike `toUtc` it refuses no year: a message names
 * times of documents thousands of years ahead.
 */
export function utcText(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19)
}
