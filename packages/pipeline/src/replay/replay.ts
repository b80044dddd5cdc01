import { dayMs, yearOf } from '@riftline/base'
import {
  addPlayed,
  byStartAndTeams,
  type CatalogueChampion,
  type ForecastState,
  fold,
  hasForecast,
  type PlayedGame,
  type PlayedSeries,
  type PlayedSide,
  setPublishedKills,
  settle,
} from '@riftline/predictor'
import { recordBy } from '../group-by.ts'
import type { Game, GameSide, HistorySeries, TeamSeason } from '../history/types.ts'

export interface ReplayOptions {
  readonly champions: ChampionIds
  /** Moment up to which the state already knows all games; these are not learned again. Default: none. */
  readonly knownUntilMs?: number
  /** Days from the end of a series until the state learns it; default 0: a forecast then knows every series that has ended. */
  readonly withheldDays?: number
  /** Called for every series that starts after `knownUntilMs`, before any of its games is learned. */
  readonly beforeSeries?: (series: HistorySeries) => void
  /** Called for every series right after the state has learned it. */
  readonly onSettled?: (series: PlayedSeries) => void
}

/** Advances the state through a history: learns each series once its end is reached, the rest at the end of the history. */
export function replay(state: ForecastState, series: readonly HistorySeries[], options: ReplayOptions): void {
  const { champions, beforeSeries, onSettled, knownUntilMs = Number.NEGATIVE_INFINITY, withheldDays = 0 } = options
  const isNew = (game: Game): boolean => game.startMs > knownUntilMs
  const settleUntil = (timeMs: number): void => {
    for (const settled of settle(state, timeMs)) onSettled?.(settled)
  }
  for (const next of [...series].sort(byStartAndTeams)) {
    settleUntil(next.startMs - withheldDays * dayMs)
    if (next.startMs > knownUntilMs) beforeSeries?.(next)
    const played = toPlayedSeries(next, champions, isNew)
    if (played.games.length > 0) addPlayed(state, played)
  }
  settleUntil(Number.POSITIVE_INFINITY)
}

/** Whether a series counts in evaluations: complete, with a winner, and best of 1, 3 or 5. */
export function isGraded(series: HistorySeries): boolean {
  const { complete, winnerTeamId, bestOf } = series
  return complete && winnerTeamId !== null && hasForecast(bestOf)
}

/** Converts a series for the forecast state, with the games that `include` accepts. */
export function toPlayedSeries(
  series: HistorySeries,
  champions: ChampionIds,
  include: (game: Game) => boolean = () => true,
) {
  const { id, startMs, league, bestOf, team1Id, team2Id } = series
  const games = series.games.filter(include).map((game) => toPlayedGame(game, champions))
  return { id, startMs, league, bestOf, team1Id, team2Id, games }
}

function toPlayedGame(game: Game, champions: ChampionIds): PlayedGame {
  const winner = game.sides[game.winner]
  const loser = game.sides[game.winner === 0 ? 1 : 0]
  const [first, second] = game.sides
  return {
    startMs: game.startMs,
    lengthSeconds: game.lengthSeconds,
    sides: [toPlayedSide(first, second, champions), toPlayedSide(second, first, champions)],
    sidesKnown: game.sidesKnown,
    winner: game.winner,
    patch: game.patch,
    margin: {
      lengthSeconds: game.lengthSeconds,
      ...recordBy(['kills', 'towers', 'gold', 'dragons', 'cs'], (name) => difference(winner[name], loser[name])),
    },
    creepScores: [first.cs, second.cs],
  }
}

function toPlayedSide(side: GameSide, other: GameSide, champions: ChampionIds): PlayedSide {
  return {
    teamId: side.teamId,
    lineup: allKnown(side.playerIds),
    champions: pickedIds(side.champions, champions),
    killDifference: difference(side.kills, other.kills),
  }
}

/** The picks of a side as ids; null unless all five are known champions. */
export function pickedIds(names: readonly (string | null)[], champions: ChampionIds): readonly number[] | null {
  return allKnown(names.map((name) => (name === null ? null : (champions.get(name) ?? null))))
}

function allKnown(values: readonly (number | null)[]): readonly number[] | null {
  return values.every((value) => value !== null) ? values : null
}

function difference(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a - b
}

/** Champion ids by any spelling that differs only in case, spaces or punctuation; undefined for an unlisted champion. */
export interface ChampionIds {
  get(name: string): number | undefined
}

export function championIdsOf(champions: readonly Pick<CatalogueChampion, 'id' | 'name'>[]): ChampionIds {
  const exact = new Map(champions.map(({ id, name }) => [name, id]))
  const loose = new Map(champions.map(({ id, name }) => [fold(name), id]))
  return { get: (name) => exact.get(name) ?? loose.get(fold(name)) }
}

/** Adds season tables of finished years. Two rows of a team that changed its name during a year are added up. */
export function addSeasonTables(state: ForecastState, seasons: readonly TeamSeason[], lastMs: number): void {
  const running = yearOf(lastMs)
  let before: Pick<TeamSeason, 'season' | 'teamId'> | null = null
  let [games, sum] = [0, 0]
  for (const row of [...seasons].sort(byTeam)) {
    if (row.season >= running) continue
    if (before?.season !== row.season || before.teamId !== row.teamId) [games, sum] = [0, 0]
    before = row
    games += row.games
    sum += (row.kills - row.deaths) * row.games
    setPublishedKills(state.seasonKills, row.teamId, row.season, games, sum)
  }
}

/** A fixed order of rows, so that they add up to the same bits. */
function byTeam(a: TeamSeason, b: TeamSeason): number {
  return a.season - b.season || a.teamId - b.teamId || a.games - b.games || a.kills - b.kills || a.deaths - b.deaths
}
