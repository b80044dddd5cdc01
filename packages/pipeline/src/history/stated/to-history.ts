import { openIdentity } from '../identity/identity.ts'
import { toNamedRows } from '../identity/named-rows.ts'
import { createIdTable } from '../ids/id-table.ts'
import type { ReadBase } from '../read-history.ts'
import type { History, PlayerGame } from '../types.ts'
import { closeSeries } from './close-series.ts'
import { cutSeries } from './cut-series.ts'
import { inferBestOf } from './infer-best-of.ts'
import { lastStatedMs, type NamedGame, nameGames, type OnSkip, sourceIdsOf } from './name-games.ts'
import { toChampionRows, toTournamentRows } from './name-rows.ts'
import type { SourcedGame } from './sourced-game.ts'
import type { SeriesStatement } from './stated-series.ts'

/**
 * A history of games as sources state them: names get the ids of `known` and new ones in order of first appearance, games are cut
 * into series, and a best-of that nobody states is inferred.
 */
export function toHistory(
  sources: readonly SourcedGame[],
  { known, names: { aliases, leagues } }: ReadBase,
  onSkip: OnSkip,
  seriesOf: (game: SourcedGame) => SeriesStatement | null = () => null,
): Omit<History, 'skipped'> {
  const present = sourceIdsOf(sources)
  const identity = openIdentity({ known, aliases, leagues, present, lastStatedMs: lastStatedMs(sources) })
  identity.join()
  const naming = {
    identity,
    champions: createIdTable(known.champions),
    tournaments: createIdTable(known.tournaments),
    seriesOf,
  }
  const games = nameGames(sources, naming, onSkip)
  const cut = cutSeries(games.map(({ game }) => game))
  const inferred = inferBestOf(cut)
  const stated = new Map(games.map(({ game, series }) => [game, series]))
  const series = cut.map((loose, index) => {
    const statement = loose.map((game) => stated.get(game) ?? null).find((one) => one !== null)
    const bestOf = statement?.bestOf ?? inferred[index]!
    return closeSeries(loose, known.lastSeriesId + index + 1, bestOf, statement?.isAwarded)
  })
  const identified = identity.close()
  return {
    series,
    ...toNamedRows(identified, playedIn(games)),
    champions: toChampionRows(games, naming),
    tournaments: toTournamentRows(games),
    playerGames: games.flatMap(toPlayerGames),
    odds: [],
    teamSeasons: [],
    games: games.length,
    findings: identified.findings,
    externalIds: {
      teams: identified.teams,
      players: identified.players,
      champions: naming.champions.close(),
      tournaments: naming.tournaments.close(),
      lastSeriesId: known.lastSeriesId + series.length,
    },
  }
}

function toPlayerGames({ source, game }: NamedGame): readonly PlayerGame[] {
  const lines: PlayerGame[] = []
  for (const [index, side] of game.sides.entries()) {
    for (const [seat, playerId] of side.playerIds.entries()) {
      const stated = source.sides[index as 0 | 1].seats?.[seat]
      if (playerId === null || stated === undefined) continue
      const { player: _, ...counts } = stated
      lines.push({ gameId: game.id, playerId, teamId: side.teamId, ...counts })
    }
  }
  return lines
}

function playedIn(games: readonly NamedGame[]): { readonly teams: Set<number>; readonly players: Set<number> } {
  const played = { teams: new Set<number>(), players: new Set<number>() }
  for (const { game } of games) {
    for (const { teamId, playerIds } of game.sides) {
      played.teams.add(teamId)
      for (const id of playerIds) if (id !== null) played.players.add(id)
    }
  }
  return played
}
