import { parseUtc } from '@riftline/base'
import type { NamedId } from './catalogue/details.ts'

/** `schedule.json` of a data folder: the series that public services announce, by start and id. Times are UTC, `YYYY-MM-DDTHH:mm:ss`. */
export interface Schedule {
  readonly format: 'riftline-schedule'
  readonly formatVersion: 1
  /** When services were asked last. */
  readonly checkedUtc: string
  /** Series to come, and those that began in the last two days. */
  readonly series: readonly ScheduledSeries[]
}

/** One series, whatever number of services announce it. */
export interface ScheduledSeries {
  /** The same at every reading. */
  readonly id: string
  /** A code. */
  readonly league: string
  /** 1, 2, 3 or 5; null where nobody says. */
  readonly bestOf: number | null
  readonly scheduledUtc: string
  /** When it began, as far as services say; null: not known to have begun. */
  readonly startedUtc: string | null
  /** Named first and second, which says nothing about sides. */
  readonly team1: NamedId
  readonly team2: NamedId
  /** Services that announce it. */
  readonly stated: readonly Announcement[]
}

/** Announcement of a series by one service. */
export interface Announcement {
  readonly source: string
  /** The service's id. */
  readonly id: string
  readonly bestOf: number | null
  readonly scheduledUtc: string
  /** True: the first game's start, where it is known, is `startedUtc`. */
  readonly hasBegun: boolean
  readonly startedUtc: string | null
}

/**
 * The series of a schedule that have not begun at a moment, in its order: a service that is late with its news may not say yet that
 * one has.
 *
 * @param nowMs ms since 1970
 * @example seriesToCome(schedule, Date.now())
 */
export function seriesToCome({ series }: Pick<Schedule, 'series'>, nowMs: number): readonly ScheduledSeries[] {
  return series.filter(({ startedUtc, scheduledUtc }) => startedUtc === null && (parseUtc(scheduledUtc) ?? 0) >= nowMs)
}
