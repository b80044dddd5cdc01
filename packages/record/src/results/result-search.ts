import { byAnyId } from '@riftline/predictor'
import type { GradedSeries } from '../graded/graded-series.ts'
import type { ResultPlace } from './result-cursor.ts'

/** Filters of results; an absent one fits every series. */
export interface ResultFilters {
  readonly league?: string
  /** Present id of a team. */
  readonly teamId?: number
  /** First and last start, milliseconds since 1970, both included. */
  readonly fromMs?: number
  readonly toMs?: number
}

/** A page of results; `next` is the place after which the following page begins, null on the last page. */
export interface ResultPage {
  readonly series: readonly GradedSeries[]
  readonly next: ResultPlace | null
}

/** A team of the catalogue, as far as results need it. */
export interface RecordTeam {
  readonly id: number
  readonly name: string
  readonly formerIds?: readonly number[] | undefined
}

/** Graded series whose teams are known, for searches and joins. */
export type ResultSearch = ReturnType<typeof createResultSearch>

/** Prepares graded series for searches. Series of a team that the catalogue does not have are left out. */
export function createResultSearch(graded: readonly GradedSeries[], teams: readonly RecordTeam[]) {
  const known = byAnyId(teams)
  const series = graded.filter(({ team1Id, team2Id }) => known.has(team1Id) && known.has(team2Id)).sort(comparePlaces)
  const idsOf = series.map(({ team1Id, team2Id }) => [known.get(team1Id)!.id, known.get(team2Id)!.id] as const)
  return {
    /** All series, latest first. */
    series: series as readonly GradedSeries[],
    /** Present ids of teams by present and former id. */
    formerIds: new Map([...known].map(([id, team]) => [id, team.id])) as ReadonlyMap<number, number>,
    /** Present id and name of a team of these series. */
    teamOf(id: number): Pick<RecordTeam, 'id' | 'name'> {
      const team = known.get(id)!
      return { id: team.id, name: team.name }
    },
    /** Finds the next `limit` series that fit, latest first. @param after place after which they begin; null for the first page */
    page({ league, teamId, fromMs, toMs }: ResultFilters, after: ResultPlace | null, limit: number): ResultPage {
      const found: GradedSeries[] = []
      for (let at = after === null ? 0 : firstAfter(series, after); at < series.length; at++) {
        const one = series[at]!
        if (fromMs !== undefined && one.startMs < fromMs) break
        if (toMs !== undefined && one.startMs > toMs) continue
        if (league !== undefined && one.league !== league) continue
        if (teamId !== undefined && !idsOf[at]!.includes(teamId)) continue
        // One more than a page is looked for, so that no page is empty because the one before was the last.
        if (found.length === limit) return { series: found, next: placeOf(found.at(-1)!) }
        found.push(one)
      }
      return { series: found, next: null }
    },
  }
}

function placeOf({ startMs, seriesId }: GradedSeries): ResultPlace {
  return { startMs, seriesId }
}

/** Orders places, latest first. */
function comparePlaces(a: ResultPlace, b: ResultPlace): number {
  return b.startMs - a.startMs || b.seriesId - a.seriesId
}

/** Index of the first series behind a place. */
function firstAfter(series: readonly ResultPlace[], place: ResultPlace): number {
  let [low, high] = [0, series.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (comparePlaces(series[middle]!, place) <= 0) low = middle + 1
    else high = middle
  }
  return low
}
