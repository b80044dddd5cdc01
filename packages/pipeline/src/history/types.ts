// All times are UTC milliseconds.

/** A seat of a team, as Oracle's Elixir writes it. */
export type HistoryRole = 'top' | 'jng' | 'mid' | 'bot' | 'sup'
/** Roles in the order of `champions` and `playerIds`. */
export const roles: readonly HistoryRole[] = ['top', 'jng', 'mid', 'bot', 'sup']

export const sideCounts = ['kills', 'deaths', 'assists', 'towers', 'dragons', 'barons', 'gold', 'cs'] as const

/** Counts of one team in a game; `cs` is the creep score (minions and monsters); null is unknown. */
export type SideCounts = Readonly<Record<(typeof sideCounts)[number], number | null>>

/** One team's part of a game. Lists are in the order of `roles`; null is unknown. */
export interface GameSide extends SideCounts {
  readonly teamId: number
  /** Champion names as the history spells them. */
  readonly champions: readonly (string | null)[]
  readonly playerIds: readonly (number | null)[]
  /** Gold lead over the other side at minute 15 (negative: behind); absent if the layout has no such column. */
  readonly goldDiffAt15?: number | null
}

/** Objectives that only one side takes first. */
export const objectives = ['blood', 'tower', 'dragon', 'herald', 'baron'] as const
export type FirstObjective = (typeof objectives)[number]

/** One game (map) of a series. */
export interface Game {
  readonly id: string
  readonly startMs: number
  readonly seriesId: number
  /** 1 for the first game of its series. */
  readonly gameNumber: number
  /** Best-of of the game's series. */
  readonly bestOf: number
  readonly tournamentId: number | null
  readonly league: string
  readonly patch: string | null
  readonly lengthSeconds: number | null
  /** [blue, red] if the sides are known; otherwise in the order of the series row, without meaning. */
  readonly sides: readonly [GameSide, GameSide]
  readonly sidesKnown: boolean
  /** Index into `sides`. */
  readonly winner: 0 | 1
  /** Index into `sides` of the side that took the objective first. */
  readonly firsts: Readonly<Partial<Record<FirstObjective, 0 | 1>>>
}

/** A best-of-N between two teams. */
export interface HistorySeries {
  readonly id: number
  readonly startMs: number
  readonly tournamentId: number | null
  readonly league: string
  readonly playoffs: boolean | null
  /** 1, 2, 3 or 5. */
  readonly bestOf: number
  readonly team1Id: number
  readonly team2Id: number
  /** Null for a draw or an unknown winner. */
  readonly winnerTeamId: number | null
  /** Whether the winner has ceil(bestOf / 2) games, or both games of a best-of-2 are known. */
  readonly complete: boolean
  /** Games in order of play. */
  readonly games: readonly Game[]
}

/** One player in one game; null is unknown. */
export interface PlayerGame extends Pick<SideCounts, 'kills' | 'deaths' | 'assists' | 'cs' | 'gold'> {
  readonly gameId: string
  readonly playerId: number
  readonly teamId: number
  /** Champion name as the history spells it. */
  readonly champion: string | null
}

interface ListedEntity {
  readonly id: number
  readonly name: string
  readonly aliases: readonly string[]
  /** Ids in other sources, if the history lists them. */
  readonly sources?: readonly string[]
}

/** A team as the history lists it. */
export interface TeamRow extends ListedEntity {
  readonly code: string | null
  readonly region: string | null
  readonly league: string | null
}

/** A player as the history lists them. */
export interface PlayerRow extends ListedEntity {
  readonly role: HistoryRole | null
  readonly teamId: number | null
}

/** A champion as the history lists it. */
export interface ChampionRow {
  readonly id: number
  readonly name: string
  readonly imageUrl: string | null
}

/** A tournament as the history lists it. */
export interface TournamentRow {
  readonly id: number
  readonly name: string
  readonly league: string
  readonly region: string | null
  readonly season: string | null
  readonly startMs: number | null
  readonly endMs: number | null
}

interface PricePair {
  readonly seriesId: number
  readonly book: string
  /** Time of the capture; the end of the day if only the day is known. */
  readonly capturedMs: number
  readonly decimalOdds1: number
  readonly decimalOdds2: number
}

/** A price pair on the winner of a whole series. */
export interface SeriesOdds extends PricePair {
  readonly startMs: number
  readonly team1Id: number
  readonly team2Id: number
  /** Odds that a person could take after the venue's fee; null or absent if unknown: then the quoted odds count. */
  readonly takeOdds1?: number | null
  readonly takeOdds2?: number | null
  /** Whether it is known to be the book's last price before the start; default: unknown. */
  readonly isClosing?: boolean
}

/** A price pair on another market than the series winner: first team 1 of the series row, or over the line; then the other side. */
export interface MarketOdds extends PricePair {
  readonly market: 'mapWinner' | 'handicap' | 'totalMaps'
  /** The map to be won, the maps given to team 1 in a handicap, or the number of maps that a total is over or under. */
  readonly line: number
}

