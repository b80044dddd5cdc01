import { dayMs, parseUtc, toUtc } from '@riftline/base'
import {
  type Announcement,
  byAnyId,
  type Catalogue,
  createCatalogueIndex,
  findStatedLeague,
  type NamedId,
  type Schedule,
  type ScheduledSeries,
  type StatedGame,
  type StatedName,
  type StatedSeries,
} from '@riftline/predictor'
import type { ReadBase } from '../history/read-history.ts'
import { createTeamFinder, seriesOrder } from '../history/stated/merge-games.ts'
import type { Unresolved } from './replay.ts'
import type { SourceStatements } from './sync-folder.ts'

const aheadMs = 60 * dayMs
/** Time for which a series is kept after its start, because its closing odds are still requested. */
const keptMs = 2 * dayMs
/** Greatest difference between two sources' announced starts of one series. */
const apartMs = dayMs / 2

export const noSeries: Pick<Schedule, 'series'> = { series: [] }

/**
 * Merges the schedules of sources: series of the same teams within 12 hours are one. It keeps its id as long as a source that has
 * announced it still does. Earlier announcements of a source that was not read in full still count.
 */
export function mergeSchedule(
  readings: readonly ScheduleReading[],
  previous: Pick<Schedule, 'series'>,
  base: ReadBase & { readonly catalogue: Catalogue },
  nowMs: number,
): { readonly schedule: Schedule; readonly unresolved: readonly Unresolved[] } {
  const { announced, unresolved } = toAnnounced(readings, base)
  const all = [...announced, ...stillAnnounced(previous, readings, base.catalogue)].sort(
    (a, b) => placeOf(a) - placeOf(b) || a.scheduledMs - b.scheduledMs || (a.id < b.id ? -1 : 1),
  )
  const idBefore = new Map(previous.series.flatMap(({ id, stated }) => stated.map((one) => [announcementKey(one), id])))
  const groups = joined(all, idBefore)
  const series = withIds(groups, idBefore)
    .map(({ id, group }) => toSeries(id, group, nowMs))
    .filter(({ scheduledUtc: text }) => text > toUtc(nowMs - keptMs) && text <= toUtc(nowMs + aheadMs))
    .sort((a, b) => (`${a.scheduledUtc} ${a.id}` < `${b.scheduledUtc} ${b.id}` ? -1 : 1))
  const head = { format: 'riftline-schedule', formatVersion: 1, checkedUtc: toUtc(nowMs) } as const
  return { schedule: { ...head, series }, unresolved }
}

function placeOf({ source }: Announced): number {
  const place = seriesOrder.indexOf(source)
  return place === -1 ? seriesOrder.length : place
}

type Group = readonly [Announced, ...Announced[]]

/** Groups announcements that were one series before; then joins the nearest start of another source, at most one per source. */
function joined(all: readonly Announced[], idBefore: ReadonlyMap<string, string>): readonly Group[] {
  const pairs = all.flatMap((first, at) =>
    all.slice(at + 1).flatMap((second) => {
      if (first.source === second.source || !sameTeams(first, second)) return []
      const id = idBefore.get(announcementKey(first))
      const wasOne = id !== undefined && id === idBefore.get(announcementKey(second))
      const distance = wasOne ? -1 : Math.abs(first.scheduledMs - second.scheduledMs)
      return distance <= apartMs ? [{ first, second, distance }] : []
    }),
  )
  const groupOf = new Map<Announced, Group>(all.map((one) => [one, [one]]))
  for (const { first, second } of pairs.sort((a, b) => a.distance - b.distance)) {
    const [one, other] = [groupOf.get(first)!, groupOf.get(second)!]
    if (one === other || one.some(({ source }) => other.some((rival) => rival.source === source))) continue
    const both: Group = [...one, ...other]
    for (const member of both) groupOf.set(member, both)
  }
  return [...new Set(groupOf.values())]
}

function sameTeams({ teams: [a, b] }: Announced, { teams: [c, d] }: Announced): boolean {
  return (a.id === c.id && b.id === d.id) || (a.id === d.id && b.id === c.id)
}

