import { dayMs } from '@riftline/base'
import {
  type BestOf,
  type CatalogueChampion,
  createForecastState,
  type Draft,
  draftOffset,
  type ForecastState,
  seriesFeatures,
} from '@riftline/predictor'
import type { SeriesOutcome, SeriesScore } from '@riftline/record'
import {
  type BaselineName,
  type Baselines,
  createBaselines,
  forecastBaselines,
  learnBaselines,
} from '../baselines/baselines.ts'
import { groupBy } from '../group-by.ts'
import { lastGameMs } from '../history/games.ts'
import type { History, HistorySeries, MarketOdds } from '../history/types.ts'
import { addSeasonTables, type ChampionIds, championIdsOf, isGraded, pickedIds, replay } from '../replay/replay.ts'
import { type MarketPrice, type MarketQuote, marketPrice, marketQuotes, type PricesBySeries } from './market-prices.ts'

/** Features of a graded series, known before its first game, from team 1's side. */
export interface FeatureRow extends SeriesOutcome, SeriesScore {
  readonly vector: Float64Array
  /** Uncertainty of the difference in strength: standard deviation of the logit of one game. */
  readonly sd: number
  /** The winner of each map, 1 for team 1, in order of play; null if a map is missing. */
  readonly maps: readonly (0 | 1)[] | null
  /** Change of the log odds by the draft of game 1; null unless all picks are known. */
  readonly draftOffset: number | null
  readonly baselines: Readonly<Record<BaselineName, number>>
  readonly price: MarketPrice | null
  /** Books' prices on its maps, handicaps and totals from before the start. */
  readonly quotes: readonly MarketQuote[]
}

/** Inputs of a row: the forecast state and baselines, both advanced to the start of the series, and the champions and prices. */
export interface Knowledge {
  readonly forecast: ForecastState
  readonly baselines: Baselines
  readonly champions: ChampionIds
  readonly prices: PricesBySeries
  readonly marketOdds: PricesBySeries<MarketOdds>
}

/** Watches a replay, such as to forecast more than single series with what was known at a moment. */
export interface ReplayWatcher {
  /** Called for every series before any of its games is learned, with all that has ended by its start. */
  readonly beforeSeries: (series: HistorySeries, state: Pick<Knowledge, 'forecast' | 'baselines'>) => void
  /** Called once the series with this id is learned. */
  readonly onSettled: (seriesId: number) => void
}

/** Makes the row of a series from a state that lacks the last `withheldDays` days; null if the series is not graded. */
export function featureRow(state: Knowledge, series: HistorySeries, withheldDays = 0): FeatureRow | null {
  if (!isGraded(series)) return null
  const { id, startMs, league, team1Id, team2Id } = series
  const bestOf = series.bestOf as BestOf
  const timeMs = startMs - withheldDays * dayMs
  const { vector, gameLogit, sd } = seriesFeatures(state.forecast, { team1Id, team2Id, bestOf, league, timeMs })
  const picks = firstDraft(series, state.champions)
  return {
    seriesId: id,
    startMs,
    league,
    bestOf,
    outcome: series.winnerTeamId === team1Id ? 1 : 0,
    ...{ team1Id, team2Id, ...scoreOf(series) },
    vector,
    sd,
    maps: playedMaps(series),
    draftOffset: picks === null ? null : draftOffset(state.forecast.championEffects, picks, gameLogit, bestOf),
    baselines: forecastBaselines(state.baselines, { team1Id, team2Id, bestOf, startMs }),
    price: marketPrice(series, state.prices.get(id)),
    quotes: marketQuotes(series, state.marketOdds.get(id), state.prices.get(id)),
  }
}

function scoreOf({ games, team1Id }: HistorySeries): Pick<SeriesScore, 'wins1' | 'wins2'> {
  const wins1 = games.filter(({ sides, winner }) => sides[winner].teamId === team1Id).length
  return { wins1, wins2: games.length - wins1 }
}

/** Winner of each map, 1 for team 1; null if the series is incomplete, a map is missing, or the last map did not decide it. */
function playedMaps({ games, bestOf, team1Id, complete }: HistorySeries): readonly (0 | 1)[] | null {
  const maps = games.map(({ sides, winner }) => (sides[winner].teamId === team1Id ? 1 : 0))
  const inOrder = games.every(({ gameNumber }, index) => gameNumber === index + 1)
  const last = maps.at(-1)
  const won = maps.filter((map) => map === last).length
  return complete && inOrder && won === (bestOf + 1) / 2 ? maps : null
}

function firstDraft(series: HistorySeries, champions: ChampionIds): Draft | null {
  const game = series.games.find((candidate) => candidate.gameNumber === 1)
  if (game === undefined) return null
  const [first, second] = game.sides.map((side) => pickedIds(side.champions, champions))
  if (first == null || second == null) return null
  return game.sides[0].teamId === series.team1Id ? { team1: first, team2: second } : { team1: second, team2: first }
}

/** Collects the row of each graded series before learning it; `champions` adds to those that the history lists. */
export function collectRows(
  forecast: ForecastState,
  baselines: Baselines,
  history: History,
  champions: readonly CatalogueChampion[] = [],
  { withheldDays = 0, watcher }: ReplayHistoryOptions = {},
): FeatureRow[] {
  const ids = championIdsOf([...champions, ...history.champions])
  const prices = groupBy(history.odds, ({ seriesId }) => seriesId)
  const marketOdds = groupBy(history.marketOdds ?? [], ({ seriesId }) => seriesId)
  const knowledge = { forecast, baselines, champions: ids, prices, marketOdds }
  const rows: FeatureRow[] = []
  addSeasonTables(forecast, history.teamSeasons, lastGameMs(history))
  replay(forecast, history.series, {
    champions: ids,
    knownUntilMs: forecast.asOfMs,
    withheldDays,
    beforeSeries: (series) => {
      watcher?.beforeSeries(series, knowledge)
      const row = featureRow(knowledge, series, withheldDays)
      if (row !== null) rows.push(row)
    },
    onSettled: (series) => {
      learnBaselines(baselines, series)
      watcher?.onSettled(series.id)
    },
  })
  return rows
}

export interface ReplayHistoryOptions {
  /** Days until a result is learned, to test forecasts on old data; default 0. */
  readonly withheldDays?: number
  readonly watcher?: ReplayWatcher
}

export function replayHistory(history: History, options: ReplayHistoryOptions = {}) {
  const state = createForecastState()
  const baselines = createBaselines()
  return { rows: collectRows(state, baselines, history, [], options), state, baselines }
}
