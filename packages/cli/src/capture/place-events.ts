import { createHash } from 'node:crypto'
import { parseUtc } from '@riftline/base'
import { type OddsStore, sameSeriesMs } from '@riftline/odds'
import { byAnyId, type CatalogueTeam, type ScheduledSeries } from '@riftline/predictor'
import type { CapturedSeries } from '@riftline/sources'
import type { IdentifiedTeams, TeamPair } from './identify-teams.ts'
import { nearestSeries } from './recognise.ts'

/** What a market offers for a series between known teams. */
export interface IdentifiedSeries extends Omit<CapturedSeries, 'teams'>, IdentifiedTeams {}

/** The same under the id of its series. */
export interface PlacedSeries extends IdentifiedSeries {
  readonly esportsMatchId: string
  /** What the schedule says of it; null where it says nothing. */
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
  /** The id that an event's series had at the last capture. */
  readonly idBefore: (event: IdentifiedSeries) => string | null
}

/** The schedule's series whose teams these are. */
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
 * Gives the events of one market the ids of their series: of the schedule's, by pair and nearest start; else the one that the event
 * had before, since it may have been put off; else that of stored odds, likewise; else one of its own. Two events are never one series.
 */
export async function placeEvents(
  events: readonly IdentifiedSeries[],
  places: Places,
): Promise<readonly PlacedSeries[]> {
  const { announced, store, idBefore } = places
  const byId = new Map(announced.map((one) => [one.id, one]))
  const scheduled = nearestSeries(
    events,
    ({ teams: [first, second] }) => announced.filter((one) => isBetween(one, first.id, second.id)),
    sameSeriesMs,
  )
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
  for (const event of rest)
    stored.set(
      event,
      (await storedSeries(event, store)).filter(({ id }) => isFree(id)),
    )
  for (const [event, { id }] of nearestSeries(rest, (event) => stored.get(event) ?? [], sameSeriesMs)) {
    if (isFree(id)) ids.set(event, id)
  }
  return events.map((event) => {
    const esportsMatchId = legalId(ids.get(event) ?? `${event.source}:${event.eventId}`)
    return { ...event, esportsMatchId, announced: byId.get(ids.get(event) ?? '') ?? null }
  })
}

interface StoredPlace {
  readonly id: string
  readonly startMs: number
}

/** Series between two teams that odds are kept of, also under former ids, and that have not begun. */
async function storedSeries(
  { teams, capturedMs }: IdentifiedSeries,
  store: Places['store'],
): Promise<readonly StoredPlace[]> {
  const pairs = idsOf(teams[0]).flatMap((id) => idsOf(teams[1]).map((other) => [id, other] as const))
  const all = await Promise.all(pairs.map(([id, other]) => store.seriesBetween(id, other, capturedMs)))
  return all
    .flat()
    .map(({ esportsMatchId: id, scheduledAt: startMs }) => ({ id, startMs }))
    .filter(({ startMs }) => startMs > capturedMs)
}

function idsOf({ id, formerIds = [] }: TeamPair[0]): readonly number[] {
  return [id, ...formerIds]
}

/** An id comes from outside; one that no snapshot may have becomes its hash. */
function legalId(id: string): string {
  if (/^\P{Cc}{1,120}$/u.test(id)) return id
  return `sha256:${createHash('sha256').update(id).digest('hex')}`
}
