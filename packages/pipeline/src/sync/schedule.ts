import { dayMs, toUtc } from '@riftline/base'
import type { Announcement, Catalogue, Schedule, ScheduledSeries } from '@riftline/predictor'
import type { ReadBase } from '../history/read-history.ts'
import { type Announced, announcementKey, type ScheduleReading, stillAnnounced, toAnnounced } from './announced.ts'
import type { Unresolved } from './known-names.ts'

/** Who is asked first. */
const order: readonly string[] = ['lolesports', 'leaguepedia']
const aheadMs = 60 * dayMs
/** How long a series that has begun is kept: its closing odds are asked for. */
const keptMs = 2 * dayMs
/** Starts of one series as two sources announce it are no further apart. */
const apartMs = dayMs / 2

export const noSeries: Pick<Schedule, 'series'> = { series: [] }

/**
 * The schedule that sources state: one series where they name the same teams within 12 hours. What a source that was not read whole
 * said before still counts. A series keeps its id as long as one of those who announced it does.
 *
 * @param previous the schedule of the last reading
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
  const place = order.indexOf(source)
  return place === -1 ? order.length : place
}

type Group = readonly [Announced, ...Announced[]]

/** Those who were one series before stay so; else the nearest start of another source is the same, each at most once. */
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

/** Ids of before are given first; a new series has that of lolesports, else Leaguepedia's, marked as such. */
function withIds(
  groups: readonly Group[],
  idBefore: ReadonlyMap<string, string>,
): readonly { readonly id: string; readonly group: Group }[] {
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
  // A start that has passed without a beginning is old news where another source names a later one.
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
