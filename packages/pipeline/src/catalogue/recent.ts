import { dayMs, dayOf, monthOf, yearOf } from '@riftline/base'
import { firstDayOfWindow } from '@riftline/predictor'
import * as z from 'zod'
import type { History } from '../history/types.ts'
import { parseDocument } from '../json-document.ts'
import {
  type PlayerField,
  playerFields,
  type TeamField,
  type TournamentField,
  teamFields,
  tournamentFields,
} from './game-sums.ts'
import { openSeasonAverages, playerAverageFields, type SeasonAverages, teamAverageFields } from './season-averages.ts'
import { openStandings, packStandings, type Standings, standingLength } from './standings.ts'
import { createKeyedSums, type KeyedSums } from './sums.ts'

export type PoolField = 'games' | 'wins' | 'kills' | 'deaths' | 'assists' | 'kdaGames'
export const poolFields: readonly PoolField[] = ['games', 'wins', 'kills', 'deaths', 'assists', 'kdaGames']

/** Rows of numbers: a key, then the fields. */
export type Rows = readonly (readonly number[])[]

function rows(length: number): z.ZodType<Rows> {
  return z.array(z.array(z.number()).length(length))
}

const schema = z.object({
  version: z.literal(3),
  /** Days since 1970 at the data date. */
  asOfDay: z.int(),
  /** team, day */
  teamDays: rows(2 + teamFields.length),
  /** player, day */
  playerDays: rows(2 + playerFields.length),
  /** team, champion, month */
  teamPools: rows(3 + poolFields.length),
  /** player, champion, month */
  playerPools: rows(3 + poolFields.length),
  /** tournament */
  tournaments: rows(1 + tournamentFields.length),
  /** tournament, player, team */
  tournamentPlayers: rows(3 + playerFields.length),
  /** Last day of every tournament: tournament, day. */
  tournamentEnds: rows(2),
  /** The first season whose sums are here and have all its games. */
  seasonsFrom: z.int(),
  /** Codes that the rows of seasons name by their place. */
  leagues: z.array(z.string()),
  /** team, season, league */
  teamSeasons: rows(3 + teamFields.length),
  /** player, season, league */
  playerSeasons: rows(3 + playerFields.length),
  /** The first day from which line-ups are counted. */
  lineupsFrom: z.int(),
  /** player, season, team */
  playerTeams: rows(4),
  /** tournament, team */
  standings: rows(standingLength),
  /** season, team */
  teamAverages: rows(2 + teamAverageFields.length),
  /** season, player, their only team or 0 */
  playerAverages: rows(3 + playerAverageFields.length),
})

/**
 * The sums from which `riftline update` moves the statistics window: artifacts must not hold the games themselves. A row is a
 * key and then the fields in the order of `teamFields`, `playerFields` and so on. Sums of teams and players are by day, so that
 * an update gives the same statistics as a build from everything. Champion pools are by month, which is a fifth of the size and
 * from which no draft can be restored; after an update they may therefore reach back to the beginning of the month in which the
 * window begins. Counts of tournaments and of their teams are kept for ever, the sums of their players and those of seasons as
 * long as games may still come.
 */
export type CatalogueRecent = Readonly<z.infer<typeof schema>>

/** Version 2 counted neither line-ups nor standings, and did not know how many games of a published season were won. */
const wonFields = 2
const second = z.object({
  ...schema.omit({ lineupsFrom: true, playerTeams: true, standings: true }).shape,
  version: z.literal(2),
  teamDays: rows(2 + teamFields.length - 1),
  teamSeasons: rows(3 + teamFields.length - 1),
  teamAverages: rows(2 + teamAverageFields.length - wonFields),
  playerAverages: rows(3 + playerAverageFields.length - wonFields),
})

/** Reads `recent.json`, also of version 2. @throws ArtifactError `artifact_invalid` */
export function parseRecent(file: string, text: string): CatalogueRecent {
  const recent = parseDocument(file, text, z.discriminatedUnion('version', [schema, second]))
  return recent.version === 2 ? upgradeSecond(recent) : recent
}

