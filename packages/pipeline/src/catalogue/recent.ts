import { dayMs, dayOf, monthOf } from '@riftline/core'
import { z } from 'zod'
import { parseDocument } from '../json-document.ts'
import { createKeyedSums, type KeyedSums } from './keyed-sums.ts'
import { type PlayerField, playerFields } from './player-sums.ts'
import { firstDayOfWindow } from './statistics-window.ts'
import { type TeamField, teamFields } from './team-sums.ts'
import { type TournamentField, tournamentFields } from './tournament-sums.ts'

/**
 * The sums from which `riftline update` moves the statistics window: artifacts must not hold the games themselves. A row is a
 * key and then the fields in the order of `teamFields`, `playerFields` and so on. Sums of teams and players are by day, so that
 * an update gives the same statistics as a build from everything. Champion pools are by month, which is a fifth of the size and
 * from which no draft can be restored; after an update they may therefore reach back to the beginning of the month in which the
 * window begins. Counts of tournaments are kept for ever, the sums of their players as long as games may still come.
 */
export interface CatalogueRecent {
  readonly version: 1
  /** Days since 1970 at the data date. */
  readonly asOfDay: number
  /** team, day */
  readonly teamDays: readonly (readonly number[])[]
  /** player, day */
  readonly playerDays: readonly (readonly number[])[]
  /** team, champion, month */
  readonly teamPools: readonly (readonly number[])[]
  /** player, champion, month */
  readonly playerPools: readonly (readonly number[])[]
  /** tournament */
  readonly tournaments: readonly (readonly number[])[]
  /** tournament, player, team */
  readonly tournamentPlayers: readonly (readonly number[])[]
  /** Last day of every tournament: tournament, day. */
  readonly tournamentEnds: readonly (readonly number[])[]
}

export type PoolField = 'games' | 'wins' | 'kills' | 'deaths' | 'assists' | 'kdaGames'
export const poolFields: readonly PoolField[] = ['games', 'wins', 'kills', 'deaths', 'assists', 'kdaGames']

const rows = (length: number) => z.array(z.array(z.number()).length(length))

const schema = z.object({
  version: z.literal(1),
  asOfDay: z.int(),
  teamDays: rows(2 + teamFields.length),
  playerDays: rows(2 + playerFields.length),
  teamPools: rows(3 + poolFields.length),
  playerPools: rows(3 + poolFields.length),
  tournaments: rows(1 + tournamentFields.length),
  tournamentPlayers: rows(3 + playerFields.length),
  tournamentEnds: rows(2),
})

/** @throws ArtifactError `artifact_invalid` */
export function parseRecent(file: string, text: string): CatalogueRecent {
  return parseDocument(file, text, schema)
}

/** The sums while games are added. */
export interface OpenRecent {
  readonly firstDay: number
  readonly teamDays: KeyedSums<TeamField>
  readonly playerDays: KeyedSums<PlayerField>
  readonly teamPools: KeyedSums<PoolField>
  readonly playerPools: KeyedSums<PoolField>
  readonly tournaments: KeyedSums<TournamentField>
  readonly tournamentPlayers: KeyedSums<PlayerField>
  readonly tournamentEnds: Map<number, number>
  /** Tournaments whose players' sums are complete. */
  readonly openTournaments: Set<number>
}

/** After this pause a tournament counts as over: none in the history pauses for longer. */
const openDays = 120

/** Continues the sums of earlier artifacts, without what has left the window. */
export function openRecent(asOfMs: number, previous: CatalogueRecent | undefined): OpenRecent {
  const firstDay = firstDayOfWindow(asOfMs)
  const firstMonth = monthOf(firstDay * dayMs)
  const inWindow = ([, day = 0]: readonly number[]): boolean => day >= firstDay
  const inMonths = ([, , month = 0]: readonly number[]): boolean => month >= firstMonth
  return {
    firstDay,
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
  }
}

export function packRecent(recent: OpenRecent, asOfMs: number): CatalogueRecent {
  const isOpen = (id = 0): boolean =>
    recent.openTournaments.has(id) && (recent.tournamentEnds.get(id) ?? 0) >= dayOf(asOfMs) - openDays
  return {
    version: 1,
    asOfDay: dayOf(asOfMs),
    teamDays: recent.teamDays.pack(),
    playerDays: recent.playerDays.pack(),
    teamPools: recent.teamPools.pack(),
    playerPools: recent.playerPools.pack(),
    tournaments: recent.tournaments.pack(),
    tournamentPlayers: recent.tournamentPlayers.pack().filter(([tournamentId]) => isOpen(tournamentId)),
    tournamentEnds: [...recent.tournamentEnds].sort(([a], [b]) => a - b),
  }
}
