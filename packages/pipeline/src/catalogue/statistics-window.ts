import { dayOf } from '@riftline/core'

/** The statistics of teams and players cover this many days up to the data date. */
export const windowDays = 365

/** The first of the 365 days that end with the day of `asOfMs`. */
export function firstDayOfWindow(asOfMs: number): number {
  return dayOf(asOfMs) - windowDays + 1
}