/** Counts line-ups from the day after the data date; the standings of tournaments that began before stay unknown. */
function upgradeSecond(recent: z.infer<typeof second>): CatalogueRecent {
  const withZeros = (table: Rows, zeros: number): Rows =>
    table.map((row) => [...row, ...Array.from({ length: zeros }, () => 0)])
  return {
    ...recent,
    version: 3,
    teamDays: withZeros(recent.teamDays, 1),
    teamSeasons: withZeros(recent.teamSeasons, 1),
    lineupsFrom: recent.asOfDay + 1,
    playerTeams: [],
    standings: [],
    teamAverages: withZeros(recent.teamAverages, wonFields),
    playerAverages: withZeros(recent.playerAverages, wonFields),
  }
}

/** The sums while games are added. */
export interface OpenRecent {
  readonly firstDay: number
  /** The years that the window touches. */
  readonly windowSeasons: readonly number[]
  readonly teamDays: KeyedSums<TeamField>
  readonly playerDays: KeyedSums<PlayerField>
  readonly teamPools: KeyedSums<PoolField>
  readonly playerPools: KeyedSums<PoolField>
  readonly tournaments: KeyedSums<TournamentField>
  readonly tournamentPlayers: KeyedSums<PlayerField>
  readonly tournamentEnds: Map<number, number>
  /** Tournaments whose players' sums are complete. */
  readonly openTournaments: Set<number>
  readonly seasonsFrom: number
  readonly leagues: string[]
  readonly teamSeasons: KeyedSums<TeamField>
  readonly playerSeasons: KeyedSums<PlayerField>
  readonly lineupsFrom: number
  readonly playerTeams: KeyedSums<'games'>
  readonly standings: Standings
  readonly averages: SeasonAverages
}

/** After this pause a tournament counts as over: none in the history pauses for longer. */
const openDays = 120

/** Continues the sums of earlier artifacts, without what has left the window. */
export function openRecent(
  asOfMs: number,
  history: Pick<History, 'teamSeasons' | 'playerSeasons'>,
  previous: CatalogueRecent | undefined,
): OpenRecent {
  const firstDay = firstDayOfWindow(asOfMs)
  const firstMonth = monthOf(firstDay * dayMs)
  const inWindow = ([, day = 0]: readonly number[]): boolean => day >= firstDay
  const inMonths = ([, , month = 0]: readonly number[]): boolean => month >= firstMonth
  return {
    firstDay,
    windowSeasons: [...new Set([yearOf(firstDay * dayMs), yearOf(asOfMs)])],
    teamDays: createKeyedSums(teamFields, 2, previous?.teamDays, inWindow),
    playerDays: createKeyedSums(playerFields, 2, previous?.playerDays, inWindow),
    teamPools: createKeyedSums(poolFields, 3, previous?.teamPools, inMonths),
    playerPools: createKeyedSums(poolFields, 3, previous?.playerPools, inMonths),
    tournaments: createKeyedSums(tournamentFields, 1, previous?.tournaments),
    tournamentPlayers: createKeyedSums(playerFields, 3, previous?.tournamentPlayers),
    tournamentEnds: new Map(previous?.tournamentEnds.map(([id = 0, day = 0]) => [id, day])),
    openTournaments: new Set(
      previous?.tournamentEnds.filter(([, day = 0]) => day >= previous.asOfDay - openDays).map(([id = 0]) => id),
    ),
    seasonsFrom: previous?.seasonsFrom ?? 0,
    leagues: [...(previous?.leagues ?? [])],
    teamSeasons: createKeyedSums(teamFields, 3, previous?.teamSeasons),
    playerSeasons: createKeyedSums(playerFields, 3, previous?.playerSeasons),
    lineupsFrom: previous?.lineupsFrom ?? 0,
    playerTeams: createKeyedSums(['games'], 3, previous?.playerTeams),
    standings: openStandings(previous?.standings),
    averages: openSeasonAverages(
      history,
      previous && { teams: previous.teamAverages, players: previous.playerAverages },
    ),
  }
}