/** Ids by `name:` and lower-case name. Plain data, which artifacts store so that later folders get the same ids. */
export interface IdTable {
  /** The highest id ever assigned, in `ids` or not. */
  readonly last: number
  readonly ids: Readonly<Record<string, number>>
}

/** All teams or people, with the data that tells them from namesakes. */
export interface KnownTable<Row> {
  /** The highest id ever assigned. */
  readonly last: number
  /** Ids up to this one are those of riftline's own layout. */
  readonly lastListed: number
  /** Rows sorted by id. */
  readonly rows: readonly Row[]
}

interface KnownEntity {
  readonly id: number
  /** The current name first; empty if no name is known. */
  readonly names: readonly string[]
  /** Former ids, from joins of two ids into one. */
  readonly formerIds: readonly number[]
  /** Other sources' ids: an Oracle's Elixir id as it is, `riftline:<id>` for one of riftline's own layout that differs from the id here. */
  readonly sources: readonly string[]
  readonly region: string | null
}

/** A team that keeps its id. */
export interface KnownTeam extends KnownEntity {
  /** Leagues of the last 30 games at most, oldest first, without international events and cups. */
  readonly recentLeagues: readonly string[]
  /** The last game in each league. */
  readonly lastByLeague: readonly (readonly [league: string, lastGameMs: number])[]
}

/** A person who keeps their id. */
export interface KnownPerson extends KnownEntity {
  /** The last team; `region` is its region. */
  readonly teamId: number | null
  /** Full line-ups that this team has fielded without the person since the person's last game for it; absent is 0. */
  readonly lineupsMissed?: number
  /** Roles of the last 30 games at most, oldest first. */
  readonly recentRoles: readonly HistoryRole[]
  readonly games: number
  readonly firstGameMs: number | null
  readonly lastGameMs: number | null
}

/** Known teams and people: reading a later folder with them gives the same ids. */
export interface ExternalIds {
  readonly teams: KnownTable<KnownTeam>
  readonly players: KnownTable<KnownPerson>
  readonly champions: IdTable
  readonly tournaments: IdTable
  readonly lastSeriesId: number
}

/** A decision about an identity that a person may want to check. */
export interface Finding {
  readonly kind: 'team' | 'player'
  /**
   * `joined`: two ids became one, and `others` now resolve to `id`. `namesake`: new, although `others` have the name. `byRegion`: only
   * name and region match, not team and role. `ambiguous`: `id` may be meant, by a team's new name or a person's misspelt
   * name; until decided, the team's game is held back, and the person's seat stays empty.
   */
  readonly what: 'joined' | 'namesake' | 'byRegion' | 'ambiguous'
  readonly id: number
  readonly name: string
  readonly others: readonly number[]
}

interface Season {
  readonly season: number
  readonly games: number
  /** Absent if unknown. */
  readonly wins?: number
  /** Mean per game, like the following fields. */
  readonly kills: number
  readonly deaths: number
}

/** Published aggregates of one team's season; they may cover games that the history lacks. */
export interface TeamSeason extends Season {
  readonly teamId: number
  readonly dragons: number | null
  readonly barons: number | null
}

/** Published aggregates of one player's season. */
export interface PlayerSeason extends Season {
  readonly playerId: number
  /** The season's only team; null for several teams and for an unknown one. */
  readonly teamId: number | null
  readonly assists: number
}

/** A row that was skipped, with the reason. */
export interface SkippedRow {
  readonly file: string
  /** Line number; the header is line 1. */
  readonly line: number
  readonly reason: string
}

/** A game that waits for the next history, because its series, or one that began before it, may still be running. */
export interface HeldGame {
  readonly id: string
  readonly startMs: number
  /** Whether the game's own series may be running. */
  readonly isRunning: boolean
}

/** A whole history folder, read and checked. */
export interface History {
  /** Sorted by start, then id; each with its games. */
  readonly series: readonly HistorySeries[]
  readonly teams: readonly TeamRow[]
  readonly players: readonly PlayerRow[]
  readonly champions: readonly ChampionRow[]
  readonly tournaments: readonly TournamentRow[]
  readonly playerGames: readonly PlayerGame[]
  readonly odds: readonly SeriesOdds[]
  readonly marketOdds?: readonly MarketOdds[]
  readonly teamSeasons: readonly TeamSeason[]
  readonly playerSeasons?: readonly PlayerSeason[]
  /** Rows that could not be used. */
  readonly skipped: readonly SkippedRow[]
  /** Number of games over all series. */
  readonly games: number
  /** Games left out of `series`, because a series may have been running when the history was written. */
  readonly held?: readonly HeldGame[]
  readonly externalIds?: ExternalIds
  /** Decisions about identities that a person may want to check. */
  readonly findings?: readonly Finding[]
}
