import { dayMs } from '@riftline/core'

/** The statistics of teams and players look back this far from the data date. */
export const windowDays = 365

/** Days since 1970, UTC. */
export function dayOf(ms: number): number {
  return Math.floor(ms / dayMs)
}

/** The first of the 365 days that end with the day of `asOfMs`. */
export function firstDayOfWindow(asOfMs: number): number {
  return dayOf(asOfMs) - windowDays + 1
}

/** Months since 1970, UTC. */
export function monthOf(day: number): number {
  const date = new Date(day * dayMs)
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth()
}
