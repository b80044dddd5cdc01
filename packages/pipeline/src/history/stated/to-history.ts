import { createIdTable } from '../external-ids.ts'
import { holdRunning } from '../games.ts'
import { openIdentity } from '../identity/identity.ts'
import { toNamedRows } from '../identity/known.ts'
import type { ReadBase } from '../read-history.ts'
import type { History, PlayerGame } from '../types.ts'
import { inferBestOf, isNear, runningSeries } from './best-of.ts'
import { closeSeries, cutSeries, findRemakes, type LooseGame } from './cut-series.ts'
import type { SeriesStatement, SourcedGame } from './merge-games.ts'
import {
  lastStatedMs,
  type NamedGame,
  nameGames,
  type OnSkip,
  sourceIdsOf,
  toChampionRows,
  toTournamentRows,
} from './name-games.ts'

/** Makes a history of stated games; holds back those that wait for a series running near `newestMs`. */
export function toHistory(
  sources: readonly SourcedGame[],
  base: ReadBase,
  onSkip: OnSkip,
  seriesOf: SeriesOf = () => null,
  newestMs: number = newestStartMs(sources),
): Omit<History, 'skipped'> {
  const reading = { base, seriesOf, newestMs }
  const skips: Parameters<OnSkip>[] = []
  const { history, running } = readGames(sources, reading, (...skip) => void skips.push(skip))
  const open = running.map((games) => ({ games }))
  const held = holdRunning(history.series, open)
  if (held === null) {
    for (const skip of skips) onSkip(...skip)
    return history
  }
  // The first pass also learned people who are only in held games, so a second pass names the earlier games without these people.
  const early = sources.filter(({ startMs }) => startMs <= held.untilMs)
  return { ...readGames(early, reading, onSkip).history, held: held.games }
}

export function newestStartMs(games: readonly { readonly startMs: number }[]): number {
  return games.reduce((newest, { startMs }) => Math.max(newest, startMs), Number.NEGATIVE_INFINITY)
}

type SeriesOf = (game: SourcedGame) => SeriesStatement | null

interface Reading {
  readonly base: ReadBase
  readonly seriesOf: SeriesOf
  readonly newestMs: number
}

function readGames(sources: readonly SourcedGame[], { base, seriesOf, newestMs }: Reading, onSkip: OnSkip) {
  const { known, names } = base
  const { aliases, leagues } = names
  const present = sourceIdsOf(sources)
  const identity = openIdentity({ known, aliases, leagues, present, lastStatedMs: lastStatedMs(sources) })
  identity.join()
  const naming = {
    identity,
    champions: createIdTable(known.champions),
    tournaments: createIdTable(known.tournaments),
    seriesOf,
  }
  const named = nameGames(sources, naming, onSkip)
  const remakes = findRemakes(named.map(({ game }) => game))
  for (const { source, game } of named) {
    if (remakes.has(game)) onSkip(source, 'remake', `gamelength: ${game.id} was stopped and does not count`)
  }
  const games = named.filter(({ game }) => !remakes.has(game))
  const cut = cutSeries(games.map(({ game }) => game))
  const near = isNear(newestMs)
  const inferred = inferBestOf(cut, (loose) => !near(loose))
  const stated = new Map(games.map(({ game, series }) => [game, series]))
  const statementOf = (loose: readonly LooseGame[]): SeriesStatement | undefined =>
    loose.map((game) => stated.get(game) ?? null).find((one) => one !== null)
  const running = runningSeries(cut, inferred, { ...base, newestMs }).filter((loose) => !statementOf(loose))
  const series = cut.map((loose, index) => {
    const statement = statementOf(loose)
    const bestOf = statement?.bestOf ?? inferred[index]!
    return closeSeries(loose, known.lastSeriesId + index + 1, bestOf, statement?.isAwarded)
  })
  const identified = identity.close()
  const history = {
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
  return { history, running }
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
