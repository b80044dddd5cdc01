import { dayMs, parseUtc } from '@riftline/base'
import { type Schedule, type ScheduledSeries, shownSeries } from '@riftline/predictor'
import type { ChangeBatch, NewChange } from '../change.ts'
import { scheduledFields } from '../change-schema.ts'
import type { ChangeWriter, Watcher } from './change-writer.ts'
import type { WatchedServing } from './watching-options.ts'

/** Public fields of a scheduled series. */
export interface ScheduledFields {
  readonly seriesId: string
  readonly league: string
  readonly bestOf: number | null
  readonly scheduledUtc: string
  readonly team1Id: number
  readonly team2Id: number
}

const guardKey = 'schedule'
export const scheduleMarks = 'schedule:'
/** Marks of series that are not listed any more: `passed` when the announced start was over, `started` when a service said so. */
const goneForm = /^(passed|started) /
/** Clocks of processes may be this far apart. A series that one of them has seen begin is not added again by another. */
const clockToleranceMs = 5 * 60_000
/** Time for which begun series are remembered, to find the ids of results. */
const rememberedMs = 14 * dayMs
/** Time that a process with older artifacts leaves to one with newer ones. */
const giveWayMs = 60_000

export interface ScheduleWatch {
  readonly writer: ChangeWriter
  readonly schedule: { readonly current: Schedule | null }
  readonly serving: { readonly current: WatchedServing }
}

/** The last look that found everything written, and the time for which that is certain. */
interface Settled {
  readonly of: Schedule
  readonly index: WatchedServing['index']
  readonly fromMs: number
  readonly untilMs: number
}

/**
 * Watches the list that `/v1/schedule` shows. Of several processes, that with the newest reading of the services writes, and of
 * those with the same reading that with the newest artifacts.
 */
export function watchSchedule({ writer, schedule, serving }: ScheduleWatch): Watcher {
  let settled: Settled | null = null
  let first: { readonly of: Schedule; readonly sinceMs: number } | null = null
  return {
    async look(nowMs) {
      const { current: of } = schedule
      const { index, catalogue } = serving.current
      if (of === null) {
        // All that a first reading of the services brings is new to those who followed the changes before it.
        const guard = { key: guardKey, from: null, to: `- ${catalogue.asOf} 0` }
        if (!(await writer.marks()).has(guardKey)) await writer.write([{ guard, marks: [], changes: [] }])
        return
      }
      if (settled?.of === of && settled.index === index && settled.fromMs <= nowMs && nowMs <= settled.untilMs) return
      if (first?.of !== of) first = { of, sinceMs: nowMs }
      const marks = await writer.marks()
      const shown = shownSeries(of, index.teams.byId, nowMs)
      const fields = new Map(shown.map((one) => [one.id, fieldsOf(one)]))
      const batch = batchOf(marks, { of, asOf: catalogue.asOf, fields, nowMs, knownMs: nowMs - first.sinceMs })
      if (batch === 'of another process') return
      if (!(await writer.write(batch === null ? [] : [batch]))) return
      const untilMs = Math.min(...shown.map(({ scheduledUtc }) => parseUtc(scheduledUtc)!))
      settled = { of, index, fromMs: nowMs, untilMs }
    },
  }
}

/** What a process sees at a moment. */
interface Seen {
  readonly of: Schedule
  /** Data date of the artifacts. */
  readonly asOf: string
  /** Series that are shown, by id. */
  readonly fields: ReadonlyMap<string, ScheduledFields>
  readonly nowMs: number
  /** Time for which the schedule has been in memory. */
  readonly knownMs: number
}

