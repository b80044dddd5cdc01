import { dayMs } from '@riftline/base'
import { type BestOf, type Draft, draftOffset, type ForecastState, seriesFeatures } from '@riftline/predictor'
import { type BaselineName, type Baselines, forecastBaselines } from '../baselines/baselines.ts'
import type { MarketOdds, Series } from '../history/types.ts'
import type { ChampionIds } from '../replay/champion-ids.ts'
import { pickedIds } from '../replay/played.ts'
import { isGraded } from '../replay/replay.ts'
import { type MarketPrice, marketPrice, type PricesBySeries } from './market-prices.ts'
import { type MarketQuote, marketQuotes } from './market-quotes.ts'

/** What was known of a graded series before its first game, from team 1's side. */
export interface FeatureRow {
  readonly seriesId: number
  readonly startMs: number
  readonly league: string
  readonly bestOf: BestOf
  /** 1 when team 1 won. */
  readonly outcome: 0 | 1
  readonly vector: Float64Array
  /** Doubt about the difference of strength: standard deviation of the logit of one game. */
  readonly sd: number
  /** Who won each map, 1 for team 1, in order of play; null where a map is missing. */
  readonly maps: readonly (0 | 1)[] | null
  /** What the draft of game 1 moves the log odds by; null where the picks are not known in full. */
  readonly draftOffset: number | null
  readonly baselines: Readonly<Record<BaselineName, number>>
  /** Null without a price from before the start. */
  readonly price: MarketPrice | null
  /** What books gave its maps, handicaps and totals before the start. */
  readonly quotes: readonly MarketQuote[]
}

/** The inputs of a row: forecast state and baselines, both moved to the start of the series, champions and prices. */
export interface Knowledge {
  readonly forecast: ForecastState
  readonly baselines: Baselines
  readonly champions: ChampionIds
  readonly prices: PricesBySeries
  readonly marketOdds: PricesBySeries<MarketOdds>
}

/**
 * Makes the row of a series from the present state; null where the series is not graded.
 *
 * @param withheldDays how old the state is when the series begins; the row is as of the state
 */
export function featureRow(state: Knowledge, series: Series, withheldDays = 0): FeatureRow | null {
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
    vector,
    sd,
    maps: playedMaps(series),
    draftOffset: picks === null ? null : draftOffset(state.forecast.championEffects, picks, gameLogit, bestOf),
    baselines: forecastBaselines(state.baselines, { team1Id, team2Id, bestOf, startMs }),
    price: marketPrice(series, state.prices.get(id)),
    quotes: marketQuotes(series, state.marketOdds.get(id), state.prices.get(id)),
  }
}

/** Complete: the winner has as many maps as it takes, the last one among them, and none is missing in between. */
function playedMaps({ games, bestOf, team1Id, complete }: Series): readonly (0 | 1)[] | null {
  const maps = games.map(({ sides, winner }) => (sides[winner].teamId === team1Id ? 1 : 0))
  const inOrder = games.every(({ gameNumber }, index) => gameNumber === index + 1)
  const last = maps.at(-1)
  const won = maps.filter((map) => map === last).length
  return complete && inOrder && won === (bestOf + 1) / 2 ? maps : null
}

/** Picks of game 1 by team, or null unless all ten are known. */
function firstDraft(series: Series, champions: ChampionIds): Draft | null {
  const game = series.games.find((candidate) => candidate.gameNumber === 1)
  if (game === undefined) return null
  const [first, second] = game.sides.map((side) => pickedIds(side.champions, champions))
  if (first == null || second == null) return null
  return game.sides[0].teamId === series.team1Id ? { team1: first, team2: second } : { team1: second, team2: first }
}
