import { dayOf, monthOf } from '@riftline/base'
import type { SideTotals } from '../history/games.ts'
import type { Game, GameSide, PlayerGame } from '../history/types.ts'
import { type BelievedLines, believeLines, playerSumsOf, toSideTotals, tournamentSumsOf } from './game-sums.ts'
import { leagueIndex, type OpenRecent, type PoolField } from './recent.ts'
import { addToStandings } from './standings.ts'
import type { Sums } from './sums.ts'
import { teamSumsOf } from './team-sums.ts'

/** The id of a champion by the history's spelling; undefined for one that no catalogue lists and no pool can name. */
export type FindChampionId = (name: string) => number | undefined

/** Knowledge of a game beside its own row. */
export interface GameContext {
  /** The year of its season. */
  readonly season: number
  readonly lines: readonly PlayerGame[]
  readonly findChampionId: FindChampionId
}

/** Adds a game to all sums that it counts in. */
export function addGame(recent: OpenRecent, game: Game, { season, lines, findChampionId }: GameContext): void {
  const day = dayOf(game.startMs)
  const { tournamentId } = game
  if (tournamentId !== null) {
    addToStandings(recent.standings, game, tournamentId)
    if (!recent.tournamentEnds.has(tournamentId)) recent.openTournaments.add(tournamentId)
    recent.tournaments.add([tournamentId], tournamentSumsOf(game, lines.length > 0))
    recent.tournamentEnds.set(tournamentId, Math.max(day, recent.tournamentEnds.get(tournamentId) ?? 0))
  }
  const [first, second] = game.sides
  const ofSide = ({ teamId }: GameSide): readonly PlayerGame[] => lines.filter((line) => line.teamId === teamId)
  const bySide = [ofSide(first), ofSide(second)] as const
  const totals = toSideTotals(game, bySide)
  const seasonKey = [season, leagueIndex(recent, game.league)] as const
  for (const index of [0, 1] as const) {
    const believed = believeLines(bySide[index], totals[index])
    const part: Part = { game, day, seasonKey, index, totals: totals[index], ...believed }
    addTeam(recent, part, findChampionId)
    addPlayers(recent, part, findChampionId)
  }
}

/** One side of a game, with the lines of its players. */
interface Part extends BelievedLines {
  readonly game: Game
  readonly day: number
  readonly seasonKey: readonly [season: number, league: number]
  readonly index: 0 | 1
  readonly totals: SideTotals
}

function addTeam(recent: OpenRecent, part: Part, findChampionId: FindChampionId): void {
  const { game, day, seasonKey, index, lines, totals } = part
  const { teamId, champions, playerIds } = game.sides[index]
  const players = new Set([...playerIds.filter((id) => id !== null), ...lines.map(({ playerId }) => playerId)])
  const sums = teamSumsOf(game, index, totals, players.size >= playerIds.length)
  if (isCounted(recent, part)) recent.teamSeasons.add([teamId, ...seasonKey], sums)
  if (day < recent.firstDay) return
  recent.teamDays.add([teamId, day], sums)
  for (const champion of champions) {
    const id = champion === null ? undefined : findChampionId(champion)
    if (id === undefined) continue
    const line = lines.find((candidate) => candidate.champion === champion)
    recent.teamPools.add([teamId, id, monthOf(game.startMs)], poolSums(game.winner === index, line))
  }
}

function addPlayers(recent: OpenRecent, part: Part, findChampionId: FindChampionId): void {
  const { game, day, seasonKey, index, lines, shareTotals } = part
  const side = game.sides[index]
  const won = game.winner === index
  // Seats are often known in games without lines; where both are known they may differ in spelling only.
  const players = new Map<number, string | null>()
  for (const [seat, playerId] of side.playerIds.entries()) {
    if (playerId !== null) players.set(playerId, side.champions[seat] ?? null)
  }
  for (const { playerId, champion } of lines) if (!players.has(playerId)) players.set(playerId, champion)
  for (const [playerId, seatChampion] of players) {
    const line = lines.find((candidate) => candidate.playerId === playerId)
    const sums = playerSumsOf(game, won, line, shareTotals)
    if (game.tournamentId !== null) recent.tournamentPlayers.add([game.tournamentId, playerId, side.teamId], sums)
    if (isCounted(recent, part)) {
      recent.playerSeasons.add([playerId, ...seasonKey], sums)
      recent.playerTeams.add([playerId, seasonKey[0], side.teamId], { games: 1 })
    }
    if (day < recent.firstDay) continue
    recent.playerDays.add([playerId, day], sums)
    const champion = seatChampion ?? line?.champion ?? null
    const id = champion === null ? undefined : findChampionId(champion)
    if (id !== undefined) recent.playerPools.add([playerId, id, monthOf(game.startMs)], poolSums(won, line))
  }
}

/** A season that is closed keeps what earlier artifacts say of it. */
function isCounted({ seasonsFrom }: OpenRecent, { seasonKey: [season] }: Part): boolean {
  return season >= seasonsFrom
}

function poolSums(won: boolean, line: PlayerGame | undefined): Sums<PoolField> {
  const sums = { games: 1, wins: won ? 1 : 0, kills: 0, deaths: 0, assists: 0, kdaGames: 0 }
  if (line === undefined) return sums
  const { kills, deaths, assists } = line
  if (kills === null || deaths === null || assists === null) return sums
  return { ...sums, kills, deaths, assists, kdaGames: 1 }
}
