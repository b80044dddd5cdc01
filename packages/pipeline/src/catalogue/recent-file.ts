import { dayMs, yearOf } from '@riftline/base'
import * as z from 'zod'
import { parseDocument } from '../json-document.ts'
import { playerFields, tournamentFields } from './game-sums.ts'
import { type CatalogueRecent, poolFields } from './recent.ts'
import { playerAverageFields, teamAverageFields } from './season-averages.ts'
import { standingLength } from './standings.ts'
import { packSums, unpackSums } from './sums.ts'
import { teamFields } from './team-sums.ts'

const rows = (length: number) => z.array(z.array(z.number()).length(length))

const parts = {
  asOfDay: z.int(),
  playerDays: rows(2 + playerFields.length),
  teamPools: rows(3 + poolFields.length),
  playerPools: rows(3 + poolFields.length),
  tournamentPlayers: rows(3 + playerFields.length),
  tournamentEnds: rows(2),
}

const current = z.object({
  version: z.literal(3),
  ...parts,
  teamDays: rows(2 + teamFields.length),
  tournaments: rows(1 + tournamentFields.length),
  seasonsFrom: z.int(),
  leagues: z.array(z.string()),
  teamSeasons: rows(3 + teamFields.length),
  playerSeasons: rows(3 + playerFields.length),
  lineupsFrom: z.int(),
  playerTeams: rows(4),
  standings: rows(standingLength),
  teamAverages: rows(2 + teamAverageFields.length),
  playerAverages: rows(3 + playerAverageFields.length),
})

// Version 2 counted neither line-ups nor standings, and did not know how many games of a published season were won.
const wonFields = 2
const second = z.object({
  ...current.omit({ lineupsFrom: true, playerTeams: true, standings: true }).shape,
  version: z.literal(2),
  teamDays: rows(2 + teamFields.length - 1),
  teamSeasons: rows(3 + teamFields.length - 1),
  teamAverages: rows(2 + teamAverageFields.length - wonFields),
  playerAverages: rows(3 + playerAverageFields.length - wonFields),
})

// Version 1 did not count all games that a number rests on, and had no seasons.
const firstTeamFields = teamFields.filter(
  (field) => field !== 'goldGames' && field !== 'csGames' && field !== 'lineups',
)
const firstTournamentFields = tournamentFields.filter((field) => field !== 'lineGames')
const first = z.object({
  version: z.literal(1),
  ...parts,
  teamDays: rows(2 + firstTeamFields.length),
  tournaments: rows(1 + firstTournamentFields.length),
})

const schema = z.discriminatedUnion('version', [current, second, first])

/** @throws ArtifactError `artifact_invalid` */
export function parseRecent(file: string, text: string): CatalogueRecent {
  const recent = parseDocument(file, text, schema)
  if (recent.version === 1) return upgradeFirst(recent)
  return recent.version === 2 ? upgradeSecond(recent) : recent
}

/** Line-ups are counted from the day after; of tournaments that began before, nobody can say the standings. */
function upgradeSecond(recent: z.infer<typeof second>): CatalogueRecent {
  const withZeros = (table: readonly (readonly number[])[], zeros: number): readonly (readonly number[])[] =>
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

/** Samples that were not counted are taken from what was; seasons are complete from the first that no earlier game belongs to. */
function upgradeFirst(recent: z.infer<typeof first>): CatalogueRecent {
  const lineGames = new Map<number, number>()
  for (const row of recent.tournamentPlayers) {
    const [tournament = 0] = row
    const { kdaGames } = unpackSums(playerFields, row, 3)
    lineGames.set(tournament, Math.max(kdaGames, lineGames.get(tournament) ?? 0))
  }
  return {
    ...recent,
    version: 3,
    teamDays: recent.teamDays.map((row) => {
      const sums = unpackSums(firstTeamFields, row, 2)
      const goldGames = sums.goldSeconds > 0 ? sums.lengthGames : 0
      const csGames = sums.csSeconds > 0 ? sums.lengthGames : 0
      return [...row.slice(0, 2), ...packSums(teamFields, { ...sums, goldGames, csGames, lineups: 0 })]
    }),
    tournaments: recent.tournaments.map((row) => {
      const [tournament = 0] = row
      const sums = unpackSums(firstTournamentFields, row, 1)
      return [tournament, ...packSums(tournamentFields, { ...sums, lineGames: lineGames.get(tournament) ?? 0 })]
    }),
    seasonsFrom: yearOf(recent.asOfDay * dayMs) + 2,
    leagues: [],
    teamSeasons: [],
    playerSeasons: [],
    lineupsFrom: recent.asOfDay + 1,
    playerTeams: [],
    standings: [],
    teamAverages: [],
    playerAverages: [],
  }
}
