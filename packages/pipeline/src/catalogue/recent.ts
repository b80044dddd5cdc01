import { dayMs, dayOf, monthOf, yearOf } from '@riftline/base'
import { firstDayOfWindow } from '@riftline/predictor'
import { parseJsonDocument } from '@riftline/record'
import * as z from 'zod'
import { recordBy } from '../group-by.ts'
import type { Joins } from '../history/identity/known.ts'
import type { History } from '../history/types.ts'
import { type PlayerField, playerSumFields, teamSumFields, tournamentSumFields } from './game-sums.ts'
import { openSeasonAverages, playerAverageFields, teamAverageFields } from './season-averages.ts'
import { joinStandings, openStandings, packStandings, type Standings, standingLength } from './standings.ts'
import { createKeyedSums, type KeyedSums } from './sums.ts'

export const poolFields = ['games', 'wins', 'kills', 'deaths', 'assists', 'kdaGames'] as const
export type PoolField = (typeof poolFields)[number]

export type Rows = readonly (readonly number[])[]

/** Tables of sums. In tables of averages, `player, team` has the player's only team, or 0. */
const tables = {
  teamDays: { key: ['team', 'day'], fields: teamSumFields },
  playerDays: { key: ['player', 'day'], fields: playerSumFields },
  teamPools: { key: ['team', 'champion', 'month'], fields: poolFields },
  playerPools: { key: ['player', 'champion', 'month'], fields: poolFields },
  tournaments: { key: ['tournament'], fields: tournamentSumFields },
  tournamentPlayers: { key: ['tournament', 'player', 'team'], fields: playerSumFields },
  teamSeasons: { key: ['team', 'season', 'league'], fields: teamSumFields },
  playerSeasons: { key: ['player', 'season', 'league'], fields: playerSumFields },
  playerTeams: { key: ['player', 'season', 'team'], fields: ['games'] },
  teamAverages: { key: ['season', 'team'], fields: teamAverageFields },
  playerAverages: { key: ['season', 'player', 'team'], fields: playerAverageFields },
} as const satisfies Readonly<Record<string, { readonly key: readonly string[]; readonly fields: readonly string[] }>>
type Tables = typeof tables
type TableName = keyof Tables
const tableNames = Object.keys(tables) as readonly TableName[]

type Numbers = z.ZodType<Rows>

function rows(length: number): Numbers {
  return z.array(z.array(z.number()).length(length))
}

/** @param without number of last fields that an earlier version did not have */
function rowsOf(name: TableName, without = 0): Numbers {
  return rows(tables[name].key.length + tables[name].fields.length - without)
}

function rowsOfEach<Name extends TableName>(...names: readonly Name[]): Readonly<Record<Name, Numbers>> {
  return recordBy(names, (name) => rowsOf(name))
}

const schema = z.object({
  version: z.literal(3),
  /** The data date in days since 1970. */
  asOfDay: z.int(),
  ...rowsOfEach('teamDays', 'playerDays', 'teamPools', 'playerPools', 'tournaments', 'tournamentPlayers'),
  /** Last day of every tournament: tournament, day. */
  tournamentEnds: rows(2),
  /** The first season with complete sums here. */
  seasonsFrom: z.int(),
  /** League codes; rows of seasons refer to them by position. */
  leagues: z.array(z.string()),
  ...rowsOfEach('teamSeasons', 'playerSeasons'),
  /** The first day on which line-ups are counted. */
  lineupsFrom: z.int(),
  playerTeams: rowsOf('playerTeams'),
  /** tournament, team */
  standings: rows(standingLength),
  ...rowsOfEach('teamAverages', 'playerAverages'),
})

/**
 * Sums with which `riftline update` moves the statistics window, because artifacts must not contain games. A row is a key, then
 * its fields in order. Champion pools are monthly, so that no draft can be restored from them; after an update they may therefore
 * begin up to a month early. Counts of tournaments are kept forever, other sums as long as more games can be added to them.
 */
export type CatalogueRecent = Readonly<z.infer<typeof schema>>

/** Version 2 counted neither line-ups nor standings, and had no number of wins for the games of a published season. */
const wonFields = 2
const second = z.object({
  ...schema.omit({ lineupsFrom: true, playerTeams: true, standings: true }).shape,
  version: z.literal(2),
  teamDays: rowsOf('teamDays', 1),
  teamSeasons: rowsOf('teamSeasons', 1),
  teamAverages: rowsOf('teamAverages', wonFields),
  playerAverages: rowsOf('playerAverages', wonFields),
})

/** Reads `recent.json` of the current version or version 2. @throws ArtifactError `artifact_invalid` */
export function parseRecent(file: string, text: string): CatalogueRecent {
  const recent = parseJsonDocument(file, text, z.discriminatedUnion('version', [schema, second]))
  return recent.version === 2 ? upgradeSecond(recent) : recent
}

/** Counts line-ups from the day after the data date; the standings of tournaments that had begun by then stay unknown. */
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

type KeyedTables = { readonly [Name in TableName]: KeyedSums<Tables[Name]['fields'][number]> }

export interface OpenRecent extends KeyedTables {
  readonly firstDay: number
  /** The years that the statistics window overlaps. */
  readonly windowSeasons: readonly number[]
  readonly tournamentEnds: Map<number, number>
  /** Tournaments with complete sums of their players. */
  readonly openTournaments: Set<number>
  readonly seasonsFrom: number
  readonly leagues: string[]
  readonly lineupsFrom: number
  readonly standings: Standings
}

