import { dayOf } from '@riftline/base'

/** The statistics of teams and players cover this many days up to the data date. */
const windowDays = 365

/**
 * The first of the 365 days that end with the day of `asOfMs`, in days since 1970.
 *
 * @example firstDayOfWindow(Date.UTC(2026, 1, 28)) * dayMs // that of 2025-03-01
 */
export function firstDayOfWindow(asOfMs: number): number {
  return dayOf(asOfMs) - windowDays + 1
}
