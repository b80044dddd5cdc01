import { dayOf } from '@riftline/base'
import type { PlayerDetail, TeamDetail, TournamentDetail } from './details.ts'

/** Kind of a number: a share is from 0 to 1. */
export type NumberKind = 'measure' | 'share'

/** The numbers of a team. */
export const teamNumbers = {
  /** Gold a minute. */
  gpm: 'measure',
  /** Minions and monsters, a minute. */
  csPerMin: 'measure',
  /** (kills + assists) / deaths, or / 1 without a death. */
  kda: 'measure',
  avgGameMinutes: 'measure',
  /** Share of the games in which the team took it first, 0-1; towers and dragons alike. */
  firstBloodRate: 'share',
  firstTowerRate: 'share',
  firstDragonRate: 'share',
  dragonsPerGame: 'measure',
  baronsPerGame: 'measure',
  towersPerGame: 'measure',
  killsPerGame: 'measure',
  deathsPerGame: 'measure',
  /** Gold ahead (behind: negative) of the other team at minute 15. */
  goldDiffAt15: 'measure',
} as const satisfies Record<string, NumberKind>

/** The numbers of a player. */
export const playerNumbers = {
  /** (kills + assists) / deaths, or / 1 without a death. */
  kda: 'measure',
  /** Minions and monsters, a minute. */
  csPerMin: 'measure',
  /** Share of the team's gold, 0-1. */
  goldShare: 'share',
  /** Kills and assists of the team's kills, 0-1. */
  killParticipation: 'share',
  killsPerGame: 'measure',
  deathsPerGame: 'measure',
  assistsPerGame: 'measure',
} as const satisfies Record<string, NumberKind>

type StatsOf<Numbers> = { readonly games: number } & { readonly [Name in keyof Numbers]: number | null }
/** Numbers of a team; gold and creep score are those of its five players together. */
export type TeamStats = StatsOf<typeof teamNumbers>
/** Numbers of a player. */
export type PlayerStats = StatsOf<typeof playerNumbers>

/** Sample of a number. */
export interface Sample {
  readonly games: number
  /** Games of the span itself, or published averages of the seasons that it touches. */
  readonly from: 'games' | 'season'
}

/** A sample for each number and for the record, null where the number is. */
export type Samples<Stats> = { readonly record: Sample | null } & {
  readonly [Name in Exclude<keyof Stats, 'games'>]: Sample | null
}

/** Players that a record may miss: a player counts in the games of the team whose line-up is known. */
export interface Coverage {
  /** Games of the team, of a player those of every team that they played for. */
  readonly teamGames: number
  /** Games whose five players are known. */
  readonly lineups: number
}

/** Statistics of a span of time. A number that too few games tell is null. */
export interface Statistics<Stats> {
  /** `<wins>W - <losses>L`, in maps: of a season the published total where that has more games than are known here. */
  readonly record: string
  readonly winRate: number | null
  /** Coverage of the record; null where it is a published total, and where line-ups were not counted. */
  readonly coverage: Coverage | null
  readonly stats: Stats
  readonly samples: Samples<Stats>
}

/** Statistics of one year. */
export interface SeasonStatistics<Stats> extends Statistics<Stats> {
  /** As tournaments name it: `2026`. */
  readonly season: string
  /** Codes, most games first. */
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

/** A number with its sample; null where too few games tell it. */
export type Sampled = (Sample & { readonly value: number }) | null

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

/** Statistics without a game. */
export function noStatistics<Name extends string>(numbers: Readonly<Record<Name, NumberKind>>) {
  const unknown = eachNumber(numbers, () => null)
  return toStatistics({ games: 0, wins: 0 }, unknown)
}

const bySide = { sideWinRate: { blue: null, red: null }, sideGames: { blue: 0, red: 0 } }

/** A team that never played. */
export const emptyTeamDetail: TeamDetail = { ...noStatistics(teamNumbers), ...bySide, championPool: [], seasons: [] }
/** A player who never played. */
export const emptyPlayerDetail: PlayerDetail = { ...noStatistics(playerNumbers), championPool: [], seasons: [] }
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
