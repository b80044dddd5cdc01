import { hourMs, parseUtc, requireOptions } from '@riftline/base'
import { type ModelName, modelNames, nearestSeries } from '@riftline/predictor'
import type { KeptChances, KeptLine } from './kept-line.ts'

/** A graded series as far as kept forecasts are joined to it. */
export interface StartedSeries {
  readonly team1Id: number
  readonly team2Id: number
  /** Actual start, milliseconds since 1970. */
  readonly startMs: number
}

/** The kept forecast that counts for a graded series, with the chances of that series' first team. */
export interface MatchedForecast {
  readonly line: KeptLine
  readonly forecasts: KeptChances
  readonly market: KeptLine['market']
}

/** Options of `matchKept`. */
export interface MatchKeptOptions {
  /** Present ids of teams by former id. */
  readonly formerIds?: ReadonlyMap<number, number>
}

/** Greatest time between the start in a line and that of its graded series. */
const sameSeriesMs = 12 * hourMs

/**
 * Joins kept forecasts to graded series of the same teams, in either order, whose starts are at most 12 hours apart: the nearest
 * first, each once. Of several lines of one series in the schedule, the last one made before the graded start counts.
 * @returns the forecasts that count, by graded series; series without one are missing
 * @example
 * matchKept(lines, graded).get(graded[0])?.forecasts.consensus.calibratedProbability1
 */
export function matchKept<Series extends StartedSeries>(
  lines: readonly KeptLine[],
  graded: readonly Series[],
  options: MatchKeptOptions = {},
): ReadonlyMap<Series, MatchedForecast> {
  requireOptions(options, ['formerIds'])
  const idNow = (id: number): number => options.formerIds?.get(id) ?? id
  const pairOf = ({ team1Id, team2Id }: Pick<StartedSeries, 'team1Id' | 'team2Id'>): string => {
    const [one, other] = [idNow(team1Id), idNow(team2Id)]
    return one < other ? `${one} ${other}` : `${other} ${one}`
  }
  const ofPair = new Map<string, Map<string, KeptLine[]>>()
  for (const line of lines) {
    const pair = pairOf(line)
    const bySeries = ofPair.get(pair) ?? new Map<string, KeptLine[]>()
    ofPair.set(pair, bySeries.set(line.seriesId, [...(bySeries.get(line.seriesId) ?? []), line]))
  }
  const linesOf = (series: Series) =>
    [...(ofPair.get(pairOf(series))?.values() ?? [])].flatMap((own) => {
      const line = lastBefore(own, series.startMs)
      return line === null ? [] : [{ line, startMs: msOf(line.startUtc) }]
    })
  const nearest = nearestSeries(graded, linesOf, sameSeriesMs, ({ line }) => line.seriesId)
  return new Map(
    [...nearest].map(([series, { line }]) => [
      series,
      idNow(line.team1Id) === idNow(series.team1Id) ? asKept(line) : swapped(line),
    ]),
  )
}

/** The line with the last forecast made before a moment; null if none was. */
function lastBefore(lines: readonly KeptLine[], startMs: number): KeptLine | null {
  const before = lines.filter(({ keptAtUtc }) => msOf(keptAtUtc) < startMs)
  return before.reduce<KeptLine | null>(
    (last, line) => (last === null || line.keptAtUtc >= last.keptAtUtc ? line : last),
    null,
  )
}

function asKept(line: KeptLine): MatchedForecast {
  return { line, forecasts: line.forecasts, market: line.market }
}

function swapped(line: KeptLine): MatchedForecast {
  const { forecasts, market } = line
  const other = ({ probability1, calibratedProbability1 }: KeptChances[ModelName]) => ({
    probability1: 1 - probability1,
    calibratedProbability1: 1 - calibratedProbability1,
  })
  const turned = Object.fromEntries(modelNames.map((model) => [model, other(forecasts[model])]))
  return {
    line,
    forecasts: turned as KeptChances,
    market: market && { ...market, probability1: 1 - market.probability1 },
  }
}

function msOf(utc: string): number {
  return parseUtc(utc) ?? 0
}