/** A pause after which a tournament counts as over; none in the history was longer. */
const openDays = 120

/** Continues the sums of earlier artifacts, without rows that are now outside the window. */
export function openRecent(
  asOfMs: number,
  history: Pick<History, 'teamSeasons' | 'playerSeasons'>,
  previous: CatalogueRecent | undefined,
): OpenRecent {
  const firstDay = firstDayOfWindow(asOfMs)
  const firstOf: Readonly<Record<string, number>> = { day: firstDay, month: monthOf(firstDay * dayMs) }
  const open = (name: TableName): KeyedSums<string> => {
    const { key, fields } = tables[name]
    const isKept = (row: readonly number[]): boolean => key.every((part, place) => row[place]! >= (firstOf[part] ?? 0))
    return createKeyedSums(fields, key.length, previous?.[name], isKept)
  }
  const averages = openSeasonAverages(
    history,
    previous && { teams: previous.teamAverages, players: previous.playerAverages },
  )
  return {
    ...(Object.fromEntries(tableNames.map((name) => [name, open(name)])) as unknown as KeyedTables),
    teamAverages: averages.teams,
    playerAverages: averages.players,
    firstDay,
    windowSeasons: [...new Set([yearOf(firstDay * dayMs), yearOf(asOfMs)])],
    tournamentEnds: new Map(previous?.tournamentEnds.map(([id = 0, day = 0]) => [id, day])),
    openTournaments: new Set(
      previous?.tournamentEnds.filter(([, day = 0]) => day >= previous.asOfDay - openDays).map(([id = 0]) => id),
    ),
    seasonsFrom: previous?.seasonsFrom ?? 0,
    leagues: [...(previous?.leagues ?? [])],
    lineupsFrom: previous?.lineupsFrom ?? 0,
    standings: openStandings(previous?.standings),
  }
}

export function leagueIndex({ leagues }: OpenRecent, league: string): number {
  const index = leagues.indexOf(league)
  return index === -1 ? leagues.push(league) - 1 : index
}

export function packRecent(recent: OpenRecent, asOfMs: number): CatalogueRecent {
  const isOpen = (id = 0): boolean =>
    recent.openTournaments.has(id) && (recent.tournamentEnds.get(id) ?? 0) >= dayOf(asOfMs) - openDays
  // Games of the new year may still belong to the previous season.
  const seasonsFrom = Math.max(recent.seasonsFrom, yearOf(asOfMs) - 1)
  const seasonsOf = (name: TableName): Rows => {
    const place = (tables[name].key as readonly string[]).indexOf('season')
    return recent[name].pack().filter((row) => row[place]! >= seasonsFrom)
  }
  return {
    version: 3,
    asOfDay: dayOf(asOfMs),
    ...recordBy(['teamDays', 'playerDays', 'teamPools', 'playerPools', 'tournaments'], (name) => recent[name].pack()),
    tournamentPlayers: recent.tournamentPlayers.pack().filter(([tournamentId]) => isOpen(tournamentId)),
    tournamentEnds: [...recent.tournamentEnds].sort(([a], [b]) => a - b),
    seasonsFrom,
    leagues: recent.leagues,
    ...recordBy(['teamSeasons', 'playerSeasons'], seasonsOf),
    lineupsFrom: recent.lineupsFrom,
    playerTeams: seasonsOf('playerTeams'),
    standings: packStandings(recent.standings),
    ...recordBy(['teamAverages', 'playerAverages'], seasonsOf),
  }
}

/** Adds up the sums of ids that were joined since the earlier artifacts. */
export function joinRecent(recent: CatalogueRecent, { teams, players }: Joins): CatalogueRecent {
  if (teams.size === 0 && players.size === 0) return recent
  const joins: Readonly<Record<string, ReadonlyMap<number, number>>> = { team: teams, player: players }
  const joined = tableNames.map((name): [TableName, Rows] => {
    const { key, fields } = tables[name]
    const sums = createKeyedSums<string>(fields, key.length)
    for (const [ids, row] of createKeyedSums<string>(fields, key.length, recent[name]).entries()) {
      const idsNow = ids.map((id, place) => joins[key[place]!]?.get(id) ?? id)
      sums.add(idsNow, row)
    }
    return [name, sums.pack()]
  })
  return { ...recent, ...Object.fromEntries(joined), standings: joinStandings(recent.standings, teams) }
}

const hands = ['kills', 'deaths', 'assists', 'kdaGames'] as const satisfies readonly (PlayerField & PoolField)[]

/** Pairs of sums of which the part may not exceed the whole, and the sums that depend on them. */
const shares: readonly (readonly [part: PlayerField, whole: PlayerField, others: readonly PlayerField[]])[] = [
  ['participations', 'teamKills', ['killGames', ...hands]],
  ['gold', 'teamGold', ['goldGames']],
]

/** Removes contradictory sums that earlier builds wrote; returns the same object if there are none. */
export function mendRecent(recent: CatalogueRecent): CatalogueRecent {
  const doubtful = new Set<string>()
  let isMended = false
  const mend = (rows: Rows, keyLength: number, onParticipation: (row: readonly number[]) => void = () => {}): Rows =>
    rows.map((row) => {
      const at = (field: PlayerField): number => keyLength + playerSumFields.indexOf(field)
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
