import type { Clock } from '@riftline/base/node'
import type { Database } from '@riftline/ledger/postgres'
import type { StoredChange } from '../../change.ts'
import { type ChangeLog, createChangeLog, mostKept, sharedType } from '../change-log.ts'
import { firstPlaceOf, seqText } from '../seq.ts'
import { beginSql, type NewerChange, newerSql } from './change-tables.ts'

const pageSize = 5000
/** Time by which the place of a change of another process may be ahead of the clock here. */
const aheadMs = 1000

/** Newest changes of a database in memory. */
export interface ChangeMirror {
  log(): ChangeLog
  /** Newest place that any process can have given until now. */
  latest(): number
  /** Reads what was added since. A log that was replaced, as by a restored backup, is read anew. Rejects with a StorageError. */
  readNewer(): Promise<void>
}

/** Creates a mirror that is still empty. @param added called with changes in their order */
export function createChangeMirror(
  database: Database,
  clock: Pick<Clock, 'now' | 'monotonicMs'>,
  empty: ChangeLog,
  added: (changes: readonly StoredChange[]) => void,
): ChangeMirror {
  let current = empty
  /** Clock of the database at a moment of the monotonic clock here. */
  let time = { databaseMs: clock.now(), atMs: clock.monotonicMs() }

  async function readPage(after: number): Promise<{ head: NewerChange; changes: StoredChange[] }> {
    const rows = await database.read<NewerChange>(newerSql, [after, pageSize])
    const [head] = rows
    if (head === undefined) throw new Error('change_head: expected one row, got none')
    time = { databaseMs: head.now, atMs: clock.monotonicMs() }
    const changes = rows.flatMap(({ place, type, json }) =>
      place === null ? [] : [{ seq: seqText(place, head.log), type: sharedType(type), json }],
    )
    return { head, changes }
  }

  async function readNewer(): Promise<void> {
    let log = current
    for (;;) {
      const { head, changes } = await readPage(log.head())
      if (log.id !== head.log || log.head() > head.head || log.head() < head.oldest) {
        const [row] = await database.read<{ begin: number }>(beginSql, [mostKept])
        log = createChangeLog(head.log, row?.begin ?? head.oldest)
        continue
      }
      log.add(changes, head.now)
      if (log === current) added(changes)
      if (changes.length < pageSize) break
    }
    if (log === current) return
    const before = current
    current = log
    const news = log.since(seqText(before.head(), before.id))
    if (news.kind === 'changes') added(news.changes)
  }

  return {
    log: () => current,
    latest() {
      const nowMs = time.databaseMs + clock.monotonicMs() - time.atMs
      return Math.max(firstPlaceOf(nowMs + aheadMs), current.head() + firstPlaceOf(aheadMs))
    },
    readNewer,
  }
}
