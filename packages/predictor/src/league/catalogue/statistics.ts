import { dayOf } from '@riftline/base'
import type {
  Coverage,
  PlayerDetail,
  PlayerStats,
  Sample,
  Samples,
  Statistics,
  TeamDetail,
  TeamStats,
  TournamentDetail,
} from './details.ts'

/** Kind of a number: a share is from 0 to 1. */
export type NumberKind = 'measure' | 'share'

/** The numbers of a team. */
export const teamNumbers: Readonly<Record<Exclude<keyof TeamStats, 'games'>, NumberKind>> = {
  gpm: 'measure',
  csPerMin: 'measure',
  kda: 'measure',
  avgGameMinutes: 'measure',
  firstBloodRate: 'share',
  firstTowerRate: 'share',
  firstDragonRate: 'share',
  dragonsPerGame: 'measure',
  baronsPerGame: 'measure',
  towersPerGame: 'measure',
  killsPerGame: 'measure',
  deathsPerGame: 'measure',
  goldDiffAt15: 'measure',
}

/** The numbers of a player. */
export const playerNumbers: Readonly<Record<Exclude<keyof PlayerStats, 'games'>, NumberKind>> = {
  kda: 'measure',
  csPerMin: 'measure',
  goldShare: 'share',
  killParticipation: 'share',
  killsPerGame: 'measure',
  deathsPerGame: 'measure',
  assistsPerGame: 'measure',
}

/** A value for each of several numbers. */
export function eachNumber<Name extends string, Value, T>(
  numbers: Readonly<Record<Name, Value>>,
  toOne: (value: Value) => T,
): Record<Name, T> {
  const values = Object.entries<Value>(numbers).map(([name, value]) => [name, toOne(value)])
  return Object.fromEntries(values) as Record<Name, T>
}

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
  return {
    record: `${wins}W - ${games - wins}L`,
    winRate: games === 0 ? null : (100 * wins) / games,
    coverage,
    stats: { games, ...eachNumber(numbers, (one: Sampled) => one?.value ?? null) },
    samples: {
      record: games === 0 ? null : { games, from },
      ...eachNumber(numbers, (one: Sampled) => one && { games: one.games, from: one.from }),
    } as Samples<Stats<Name>>,
  }
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

const nothing = { games: 0, wins: 0 }
const bySide = { sideWinRate: { blue: null, red: null }, sideGames: { blue: 0, red: 0 } }

/** A team that never played. */
export const emptyTeamDetail: TeamDetail = {
  ...toStatistics(
    nothing,
    eachNumber(teamNumbers, () => null),
  ),
  ...bySide,
  championPool: [],
  seasons: [],
}

/** A player who never played. */
export const emptyPlayerDetail: PlayerDetail = {
  ...toStatistics(
    nothing,
    eachNumber(playerNumbers, () => null),
  ),
  championPool: [],
  seasons: [],
}

/** A tournament of which no game is known. */
export const emptyTournamentDetail: TournamentDetail = {
  games: 0,
  teams: [],
  winnerTeam: null,
  ...bySide,
  firstObjectiveRates: { blood: null, tower: null, dragon: null, herald: null, baron: null },
  leaderGames: 0,
  leaders: { kda: [], csPerMin: [], killParticipation: [], goldShare: [] },
}
