import { dayOf } from '@riftline/base'
import type { PlayerDetail, TeamDetail, TournamentDetail } from './details.ts'

/** Kind of a number; a share is from 0 to 1. */
export type NumberKind = 'measure' | 'share'

/** The statistics of a team, with their kinds. */
export const teamNumbers = {
  /** Gold per minute. */
  gpm: 'measure',
  /** Minions and monsters per minute. */
  csPerMin: 'measure',
  /** (kills + assists) / deaths; zero deaths count as one. */
  kda: 'measure',
  avgGameMinutes: 'measure',
  /** Share of games in which the team took first blood, 0-1; towers and dragons accordingly. */
  firstBloodRate: 'share',
  firstTowerRate: 'share',
  firstDragonRate: 'share',
  dragonsPerGame: 'measure',
  baronsPerGame: 'measure',
  towersPerGame: 'measure',
  killsPerGame: 'measure',
  deathsPerGame: 'measure',
  /** Gold lead over the other team at minute 15 (negative: behind). */
  goldDiffAt15: 'measure',
} as const satisfies Record<string, NumberKind>

/** The statistics of a player, with their kinds. */
export const playerNumbers = {
  /** (kills + assists) / deaths; zero deaths count as one. */
  kda: 'measure',
  /** Minions and monsters per minute. */
  csPerMin: 'measure',
  /** Share of the team's gold, 0-1. */
  goldShare: 'share',
  /** Kills and assists as a share of the team's kills, 0-1. */
  killParticipation: 'share',
  killsPerGame: 'measure',
  deathsPerGame: 'measure',
  assistsPerGame: 'measure',
} as const satisfies Record<string, NumberKind>

type StatsOf<Numbers> = { readonly games: number } & { readonly [Name in keyof Numbers]: number | null }
/** Statistics of a team; gold and creep score are sums over its five players. */
export type TeamStats = StatsOf<typeof teamNumbers>
/** Statistics of a player. */
export type PlayerStats = StatsOf<typeof playerNumbers>

/** Number and origin of the games behind a number. */
export interface Sample {
  readonly games: number
  /** Games of the span itself, or published averages of the seasons that it overlaps. */
  readonly from: 'games' | 'season'
}

/** A sample for each number and for the record; null if the number is null. */
export type Samples<Stats> = { readonly record: Sample | null } & {
  readonly [Name in Exclude<keyof Stats, 'games'>]: Sample | null
}

/** Completeness of a record: a player's games are counted only where the team's line-up is known. */
export interface Coverage {
  /** Games of the team; for a player, those of every team that the player played for. */
  readonly teamGames: number
  /** Number of games with five known players. */
  readonly lineups: number
}

/** Statistics of a span of time. A number is null if too few games have it. */
export interface Statistics<Stats> {
  /** `<wins>W - <losses>L`, in maps; for a season, the published total if it covers more games than are known here. */
  readonly record: string
  readonly winRate: number | null
  /** Coverage of the record; null if it is a published total, or line-ups were not counted. */
  readonly coverage: Coverage | null
  readonly stats: Stats
  readonly samples: Samples<Stats>
}

/** Statistics of one year. */
export interface SeasonStatistics<Stats> extends Statistics<Stats> {
  /** Name of the season as in tournaments: `2026`. */
  readonly season: string
  /** Codes of leagues, most games first. */
  readonly leagues: readonly string[]
  readonly games: number
}

export function eachNumber<Name extends string, Value, T>(
  numbers: Readonly<Record<Name, Value>>,
  toOne: (value: Value) => T,
): Record<Name, T> {
  const values = Object.entries<Value>(numbers).map(([name, value]) => [name, toOne(value)])
  return Object.fromEntries(values) as Record<Name, T>
}

/** A number with its sample; null if too few games have it. */
export type Sampled = (Sample & { readonly value: number }) | null

/** Number of maps played and won, with their source. */
export interface PlayedGames {
  readonly games: number
  readonly wins: number
  /** Default `games`. */
  readonly from?: Sample['from']
  /** Default null. */
  readonly coverage?: Coverage | null
}

/** Combines a record with numbers that each have their own sample. */
export function toStatistics<Name extends string>(
  { games, wins, from = 'games', coverage = null }: PlayedGames,
  numbers: Readonly<Record<Name, Sampled>>,
): Statistics<StatsOf<Record<Name, unknown>>> {
  return {
    record: `${wins}W - ${games - wins}L`,
    winRate: games === 0 ? null : (100 * wins) / games,
    coverage,
    stats: { games, ...eachNumber(numbers, (one: Sampled) => one?.value ?? null) },
    samples: {
      record: games === 0 ? null : { games, from },
      ...eachNumber(numbers, (one: Sampled) => one && { games: one.games, from: one.from }),
    } as Samples<StatsOf<Record<Name, unknown>>>,
  }
}

/** Length in days of the window of statistics, which ends with the data date. */
const windowDays = 365

/**
 * The first of the 365 days that end with the day of `asOfMs`, in days since 1970.
 *
 * @example firstDayOfWindow(Date.UTC(2026, 1, 28)) * dayMs // start of 2025-03-01
 */
export function firstDayOfWindow(asOfMs: number): number {
  return dayOf(asOfMs) - windowDays + 1
}

/** Statistics for a span without games. */
export function noStatistics<Name extends string>(numbers: Readonly<Record<Name, NumberKind>>) {
  const unknown = eachNumber(numbers, () => null)
  return toStatistics({ games: 0, wins: 0 }, unknown)
}

const bySide = { sideWinRate: { blue: null, red: null }, sideGames: { blue: 0, red: 0 } }

/** Details of a team that never played. */
export const emptyTeamDetail: TeamDetail = { ...noStatistics(teamNumbers), ...bySide, championPool: [], seasons: [] }
/** Details of a player who never played. */
export const emptyPlayerDetail: PlayerDetail = { ...noStatistics(playerNumbers), championPool: [], seasons: [] }
/** Details of a tournament without known games. */
export const emptyTournamentDetail: TournamentDetail = {
  games: 0,
  teams: [],
  winnerTeam: null,
  ...bySide,
  firstObjectiveRates: { blood: null, tower: null, dragon: null, herald: null, baron: null },
  leaderGames: 0,
  leaders: { kda: [], csPerMin: [], killParticipation: [], goldShare: [] },
}