/** The place of a league, in the order in which they came. */
export function leagueIndex({ leagues }: OpenRecent, league: string): number {
  const index = leagues.indexOf(league)
  return index === -1 ? leagues.push(league) - 1 : index
}

export function packRecent(recent: OpenRecent, asOfMs: number): CatalogueRecent {
  const isOpen = (id = 0): boolean =>
    recent.openTournaments.has(id) && (recent.tournamentEnds.get(id) ?? 0) >= dayOf(asOfMs) - openDays
  // Games of the new year may still belong to the last season.
  const seasonsFrom = Math.max(recent.seasonsFrom, yearOf(asOfMs) - 1)
  const isRunning = (season = 0): boolean => season >= seasonsFrom
  return {
    version: 3,
    asOfDay: dayOf(asOfMs),
    teamDays: recent.teamDays.pack(),
    playerDays: recent.playerDays.pack(),
    teamPools: recent.teamPools.pack(),
    playerPools: recent.playerPools.pack(),
    tournaments: recent.tournaments.pack(),
    tournamentPlayers: recent.tournamentPlayers.pack().filter(([tournamentId]) => isOpen(tournamentId)),
    tournamentEnds: [...recent.tournamentEnds].sort(([a], [b]) => a - b),
    seasonsFrom,
    leagues: recent.leagues,
    teamSeasons: recent.teamSeasons.pack().filter(([, season]) => isRunning(season)),
    playerSeasons: recent.playerSeasons.pack().filter(([, season]) => isRunning(season)),
    lineupsFrom: recent.lineupsFrom,
    playerTeams: recent.playerTeams.pack().filter(([, season]) => isRunning(season)),
    standings: packStandings(recent.standings),
    teamAverages: recent.averages.teams.pack().filter(([season]) => isRunning(season)),
    playerAverages: recent.averages.players.pack().filter(([season]) => isRunning(season)),
  }
}

const hands = ['kills', 'deaths', 'assists', 'kdaGames'] as const satisfies readonly (PlayerField & PoolField)[]

/** Sums that contradict each other, with all that rests on them. */
const shares: readonly (readonly [part: PlayerField, whole: PlayerField, others: readonly PlayerField[]])[] = [
  ['participations', 'teamKills', ['killGames', ...hands]],
  ['gold', 'teamGold', ['goldGames']],
]

/**
 * Removes sums that contradict each other: earlier builds took shares above 1 from matches with a mistyped number. A player with
 * such a day loses kills, deaths and assists with the champions of that month too, since sums do not say which champion he played.
 *
 * @returns the same object if nothing contradicts itself
 */
export function mendRecent(recent: CatalogueRecent): CatalogueRecent {
  const doubtful = new Set<string>()
  let isMended = false
  const mend = (rows: Rows, keyLength: number, onParticipation: (row: readonly number[]) => void = () => {}): Rows =>
    rows.map((row) => {
      const at = (field: PlayerField): number => keyLength + playerFields.indexOf(field)
      const broken = shares.filter(([part, whole]) => row[at(part)]! > row[at(whole)]!)
      if (broken.length === 0) return row
      isMended = true
      if (broken.some(([part]) => part === 'participations')) onParticipation(row)
      return without(
        row,
        broken.flatMap(([part, whole, others]) => [part, whole, ...others].map(at)),
      )
    })
  const playerDays = mend(recent.playerDays, 2, ([player = 0, day = 0]) => {
    doubtful.add(`${player} ${monthOf(day * dayMs)}`)
  })
  const tournamentPlayers = mend(recent.tournamentPlayers, 3)
  const playerSeasons = mend(recent.playerSeasons, 3)
  const poolPlaces = hands.map((field) => 3 + poolFields.indexOf(field))
  const playerPools = recent.playerPools.map((row) =>
    doubtful.has(`${row[0]} ${row[2]}`) ? without(row, poolPlaces) : row,
  )
  return isMended ? { ...recent, playerDays, playerPools, tournamentPlayers, playerSeasons } : recent
}

function without(row: readonly number[], places: readonly number[]): readonly number[] {
  return row.map((value, place) => (places.includes(place) ? 0 : value))
}
