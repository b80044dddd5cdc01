// Times are UTC milliseconds.

/** A seat of a team, as Oracle's Elixir writes it. */
export type HistoryRole = 'top' | 'jng' | 'mid' | 'bot' | 'sup'
/** Roles in the order of `champions` and `playerIds`. */
export const roles: readonly HistoryRole[] = ['top', 'jng', 'mid', 'bot', 'sup']

export const sideCounts = ['kills', 'deaths', 'assists', 'towers', 'dragons', 'barons', 'gold', 'cs'] as const

/** Counts of one team in a game; `cs` is its creep score, minions and monsters; null is unknown. */
export type SideCounts = Readonly<Record<(typeof sideCounts)[number], number | null>>

/** One team's part of a game. Lists are in the order of `roles`; null is unknown. */
export interface GameSide extends SideCounts {
  readonly teamId: number
  /** Champion names as the history spells them. */
  readonly champions: readonly (string | null)[]
  readonly playerIds: readonly (number | null)[]
  /** Gold ahead (behind: negative) of the other side at minute 15; absent where the layout has no such column. */
  readonly goldDiffAt15?: number | null
}

/** Objectives that only one side takes first. */
export const objectives = ['blood', 'tower', 'dragon', 'herald', 'baron'] as const
export type FirstObjective = (typeof objectives)[number]

/** One map. */
export interface Game {
  readonly id: string
  readonly startMs: number
  readonly seriesId: number
  /** 1 for the first game of its series. */
  readonly gameNumber: number
  /** That of its series. */
  readonly bestOf: number
  readonly tournamentId: number | null
  readonly league: string
  readonly patch: string | null
  readonly lengthSeconds: number | null
  /** With known sides [blue, red]; otherwise in the order of the series row, and not to be read as sides. */
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
  /** null: draw or unknown. */
  readonly winnerTeamId: number | null
  /** The winner has ceil(bestOf / 2) games, or both games of a best-of-2 are known to have been played. */
  readonly complete: boolean
  /** In order of play. */
  readonly games: readonly Game[]
}

/** One player in one game; null is unknown. */
export interface PlayerGame extends Pick<SideCounts, 'kills' | 'deaths' | 'assists' | 'cs' | 'gold'> {
  readonly gameId: string
  readonly playerId: number
  readonly teamId: number
  /** As the history spells it. */
  readonly champion: string | null
}

interface ListedEntity {
  readonly id: number
  readonly name: string
  readonly aliases: readonly string[]
  /** Ids in other sources, when the history lists them. */
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
  /** The end of the day where only the day is known. */
  readonly capturedMs: number
  readonly decimalOdds1: number
  readonly decimalOdds2: number
}

/** A price pair on the winner of a whole series. */
export interface SeriesOdds extends PricePair {
  readonly startMs: number
  readonly team1Id: number
  readonly team2Id: number
  /** Odds that a person could take after the venue's fee; null or absent where unknown: then the odds themselves count. */
  readonly takeOdds1?: number | null
  readonly takeOdds2?: number | null
  /** Whether it is known to be the book's last price before the start; default: not known. */
  readonly isClosing?: boolean
}

/** A price pair on another market of a series than its winner: on team 1 of the series row or over the line, then the rest. */
export interface MarketOdds extends PricePair {
  readonly market: 'mapWinner' | 'handicap' | 'totalMaps'
  /** The map to be won, the maps given to team 1 in a handicap, or the maps that a total is over or under. */
  readonly line: number
}

/** Ids by name, as `name:` and its lower-case form. Plain data, so that artifacts can keep it and a later folder gets the same ids. */
export interface IdTable {
  /** The highest id ever given, whether in `ids` or not. */
  readonly last: number
  readonly ids: Readonly<Record<string, number>>
}

/** All teams or people, with what tells them from namesakes. */
export interface KnownTable<Row> {
  /** The highest id ever given. */
  readonly last: number
  /** Up to this id, ids are those of riftline's own layout. */
  readonly lastListed: number
  /** Rows in order of id. */
  readonly rows: readonly Row[]
}

interface KnownEntity {
  readonly id: number
  /** The current one first; empty without a known name. */
  readonly names: readonly string[]
  /** Ids of the same team or person before two were joined. */
  readonly formerIds: readonly number[]
  /** Ids in other sources: an Oracle's Elixir id as it is, `riftline:<id>` for one of riftline's own layout that is not the id here. */
  readonly sources: readonly string[]
  readonly region: string | null
}

/** A team that keeps its id. */
export interface KnownTeam extends KnownEntity {
  /** Leagues of at most 30 last games, oldest first, without international events and cups. */
  readonly recentLeagues: readonly string[]
  /** The last game in each league. */
  readonly lastByLeague: readonly (readonly [league: string, lastGameMs: number])[]
}

/** A person who keeps their id. */
export interface KnownPerson extends KnownEntity {
  /** The last one; `region` is its. */
  readonly teamId: number | null
  /** Whole line-ups that this team has fielded without them since their last game for it; absent is 0. */
  readonly lineupsMissed?: number
  /** Roles of at most 30 last games, oldest first. */
  readonly recentRoles: readonly HistoryRole[]
  readonly games: number
  readonly firstGameMs: number | null
  readonly lastGameMs: number | null
}

/** Ids that a later folder is read with, so that its teams and people are these. */
export interface ExternalIds {
  readonly teams: KnownTable<KnownTeam>
  readonly players: KnownTable<KnownPerson>
  readonly champions: IdTable
  readonly tournaments: IdTable
  readonly lastSeriesId: number
}

/** A decision on who is who that somebody may want to check. */
export interface Finding {
  readonly kind: 'team' | 'player'
  /**
   * `joined`: two ids are one, and `others` answer as `id`. `namesake`: new, though `others` have the name. `byRegion`: found
   * by name and region alone, against team and role. `ambiguous`: `id` may be meant, by a new name of a team or a misspelt one of a
   * person, so the game of the team waits, the seat of the person stays empty.
   */
  readonly what: 'joined' | 'namesake' | 'byRegion' | 'ambiguous'
  readonly id: number
  readonly name: string
  readonly others: readonly number[]
}

interface Season {
  readonly season: number
  readonly games: number
  /** Absent where it is not known. */
  readonly wins?: number
  /** Means a game, as all that follow. */
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
  /** The only team of the season; null for several and for an unknown one. */
  readonly teamId: number | null
  readonly assists: number
}

/** A row that was skipped, with the reason. */
export interface SkippedRow {
  readonly file: string
  /** 1 is the header. */
  readonly line: number
  readonly reason: string
}

/** A game that waits for the next history: its series may still be running, or such a one began before it. */
export interface HeldGame {
  readonly id: string
  readonly startMs: number
  /** Whether its own series is the one that may be running. */
  readonly isRunning: boolean
}

/** A whole folder, read and checked. */
export interface History {
  /** By start, then id; each with its games. */
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
  /** Games that are in no series here, because one may have been running when the history was written. */
  readonly held?: readonly HeldGame[]
  readonly externalIds?: ExternalIds
  /** Decisions on who is who that somebody may want to check. */
  readonly findings?: readonly Finding[]
}
