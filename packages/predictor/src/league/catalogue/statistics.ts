import { dayOf } from '@riftline/base'
import type { Coverage, Sample, Samples, Statistics } from './details.ts'

/** A number with its sample; null where too few games tell it. */
export type Sampled = (Sample & { readonly value: number }) | null

type Stats<Name extends string> = { readonly games: number } & { readonly [Key in Name]: number | null }

/** Maps played and won, and their source. */
export interface PlayedGames {
  readonly games: number
  readonly wins: number
  /** Default `games`. */
  readonly from?: Sample['from']
  /** Default null. */
  readonly coverage?: Coverage | null
}

/** Joins a record with numbers that each know their sample. */
export function toStatistics<Name extends string>(
  { games, wins, from = 'games', coverage = null }: PlayedGames,
  numbers: Readonly<Record<Name, Sampled>>,
): Statistics<Stats<Name>> {
  const names = Object.keys(numbers) as Name[]
  const pick = <T>(of: (name: Name) => T): Record<Name, T> =>
    Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, T>
  return {
    record: `${wins}W - ${games - wins}L`,
    winRate: games === 0 ? null : (100 * wins) / games,
    coverage,
    stats: { games, ...pick((name) => numbers[name]?.value ?? null) },
    samples: {
      record: games === 0 ? null : { games, from },
      ...pick((name) => sampleOf(numbers[name])),
    } as Samples<Stats<Name>>,
  }
}

function sampleOf(number: Sampled): Sample | null {
  return number && { games: number.games, from: number.from }
}

/** Days up to the data date that the statistics of teams and players cover. */
const windowDays = 365

/**
 * The first of the 365 days that end with the day of `asOfMs`, in days since 1970.
 *
 * @example firstDayOfWindow(Date.UTC(2026, 1, 28)) * dayMs // that of 2025-03-01
 */
export function firstDayOfWindow(asOfMs: number): number {
  return dayOf(asOfMs) - windowDays + 1
}