/** Assigns earlier ids first; a new series gets that of lolesports, else Leaguepedia's, marked as such. */
function withIds(groups: readonly Group[], idBefore: ReadonlyMap<string, string>) {
  const used = new Set<string>()
  const take = (id: string | undefined): string | null => {
    if (id === undefined || used.has(id)) return null
    used.add(id)
    return id
  }
  const before = groups.map((group) => {
    const known = group.map((one) => idBefore.get(announcementKey(one))).find((id) => id !== undefined && !used.has(id))
    return { group, known: take(known) }
  })
  return before.map(({ group, known }) => {
    const [first] = group
    const fresh = first.source === 'lolesports' ? first.id : `lp:${first.id}`
    return { group, id: known ?? take(fresh) ?? `${first.source}:${first.id}` }
  })
}

function toSeries(id: string, group: Group, nowMs: number): ScheduledSeries {
  const [first] = group
  // A past start of a series that has not begun is out of date if another source names a later one.
  const { scheduledMs } = group.find((one) => one.hasBegun || one.scheduledMs >= nowMs) ?? first
  const hasBegun = group.some((one) => one.hasBegun)
  const trueMs = group.find(({ startedMs }) => startedMs !== null)?.startedMs ?? Math.min(scheduledMs, nowMs)
  return {
    id,
    league: first.league,
    bestOf: group.find(({ bestOf }) => bestOf !== null)?.bestOf ?? null,
    scheduledUtc: toUtc(scheduledMs),
    startedUtc: hasBegun ? toUtc(trueMs) : null,
    team1: first.teams[0],
    team2: first.teams[1],
    stated: group.map(toAnnouncement),
  }
}

function toAnnouncement(one: Announced): Announcement {
  const { source, id, bestOf, scheduledMs, hasBegun, startedMs } = one
  const startedUtc = startedMs === null ? null : toUtc(startedMs)
  return { source, id, bestOf, scheduledUtc: toUtc(scheduledMs), hasBegun, startedUtc }
}

interface Announced extends Pick<Announcement, 'source' | 'id' | 'bestOf' | 'hasBegun'> {
  readonly league: string
  readonly scheduledMs: number
  readonly startedMs: number | null
  readonly teams: readonly [NamedId, NamedId]
}

/** Past and coming series that a source states; the first game of a series tells its actual start. */
export interface ScheduleReading extends SourceStatements {
  readonly source: string
  /** Whether the reading has every series of the source; the source's earlier announcements are then dropped. */
  readonly isWhole: boolean
}

/** Resolves the names in statements to riftline's names; teams follow the same rules as in games. */
function toAnnounced(readings: readonly ScheduleReading[], base: ReadBase & { readonly catalogue: Catalogue }) {
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
      // Teams without recent games have no entry in the catalogue.
      const known = found === null ? undefined : shown.get(found.id)
      return known === undefined ? miss('team', stated) : { id: known.id, name: known.name }
    }
    const [first, second] = [team(0), team(1)]
    if (first === null || second === null || first.id === second.id) return []
    const startedMs = series.startedMs ?? firstStart(games, id)
    // A series reported as running without a won game may only be late.
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

/** Earlier announcements of sources that were not read again, or not in full, under the teams' present names. */
function stillAnnounced(
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

function announcementKey({ source, id }: { readonly source: string; readonly id: string }): string {
  return `${source} ${id}`
}

/** Addresses of logos by team, from sources that show them with their series; the first one if there are several. */
export type StatedLogos = ReadonlyMap<number, string>

/** Assigns logos to teams by the same rules as names in games; known logos stay. */
export function statedLogos(
  { series }: Pick<SourceStatements, 'series'>,
  base: ReadBase & { readonly catalogue: Catalogue },
  known: StatedLogos,
): StatedLogos {
  const { leagues } = createCatalogueIndex(base.catalogue)
  const findTeam = createTeamFinder(base)
  const logos = new Map(known)
  for (const { teams, logoUrls, league: name, scheduledMs: startMs } of series) {
    const league = logoUrls === undefined ? null : findStatedLeague(leagues, name)
    if (logoUrls === undefined || league === null) continue
    for (const [index, url] of logoUrls.entries()) {
      const team = url === null ? null : findTeam(teams[index]!, { league, startMs, opponent: teams[1 - index]! })
      if (url !== null && team !== null && !logos.has(team.id)) logos.set(team.id, url)
    }
  }
  return logos
}

/** Adds logos to the teams of a catalogue that have none. */
export function addLogos(catalogue: Catalogue, logos: StatedLogos): Catalogue {
  const teams = catalogue.teams.map((team) => ({ ...team, logoUrl: team.logoUrl ?? logos.get(team.id) ?? null }))
  return { ...catalogue, teams }
}
