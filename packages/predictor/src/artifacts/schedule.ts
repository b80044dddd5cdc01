import { parseUtc } from '@riftline/base'
import * as z from 'zod'
import { parseWith } from '../table-schema.ts'
import type { BestOf } from '../types.ts'

const text = z.string().min(1).max(500)
const utc = z.string().refine((value) => parseUtc(value) !== null, 'expected YYYY-MM-DDTHH:mm:ss')
const team = z.object({ id: z.int().min(1), name: z.string().max(500) })
const bestOf = z.int().min(1).max(5).nullable()

const announcement = z.object({
  source: text,
  /** The service's id of the series. */
  id: text,
  bestOf,
  scheduledUtc: utc,
  /** Whether the series has begun; `startedUtc` is then the start of its first game, if known. */
  hasBegun: z.boolean(),
  startedUtc: utc.nullable(),
})

const series = z.object({
  /** Id of the series, the same at every reading. */
  id: text,
  /** Code of the league. */
  league: text,
  /** 1, 2, 3 or 5; null if no service states it. */
  bestOf,
  scheduledUtc: utc,
  /** Actual start as far as services state it; null: not known to have begun. */
  startedUtc: utc.nullable(),
  /** First and second team as announced; the order says nothing about sides. */
  team1: team,
  team2: team,
  /** Announcements of the services. */
  stated: z.array(announcement).readonly(),
})

const scheduleSchema = z.object({
  format: z.literal('riftline-schedule'),
  formatVersion: z.literal(1),
  /** Time when the services were last read. */
  checkedUtc: utc,
  /** Coming series, and those that began in the last two days. */
  series: z.array(series).readonly(),
})

/** `schedule.json` of a data folder: series announced by public services, by start and id. Times are UTC, `YYYY-MM-DDTHH:mm:ss`. */
export type Schedule = Readonly<z.infer<typeof scheduleSchema>>
/** One series, announced by one or several services. */
export type ScheduledSeries = Readonly<z.infer<typeof series>>
/** Announcement of a series by one service. */
export type Announcement = Readonly<z.infer<typeof announcement>>

/**
 * Reads `sync/schedule.json` of a data folder.
 *
 * @throws ArtifactError `artifact_invalid` with the JSON path of the first fault
 * @example
 * const text = '{"format":"riftline-schedule","formatVersion":1,"checkedUtc":"2026-11-23T12:00:00","series":[]}'
 * parseSchedule(text).series // => []
 */
export function parseSchedule(text: string): Schedule {
  return parseWith(scheduleSchema, 'schedule.json', text)
}

/**
 * The series of a schedule that have not begun at a moment, in order. A series past its announced start counts as begun, because
 * services may report late.
 *
 * @param nowMs the moment in ms since 1970
 * @example seriesToCome(schedule, Date.now())
 */
export function seriesToCome({ series }: Pick<Schedule, 'series'>, nowMs: number): readonly ScheduledSeries[] {
  return series.filter(({ startedUtc, scheduledUtc }) => startedUtc === null && (parseUtc(scheduledUtc) ?? 0) >= nowMs)
}

/**
 * The series of a schedule that have not begun at a moment and whose teams artifacts know, each with the present ids and names of its
 * two teams.
 *
 * @param teams teams by present and former id
 * @example shownSeries(schedule, index.teams.byId, Date.now())
 */
export function shownSeries(
  schedule: Pick<Schedule, 'series'>,
  teams: ReadonlyMap<number, ScheduledSeries['team1']>,
  nowMs: number,
): readonly ScheduledSeries[] {
  return seriesToCome(schedule, nowMs).flatMap((series) => {
    const [first, second] = [teams.get(series.team1.id), teams.get(series.team2.id)]
    if (first === undefined || second === undefined || first.id === second.id) return []
    return [{ ...series, team1: { id: first.id, name: first.name }, team2: { id: second.id, name: second.name } }]
  })
}

/** Whether a series must have a winner: a best-of-2 may end in a draw, and a series without a best-of may be played to the last game. */
export function hasForecast(bestOf: number | null): bestOf is BestOf {
  return bestOf === 1 || bestOf === 3 || bestOf === 5
}

/** A series by its start, milliseconds since 1970. */
export interface StartedAt {
  readonly startMs: number
}

/**
 * Pairs series of two sources by the nearest start, the nearest pairs first. Each is paired once; those without a partner are left out.
 *
 * @param candidatesOf series of the other source that may be the same, such as those of the same teams
 * @param mostMs greatest time between two starts
 * @param identity value that tells the candidates apart; the candidate itself by default
 * @example nearestSeries(events, () => announced, 12 * 3_600_000).get(events[0])
 */
export function nearestSeries<Series extends StartedAt, Candidate extends StartedAt>(
  series: readonly Series[],
  candidatesOf: (one: Series) => readonly Candidate[],
  mostMs: number,
  identity: (candidate: Candidate) => unknown = (candidate) => candidate,
): ReadonlyMap<Series, Candidate> {
  const near = series.flatMap((one) =>
    candidatesOf(one).flatMap((candidate) => {
      const distance = Math.abs(candidate.startMs - one.startMs)
      return distance <= mostMs ? [{ one, candidate, distance }] : []
    }),
  )
  const found = new Map<Series, Candidate>()
  const taken = new Set<unknown>()
  for (const { one, candidate } of near.sort((a, b) => a.distance - b.distance)) {
    if (found.has(one) || taken.has(identity(candidate))) continue
    found.set(one, candidate)
    taken.add(identity(candidate))
  }
  return found
}
