/**
 * A time some months later, UTC, at the same day of the month and time of day; the last day where a month has no such day,
 * as cards are charged.
 */
export function addMonths(time: number, months: number): number {
  const date = new Date(time)
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)
  const days = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)).getUTCDate()
  const dayStart = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
  const day = Math.min(date.getUTCDate(), days)
  return first + (time - dayStart) - (date.getUTCDate() - day) * 86_400_000
}
