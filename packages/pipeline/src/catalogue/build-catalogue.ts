import { dayOf, monthOf, RiftlineError, requireOptions, toUtc, yearOf } from '@riftline/base'
import type { Catalogue, CatalogueDetails, NamedId } from '@riftline/predictor'
import { groupBy } from '../group-by.ts'
import { byPlay, byStart, type SideTotals } from '../history/games.ts'
import type { Game, GameSide, History, HistorySeries, PlayerGame } from '../history/types.ts'
import { nameCatalogue, nameTournaments } from '../names/name-catalogue.ts'
import { type CommonNames, noNames } from '../names/names.ts'
import { type ChampionIds, championIdsOf } from '../replay/replay.ts'
import { toPlayerDetails, toTeamDetails } from './details.ts'
import {
  type BelievedLines,
  believeLines,
  playerSumsOf,
  teamSumsOf,
  toSideTotals,
  tournamentSumsOf,
} from './game-sums.ts'
import { mergeCatalogue } from './merge-catalogue.ts'
import { type CatalogueRecent, leagueIndex, type OpenRecent, openRecent, type PoolField, packRecent } from './recent.ts'
import { indexAverages } from './season-averages.ts'
import { addSeries, addToStandings } from './standings.ts'
import type { Sums } from './sums.ts'
import { toTournamentDetails } from './tournament-details.ts'

/** The catalogue, its statistics, and the sums from which the next update continues. */
export interface BuiltCatalogue {
  readonly catalogue: Catalogue
  readonly details: CatalogueDetails
  readonly recent: CatalogueRecent
}

export interface BuildCatalogueOptions {
  /** The data date; later games are not counted. */
  readonly asOfMs: number
  /** The catalogue of the artifacts that this history continues; it has counted all games up to its data date. */
  readonly previous?: BuiltCatalogue
  /** Common names to add to those of the history; default: none. */
  readonly names?: CommonNames
}

/**
 * Builds the catalogue and the statistics of the detail routes.
 *
 * @throws RiftlineError `invalid_argument` when `asOfMs` is before the data date of `previous`
 */
export function buildCatalogue(history: History, options: BuildCatalogueOptions): BuiltCatalogue {
  requireOptions(options, ['asOfMs', 'previous', 'names'])
  const { asOfMs, previous, names = noNames } = options
  const knownMs = previous === undefined ? Number.NEGATIVE_INFINITY : Date.parse(`${previous.catalogue.asOf}Z`)
  if (!(asOfMs >= knownMs)) {
    const got = Number.isNaN(asOfMs) ? 'NaN' : toUtc(asOfMs)
    throw new RiftlineError('invalid_argument', `asOfMs: expected ${previous?.catalogue.asOf} or later, got ${got}`)
  }
  const games = history.series
    .flatMap((series) => series.games)
    .filter(({ startMs }) => startMs > knownMs && startMs <= asOfMs)
    .sort(byPlay)
  const merged = mergeCatalogue(previous?.catalogue, history, games, toUtc(asOfMs))
  const named = nameCatalogue(merged, names)

  const recent = openRecent(asOfMs, history, previous?.recent)
  const championIds = championIdsOf(named.champions)
  const lines = groupBy(history.playerGames, ({ gameId }) => gameId)
  const seasonOf = createSeasonFinder(named.tournaments)
  for (const game of games) {
    addGame(recent, game, { season: seasonOf(game), lines: lines.get(game.id) ?? [], championIds })
  }

  for (const series of seriesOver(history.series, knownMs, asOfMs)) addSeries(recent.standings, series)

  const champions = idsAndNames(named.champions)
  const published = indexAverages({ teams: recent.teamAverages, players: recent.playerAverages })
  const tournamentGames = new Map(recent.tournaments.entries().map(([[id = 0], { games }]) => [id, games]))
  const naming = { leagues: names.leagues, asOfMs, games: tournamentGames }
  const catalogue = { ...named, tournaments: nameTournaments(named.tournaments, naming) }
  const { players, teams, tournaments } = catalogue
  const called = { players: idsAndNames(players), teams: idsAndNames(teams), tournaments: idsAndNames(tournaments) }
  return {
    catalogue,
    details: {
      teams: toTeamDetails(recent, champions, published, previous?.details.teams),
      players: toPlayerDetails(recent, champions, published, previous?.details.players),
      tournaments: toTournamentDetails(recent, called, dayOf(asOfMs), previous?.details.tournaments),
    },
    recent: packRecent(recent, asOfMs),
  }
}

