import { dayOf, RiftlineError, requireOptions, toUtc, yearOf } from '@riftline/base'
import { type Catalogue, type CatalogueDetails, fold, type NamedId } from '@riftline/predictor'
import { byPlay, groupLines } from '../history/games.ts'
import type { Game, History, Series } from '../history/types.ts'
import { nameCatalogue, nameTournaments } from '../names/name-catalogue.ts'
import { type Names, noNames } from '../names/names.ts'
import { addGame, type FindChampionId } from './add-game.ts'
import { toPlayerDetails, toTeamDetails } from './details.ts'
import { draftCatalogue } from './draft-catalogue.ts'
import { mergeCatalogue } from './merge-catalogue.ts'
import { type CatalogueRecent, openRecent, packRecent } from './recent.ts'
import { indexAverages } from './season-averages.ts'
import { addSeries } from './standings.ts'
import { toTournamentDetails } from './tournament-details.ts'

/** The catalogue and its statistics, with what the next update goes on from. */
export interface BuiltCatalogue {
  readonly catalogue: Catalogue
  readonly details: CatalogueDetails
  /** Only the next update reads it. */
  readonly recent: CatalogueRecent
}

export interface BuildCatalogueOptions {
  /** The data date: games after it do not count. */
  readonly asOfMs: number
  /** The artifacts' own catalogue, when the history continues theirs; games up to its data date are counted already. */
  readonly previous?: BuiltCatalogue
  /** Names that people use; default: none beside those of the history. */
  readonly names?: Names
}

/**
 * Builds the catalogue and the statistics of the detail routes. An update by a continuation gives the same as a build from
 * everything, except for champion pools (`CatalogueRecent`).
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
  const merged = mergeCatalogue(previous?.catalogue, draftCatalogue(history, games), toUtc(asOfMs))
  const named = nameCatalogue(merged, names)

  const recent = openRecent(asOfMs, history, previous?.recent)
  const findChampionId = createChampionFinder(named.champions)
  const lines = groupLines(history.playerGames)
  const seasonOf = createSeasonFinder(named.tournaments)
  for (const game of games) {
    addGame(recent, game, { season: seasonOf(game), lines: lines.get(game.id) ?? [], findChampionId })
  }

  for (const series of seriesOver(history.series, knownMs, asOfMs)) addSeries(recent.standings, series)

  const champions = idsAndNames(named.champions)
  const published = indexAverages(recent.averages)
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

/** Series whose last game is new, in order of time. */
function seriesOver(all: readonly Series[], knownMs: number, asOfMs: number): readonly Series[] {
  const endOf = ({ games, startMs }: Series): number => games.at(-1)?.startMs ?? startMs
  return all
    .filter((series) => endOf(series) > knownMs && endOf(series) <= asOfMs)
    .sort((a, b) => a.startMs - b.startMs || a.id - b.id)
}

/** Finds names as requests do: another apostrophe makes no other champion. */
function createChampionFinder(champions: readonly NamedId[]): FindChampionId {
  const ids = new Map(champions.map(({ id, name }) => [fold(name), id]))
  const found = new Map<string, number | undefined>()
  return (name) => {
    if (!found.has(name)) found.set(name, ids.get(fold(name)))
    return found.get(name)
  }
}

/** The season of a game's tournament, which may differ from the year about its turn; the year of a game without one. */
function createSeasonFinder(tournaments: Catalogue['tournaments']): (game: Game) => number {
  const seasons = new Map(
    tournaments.map(({ id, season }) => [id, /^\d{4}$/.test(season ?? '') ? Number(season) : null]),
  )
  return ({ tournamentId, startMs }) => seasons.get(tournamentId ?? 0) ?? yearOf(startMs)
}

function idsAndNames(rows: readonly NamedId[]): ReadonlyMap<number, NamedId> {
  return new Map(rows.map(({ id, name }) => [id, { id, name }]))
}