/** The batch that brings marks to what is seen; null if nothing is to be written. */
function batchOf(marks: ReadonlyMap<string, string>, seen: Seen): ChangeBatch | null | 'of another process' {
  const { of, asOf, fields, knownMs } = seen
  const from = marks.get(guardKey) ?? null
  if (from === null) {
    const all = [...fields].map(([id, one]) => [scheduleMarks + id, JSON.stringify(one)] as const)
    return { guard: { key: guardKey, from, to: `${of.checkedUtc} ${asOf} 1` }, marks: all, changes: [] }
  }
  const [checkedUtc = '', oldAsOf = '', revision] = from.split(' ')
  const isNewer = of.checkedUtc > checkedUtc
  if (of.checkedUtc < checkedUtc) return 'of another process'
  if (asOf < oldAsOf && !(isNewer && knownMs >= giveWayMs)) return 'of another process'
  const { changes, marks: set } = differences(marks, seen)
  if (set.length === 0 && !isNewer && asOf === oldAsOf) return null
  const to = `${of.checkedUtc} ${asOf} ${Number(revision) + 1}`
  return { guard: { key: guardKey, from, to }, marks: set, changes }
}

function differences(marks: ReadonlyMap<string, string>, seen: Seen): Pick<ChangeBatch, 'marks' | 'changes'> {
  const { fields, nowMs } = seen
  const set: (readonly [string, string | null])[] = []
  const changes: NewChange[] = []
  for (const [id, now] of fields) {
    const key = scheduleMarks + id
    const [mark, json] = [marks.get(key), JSON.stringify(now)]
    if (mark === json || (mark !== undefined && isPassed(mark, now, nowMs))) continue
    set.push([key, json])
    const before = mark === undefined || goneForm.test(mark) ? null : (JSON.parse(mark) as ScheduledFields)
    if (before === null) changes.push({ type: 'schedule.added', fields: { ...now } })
    else {
      const changed = scheduledFields.filter((name) => before[name] !== now[name])
      changes.push({ type: 'schedule.changed', fields: { ...now, changed } })
    }
  }
  const listed = new Map(seen.of.series.map((one) => [one.id, one]))
  for (const [key, mark] of marks) {
    if (!key.startsWith(scheduleMarks) || fields.has(key.slice(scheduleMarks.length))) continue
    const { isGone, last } = readScheduleMark(mark)
    if (isGone) {
      if (parseUtc(last.scheduledUtc)! < nowMs - rememberedMs) set.push([key, null])
      continue
    }
    set.push([key, markOfGone(last, listed.get(last.seriesId), nowMs)])
    changes.push({ type: 'schedule.removed', fields: { ...last } })
  }
  return { marks: set, changes }
}

/** Fields of a series in a mark, and whether it is not listed any more. */
export function readScheduleMark(mark: string): { readonly isGone: boolean; readonly last: ScheduledFields } {
  const isGone = goneForm.test(mark)
  return { isGone, last: JSON.parse(isGone ? mark.slice(mark.indexOf(' ')) : mark) as ScheduledFields }
}

/** Whether a process with an earlier clock lists a series that another one has seen begin. */
function isPassed(mark: string, now: ScheduledFields, nowMs: number): boolean {
  if (!mark.startsWith('passed ')) return false
  const { last } = readScheduleMark(mark)
  return last.scheduledUtc === now.scheduledUtc && parseUtc(now.scheduledUtc)! - nowMs <= clockToleranceMs
}

/** The mark of a series that is not shown any more; null for one that has not begun. */
function markOfGone(last: ScheduledFields, listed: ScheduledSeries | undefined, nowMs: number): string | null {
  const { scheduledUtc, startedUtc } = listed ?? { scheduledUtc: last.scheduledUtc, startedUtc: null }
  const json = JSON.stringify({ ...last, scheduledUtc })
  if (startedUtc !== null) return `started ${json}`
  return parseUtc(scheduledUtc)! < nowMs ? `passed ${json}` : null
}

function fieldsOf({ id, league, bestOf, scheduledUtc, team1, team2 }: ScheduledSeries): ScheduledFields {
  return { seriesId: id, league, bestOf, scheduledUtc, team1Id: team1.id, team2Id: team2.id }
}