function seriesOver(all: readonly HistorySeries[], knownMs: number, asOfMs: number): readonly HistorySeries[] {
  const endOf = ({ games, startMs }: HistorySeries): number => games.at(-1)?.startMs ?? startMs
  return all.filter((series) => endOf(series) > knownMs && endOf(series) <= asOfMs).sort(byStart)
}

/** Finds the season of a game's tournament, which near New Year may differ from the year; without a tournament, the game's year. */
function createSeasonFinder(tournaments: Catalogue['tournaments']): (game: Game) => number {
  const seasons = new Map(
    tournaments.map(({ id, season }) => [id, /^\d{4}$/.test(season ?? '') ? Number(season) : null]),
  )
  return ({ tournamentId, startMs }) => seasons.get(tournamentId ?? 0) ?? yearOf(startMs)
}

function idsAndNames(rows: readonly NamedId[]): ReadonlyMap<number, NamedId> {
  return new Map(rows.map(({ id, name }) => [id, { id, name }]))
}

interface GameContext {
  readonly season: number
  readonly lines: readonly PlayerGame[]
  readonly championIds: ChampionIds
}

function addGame(recent: OpenRecent, game: Game, { season, lines, championIds }: GameContext): void {
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
    // A closed season keeps the statistics of the earlier artifacts.
    const isCounted = season >= recent.seasonsFrom
    const part: Part = { game, day, seasonKey, isCounted, index, totals: totals[index], championIds, ...believed }
    addTeam(recent, part)
    addPlayers(recent, part)
  }
}

interface Part extends BelievedLines {
  readonly game: Game
  readonly day: number
  readonly seasonKey: readonly [season: number, league: number]
  readonly isCounted: boolean
  readonly index: 0 | 1
  readonly totals: SideTotals
  readonly championIds: ChampionIds
}

function addTeam(
  recent: OpenRecent,
  { game, day, seasonKey, isCounted, index, lines, totals, championIds }: Part,
): void {
  const { teamId, champions, playerIds } = game.sides[index]
  const players = new Set([...playerIds.filter((id) => id !== null), ...lines.map(({ playerId }) => playerId)])
  const sums = teamSumsOf(game, index, totals, players.size >= playerIds.length)
  if (isCounted) recent.teamSeasons.add([teamId, ...seasonKey], sums)
  if (day < recent.firstDay) return
  recent.teamDays.add([teamId, day], sums)
  for (const champion of champions) {
    const id = champion === null ? undefined : championIds.get(champion)
    if (id === undefined) continue
    const line = lines.find((candidate) => candidate.champion === champion)
    recent.teamPools.add([teamId, id, monthOf(game.startMs)], poolSums(game.winner === index, line))
  }
}

function addPlayers(recent: OpenRecent, part: Part): void {
  const { game, day, seasonKey, isCounted, index, lines, shareTotals, championIds } = part
  const side = game.sides[index]
  const won = game.winner === index
  // Many games have known seats but no lines; where both are known, the champion may only be spelt differently.
  const players = new Map<number, string | null>()
  for (const [seat, playerId] of side.playerIds.entries()) {
    if (playerId !== null) players.set(playerId, side.champions[seat] ?? null)
  }
  for (const { playerId, champion } of lines) if (!players.has(playerId)) players.set(playerId, champion)
  for (const [playerId, seatChampion] of players) {
    const line = lines.find((candidate) => candidate.playerId === playerId)
    const sums = playerSumsOf(game, won, line, shareTotals)
    if (game.tournamentId !== null) recent.tournamentPlayers.add([game.tournamentId, playerId, side.teamId], sums)
    if (isCounted) {
      recent.playerSeasons.add([playerId, ...seasonKey], sums)
      recent.playerTeams.add([playerId, seasonKey[0], side.teamId], { games: 1 })
    }
    if (day < recent.firstDay) continue
    recent.playerDays.add([playerId, day], sums)
    const champion = seatChampion ?? line?.champion ?? null
    const id = champion === null ? undefined : championIds.get(champion)
    if (id !== undefined) recent.playerPools.add([playerId, id, monthOf(game.startMs)], poolSums(won, line))
  }
}

function poolSums(won: boolean, line: PlayerGame | undefined): Sums<PoolField> {
  const sums = { games: 1, wins: won ? 1 : 0, kills: 0, deaths: 0, assists: 0, kdaGames: 0 }
  if (line === undefined) return sums
  const { kills, deaths, assists } = line
  if (kills === null || deaths === null || assists === null) return sums
  return { ...sums, kills, deaths, assists, kdaGames: 1 }
}
