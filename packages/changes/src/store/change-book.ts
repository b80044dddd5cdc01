import { toUtc } from '@riftline/base'
import { errorFields, type Log, randomBase62, systemRandomBytes } from '@riftline/base/node'
import type { ChangeBatch, NewChange, StoredChange } from '../change.ts'
import { type ChangeLog, createChangeLog } from './change-log.ts'
import { msOfPlace, placeAfter, seqText } from './seq.ts'

/** Log of changes with its marks, in the memory of the one process that writes it. */
export interface ChangeBook {
  readonly log: ChangeLog
  readonly marks: Map<string, string>
}

/** Marks that are set or forgotten, with changes that have their place. One entry is kept as a whole or not at all. */
export interface ChangeEntry {
  readonly marks: readonly (readonly [key: string, value: string | null])[]
  readonly changes: readonly StoredChange[]
}

/** Batches of one call, decided in their order. */
export interface DecidedBatches {
  readonly kept: readonly boolean[]
  /** Effect of the kept batches; null if they change nothing. */
  readonly entry: ChangeEntry | null
}

/** Begins a log with an id of its own. @param after place that its first change follows */
export function beginBook(after: number, nowMs: number, marks: ReadonlyMap<string, string> = new Map()): ChangeBook {
  const id = randomBase62(6, systemRandomBytes)
  return { log: createChangeLog(id, placeAfter(after, nowMs)), marks: new Map(marks) }
}

/** Decides which batches are kept, without keeping them. Later batches see the marks of earlier ones. */
export function decideBatches(
  { log, marks }: ChangeBook,
  batches: readonly ChangeBatch[],
  nowMs: number,
): DecidedBatches {
  const set = new Map<string, string | null>()
  const changes: StoredChange[] = []
  let place = log.head()
  const kept = batches.map((batch) => {
    const { key, from } = batch.guard
    const value = set.has(key) ? set.get(key) : marks.get(key)
    if ((value ?? null) !== from) return false
    for (const [name, to] of marksOf(batch)) set.set(name, to)
    for (const change of batch.changes) {
      place = placeAfter(place, nowMs)
      changes.push(storedChange(change, place, log.id))
    }
    return true
  })
  const news = [...set].filter(([key, value]) => (marks.get(key) ?? null) !== value)
  return { kept, entry: news.length + changes.length === 0 ? null : { marks: news, changes } }
}

/** Marks that a batch leaves, each key once: those of `marks` go before that of the guard. */
export function marksOf({ guard, marks }: ChangeBatch): ReadonlyMap<string, string | null> {
  return new Map([[guard.key, guard.to], ...marks])
}

function storedChange({ type, fields }: NewChange, place: number, logId: string): StoredChange {
  const seq = seqText(place, logId)
  return { seq, type, json: JSON.stringify({ seq, atUtc: toUtc(msOfPlace(place)), type, ...fields }) }
}

/** Puts a durable entry into memory. */
export function addEntry({ log, marks }: ChangeBook, { marks: set, changes }: ChangeEntry, nowMs: number): void {
  for (const [key, value] of set) {
    if (value === null) marks.delete(key)
    else marks.set(key, value)
  }
  log.add(changes, nowMs)
}

/** Marks whose key begins with a prefix. */
export function marksWith(marks: ReadonlyMap<string, string>, prefix: string): ReadonlyMap<string, string> {
  return new Map([...marks].filter(([key]) => key.startsWith(prefix)))
}

export type ChangeListener = (changes: readonly StoredChange[]) => void

/** Creates the listeners of a store. An error of one is logged, and does not keep changes from the others. */
export function createChangeListeners(log: Log) {
  const listeners = new Set<{ readonly call: ChangeListener }>()
  return {
    add(call: ChangeListener): () => void {
      const one = { call }
      listeners.add(one)
      return () => void listeners.delete(one)
    },
    call(changes: readonly StoredChange[]): void {
      if (changes.length === 0) return
      for (const { call } of [...listeners]) {
        try {
          call(changes)
        } catch (error) {
          log({ level: 'error', event: 'changes_listener_failed', ...errorFields(error) })
        }
      }
    },
  }
}
