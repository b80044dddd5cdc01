import type { CapturedOdds } from '@riftline/predictor'
import type { SeriesOdds } from '../history/types.ts'
import { bookOf } from './add-captured.ts'
import type { PlayedPair } from './played-series.ts'

/** Odds are of a series that their teams played within this time of the start that was announced. */
const sameSeriesMs = 12 * 3_600_000

/** Captured odds with the series that they turned out to be of: the first price and the closing line, which may be one. */
export interface JoinedOdds extends CapturedOdds {
  readonly series: PlayedPair
}

/**
 * Finds the series that captured odds are of: the one that the schedule calls by their id, else the nearest of the pair within 12
 * hours, of one source at most one. The closing line is the last price before the true start.
 *
 * @param joins former ids of teams with those that they are now
 * @returns by series, then source; odds of no series that was played are left out
 */
export function joinOdds(
  captured: readonly CapturedOdds[],
  played: readonly PlayedPair[],
  joins: ReadonlyMap<number, number>,
): readonly JoinedOdds[] {
  const idNow = (id: number): number => joins.get(id) ?? id
  const byPair = new Map<string, PlayedPair[]>()
  for (const series of played) {
    const key = pairKey(idNow(series.team1Id), idNow(series.team2Id))
    byPair.set(key, [...(byPair.get(key) ?? []), series])
  }
  const places = captured.flatMap((odds) => {
    const [first, second] = odds.teams
    const own = byPair.get(pairKey(idNow(first), idNow(second))) ?? []
    return own.flatMap((series) => {
      const distance = distanceOf(odds, series)
      return distance === null ? [] : [{ odds, series, distance }]
    })
  })
  const joined = new Map<CapturedOdds, JoinedOdds>()
  const taken = new Set<string>()
  for (const { odds, series } of places.sort((a, b) => a.distance - b.distance)) {
    const place = `${odds.source} ${series.id}`
    if (joined.has(odds) || taken.has(place)) continue
    const before = odds.prices.filter(({ capturedMs }) => capturedMs < series.trueMs)
    const prices = before.length > 2 ? [before[0]!, before.at(-1)!] : before
    // Whoever is the home team of the odds stays so: under the ids that the series has.
    const teams =
      idNow(odds.teams[0]) === idNow(series.team1Id)
        ? [series.team1Id, series.team2Id]
        : [series.team2Id, series.team1Id]
    joined.set(odds, { ...odds, teams: teams as [number, number], prices, series })
    taken.add(place)
  }
  return [...joined.values()].sort((a, b) => a.series.id - b.series.id || (a.source < b.source ? -1 : 1))
}

function pairKey(one: number, other: number): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`
}

/** Null: the odds are of another series. */
function distanceOf({ esportsMatchId, scheduledMs }: CapturedOdds, series: PlayedPair): number | null {
  if (series.matchIds.includes(esportsMatchId)) return -1
  const distance = Math.abs(scheduledMs - series.startMs)
  return distance <= sameSeriesMs ? distance : null
}

/** Joined odds as a history has them: the last of a source's prices is its closing line. */
export function toSeriesOdds(joined: readonly JoinedOdds[]): readonly SeriesOdds[] {
  return joined.flatMap(({ source, teams, prices, series }) =>
    prices.map(({ capturedMs, odds, takeOdds }, index) => ({
      ...{ seriesId: series.id, book: bookOf(source), capturedMs, startMs: series.startMs },
      ...{ team1Id: teams[0], team2Id: teams[1], decimalOdds1: odds[0], decimalOdds2: odds[1] },
      ...(takeOdds && { takeOdds1: takeOdds[0], takeOdds2: takeOdds[1] }),
      ...(index === prices.length - 1 && { isClosing: true }),
    })),
  )
}
