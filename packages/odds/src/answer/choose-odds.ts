import { parseUtc } from '@riftline/base'
import type { ScheduledSeries } from '@riftline/predictor'
import type { StoredSeries } from '../book/odds-book.ts'
import type { StoredSnapshot } from '../book/stored-snapshot.ts'

/** Stored odds belong to an announced series of the same teams when the two starts are at most this far apart. */
export const sameSeriesMs: number = 12 * 3_600_000
/** Time for which the closing line of a series is shown. */
const closingShownMs = 12 * 3_600_000

/** Snapshots to answer from, newest first: the first one with the requested market is the answer. */
export interface ChosenOdds {
  readonly snapshots: readonly StoredSnapshot[]
  readonly scheduledMs: number
  /** Whether the series has started. */
  readonly isClosingLine: boolean
}

/** A series of two teams in the schedule, or only in stored odds. */
export interface PairSeries {
  readonly id: string
  readonly scheduledMs: number
  /** Actual start; null if unknown. */
  readonly startedMs: number | null
  readonly snapshots: readonly StoredSnapshot[]
}

/**
 * Chooses the odds to show for two teams: those of their next series with odds; otherwise the closing line of their last series,
 * for 12 hours after its start and unless another series is announced. Times come from the schedule, or from stored odds for a
 * series that the schedule lacks.
 * @param announced series of this pair in the schedule
 * @param nowMs ms since 1970
 */
export function chooseOdds(
  stored: readonly StoredSeries[],
  announced: readonly ScheduledSeries[],
  nowMs: number,
): ChosenOdds | null {
  const all = joinSeries(stored, announced)
  const toCome = all.filter(({ startedMs, scheduledMs }) => startedMs === null && scheduledMs >= nowMs)
  const [next] = toCome.filter(({ snapshots }) => snapshots.length > 0).sort(oddsByStart)
  if (next !== undefined) return { ...newestFirst(next.snapshots), scheduledMs: next.scheduledMs, isClosingLine: false }
  const last = all
    .filter((one) => !toCome.includes(one))
    .sort(oddsByStart)
    .at(-1)
  if (last === undefined || toCome.length > 0 || nowMs - startOf(last) > closingShownMs) return null
  const before = last.snapshots.filter(({ capturedAt }) => capturedAt < startOf(last))
  return { ...newestFirst(before), scheduledMs: last.scheduledMs, isClosingLine: true }
}

/** Announced series with their odds, followed by series that only stored odds mention. */
export function joinSeries(
  stored: readonly StoredSeries[],
  announced: readonly ScheduledSeries[],
): readonly PairSeries[] {
  const known = announced.map(({ id, scheduledUtc, startedUtc }) => ({
    id,
    scheduledMs: parseUtc(scheduledUtc) ?? 0,
    startedMs: startedUtc === null ? null : parseUtc(startedUtc),
  }))
  const announcedOf = ({ esportsMatchId, scheduledAt }: StoredSeries) => {
    const distance = ({ scheduledMs }: { readonly scheduledMs: number }): number => Math.abs(scheduledMs - scheduledAt)
    const near = known.filter((one) => distance(one) <= sameSeriesMs).sort((a, b) => distance(a) - distance(b))
    return known.find(({ id }) => id === esportsMatchId) ?? near[0]
  }
  const places = stored.map((one) => ({ one, of: announcedOf(one) }))
  const alone = places.flatMap(({ one: { esportsMatchId: id, scheduledAt: scheduledMs, snapshots }, of }) =>
    of === undefined ? [{ id, scheduledMs, startedMs: null, snapshots }] : [],
  )
  const joined = known.map((series) => ({
    ...series,
    snapshots: places.flatMap(({ one, of }) => (of === series ? one.snapshots : [])),
  }))
  return [...joined, ...alone]
}

export function startOf({ startedMs, scheduledMs }: PairSeries): number {
  return startedMs ?? scheduledMs
}

export function oddsByStart(a: PairSeries, b: PairSeries): number {
  return startOf(a) - startOf(b) || (a.id < b.id ? -1 : 1)
}

/** Sorts snapshots, the newest first. */
export function newestFirst(snapshots: readonly StoredSnapshot[]): Pick<ChosenOdds, 'snapshots'> {
  const newer = (a: StoredSnapshot, b: StoredSnapshot): number =>
    b.capturedAt - a.capturedAt || (a.source < b.source ? 1 : a.source > b.source ? -1 : 0)
  return { snapshots: [...snapshots].sort(newer) }
}
