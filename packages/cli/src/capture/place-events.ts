import { createHash } from 'node:crypto'
import { parseUtc } from '@riftline/base'
import { idsOf, type OddsStore, sameSeriesMs } from '@riftline/odds'
import { byAnyId, type CatalogueTeam, nearestSeries, type ScheduledSeries, type StartedAt } from '@riftline/predictor'
import type { CapturedSeries } from '@riftline/sources'
import type { IdentifiedTeams } from './identify-teams.ts'

/** Odds of a market for a series between known teams. */
export interface IdentifiedSeries extends Omit<CapturedSeries, 'teams'>, IdentifiedTeams {}

export interface PlacedSeries extends IdentifiedSeries {
  readonly esportsMatchId: string
  /** The series in the schedule; null if it has none. */
  readonly announced: AnnouncedSeries | null
}

/** A series of the schedule with the present ids of its teams. */
export interface AnnouncedSeries extends Pick<ScheduledSeries, 'id' | 'league' | 'bestOf' | 'startedUtc'> {
  readonly startMs: number
  readonly teamIds: readonly [number, number]
}

export interface Places {
  readonly announced: readonly AnnouncedSeries[]
  readonly store: Pick<OddsStore, 'seriesBetween'>
  /** Series id of an event at the last capture. */
  readonly idBefore: (event: IdentifiedSeries) => string | null
}

export function announcedSeries(
  series: readonly ScheduledSeries[],
  teams: readonly CatalogueTeam[],
): readonly AnnouncedSeries[] {
  const byId = byAnyId(teams)
  const presentId = (id: number): number => byId.get(id)?.id ?? id
  return series.map(({ id, league, bestOf, startedUtc, scheduledUtc, team1, team2 }) => ({
    ...{ id, league, bestOf, startedUtc, startMs: parseUtc(scheduledUtc) ?? 0 },
    teamIds: [presentId(team1.id), presentId(team2.id)],
  }))
}

export function isBetween({ teamIds: [a, b] }: AnnouncedSeries, first: number, second: number): boolean {
  return (a === first && b === second) || (a === second && b === first)
}

/**
 * Gives events their series' ids: from the schedule, by pair and nearest start; else from the last capture, for a postponed event;
 * else from stored odds, by pair and nearest start; else new ones. No two events get the same id.
 */
export async function placeEvents(
  events: readonly IdentifiedSeries[],
  places: Places,
): Promise<readonly PlacedSeries[]> {
  const { announced, store, idBefore } = places
  const byId = new Map(announced.map((one) => [one.id, one]))
  const announcedFor = ({ teams: [first, second] }: IdentifiedSeries) =>
    announced.filter((one) => isBetween(one, first.id, second.id))
  const scheduled = nearestSeries(events, announcedFor, sameSeriesMs)
  const ids = new Map([...scheduled].map(([event, { id }]) => [event, id]))
  const isFree = (id: string): boolean => ![...ids.values()].includes(id)
  for (const event of events) {
    const id = ids.has(event) ? null : idBefore(event)
    const known = id === null ? undefined : byId.get(id)
    const isOfOthers = known !== undefined && !isBetween(known, event.teams[0].id, event.teams[1].id)
    if (id !== null && !isOfOthers && isFree(id)) ids.set(event, id)
  }
  const rest = events.filter((event) => !ids.has(event))
  const stored = new Map<IdentifiedSeries, readonly StoredPlace[]>()
  for (const event of rest) {
    const free = (await storedSeries(event, store)).filter(({ id }) => isFree(id))
    stored.set(event, free)
  }
  for (const [event, { id }] of nearestSeries(rest, (event) => stored.get(event) ?? [], sameSeriesMs)) {
    if (isFree(id)) ids.set(event, id)
  }
  return events.map((event) => {
    const esportsMatchId = legalId(ids.get(event) ?? `${event.source}:${event.eventId}`)
    return { ...event, esportsMatchId, announced: byId.get(ids.get(event) ?? '') ?? null }
  })
}

interface StoredPlace extends StartedAt {
  readonly id: string
}

/** Finds series between two teams that have stored odds, possibly under former ids, and have not begun. */
async function storedSeries(
  { teams, capturedMs }: IdentifiedSeries,
  store: Places['store'],
): Promise<readonly StoredPlace[]> {
  const stored = await store.seriesBetween(idsOf(teams[0]), idsOf(teams[1]), capturedMs)
  return stored
    .map(({ esportsMatchId: id, scheduledAt: startMs }) => ({ id, startMs }))
    .filter(({ startMs }) => startMs > capturedMs)
}

/** Replaces an id that is not allowed in snapshots by its hash. */
function legalId(id: string): string {
  if (/^\P{Cc}{1,120}$/u.test(id)) return id
  return `sha256:${createHash('sha256').update(id).digest('hex')}`
}
