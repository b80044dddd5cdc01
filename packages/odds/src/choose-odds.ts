import { parseUtc } from '@riftline/base'
import type { ScheduledSeries } from '@riftline/predictor'
import type { StoredSeries } from './odds-book.ts'
import type { StoredSnapshot } from './stored-snapshot.ts'

/** Odds of a series are odds of the announced one that its teams play within this time. */
export const sameSeriesMs: number = 12 * 3_600_000
/** How long the closing line of a series is shown. */
const closingShownMs = 12 * 3_600_000

/** The snapshots that may be shown, newest first: the first that has what was asked is the answer. */
export interface ChosenOdds {
  readonly snapshots: readonly StoredSnapshot[]
  readonly scheduledMs: number
  /** Whether the series has started. */
  readonly isClosingLine: boolean
}

interface PairSeries {
  readonly id: string
  readonly scheduledMs: number
  /** Null: not known to have begun. */
  readonly startedMs: number | null
  readonly snapshots: readonly StoredSnapshot[]
}

/**
 * Which odds of two teams are shown at a moment: those of their next series with odds; else, for 12 hours after their last start and
 * unless they meet again, those from before that start. The schedule says when a series is and when it really began, stored odds
 * where it does not know the series.
 *
 * @param announced the pair's series of the schedule
 * @param nowMs ms since 1970
 */
export function chooseOdds(
  stored: readonly StoredSeries[],
  announced: readonly ScheduledSeries[],
  nowMs: number,
): ChosenOdds | null {
  const all = joinSeries(stored, announced)
  const toCome = all.filter(({ startedMs, scheduledMs }) => startedMs === null && scheduledMs >= nowMs)
  const [next] = toCome.filter(({ snapshots }) => snapshots.length > 0).sort(byStart)
  if (next !== undefined) return { ...newestFirst(next.snapshots), scheduledMs: next.scheduledMs, isClosingLine: false }
  const last = all
    .filter((one) => !toCome.includes(one))
    .sort(byStart)
    .at(-1)
  if (last === undefined || toCome.length > 0 || nowMs - startOf(last) > closingShownMs) return null
  const before = last.snapshots.filter(({ capturedAt }) => capturedAt < startOf(last))
  return { ...newestFirst(before), scheduledMs: last.scheduledMs, isClosingLine: true }
}

/** Announced series with their odds, and the series that odds alone tell of. */
function joinSeries(stored: readonly StoredSeries[], announced: readonly ScheduledSeries[]): readonly PairSeries[] {
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

function startOf({ startedMs, scheduledMs }: PairSeries): number {
  return startedMs ?? scheduledMs
}

function byStart(a: PairSeries, b: PairSeries): number {
  return startOf(a) - startOf(b) || (a.id < b.id ? -1 : 1)
}

function newestFirst(snapshots: readonly StoredSnapshot[]): Pick<ChosenOdds, 'snapshots'> {
  const newer = (a: StoredSnapshot, b: StoredSnapshot): number =>
    b.capturedAt - a.capturedAt || (a.source < b.source ? 1 : a.source > b.source ? -1 : 0)
  return { snapshots: [...snapshots].sort(newer) }
}
