import { dayMs } from '@riftline/base'
import { type ChangesSince, type ChangeType, changeTypes, type StoredChange } from '../change.ts'
import { firstPlaceOf, parseSeq, seqText } from './seq.ts'

/** Changes older than this are dropped. */
export const keptForMs: number = 14 * dayMs
/** Number of changes above which the oldest are dropped. */
export const mostKept = 100_000
/** Number of dropped changes whose room is given back at once. */
const roomGivenBack = 8192

/** Type as one text that all changes share, as opposed to a copy in each that was read. */
export function sharedType(type: string): ChangeType {
  return changeTypes.find((known) => known === type) ?? (type as ChangeType)
}

/** Changes of one log in memory, the newest ones without a gap. */
export interface ChangeLog {
  readonly id: string
  /** Place of the newest change, or the one where the log begins. */
  head(): number
  /** Oldest place after which no change is missing. */
  oldest(): number
  /** Changes after a place, at most so many. @param latest newest place that counts as one of this log; by default the head */
  since(since: string, most?: number, latest?: number): ChangesSince
  /** Adds changes in their order, then drops those that are too old or too many. */
  add(changes: readonly StoredChange[], nowMs: number): void
}

/** Creates a log without changes. @param begin place where it begins */
export function createChangeLog(id: string, begin: number): ChangeLog {
  let oldest = begin
  let head = begin
  let list: StoredChange[] = []
  /** Index of the oldest kept change. */
  let first = 0

  /** Index of the first change after a place. */
  function indexAfter(seq: string): number {
    let [low, high] = [first, list.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (list[middle]!.seq > seq) high = middle
      else low = middle + 1
    }
    return low
  }

  function drop(nowMs: number): void {
    const aged = indexAfter(seqText(firstPlaceOf(nowMs - keptForMs), id))
    const next = Math.max(aged, list.length - mostKept)
    if (next <= first) return
    oldest = parseSeq(list[next - 1]!.seq)!.place
    first = next
    if (first < roomGivenBack) return
    list = list.slice(first)
    first = 0
  }

  return {
    id,
    head: () => head,
    oldest: () => oldest,
    since(since, most = list.length, latest = head) {
      const seq = parseSeq(since)
      if (seq === null || seq.logId !== id || seq.place < oldest || seq.place > Math.max(head, latest))
        return { kind: 'gone', oldest: seqText(oldest, id) }
      const index = indexAfter(since)
      return { kind: 'changes', changes: list.slice(index, index + most) }
    },
    add(changes, nowMs) {
      for (const change of changes) list.push(change)
      const last = changes.at(-1)
      if (last !== undefined) head = parseSeq(last.seq)!.place
      drop(nowMs)
    },
  }
}
