import { parseUtc } from '@riftline/base'
import {
  byAnyId,
  type Catalogue,
  createCatalogueIndex,
  findStatedLeague,
  type NamedId,
  type Schedule,
  type StatedGame,
  type StatedName,
  type StatedSeries,
} from '@riftline/predictor'
import type { ReadBase } from '../history/read-history.ts'
import { createTeamFinder } from '../history/stated/team-key.ts'
import type { Unresolved } from './known-names.ts'

/** What one source says of one series, in riftline's names. Times are UTC milliseconds. */
export interface Announced {
  readonly source: string
  readonly id: string
  readonly league: string
  readonly bestOf: number | null
  readonly scheduledMs: number
  readonly hasBegun: boolean
  /** The start of its first game, where it is known. */
  readonly startedMs: number | null
  readonly teams: readonly [NamedId, NamedId]
}

/** What a source states of series, begun and to come. */
export interface ScheduleReading {
  readonly source: string
  /** Whether it states every series that it has: then what it said before counts no more. */
  readonly isWhole: boolean
  readonly series: readonly StatedSeries[]
  /** Its games: the first one of a series says when that began. */
  readonly games: readonly StatedGame[]
}

export interface NamedAnnouncements {
  readonly announced: readonly Announced[]
  /** Teams and leagues that nobody could be told by: their series are left out. */
  readonly unresolved: readonly Unresolved[]
}

/** Gives what sources state riftline's names, teams by the rules that games are read by. */
export function toAnnounced(
  readings: readonly ScheduleReading[],
  base: ReadBase & { readonly catalogue: Catalogue },
): NamedAnnouncements {
  const { leagues } = createCatalogueIndex(base.catalogue)
  const findTeam = createTeamFinder(base)
  const shown = byAnyId(base.catalogue.teams)
  const unresolved: Unresolved[] = []

  const announce = (series: StatedSeries, games: readonly StatedGame[]): readonly Announced[] => {
    const { source, id, bestOf, scheduledMs, state, score } = series
    const miss = (kind: Unresolved['kind'], { name, sourceId }: StatedName): null => {
      unresolved.push({ kind, name, sourceId, where: `${source} ${id}`, candidates: [] })
      return null
    }
    const league = findStatedLeague(leagues, series.league) ?? miss('league', { name: series.league, sourceId: null })
    if (league === null) return []
    const team = (index: 0 | 1): NamedId | null => {
      const stated = series.teams[index]
      const opponent = series.teams[index === 0 ? 1 : 0]
      const found = findTeam(stated, { league, startMs: scheduledMs, opponent })
      // A team of long ago has no entry to show it by.
      const known = found === null ? undefined : shown.get(found.id)
      return known === undefined ? miss('team', stated) : { id: known.id, name: known.name }
    }
    const [first, second] = [team(0), team(1)]
    if (first === null || second === null || first.id === second.id) return []
    const startedMs = series.startedMs ?? firstStart(games, id)
    // One that is said to run without a game that was won may only be late.
    const isPlayed = startedMs !== null || (score ?? []).some((won) => won > 0)
    const hasBegun = state === 'ended' || (state === 'running' && isPlayed)
    const teams = [first, second] as const
    return [{ source, id, league, bestOf, scheduledMs, hasBegun, startedMs: hasBegun ? startedMs : null, teams }]
  }
  const announced = readings.flatMap(({ series, games }) => series.flatMap((one) => announce(one, games)))
  return { announced, unresolved }
}

function firstStart(games: readonly StatedGame[], seriesId: string): number | null {
  const first = games.find((game) => game.seriesId === seriesId && game.gameNumber === 1)
  return first === undefined || first.startIsEstimate === true ? null : first.startMs
}

/** What sources said before and were not asked again, or not for all of it; teams under the names that they have now. */
export function stillAnnounced(
  { series }: Pick<Schedule, 'series'>,
  readings: readonly ScheduleReading[],
  { teams }: Pick<Catalogue, 'teams'>,
): readonly Announced[] {
  const shown = byAnyId(teams)
  const whole = new Set(readings.filter(({ isWhole }) => isWhole).map(({ source }) => source))
  const anew = new Set(readings.flatMap((reading) => reading.series.map(announcementKey)))
  return series.flatMap(({ stated, league, team1, team2 }) => {
    const [first, second] = [shown.get(team1.id), shown.get(team2.id)]
    if (first === undefined || second === undefined || first.id === second.id) return []
    const named = [first, second].map(({ id, name }) => ({ id, name }))
    return stated
      .filter((one) => !whole.has(one.source) && !anew.has(announcementKey(one)))
      .map(({ scheduledUtc, startedUtc, ...one }) => ({
        ...one,
        league,
        scheduledMs: parseUtc(scheduledUtc) ?? 0,
        startedMs: startedUtc === null ? null : parseUtc(startedUtc),
        teams: [named[0]!, named[1]!] as const,
      }))
  })
}

/** No source has a blank. */
export function announcementKey({ source, id }: { readonly source: string; readonly id: string }): string {
  return `${source} ${id}`
}
