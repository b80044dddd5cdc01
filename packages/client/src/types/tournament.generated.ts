// Written from packages/server/openapi.json by npm run client-types; do not edit.

import type { SideGames, SideWinRate } from './details.generated.ts'
import type { Named } from './lists.generated.ts'

/** Counts and shares are those of the maps played so far. */
export interface TournamentDetail {
  /** What other calls take, at least 1. */
  readonly id: number
  /** League, year and split, as people write them. */
  readonly name: string
  /** The code of the league. */
  readonly league: string
  /** The league as people call it. */
  readonly leagueName: string
  /** The year, which a tournament may begin before. */
  readonly season: string | null
  /** Region of its league; null for international ones. */
  readonly region: string | null
  /** When it began; null where that is not known. UTC, without a suffix. */
  readonly startUtc: string | null
  /** When it ended, or its last game so far began; null where neither is known. UTC, without a suffix. */
  readonly endUtc: string | null
  /** The data date: start of the last game learned. UTC, without a suffix. */
  readonly dataThroughUtc: string
  /** Where the statistics begin; null where no game is known. UTC, without a suffix. */
  readonly statsFromUtc: string | null
  /** Where they end, never after the data date; null where no game is known. UTC, without a suffix. */
  readonly statsToUtc: string | null
  /** Maps played so far. */
  readonly games: number
  /** The winner first, then by series won; null where not all games were counted. */
  readonly teams:
    | readonly {
        /** The team. */
        readonly team: Named
        /** Maps played. */
        readonly games: number
        /** In maps. */
        readonly record: string
        /** In series; drawn and unfinished ones count in neither. */
        readonly seriesRecord: string
      }[]
    | null
  /**
   * Who won the last series of the play-offs; null until 21 days after, where series are missing, and of
   * qualifiers.
   */
  readonly winnerTeam: Named | null
  /** Shares of games won, by side. */
  readonly sideWinRate: SideWinRate
  /** Games that the shares of sideWinRate rest on. */
  readonly sideGames: SideGames
  /** What only one side takes first; null where too few games tell it. */
  readonly firstObjectiveRates: {
    /** The first kill. */
    readonly blood: FirstObjectiveRate | null
    /** The first tower. */
    readonly tower: FirstObjectiveRate | null
    /** The first dragon. */
    readonly dragon: FirstObjectiveRate | null
    /** The first Rift Herald. */
    readonly herald: FirstObjectiveRate | null
    /** The first Baron. */
    readonly baron: FirstObjectiveRate | null
  }
  /** Games with lines of single players; below a quarter of all there are no leaders. */
  readonly leaderGames: number | null
  /**
   * At most five players, best first, then by id; at least five games that tell it, and half as many as whoever
   * has most.
   */
  readonly leaders: {
    /** Kills and assists for each death. At most 5 items. */
    readonly kda: readonly Leader[]
    /** Minions and monsters killed in a minute. At most 5 items. */
    readonly csPerMin: readonly Leader[]
    /** Share of the team's kills, 0-1. At most 5 items. */
    readonly killParticipation: readonly Leader[]
    /** Share of the team's gold, 0-1. At most 5 items. */
    readonly goldShare: readonly Leader[]
  }
}

/** Who takes an objective first, and whether that side wins. */
export interface FirstObjectiveRate {
  /** Share of games in which blue took it first, 0-1. */
  readonly blueShare: number
  /** Share of games won by the side that took it first, 0-1. */
  readonly winShare: number
  /** Games that tell it: ten at least, and a quarter of all. */
  readonly games: number | null
}

/** A player among the best of a tournament in one statistic. */
export interface Leader {
  /** The player. */
  readonly player: Named
  /** The team there; null where not known. */
  readonly team: Named | null
  /** The average, in the unit of the statistic. */
  readonly value: number
  /** Games that it rests on; null where it was not counted. */
  readonly games: number | null
}
